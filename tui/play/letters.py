"""The letters that choose entries of the menu."""

from __future__ import annotations

from tilehall.tui.keys import BOARD

KEYS = frozenset(key for command in BOARD for key in command.keys)


def letter_of(text: str) -> str:
    """What chooses a menu entry: the first letter of its last word, if that is small, that is no key; or its plus.

    >>> letter_of("gem yes"), letter_of("orange"), letter_of("summon+"), letter_of("declare R01 F3")
    ('y', 'a', '+', '')
    """
    word = text.split(" ")[-1]
    if word.endswith("+"):
        return "+"
    return next((char for char in word if char not in KEYS), "") if word.islower() and word.isalpha() else ""
