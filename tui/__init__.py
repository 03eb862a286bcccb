"""Everything a person or another program touches: command line, full screen, plain lines, files."""
