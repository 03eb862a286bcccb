"""What programs that were ended while they wrote have left among the saved games."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from tilehall.tui.tables.storage import file_lock

PART = re.compile(r"(?P<stem>.+)\.(?:tilehall|seed|damaged(?:-\d+)?)\.\d+\.part\Z")
"""A file that was to take the place of another one once it was whole."""


def find_leftovers(names: Iterable[str]) -> dict[str, list[str]]:
    """The games that some program may have left in the middle of something, each with what was not whole yet.

    >>> find_leftovers(["a.tilehall", "a.seed", "b.lock", "c.tilehall.4711.part", "c.seed"])
    {'b': [], 'c': ['c.tilehall.4711.part']}
    """
    found: dict[str, list[str]] = {}
    for name in names:
        if part := PART.match(name):
            found.setdefault(part["stem"], []).append(name)
        elif name.endswith(file_lock.SUFFIX):
            found.setdefault(Path(name).stem, [])
    return found
