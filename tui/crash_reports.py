"""Reports of errors of ours, kept for whoever mends them."""

from __future__ import annotations

import sys
from datetime import datetime
from pathlib import Path

from tilehall.engine import Text
from tilehall.tui.tables.storage.disk_errors import NotRegularFile
from tilehall.tui.tables.storage.filesystem import replace_text
from tilehall.tui.tables.version import program_version
from tilehall.tui.timestamps import format_utc

MAX_CHARACTERS = 64 * 1024
"""Characters of all reports together."""


def append_report(path: Path, report: str, when: datetime) -> None:
    """Adds a report to those that are there; of more than `MAX_CHARACTERS` characters the newest stay. Raises
    OSError.
    """
    if path.exists() and not path.is_file():
        # A pipe would keep everybody waiting who wants to play on.
        raise NotRegularFile(path, path.stat().st_mode)
    head = f"--- {format_utc(when)}, {program_version()}, Python {sys.version.split()[0]}\n"
    replace_text(path, (_before(path) + head + report + "\n")[-MAX_CHARACTERS:])


def try_append_report(path: Path, report: str, when: datetime) -> Text:
    """The same, and where it is; nothing, if it cannot be kept."""
    try:
        append_report(path, report, when)
    except OSError:
        return Text("")
    return Text("What happened is in {report}", report=f"{path}")


def _before(path: Path) -> str:
    if not path.is_file() or path.stat().st_size > 2 * MAX_CHARACTERS:
        return ""
    return path.read_text("utf-8", "replace")
