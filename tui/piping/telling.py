"""What is answered about matches, piece by piece."""

from __future__ import annotations

from collections.abc import Sequence

from tilehall.engine import ENGLISH, Event, Seat, said
from tilehall.tui.house.examiner import Change
from tilehall.tui.piping.matches import Opened
from tilehall.tui.piping.trouble import Answer


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
    return [event_told(event, eyes, opened.names) for event in change.events]


def event_told(event: Event, eyes: Seat | None, names: Sequence[str]) -> Answer:
    text = said(event.told(eyes), ENGLISH, names)
    return {"key": event.key, "rule": event.rule, "text": text, "seat": event.seat, "marks": list(event.marks)}
