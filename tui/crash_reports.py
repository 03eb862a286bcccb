"""Reports of errors of ours, kept for whoever mends them."""

from __future__ import annotations

import sys
from datetime import datetime
from pathlib import Path

from tilehall.engine import Text
from tilehall.tui.tables.storage.disk_errors import write_whole
from tilehall.tui.tables.storage.safe_reading import NoFile
from tilehall.tui.tables.version import program
from tilehall.tui.timestamps import universal

MOST = 64 * 1024
"""Characters of all reports together."""


def keep(path: Path, report: str, when: datetime) -> None:
    """Adds a report to those that are there; of more than `MOST` characters the newest stay. Raises OSError."""
    if path.exists() and not path.is_file():
        # A pipe would keep everybody waiting who wants to play on.
        raise NoFile(path, path.stat().st_mode)
    head = f"--- {universal(when)}, {program()}, Python {sys.version.split()[0]}\n"
    write_whole(path, (_before(path) + head + report + "\n")[-MOST:])


def kept(path: Path, report: str, when: datetime) -> Text:
    """The same, and where it is; nothing, if it cannot be kept."""
    try:
        keep(path, report, when)
    except OSError:
        return Text("")
    return Text("What happened is in {report}", report=f"{path}")


def _before(path: Path) -> str:
    if not path.is_file() or path.stat().st_size > 2 * MOST:
        return ""
    return path.read_text("utf-8", "replace")
