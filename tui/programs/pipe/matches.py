"""What requests are about: the open matches of a caller, positions sent along, and the seats that a request names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tilehall.engine import CHANCE, Game, Rng, SeatNo, is_complete_position, load_game
from tilehall.tui.programs.json_messages import Fields, MessageError
from tilehall.tui.programs.pipe.fields import (
    OBJECT,
    WHOLE,
    computers_in,
    must_decide,
    plain_names,
    seat_among,
    text_in,
)
from tilehall.tui.tables.referee import Referee


@dataclass(frozen=True, slots=True)
class OpenMatch:
    """An open match, and the names of its seats in sentences."""

    examiner: Referee
    names: tuple[str, ...]

    def actors(self) -> tuple[SeatNo, ...]:
        return self.examiner.actors()


@dataclass(frozen=True, slots=True)
class QueriedPosition:
    """A position, and the names of its seats in sentences."""

    rules: Game[Any]
    position: Any
    names: tuple[str, ...]
    whole: bool
    """Whether nothing in it is hidden."""

    def actors(self) -> tuple[SeatNo, ...]:
        return self.rules.actors(self.position)

    def view_for(self, seat: SeatNo | None) -> Any:
        """Return the view of this seat. Raises MessageError if the position is the view of another one."""
        view = self.rules.view(self.position, seat)
        if self.whole:
            return view
        dump = self.rules.dump
        world = self.rules.sample_state(self.position, Rng(0))
        if dump(self.rules.view(world, seat)) != dump(self.position):
            who = "somebody who only watches" if seat is None else f"seat {seat}"
            raise MessageError("bad_position", f"This is a view, but not that of {who}.")
        return self.position


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


def seat_in(ask: Fields, at: OpenMatch | QueriedPosition, lowest: SeatNo = CHANCE) -> SeatNo:
    """Return the seat of the request; without one, the only seat that has to decide."""
    return seat_among(ask, at.actors(), len(at.names), lowest)


def due_seat(ask: Fields, at: OpenMatch | QueriedPosition, lowest: SeatNo = CHANCE) -> SeatNo:
    """Like `seat_in`. Raises MessageError if the seat has nothing to decide."""
    return must_decide(seat_in(ask, at, lowest), at.actors())


def viewpoint_in(ask: Fields, at: OpenMatch | QueriedPosition) -> SeatNo | None:
    """Return the seat whose view is asked for; None for a spectator."""
    return None if ask.get("seat") is None else seat_in(ask, at, 0)


def computers_and_viewpoint_in(ask: Fields, opened: OpenMatch) -> tuple[dict[SeatNo, str] | None, SeatNo | None]:
    """Return the computer players to be seated (None: as before), and the viewpoint for what they do."""
    if ask.get("computers") is None:
        return None, viewpoint_in(ask, opened) if opened.examiner.computers else None
    return computers_in(ask, len(opened.names)), viewpoint_in(ask, opened)


def queried_position(matches: Matches, ask: Fields) -> QueriedPosition:
    """Return the position of `match`, or the whole position or view in `game` and `state`."""
    if "match" in ask:
        if strange := [key for key in ("game", "state") if key in ask]:
            raise MessageError("bad_request", f"The request has both 'match' and '{strange[0]}'; give one of them.")
        opened = matches.find(ask)
        return QueriedPosition(opened.examiner.rules, opened.examiner.position, opened.names, whole=True)
    if "state" not in ask:
        raise MessageError("bad_request", "The request lacks 'match', or 'game' and 'state'.")
    rules = load_game(text_in(ask, "game"))
    position = rules.load(OBJECT.read(ask, "state"))
    names, _ = plain_names(int(rules.dump(position)["players"]))
    return QueriedPosition(rules, position, names, is_complete_position(rules, position))


def deciding_seat(ask: Fields, sight: QueriedPosition) -> SeatNo:
    """Like `due_seat`, but the dealer is refused."""
    seat = due_seat(ask, sight)
    if seat == CHANCE:
        raise MessageError("not_due", "The dealer has to draw; there is nothing to decide.")
    return seat


def imagine_worlds(sight: QueriedPosition, view: Any, seed: str, n: int) -> list[Any]:
    """Return so many whole positions that agree with a view, the same ones for the same seed."""
    return [sight.rules.sample_state(view, Rng(f"imagined {seed} {world}")) for world in range(n)]
