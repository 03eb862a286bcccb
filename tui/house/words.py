"""Several sentences in one line, about one who is named once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tilehall.engine import Language, Run, Text, Who
from tilehall.engine.text import runs

STOP = "."


def recap(sentences: Iterable[Text], language: Language, names: Sequence[str]) -> list[Run]:
    """Sentences in one line: a name that begins several is said once.

    >>> from tilehall.engine import ENGLISH
    >>> takes, lays = Text("{who} takes {tile}.", who=Who(1), tile="FU"), Text("{who} lays it.", who=Who(1))
    >>> "".join(run.words for run in recap([takes, lays], ENGLISH, ("Aki", "Bo")))
    'Bo takes FU, lays it.'
    """
    found: list[Run] = []
    last: Who | None = None
    for sentence in sentences:
        parts = [*runs(sentence, language, names)]
        who = parts[0].source if parts and isinstance(parts[0].source, Who) else None
        if who is not None and who == last and found[-1] == Run(STOP):
            found[-1:] = [Run(","), *parts[1:]]
        elif who is not None and who == last and found[-1].source is None and found[-1].words.endswith(STOP):
            found[-1:] = [Run(found[-1].words.removesuffix(STOP) + ","), *parts[1:]]
        else:
            found += [Run(" "), *parts] if found else parts
        last = who
    return found
