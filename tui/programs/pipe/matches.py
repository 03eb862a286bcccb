"""The open matches of one caller, and readers for the seats of a match."""

from __future__ import annotations

from dataclasses import dataclass

from tilehall.engine import CHANCE, SeatNo
from tilehall.tui.programs.json_messages import Fields, MessageError
from tilehall.tui.programs.pipe.fields import WHOLE, computers_in, must_decide, seat_among
from tilehall.tui.tables.referee import Referee


@dataclass(frozen=True, slots=True)
class OpenMatch:
    """An open match, and the names of its seats in sentences."""

    examiner: Referee
    names: tuple[str, ...]


class Matches:
    """Open matches by number."""

    def __init__(self, most: int) -> None:
        self.by_number: dict[int, OpenMatch] = {}
        self.most = most
        self.last = 0

    def find(self, ask: Fields) -> OpenMatch:
        number = WHOLE.read(ask, "match")
        if number not in self.by_number:
            raise MessageError("no_match", f"There is no match {str(number)[:20]}.")
        return self.by_number[number]

    def add(self, opened: OpenMatch) -> int:
        if len(self.by_number) >= self.most:
            raise MessageError("too_many", f"There are {self.most} matches open already; close one first.")
        self.last += 1
        self.by_number[self.last] = opened
        return self.last


def seat_in(ask: Fields, opened: OpenMatch, lowest: SeatNo = CHANCE) -> SeatNo:
    """Return the seat of the request; without one, the only seat that has to decide."""
    return seat_among(ask, opened.examiner.actors(), len(opened.names), lowest)


def due_seat(ask: Fields, opened: OpenMatch) -> SeatNo:
    return must_decide(seat_in(ask, opened), opened.examiner.actors())


def viewpoint_in(ask: Fields, opened: OpenMatch) -> SeatNo | None:
    """Return the seat whose view is asked for; None for a spectator."""
    return None if ask.get("seat") is None else seat_in(ask, opened, 0)


def computers_and_viewpoint_in(ask: Fields, opened: OpenMatch) -> tuple[dict[SeatNo, str] | None, SeatNo | None]:
    """Return the computer players to be seated (None: as before), and the viewpoint for what they do."""
    if ask.get("computers") is None:
        return None, viewpoint_in(ask, opened) if opened.examiner.computers else None
    return computers_in(ask, len(opened.names)), viewpoint_in(ask, opened)
