"""Parsers for the numbers on the command lines of measurements."""

from __future__ import annotations

import argparse

from tilehall.tui.tables.thinking.thinkers import MAX_JOBS


def from_one(text: str) -> int:
    """Parse a number from 1 on.

    >>> from_one("12")
    12
    """
    return _number(text, 1)


def jobs(text: str) -> int:
    """Parse a number of processes.

    >>> jobs("2")
    2
    """
    return _number(text, 1, MAX_JOBS)


def from_none(text: str) -> int:
    """Parse a number from 0 on.

    >>> from_none("0")
    0
    """
    return _number(text, 0)


def _number(text: str, least: int, most: int = 999_999) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 6 or not least <= int(text) <= most:
        raise argparse.ArgumentTypeError(f"'{text[:20]}' is no number from {least} to {most}")
    return int(text)
