"""Tilehall with masters who think until they are hurried: `python -m tests.tui.pty.thinker play ...`."""

import sys

from tilehall.engine.ai import bot_factory, search
from tilehall.tui.cli import main

if __name__ == "__main__":
    search.ENOUGH = -1.0  # no plan is ever dropped
    bot_factory.EFFORTS = {**bot_factory.EFFORTS, "master": bot_factory.EFFORTS["master"]._replace(seconds=600)}
    sys.exit(main())
