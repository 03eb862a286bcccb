"""Sentences for one player: names are put in last, and several sentences about one name become one."""

from __future__ import annotations

from collections.abc import Sequence


def told(text: str, names: Sequence[str]) -> str:
    """A text of the engine with the players' names in it.

    >>> told("{1} after {0}", ("Aki", "Bo"))
    'Bo after Aki'
    """
    return text.format(*names)


def recap(sentences: Sequence[str], names: Sequence[str]) -> str:
    """Sentences in one line: a name that begins several is said once.

    >>> recap(["Bo takes FU.", "Bo lays FU on D3."], ["Aki", "Bo"])
    'Bo takes FU, lays FU on D3.'
    """
    parts: list[str] = []
    last = ""
    for sentence in sentences:
        who = next((name for name in names if sentence.startswith(name + " ")), "")
        if who and who == last:
            parts[-1] = parts[-1].rstrip(".") + ", " + sentence[len(who) + 1 :]
        else:
            parts.append(sentence)
        last = who
    return " ".join(parts)
