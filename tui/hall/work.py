"""What a hall is really made of: its house, and the screens of its guests. As a program it is a worker."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any

from tilehall.tui.hall.guest import Screens
from tilehall.tui.hall.news import Host, Visit
from tilehall.tui.hall.serving import Options
from tilehall.tui.hall.worker import Work, main
from tilehall.tui.house.pool import Pool
from tilehall.tui.kernel.app import TerminalApp
from tilehall.tui.kernel.terminal import Terminal


async def open_house(options: Options) -> Host:
    """The house that is kept in a folder, with these manners."""
    house = await import_module("tilehall.tui.hall.house").House.open(options.data, Pool())
    await house.people.change_manners(options.guests, options.invite_only, options.password)
    host: Host = house
    return host


def screens(work: Work) -> Screens[Any]:
    ear, app = import_module("tilehall.tui.hall.ear").Ear, import_module("tilehall.tui.hall.app").HallApp

    def show(terminal: Terminal, visit: Visit, heard: Any) -> TerminalApp[Any]:
        made: TerminalApp[Any] = app(terminal, visit, heard, work.line)
        return made

    return Screens(ear, show)


if __name__ == "__main__":
    sys.exit(main(screens, sys.argv[1:]))
