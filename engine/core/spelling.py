"""What was probably meant by a word that is none of a few known ones."""

from __future__ import annotations

from collections.abc import Iterable

from tilehall.engine.core.text import Text

LEAST_SIMILARITY = 0.7
"""How much of two words has to be the same, from 0 to 1."""
LEAST_PREFIX = 3
"""So many letters are enough to know the beginning of a word."""


def closest_word(word: str, known: Iterable[str]) -> str:
    """The known word that is spelled like this one, or begins with it; empty if none does.

    >>> closest_word("ply", ["play", "replay"]), closest_word("Princess", ["princess"]), closest_word("sim",
    ...     ["simulate"])
    ('play', 'princess', 'simulate')
    >>> closest_word("xyzzy", ["play", "replay"])
    ''
    """
    # Only somebody who mistyped waits for this import.
    from difflib import get_close_matches

    folded = {each.casefold(): each for each in known}
    wanted = word[:80].casefold()
    begun = [each for each in folded if len(wanted) >= LEAST_PREFIX and each.startswith(wanted)]
    found = begun or get_close_matches(wanted, folded, n=1, cutoff=LEAST_SIMILARITY)
    return folded[found[0]] if found else ""


def did_you_mean(word: str, known: Iterable[str], otherwise: Text | None = None) -> Text:
    """The sentence after 'there is no such thing': the word that was probably meant, or what else there is to say.

    >>> print(did_you_mean("ply", ["play", "demo"]), did_you_mean("xyzzy", ["play"], Text("Commands: play.")))
    Did you mean play? Commands: play.
    """
    nearest = closest_word(word, known)
    if nearest:
        return Text("Did you mean {word}?", word=nearest)
    return otherwise if otherwise is not None else Text("")
