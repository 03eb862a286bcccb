"""Letters that choose: those on the marked spots of the board, and those of the entries of the menu."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from string import ascii_letters

from tilehall.tui.key_map import KeyBindings, default_keys
from tilehall.tui.terminal.output.drawing import Place

LABEL_LETTERS = "asdfghjklqwertyuiopzxcvbnm"
"""All letters, those first that lie under the fingers."""


class JumpLabels:
    """Letters on the marked spots: a key, one or two letters, and the cursor is there.

    >>> labels = JumpLabels()
    >>> labels.assign([("own", "D4"), ("own", "E4")])
    >>> labels.visible()
    {'a': ('own', 'D4'), 's': ('own', 'E4')}
    """

    def __init__(self) -> None:
        self.all: Mapping[str, Place] = {}
        self.typed = ""
        """The first of two letters."""

    def assign(self, places: Sequence[Place]) -> None:
        self.all, self.typed = assign_jump_labels(places), ""

    def visible(self) -> dict[str, Place]:
        """The letters that may still be typed, each with its place."""
        return remaining_labels(self.all, self.typed) if self.all else {}

    def clear(self) -> None:
        self.all, self.typed = {}, ""


def assign_jump_labels(places: Sequence[Place]) -> dict[str, Place]:
    """A letter for each place; two for each, if there are more places than letters.

    >>> list(assign_jump_labels([("own", str(n)) for n in range(30)]))[25:]
    ['am', 'sa', 'ss', 'sd', 'sf']
    """
    if len(places) <= len(LABEL_LETTERS):
        return dict(zip(LABEL_LETTERS, places, strict=False))
    pairs = (first + second for first in LABEL_LETTERS for second in LABEL_LETTERS)
    return dict(zip(pairs, places, strict=False))


def remaining_labels(labels: Mapping[str, Place], typed: str) -> dict[str, Place]:
    """What may still be meant by what has been typed, by the letters that are left to type.

    >>> remaining_labels({"as": ("own", "D4"), "da": ("own", "E4")}, "d")
    {'a': ('own', 'E4')}
    """
    return {label[len(typed) :]: place for label, place in labels.items() if label.startswith(typed)}


def assign_menu_letters(labels: Sequence[str], keys: KeyBindings | None = None) -> list[str]:
    """A letter for each entry, out of its words as they are shown: of two that begin alike the second has another.

    What begins a word is best; letters that are keys, and those that no single key types, are left out. Words without
    a free letter take any other: each entry has one, as long as there are letters.

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
