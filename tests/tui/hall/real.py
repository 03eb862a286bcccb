"""A whole hall, as people have it, as a process of its own: `python -m tests.tui.hall.real '{"data": ...}'`."""

from __future__ import annotations

import sys

from tests.tui.hall.small import say, wanted
from tilehall.tui.hall.house_main import open_house
from tilehall.tui.hall.logs import write_to
from tilehall.tui.hall.serving import serve


def main() -> int:
    write_to(sys.stderr, "house")
    return serve(wanted(sys.argv[1]), open_house, say)


if __name__ == "__main__":
    sys.exit(main())
