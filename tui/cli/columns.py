"""Aligns rows in columns by their width on a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from tilehall.tui.terminal.output import cells


def align_columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """Formats rows as lines with aligned columns.

    >>> align_columns([("NAME", "STEPS"), ("竹取物", "7")])
    ['NAME    STEPS', '竹取物  7']
    """
    sizes = [max(map(cells.width, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(map(cells.pad, row, sizes)).rstrip() for row in rows]
