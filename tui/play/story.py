"""What the others have done, turn by turn: to be stepped through, what concerns whoever looks first."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import NamedTuple

from tilehall.engine import CHANCE, ENGLISH, Retold, Seat, Text, Who, runs
from tilehall.tui.house.moment import Deed, Entry


class Turn(NamedTuple):
    """What one player did, in a sentence, and the words that it left marks on."""

    seat: Seat
    text: Text
    marks: frozenset[str]
    concerns: bool
    """Whether it names whoever looks."""


def turns(deeds: Sequence[Deed], told: Container[str], seat: Seat) -> tuple[Turn, ...]:
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
    made = [_turn(who, entries, told, seat) for who, entries in found]
    return tuple(sorted((turn for turn in made if turn), key=lambda turn: not turn.concerns))


def _turn(who: Seat, entries: Sequence[Entry], told: Container[str], seat: Seat) -> Turn | None:
    """What happened to whoever looks comes first in it."""
    texts = sorted((entry.text for entry in entries if entry.key in told), key=lambda text: not names(text, seat))
    if not texts:
        return None
    text = Text("{news}", news=Retold(tuple(texts)))
    marks = frozenset(mark for entry in entries if entry.seat != CHANCE for mark in entry.marks)
    return Turn(who, text, marks, names(texts[0], seat))


def names(text: Text, seat: Seat) -> bool:
    """Whether a sentence names this player."""
    return any(run.source == Who(seat) for run in runs(text, ENGLISH, [str(n) for n in range(seat + 1)]))
