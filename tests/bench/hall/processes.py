"""What the processes of a hall use, as Linux tells it."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

KB, MB = 1024, 1024 * 1024


class Usage(NamedTuple):
    """What a process has used by now: seconds of a processor, and bytes of memory."""

    cpu: float
    own: int
    """Bytes that are its own, and its share of those that it has together with others."""


def usage(process: int) -> Usage:
    return Usage(cpu(process), own(process))


def cpu(process: int) -> float:
    """Seconds of a processor that all its threads have used."""
    found = (_read(task / "schedstat").split() for task in Path(f"/proc/{process}/task").iterdir())
    return sum(int(words[0]) for words in found if words) / 1e9


def own(process: int) -> int:
    """Bytes of memory: what others have as well is divided among all who have it."""
    lines = _read(Path(f"/proc/{process}/smaps_rollup")).splitlines()
    return next((int(line.split()[1]) * KB for line in lines if line.startswith("Pss:")), 0)


def named(processes: Iterable[int], word: str) -> list[int]:
    """Those that have this word in their command."""
    return [process for process in processes if word in _read(Path(f"/proc/{process}/cmdline")).split("\0")]


def load() -> float:
    """How many processes wanted to run in the last minute, besides ours: above a tenth, times say little."""
    return os.getloadavg()[0]


def _read(path: Path) -> str:
    try:
        return path.read_text("utf-8", "replace")
    except OSError:
        return ""
