"""An example of a rule: the step of a game's tour that shows it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from tilehall.engine import Game, Language, said, shelf, spaced
from tilehall.engine.teaching.tours import tour
from tilehall.tui.tables.history.replay import Replay
from tilehall.tui.tables.table import Table


class Example(NamedTuple):
    """A step of a game that was played, and the rule that it shows."""

    rule: str
    record: str
    """The whole game, as text."""
    step: int


def example(rules: Game[Any], wanted: Iterable[str]) -> Example | None:
    """What shows the first of these rules that a step can show; None where there is no tour, or of another box.

    >>> from tilehall.engine import game
    >>> found = example(game("princess"), ("P-4.12", "P-4.13"))
    >>> found is not None and found.rule in ("P-4.12", "P-4.13")
    True
    """
    if shelf().digest(rules.id):
        # Tours are games of the original box.
        return None
    found = tour(rules)
    for rule in wanted if found is not None else ():
        at = found.shows(rule) if found else None
        if found and at:
            return Example(rule, found.records[at.record], at.step)
    return None


def replay_of(found: Example) -> Replay[Any]:
    """The game of an example, right after the step that is meant."""
    return Replay(Table.told_in(found.record), found.step)


def told(found: Example, language: Language) -> str:
    """What is done in that step, with the names of those who played there."""
    now = replay_of(found).now
    deed = now.deeds[-1]
    text = spaced(entry.text for entry in deed.entries)
    if not text and deed.action:
        text = now.rules.deed(deed.seat, deed.action)
    return said(text, language, now.names)
