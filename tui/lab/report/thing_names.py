"""What things are called, for tables and pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from tilehall.engine import Game, Setup, Text, literal_text
from tilehall.engine.core.usage import ThingUsage

ThingNamer = Callable[[ThingUsage], Text]


def thing_namer(rules: Game[Any], setup: Setup) -> ThingNamer:
    """The name of what something was done with: as it is drawn, if the game tells that of the thing, else its word.

    >>> from tilehall.engine import load_game
    >>> str(thing_namer(load_game("princess"), Setup(2))(ThingUsage("lay", "tile", "FU")))
    'FU fire sun'
    """
    at_first = rules.start(setup)
    known = {(thing.kind, thing.word): thing for thing in rules.teacher.things(at_first, 0)}

    def named(used: ThingUsage) -> Text:
        thing = known.get((used.kind, used.word))
        told = rules.teacher.explain_thing(at_first, 0, thing) if thing is not None else None
        if told is None or told.piece is None:
            return literal_text(used.word)
        return Text("{thing}", thing=told.piece)

    return named


def unused_things(rules: Game[Any], setup: Setup, used: Iterable[ThingUsage]) -> dict[tuple[str, str], tuple[str, ...]]:
    """By deed and kind of thing, those of this kind with which nobody ever did it."""
    words: dict[str, list[str]] = {}
    for thing in rules.teacher.things(rules.start(setup), 0):
        words.setdefault(thing.kind, []).append(thing.word)
    seen: dict[tuple[str, str], set[str]] = {}
    for each in used:
        if each.kind:
            seen.setdefault((each.deed, each.kind), set()).add(each.word)
    return {
        way: tuple(word for word in dict.fromkeys(words.get(way[1], ())) if word not in came)
        for way, came in seen.items()
    }
