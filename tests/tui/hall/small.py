"""A hall of the small house as a process of its own: `python -m tests.tui.hall.small '{"data": ...}'`."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path

from tests.tui.hall.parlour import SmallHouse
from tilehall.tui.hall.logs import write_to
from tilehall.tui.hall.serving import HallOptions, OpenedHall, serve
from tilehall.tui.hall.timeouts import Timeouts

WORKER = (sys.executable, "-m", "tests.tui.hall.lobby")


async def open_small(options: HallOptions) -> SmallHouse:
    return SmallHouse(options.password)


def say(opened: OpenedHall) -> None:
    print(json.dumps([opened.port, opened.fingerprint]), flush=True)


def wanted(words: str) -> HallOptions:
    """What a test has asked for."""
    told = json.loads(words)
    return HallOptions(**{**told, "data": Path(told["data"]), "patience": Timeouts(**told.get("patience", {}))})


def main() -> int:
    write_to(sys.stderr, "house")
    return serve(replace(wanted(sys.argv[1]), worker=WORKER), open_small, say)


if __name__ == "__main__":
    sys.exit(main())
