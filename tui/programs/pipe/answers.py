"""What is answered about matches, piece by piece."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from tilehall.engine import CHANCE, ENGLISH, Event, Game, GameResult, SeatNo, render_text
from tilehall.tui.programs.pipe.errors import Answer
from tilehall.tui.programs.pipe.matches import OpenMatch
from tilehall.tui.tables.referee import RefereeResult


def position_answer(opened: OpenMatch) -> Answer:
    return {"actors": list(opened.examiner.actors()), "digest": opened.examiner.digest()}


def steps_answer(opened: OpenMatch, eyes: SeatNo | None, change: RefereeResult) -> Answer:
    """The steps, and if there are computer players what they did."""
    events = {"events": change_events(opened, eyes, change)} if opened.examiner.computers else {}
    return {**events, "steps": change.lines}


def change_answer(opened: OpenMatch, eyes: SeatNo | None, change: RefereeResult) -> Answer:
    """What steps brought, in the words that these eyes may read."""
    return {**position_answer(opened), "events": change_events(opened, eyes, change), "steps": change.lines}


def change_events(opened: OpenMatch, eyes: SeatNo | None, change: RefereeResult) -> list[Answer]:
    return events_answer(change.events, eyes, opened.names)


def events_answer(events: Iterable[Event], eyes: SeatNo | None, names: Sequence[str]) -> list[Answer]:
    return [event_answer(event, eyes, names) for event in events]


def event_answer(event: Event, eyes: SeatNo | None, names: Sequence[str]) -> Answer:
    text = render_text(event.text_for(eyes), ENGLISH, names)
    return {"key": event.key, "rule": event.rule, "text": text, "seat": event.seat, "marks": list(event.marks)}


def choices_of(rules: Game[Any], position: Any, seat: SeatNo) -> Answer:
    """What a seat may do; for the dealer what can come, with weights."""
    if seat == CHANCE and rules.actors(position) == (CHANCE,):
        draw = rules.chance(position)
        return {"seat": seat, "actions": [str(action) for action in draw.outcomes], "weights": list(draw.weights)}
    return {"seat": seat, "actions": [str(action) for action in rules.legal_actions(position, seat)]}


def standing_answer(standing: GameResult | None, names: Sequence[str]) -> Answer:
    """Whether it is over, and how it ended."""
    if standing is None:
        return {"over": False, "scores": None, "ranks": None, "ending": None, "winners": [], "text": ""}
    scores, ranks = standing.scores, standing.ranks
    return {
        "over": True,
        "scores": None if scores is None else list(scores),
        "ranks": None if ranks is None else list(ranks),
        "ending": standing.ending,
        "winners": list(standing.winners),
        "text": render_text(standing.text, ENGLISH, names),
    }
