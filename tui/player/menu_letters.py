"""The letters that choose entries of the menu."""

from __future__ import annotations

from collections.abc import Container, Sequence
from string import ascii_letters

from tilehall.tui.key_map import KeyBindings, default_keys


def assign_menu_letters(labels: Sequence[str], keys: KeyBindings | None = None) -> list[str]:
    """A letter for each entry, out of its words as they are shown: of two that begin alike the second has another.

    What begins a word is best; letters that are keys, and those that no single key types, are none. Words
    that have none left take any other: each entry has one, as long as there are letters.

    >>> assign_menu_letters(["yes: a gem on it", "no gem", "not now"]), assign_menu_letters(["竹", "purple"])
    (['y', 'n', 'a'], ['a', 'e'])
    """
    taken = {key for own in (keys or default_keys()).values() for key in own}
    found: list[str] = []
    for label in labels:
        words = label.casefold().split()
        wanted = "".join([*(word[0] for word in words), *words])
        found.append(next((mark for mark in wanted if _is_free(mark, taken) and mark not in found), ""))
    spare = (mark for mark in ascii_letters if _is_free(mark, taken) and mark not in found)
    return [mark or next(spare, "") for mark in found]


def _is_free(mark: str, taken: Container[str]) -> bool:
    return mark.isalpha() and mark.isascii() and mark not in taken
