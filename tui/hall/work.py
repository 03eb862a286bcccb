"""A worker of a real hall, as a program: it shows its guests the lobby and the tables."""

from __future__ import annotations

import sys
from typing import Any

from tilehall.tui.hall import ready
from tilehall.tui.hall.app import HallApp
from tilehall.tui.hall.assignment import Work
from tilehall.tui.hall.ear import Ear
from tilehall.tui.hall.guest import Screens
from tilehall.tui.hall.news import Visit
from tilehall.tui.hall.worker import main
from tilehall.tui.kernel.app import TerminalApp
from tilehall.tui.kernel.terminal import Terminal


def screens(work: Work) -> Screens[Ear]:
    """What is shown here, with all that it takes."""
    ready.modules()

    def show(terminal: Terminal, visit: Visit, heard: Ear) -> TerminalApp[Any]:
        return HallApp(terminal, visit, heard, work.line, programs=work.programs)

    return Screens(Ear, show)


if __name__ == "__main__":
    sys.exit(main(screens, sys.argv[1:]))
