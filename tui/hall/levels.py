"""What a program that the host has named is called among the levels of computer players."""

from __future__ import annotations

from tilehall.tui.tables.seating import BOT_KIND

SIGN = f"{BOT_KIND}:"


def level_of(name: str) -> str:
    """The level that a program is.

    >>> level_of("Bob"), program_of("program:Bob"), program_of("easy")
    ('program:Bob', 'Bob', '')
    """
    return SIGN + name


def program_of(level: str) -> str:
    """The name of the program that a level is; empty for all others."""
    return level.removeprefix(SIGN) if level.startswith(SIGN) else ""
