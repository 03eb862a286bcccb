"""Letters on the marked spots: a key, one or two letters, and the cursor is there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tilehall.tui.terminal.output.drawing import Place

LABEL_LETTERS = "asdfghjklqwertyuiopzxcvbnm"
"""All letters, those first under which the fingers lie."""
JumpLabels = Mapping[str, Place]


def assign_jump_labels(places: Sequence[Place]) -> dict[str, Place]:
    """A letter for each place; two for each, if there are more places than letters.

    >>> assign_jump_labels([("own", "D4"), ("own", "E4")])
    {'a': ('own', 'D4'), 's': ('own', 'E4')}
    >>> list(assign_jump_labels([("own", str(n)) for n in range(30)]))[25:]
    ['am', 'sa', 'ss', 'sd', 'sf']
    """
    if len(places) <= len(LABEL_LETTERS):
        return dict(zip(LABEL_LETTERS, places, strict=False))
    pairs = (first + second for first in LABEL_LETTERS for second in LABEL_LETTERS)
    return dict(zip(pairs, places, strict=False))


def remaining_labels(known: JumpLabels, typed: str) -> dict[str, Place]:
    """What may still be meant by what has been typed, by the letters that are left to type.

    >>> remaining_labels({"as": ("own", "D4"), "da": ("own", "E4")}, "d")
    {'a': ('own', 'E4')}
    """
    return {label[len(typed) :]: place for label, place in known.items() if label.startswith(typed)}
