"""A whole hall, as people have it, as a process of its own: `python -m tests.tui.hall.real '{"data": ...}'`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from tests.tui.hall.small import say
from tilehall.tui.hall.logs import write_to
from tilehall.tui.hall.serving import Options, serve
from tilehall.tui.hall.whole import open_house


def main() -> int:
    told = json.loads(sys.argv[1])
    write_to(sys.stderr, "house")
    return serve(Options(**{**told, "data": Path(told["data"])}), open_house, say)


if __name__ == "__main__":
    sys.exit(main())
