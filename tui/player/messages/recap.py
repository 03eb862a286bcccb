"""What has happened: lately, and turn by turn what the others have done, what concerns whoever looks first."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from typing import NamedTuple, TypeVar

from tilehall.engine import CHANCE, ENGLISH, Retold, Seat, Text, Who, runs
from tilehall.tui.tables.moment import Deed, Entry, Moment

S = TypeVar("S")


InOne = Callable[[str, Seat, Sequence[str]], Text | None]
"""All events of a turn with a key, by their marks, in one sentence; None where each of them is told."""

RECENT = 60
"""Steps that the log beside a board goes back."""


class Happened(NamedTuple):
    """What has happened lately."""

    log: Sequence[Entry]
    marks: frozenset[str]
    """The words of the latest deed that leaves marks."""
    seat: Seat
    """Whose it was; -1 for nobody's."""


class Turn(NamedTuple):
    """What one player did, in a sentence, and the words that it left marks on."""

    seat: Seat
    text: Text
    marks: frozenset[str]
    concerns: bool
    """Whether it names whoever looks."""


def happened(now: Moment[S], traces: Container[str]) -> Happened:
    """The latest entries of the log, and what the latest deed of anybody concerns whose key leaves traces."""
    log = now.log_since(max(0, now.number - RECENT))
    for deed in reversed(now.deeds):
        for entry in reversed(deed.entries):
            if entry.marks and entry.key in traces:
                return Happened(log, frozenset(entry.marks), entry.seat)
    return Happened(log, frozenset(), -1)


def since(now: Moment[S], step: int, told: Container[str], in_one: InOne) -> tuple[Turn, ...]:
    """What the others have done after a step."""
    return turns([deed for deed in now.deeds[step:] if deed.seat != now.seat], told, now.seat, in_one)


def own_turn(now: Moment[S]) -> int:
    """The step with which the last turn of the seat in front ended, before others acted; 0 if it had none yet."""
    others = 0
    for deed in reversed(now.deeds):
        if deed.seat == now.seat and others:
            return deed.number
        if deed.seat not in (now.seat, CHANCE):
            others = deed.number
    return 0


def one_by_one(key: str, seat: Seat, marks: Sequence[str]) -> Text | None:
    """Every event is told."""
    return None


def turns(deeds: Sequence[Deed], told: Container[str], seat: Seat, in_one: InOne = one_by_one) -> tuple[Turn, ...]:
    """The turns that deeds make up: the events with these keys are told, all of them leave their marks.

    A turn is of whoever acted, also where what happened is another's: a tile that was stolen, a fence completed.
    """
    found: list[tuple[Seat, list[Entry]]] = []
    drawn: list[Entry] = []
    for deed in deeds:
        if deed.seat == CHANCE and not found:
            # What is drawn first follows from what was done before.
            drawn += [entry for entry in deed.entries if entry.seat != seat]
            continue
        if not found or deed.seat not in (found[-1][0], CHANCE):
            found.append((deed.seat, drawn if not found else []))
        found[-1][1].extend(deed.entries)
    made = [_turn(who, entries, told, seat, in_one) for who, entries in found]
    return tuple(sorted((turn for turn in made if turn), key=lambda turn: not turn.concerns))


def _turn(who: Seat, entries: Sequence[Entry], told: Container[str], seat: Seat, in_one: InOne) -> Turn | None:
    """What happened to whoever looks comes first in it."""
    news = _sentences([entry for entry in entries if entry.key in told], in_one)
    texts = sorted(news, key=lambda text: not names(text, seat))
    if not texts:
        return None
    text = Text("{news}", news=Retold(tuple(texts)))
    marks = frozenset(mark for entry in entries if entry.seat != CHANCE for mark in entry.marks)
    return Turn(who, text, marks, names(texts[0], seat))


def _sentences(entries: Sequence[Entry], in_one: InOne) -> Iterator[Text]:
    """What happened; what is told in one sentence where it happened first."""
    told = set[str]()
    for entry in entries:
        if entry.key in told:
            continue
        marks = [mark for other in entries if other.key == entry.key for mark in other.marks]
        if text := in_one(entry.key, entry.seat, marks):
            told.add(entry.key)
        yield text or entry.text


def names(text: Text, seat: Seat) -> bool:
    """Whether a sentence names this player."""
    return any(run.source == Who(seat) for run in runs(text, ENGLISH, [str(n) for n in range(seat + 1)]))
