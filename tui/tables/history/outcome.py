"""Summarizes a finished game in numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tilehall.engine import CHANCE, Event, Game, GameResult, Receipt, SeatNo, Step
from tilehall.engine.core.usage import ThingUsage
from tilehall.tui.tables.table import Table

Counts = tuple[int, ...]
"""A number for each seat."""


@dataclass(frozen=True, slots=True)
class GameLength:
    """The length of a game."""

    decisions: int
    """Decisions of players; each part of a joint one counts."""
    turns: int
    """How often the player changed; a joint decision is one turn."""
    moments: int
    """Decisions, where a joint one counts once."""
    draws: int
    """Steps of the dealer."""
    rounds: int | None
    """None if the game has no rounds."""
    first_player: SeatNo | None
    """Who decided first; None if the first decision was a joint one."""


@dataclass(frozen=True, slots=True)
class GameOutcome:
    """The result of a game, and what led to it."""

    standing: GameResult
    course: GameLength
    cited: Counter[str]
    """How often each rule was cited by events, and by the receipt if there are scores."""
    decided: Counter[str]
    """How often each rule called for a decision or a draw."""
    used: Mapping[ThingUsage, Counts]
    """How often each seat did what, and with which things."""
    points: Mapping[str, Counts]
    """The points of each seat by the parts of the receipt, if there are scores."""


def game_outcome(table: Table[Any]) -> GameOutcome | None:
    """Return the outcome of a game; None if it is not over.

    >>> from tilehall.engine import RecordPlayer
    >>> game_outcome(Table.open("princess", (RecordPlayer("Aki"), RecordPlayer("Bo")), seed="7"))
    """
    rules, state, steps = table.rules, table.match.state, table.match.steps
    standing = rules.final_result(state)
    if standing is None:
        return None
    seats = len(table.names)
    events = _events(rules, steps)
    cited = Counter([event.rule for event in events if event.rule])
    decided = Counter(rules.decision(step.before, step.seat).rule for step in steps)
    points: dict[str, Counts] = {}
    if standing.scores is not None:
        receipt = rules.receipt(state)
        cited.update(line.rule for line in receipt.lines)
        points = _points(receipt, seats)
    return GameOutcome(
        standing, _game_length(steps, rules.round_number(state)), cited, decided, _used(rules, events, seats), points
    )


def _game_length(steps: Sequence[Step[Any]], rounds: int | None) -> GameLength:
    first = next((step for step in steps if step.seat != CHANCE), None)
    decisions = moments = turns = 0
    last, common = CHANCE, set[SeatNo]()
    for step in steps:
        if step.seat == CHANCE:
            common.clear()
            continue
        decisions += 1
        joins = step.is_joint and bool(common) and step.seat not in common
        if not joins:
            common.clear()
            moments += 1
            turns += step.is_joint or step.seat != last
        if step.is_joint:
            common.add(step.seat)
        # A joint decision ends the turn.
        last = CHANCE if step.is_joint else step.seat
    # In a game for one player every round is a turn.
    turns = max(turns, rounds or 0)
    beginner = None if first is None or first.is_joint else first.seat
    return GameLength(decisions, turns, moments, len(steps) - decisions, rounds, beginner)


def _events(rules: Game[Any], steps: Iterable[Step[Any]]) -> list[Event]:
    """Yield all events of these steps."""
    events: list[Event] = []
    for step in steps:
        rules.apply(step.before, step.seat, step.action, events)
    return events


def _used(rules: Game[Any], events: Iterable[Event], seats: int) -> dict[ThingUsage, Counts]:
    """Return who did what, and with which things."""
    found: dict[ThingUsage, list[int]] = {}
    for event in events:
        if event.seat < 0:
            continue
        for each in rules.narrator.usage(event):
            counts = found.get(each)
            if counts is None:
                counts = found[each] = [0] * seats
            counts[event.seat] += 1
    return {each: tuple(counts) for each, counts in found.items()}


def _points(receipt: Receipt, seats: int) -> dict[str, Counts]:
    """Return the points of each part of the receipt by seat."""
    found: dict[str, list[int]] = {}
    for line in receipt.lines:
        found.setdefault(line.part, [0] * seats)[line.seat] += line.points
    return {part: tuple(points) for part, points in found.items()}
