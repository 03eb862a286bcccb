"""Parts of answers about matches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tilehall.engine import CHANCE, Game, GameResult, SeatNo
from tilehall.tui.programs.json_messages import Message, event_data, result_data
from tilehall.tui.programs.pipe.matches import OpenMatch
from tilehall.tui.tables.referee import RefereeResult


def position_answer(opened: OpenMatch) -> Message:
    return {"actors": list(opened.examiner.actors()), "digest": opened.examiner.digest()}


def steps_answer(opened: OpenMatch, eyes: SeatNo | None, change: RefereeResult) -> Message:
    """Return the new steps, and the events if there are computer players."""
    events = {"events": change_events(opened, eyes, change)} if opened.examiner.computers else {}
    return {**events, "steps": change.lines}


def change_answer(opened: OpenMatch, eyes: SeatNo | None, change: RefereeResult) -> Message:
    """Return the position after steps and what happened, as this viewpoint may know it."""
    return {**position_answer(opened), "events": change_events(opened, eyes, change), "steps": change.lines}


def change_events(opened: OpenMatch, eyes: SeatNo | None, change: RefereeResult) -> list[Message]:
    return [event_data(event, eyes, opened.names) for event in change.events]


def choices_of(rules: Game[Any], position: Any, seat: SeatNo) -> Message:
    """Return what a seat may do; for the dealer what can come, with weights."""
    if seat == CHANCE and rules.actors(position) == (CHANCE,):
        draw = rules.chance(position)
        return {"seat": seat, "actions": [str(action) for action in draw.outcomes], "weights": list(draw.weights)}
    return {"seat": seat, "actions": [str(action) for action in rules.legal_actions(position, seat)]}


def standing_answer(result: GameResult | None, names: Sequence[str]) -> Message:
    """Return whether it is over, and the result."""
    return {"over": result is not None, **result_data(result, names)}
