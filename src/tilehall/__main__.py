"""`python -m tilehall` is `tilehall`."""

import sys

from tilehall.tui.cli import main

if __name__ == "__main__":
    sys.exit(main())
