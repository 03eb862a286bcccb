"""The games as plain lines of text: for screen readers, dumb terminals and pipes. Nothing is drawn, all is said."""
