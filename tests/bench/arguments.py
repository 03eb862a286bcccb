"""Numbers that a measurement is asked for with."""

from __future__ import annotations

import argparse

from tilehall.tui.tables.thinking.thinkers import MAX_JOBS


def from_one(text: str) -> int:
    """How many there are to be, at least one.

    >>> from_one("12")
    12
    """
    return _number(text, 1)


def jobs(text: str) -> int:
    """In how many processes.

    >>> jobs("2")
    2
    """
    return _number(text, 1, MAX_JOBS)


def from_none(text: str) -> int:
    """How many there are to be, perhaps none.

    >>> from_none("0")
    0
    """
    return _number(text, 0)


def _number(text: str, least: int, most: int = 999_999) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 6 or not least <= int(text) <= most:
        raise argparse.ArgumentTypeError(f"'{text[:20]}' is no number from {least} to {most}")
    return int(text)
