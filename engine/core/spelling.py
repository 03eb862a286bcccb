"""Suggests the known word that was probably meant by an unknown one."""

from __future__ import annotations

from collections.abc import Iterable

from tilehall.engine.core.text import Text

LEAST_SIMILARITY = 0.7
"""The least similarity of a suggestion, from 0 to 1."""
LEAST_PREFIX = 3
"""The least number of letters that count as the beginning of a word."""


def closest_word(word: str, known: Iterable[str]) -> str:
    """Return the known word that is spelled similarly, or begins like this one; empty if there is none.

    >>> closest_word("ply", ["play", "replay"]), closest_word("Princess", ["princess"]), closest_word("sim",
    ...     ["simulate"])
    ('play', 'princess', 'simulate')
    >>> closest_word("xyzzy", ["play", "replay"])
    ''
    """
    # Late: needed only after a typing error.
    from difflib import get_close_matches

    folded = {each.casefold(): each for each in known}
    wanted = word[:80].casefold()
    begun = [each for each in folded if len(wanted) >= LEAST_PREFIX and each.startswith(wanted)]
    found = begun or get_close_matches(wanted, folded, n=1, cutoff=LEAST_SIMILARITY)
    return folded[found[0]] if found else ""


def did_you_mean(word: str, known: Iterable[str], otherwise: Text | None = None) -> Text:
    """Return the question for the word that was probably meant, or `otherwise` if there is none.

    >>> print(did_you_mean("ply", ["play", "demo"]), did_you_mean("xyzzy", ["play"], Text("Commands: play.")))
    Did you mean play? Commands: play.
    """
    nearest = closest_word(word, known)
    if nearest:
        return Text("Did you mean {word}?", word=nearest)
    return otherwise if otherwise is not None else Text("")
