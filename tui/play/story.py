"""What the others have done, turn by turn: to be stepped through, what concerns whoever looks first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tilehall.engine import CHANCE, ENGLISH, Retold, Seat, Text, Who, runs
from tilehall.tui.house.moment import Entry


class Turn(NamedTuple):
    """What one player did, in a sentence, and the words that it left marks on."""

    seat: Seat
    text: Text
    marks: frozenset[str]
    concerns: bool
    """Whether it names whoever looks."""


def turns(news: Sequence[Entry], told: Sequence[Entry], seat: Seat) -> tuple[Turn, ...]:
    """The turns that entries tell of; of those told each has a sentence, of all of them it has the marks."""
    found: list[tuple[Seat, list[Entry]]] = []
    for entry in news:
        if not found or entry.seat not in (found[-1][0], CHANCE):
            found.append((entry.seat, []))
        found[-1][1].append(entry)
    wanted = frozenset(told)
    made = [_turn(who, entries, wanted, seat) for who, entries in found]
    return tuple(sorted((turn for turn in made if turn), key=lambda turn: not turn.concerns))


def _turn(who: Seat, entries: Sequence[Entry], wanted: frozenset[Entry], seat: Seat) -> Turn | None:
    texts = [entry.text for entry in entries if entry in wanted]
    if not texts:
        return None
    text = Text("{news}", news=Retold(tuple(texts)))
    marks = frozenset(mark for entry in entries if entry.seat == who for mark in entry.marks)
    return Turn(who, text, marks, names(text, seat))


def names(text: Text, seat: Seat) -> bool:
    """Whether a sentence names this player."""
    return any(run.source == Who(seat) for run in runs(text, ENGLISH, [str(n) for n in range(seat + 1)]))
