"""A worker of a real hall, as a program: it shows its guests the lobby and the tables."""

from __future__ import annotations

import sys
from typing import Any

from tilehall.tui.hall import warm_up
from tilehall.tui.hall.app import HallApp
from tilehall.tui.hall.guest import Screens
from tilehall.tui.hall.inbox import ScreenInbox
from tilehall.tui.hall.protocol import HallInterface
from tilehall.tui.hall.worker import main
from tilehall.tui.hall.worker_config import WorkerConfig
from tilehall.tui.terminal.app import TerminalApp
from tilehall.tui.terminal.capabilities import Terminal


def screens(work: WorkerConfig) -> Screens[ScreenInbox]:
    """What is shown here, with all that it takes."""
    warm_up.modules()

    def show(terminal: Terminal, visit: HallInterface, heard: ScreenInbox) -> TerminalApp[Any]:
        return HallApp(terminal, visit, heard, work.line, programs=work.programs)

    return Screens(ScreenInbox, show)


if __name__ == "__main__":
    sys.exit(main(screens, sys.argv[1:]))
