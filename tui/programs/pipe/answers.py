"""What is answered about matches, piece by piece."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from tilehall.engine import CHANCE, ENGLISH, Event, Game, Seat, Standing, said
from tilehall.tui.programs.pipe.errors import Answer
from tilehall.tui.programs.pipe.matches import Opened
from tilehall.tui.tables.referee import Change


def where(opened: Opened) -> Answer:
    return {"actors": list(opened.examiner.actors()), "digest": opened.examiner.digest()}


def played(opened: Opened, eyes: Seat | None, change: Change) -> Answer:
    """The steps, and if there are computer players what they did."""
    events = {"events": events_of(opened, eyes, change)} if opened.examiner.computers else {}
    return {**events, "steps": change.lines}


def turned(opened: Opened, eyes: Seat | None, change: Change) -> Answer:
    """What steps brought, in the words that these eyes may read."""
    return {**where(opened), "events": events_of(opened, eyes, change), "steps": change.lines}


def events_of(opened: Opened, eyes: Seat | None, change: Change) -> list[Answer]:
    return events_told(change.events, eyes, opened.names)


def events_told(events: Iterable[Event], eyes: Seat | None, names: Sequence[str]) -> list[Answer]:
    return [event_told(event, eyes, names) for event in events]


def event_told(event: Event, eyes: Seat | None, names: Sequence[str]) -> Answer:
    text = said(event.told(eyes), ENGLISH, names)
    return {"key": event.key, "rule": event.rule, "text": text, "seat": event.seat, "marks": list(event.marks)}


def choices_of(rules: Game[Any], position: Any, seat: Seat) -> Answer:
    """What a seat may do; for the dealer what can come, with weights."""
    if seat == CHANCE and rules.actors(position) == (CHANCE,):
        draw = rules.chance(position)
        return {"seat": seat, "actions": [str(action) for action in draw.outcomes], "weights": list(draw.weights)}
    return {"seat": seat, "actions": [str(action) for action in rules.legal(position, seat)]}


def standing_told(standing: Standing | None, names: Sequence[str]) -> Answer:
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
        "text": said(standing.text, ENGLISH, names),
    }
