"""Examples of rules: steps of a game's tour."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from tilehall.engine import Game, Language, component_sets, join_spaces, render_text
from tilehall.engine.teaching.tours import load_tour
from tilehall.tui.tables.history.replay import Replay
from tilehall.tui.tables.table import Table


class ExampleStep(NamedTuple):
    """A step of a recorded game, and the rule that it shows."""

    rule: str
    record: str
    """The record of the whole game."""
    step: int


def find_example(rules: Game[Any], wanted: Iterable[str]) -> ExampleStep | None:
    """Return an example of the first of these rules that has one; None without a tour, or with other components.

    >>> from tilehall.engine import load_game
    >>> found = find_example(load_game("princess"), ("P-4.12", "P-4.13"))
    >>> found is not None and found.rule in ("P-4.12", "P-4.13")
    True
    """
    if component_sets().digest(rules.id):
        # Tours are recorded with the original components.
        return None
    found = load_tour(rules)
    for rule in wanted if found is not None else ():
        at = found.shows(rule) if found else None
        if found and at:
            return ExampleStep(rule, found.records[at.record], at.step)
    return None


def open_example(found: ExampleStep) -> Replay[Any]:
    """Return a replay of the game of an example, right after its step."""
    return Replay(Table.from_record_text(found.record), found.step)


def example_text(found: ExampleStep, language: Language) -> str:
    """Return the events of that step, with the names of its players."""
    now = open_example(found).now
    step = now.seen_steps[-1]
    text = join_spaces(entry.text for entry in step.entries)
    if not text and step.action:
        text = now.rules.narrator.describe_action(step.seat, step.action)
    return render_text(text, language, now.names)
