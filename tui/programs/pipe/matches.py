"""The open matches of one caller, and the seats of one of them that a request names."""

from __future__ import annotations

from dataclasses import dataclass

from tilehall.engine import CHANCE, Seat
from tilehall.tui.programs.pipe.errors import Fields, Trouble
from tilehall.tui.programs.pipe.fields import computers_in, must_decide, seat_among, whole_in
from tilehall.tui.tables.referee import Examiner


@dataclass(frozen=True, slots=True)
class Opened:
    """An open match, and what its sentences call the seats."""

    examiner: Examiner
    names: tuple[str, ...]


class Matches:
    """The open matches, by their numbers."""

    def __init__(self, most: int) -> None:
        self.by_number: dict[int, Opened] = {}
        self.most = most
        self.last = 0

    def opened(self, ask: Fields) -> Opened:
        number = whole_in(ask, "match")
        if number not in self.by_number:
            raise Trouble("no_match", f"There is no match {str(number)[:20]}.")
        return self.by_number[number]

    def open(self, opened: Opened) -> int:
        if len(self.by_number) >= self.most:
            raise Trouble("too_many", f"There are {self.most} matches open already; close one first.")
        self.last += 1
        self.by_number[self.last] = opened
        return self.last


def seat_in(ask: Fields, opened: Opened, lowest: Seat = CHANCE) -> Seat:
    """The seat that is asked about; the one that has to decide if the request names none."""
    return seat_among(ask, opened.examiner.actors(), len(opened.names), lowest)


def due_seat(ask: Fields, opened: Opened) -> Seat:
    return must_decide(seat_in(ask, opened), opened.examiner.actors())


def eyes_in(ask: Fields, opened: Opened) -> Seat | None:
    """The seat that looks; None for somebody who only watches."""
    return None if ask.get("seat") is None else seat_in(ask, opened, 0)


def company_in(ask: Fields, opened: Opened) -> tuple[dict[Seat, str] | None, Seat | None]:
    """The computer players to be seated, None if those of before stay; and who asks what they do."""
    if ask.get("computers") is None:
        return None, eyes_in(ask, opened) if opened.examiner.computers else None
    return computers_in(ask, len(opened.names)), eyes_in(ask, opened)
