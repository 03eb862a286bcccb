"""Fits names and texts into few columns: initials of players, shortened names, the longest text that fits."""

from __future__ import annotations

from collections.abc import Sequence

from tilehall.engine import SeatNo, Text
from tilehall.tui.config.look import Look
from tilehall.tui.terminal.output.cells import width

SHORTEST = 3
"""The fewest columns to which a name is cut."""


def player_initials(names: Sequence[str]) -> list[str]:
    """Returns a mark of one column for each player: the first free letter of the name, or the number of the seat.

    >>> player_initials(("Aki", "Bo", "Ann", "竹取", "Q", "Quentin"))
    ['A', 'B', 'N', '4', 'Q', 'U']
    """
    letters = [[mark for mark in name.upper() if mark.isalpha() and width(mark) == 1] for name in names]
    found = {seat: str(seat + 1) for seat in range(len(names))}
    # The name with the fewest letters chooses first.
    for seat in sorted(found, key=lambda seat: len(letters[seat])):
        found[seat] = next((mark for mark in letters[seat] if mark not in found.values()), found[seat])
    return list(found.values())


def shorten_name(look: Look, names: Sequence[str], seat: SeatNo, columns: int) -> str:
    """Cuts a name to `columns`; returns the player's initial if too little of it would be left."""
    name = names[seat]
    return look.clip(name, columns) if width(name) <= columns or columns >= SHORTEST else player_initials(names)[seat]


def fit_player_sentence(look: Look, text: Text, names: Sequence[str], seat: SeatNo, columns: int) -> str:
    """Fits a sentence about a player into `columns`: first the name is cut, then the sentence."""
    words = look.say(text, names)
    room = max(SHORTEST, width(names[seat]) - (width(words) - columns))
    short = look.clip(names[seat], room)
    return look.clip(look.say(text, [short if n == seat else name for n, name in enumerate(names)]), columns)


def fit_text(look: Look, columns: int, *texts: Text) -> str:
    """Returns the first text that fits into `columns`, otherwise the last one, cut."""
    words = ""
    for text in texts:
        words = look.say(text)
        if width(words) <= columns:
            return words
    return look.clip(words, columns)
