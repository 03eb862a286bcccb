"""A hall of the small house as a process of its own: `python -m tests.tui.hall.small '{"data": ...}'`."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path

from tests.tui.hall.parlour import SmallHouse
from tilehall.tui.hall.logs import write_to
from tilehall.tui.hall.serving import Opened, Options, serve
from tilehall.tui.hall.timeouts import Patience

WORKER = (sys.executable, "-m", "tests.tui.hall.lobby")


async def open_small(options: Options) -> SmallHouse:
    return SmallHouse(options.password)


def say(opened: Opened) -> None:
    print(json.dumps([opened.port, opened.fingerprint]), flush=True)


def wanted(words: str) -> Options:
    """What a test has asked for."""
    told = json.loads(words)
    return Options(**{**told, "data": Path(told["data"]), "patience": Patience(**told.get("patience", {}))})


def main() -> int:
    write_to(sys.stderr, "house")
    return serve(replace(wanted(sys.argv[1]), worker=WORKER), open_small, say)


if __name__ == "__main__":
    sys.exit(main())
