"""Which program this is, for the records that it writes."""

from __future__ import annotations

VERSION = "0.1.0"
"""As in pyproject.toml. To ask what is installed would cost every game's start a tenth of its time."""


def program_version() -> str:
    """The program and its version.

    >>> program_version().split()[0]
    'tilehall'
    """
    return f"tilehall {VERSION}"
