"""Tilehall with masters who think until they are hurried: `python -m tests.tui.terminal.thinker play ...`."""

import sys

from tilehall.engine.players import making, search
from tilehall.tui.cli import main

if __name__ == "__main__":
    search.ENOUGH = -1.0  # no plan is ever dropped
    making.EFFORTS = {**making.EFFORTS, "master": making.EFFORTS["master"]._replace(seconds=600)}
    sys.exit(main())
