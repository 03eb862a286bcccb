"""`python -m tests.recording`: a demo of the princess as an asciicast (`asciinema play`), in docs/pictures."""

import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from tests.terminal import Pty

FILE = Path(__file__).parents[1] / "docs" / "pictures" / "princess.cast"
SIZE = (100, 30)
SECONDS = 45.0
LONGEST = 2.0
"""Seconds that nothing happens in the recording at most, however slow the machine was."""
COMMAND = (*("-m", "tilehall", "demo", "princess", "--seed", "7"), *("--seat", "Aki:normal", "--seat", "Merlin:normal"))

Event = tuple[float, str, str]


def recorded(seconds: float) -> Iterator[Event]:
    """What the program sends, and when."""
    with Pty([sys.executable, *COMMAND], SIZE) as pty:
        started, before, shown = time.monotonic(), 0.0, 0.0
        while (now := time.monotonic() - started) < seconds:
            data = pty.read(0.05)
            if not data:
                continue
            shown += min(now - before, LONGEST)
            before = now
            yield round(shown, 3), "o", data.decode("utf-8", "replace")


def main() -> None:
    head = {"version": 2, "width": SIZE[0], "height": SIZE[1], "title": "The Princess and Magic Tile"}
    lines = [json.dumps(head | {"env": {"TERM": "xterm-256color"}})]
    lines += [json.dumps(event, ensure_ascii=False) for event in recorded(SECONDS)]
    FILE.parent.mkdir(parents=True, exist_ok=True)
    FILE.write_text("\n".join(lines) + "\n", "utf-8")
    print(f"{FILE.name}: {len(lines) - 1} events")


if __name__ == "__main__":
    main()
