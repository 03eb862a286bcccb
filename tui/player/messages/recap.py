"""What has happened: the latest events, and the turns of others in sentences, those about the viewer first."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from typing import NamedTuple, TypeVar

from tilehall.engine import CHANCE, ENGLISH, JoinedSentences, SeatNo, Text, Who, render_runs
from tilehall.tui.tables.moment import LogEntry, Moment, SeenStep

S = TypeVar("S")


EventSummarizer = Callable[[str, SeatNo, Sequence[str]], Text | None]
"""All events of a turn with a key, by their marks, in one sentence; None where each of them is told."""

MAX_LOG_STEPS = 60
"""Steps shown in the log beside a board."""


class RecentEvents(NamedTuple):
    """The latest events."""

    log: Sequence[LogEntry]
    marks: frozenset[str]
    """The words that the latest marked event is about."""
    seat: SeatNo
    """Whose event it was; -1 for nobody's."""


class TurnRecap(NamedTuple):
    """One player's turn in a sentence, and the words to mark for it."""

    seat: SeatNo
    text: Text
    marks: frozenset[str]
    names_viewer: bool
    """Whether it names the viewer."""


def find_recent_events(now: Moment[S], traces: Container[str]) -> RecentEvents:
    """The latest entries of the log, and what the latest event with a key in `traces` marks."""
    log = now.log_since(max(0, now.number - MAX_LOG_STEPS))
    for deed in reversed(now.seen_steps):
        for entry in reversed(deed.entries):
            if entry.marks and entry.key in traces:
                return RecentEvents(log, frozenset(entry.marks), entry.seat)
    return RecentEvents(log, frozenset(), -1)


def recap_since(now: Moment[S], step: int, told: Container[str], in_one: EventSummarizer) -> tuple[TurnRecap, ...]:
    """The turns of the others after a step."""
    return recap_turns([deed for deed in now.seen_steps[step:] if deed.seat != now.seat], told, now.seat, in_one)


def last_own_step(now: Moment[S]) -> int:
    """The step with which the last turn of the seat in front ended, before others acted; 0 if it had none yet."""
    others = 0
    for deed in reversed(now.seen_steps):
        if deed.seat == now.seat and others:
            return deed.number
        if deed.seat not in (now.seat, CHANCE):
            others = deed.number
    return 0


def tell_each_event(key: str, seat: SeatNo, marks: Sequence[str]) -> Text | None:
    """Summarizes nothing: every event is told."""
    return None


def recap_turns(
    deeds: Sequence[SeenStep], told: Container[str], seat: SeatNo, in_one: EventSummarizer = tell_each_event
) -> tuple[TurnRecap, ...]:
    """Groups steps into turns: the events with these keys are told, all of them leave marks.

    A turn is of whoever acted, also where what happened is another's: a tile that was stolen, a fence completed.
    """
    found: list[tuple[SeatNo, list[LogEntry]]] = []
    drawn: list[LogEntry] = []
    for deed in deeds:
        if deed.seat == CHANCE and not found:
            # What is drawn first follows from what was done before.
            drawn += [entry for entry in deed.entries if entry.seat != seat]
            continue
        if not found or deed.seat not in (found[-1][0], CHANCE):
            found.append((deed.seat, drawn if not found else []))
        found[-1][1].extend(deed.entries)
    made = [_turn(who, entries, told, seat, in_one) for who, entries in found]
    return tuple(sorted((turn for turn in made if turn), key=lambda turn: not turn.names_viewer))


def _turn(
    who: SeatNo, entries: Sequence[LogEntry], told: Container[str], seat: SeatNo, in_one: EventSummarizer
) -> TurnRecap | None:
    """One turn; events that name the viewer come first. None if there is nothing to tell."""
    news = _sentences([entry for entry in entries if entry.key in told], in_one)
    texts = sorted(news, key=lambda text: not mentions_seat(text, seat))
    if not texts:
        return None
    text = Text("{news}", news=JoinedSentences(tuple(texts)))
    marks = frozenset(mark for entry in entries if entry.seat != CHANCE for mark in entry.marks)
    return TurnRecap(who, text, marks, mentions_seat(texts[0], seat))


def _sentences(entries: Sequence[LogEntry], in_one: EventSummarizer) -> Iterator[Text]:
    """The sentences of events; a summary stands where its first event was."""
    told = set[str]()
    for entry in entries:
        if entry.key in told:
            continue
        marks = [mark for other in entries if other.key == entry.key for mark in other.marks]
        if text := in_one(entry.key, entry.seat, marks):
            told.add(entry.key)
        yield text or entry.text


def mentions_seat(text: Text, seat: SeatNo) -> bool:
    """Whether a sentence names this player."""
    return any(run.source == Who(seat) for run in render_runs(text, ENGLISH, [str(n) for n in range(seat + 1)]))
