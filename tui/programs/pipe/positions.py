"""Positions to ask about: that of an open match, or one sent with the request."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tilehall.engine import CHANCE, Game, Rng, SeatNo, is_complete_position, load_game
from tilehall.tui.programs.json_messages import Fields, MessageError
from tilehall.tui.programs.pipe.fields import OBJECT, must_decide, plain_names, seat_among, text_in
from tilehall.tui.programs.pipe.matches import Matches


@dataclass(frozen=True, slots=True)
class QueriedPosition:
    """A position, and the names of its seats in sentences."""

    rules: Game[Any]
    position: Any
    names: tuple[str, ...]
    whole: bool
    """Whether nothing in it is hidden."""

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


def seat_of(ask: Fields, sight: QueriedPosition, lowest: SeatNo = CHANCE) -> SeatNo:
    """Return the seat of the request, or the only one, if it has something to decide."""
    due = sight.rules.actors(sight.position)
    return must_decide(seat_among(ask, due, len(sight.names), lowest), due)


def deciding_seat(ask: Fields, sight: QueriedPosition) -> SeatNo:
    """Like `seat_of`, but the dealer is refused."""
    seat = seat_of(ask, sight)
    if seat == CHANCE:
        raise MessageError("not_due", "The dealer has to draw; there is nothing to decide.")
    return seat


def viewpoint_of(ask: Fields, sight: QueriedPosition) -> SeatNo | None:
    """Return the seat whose view is asked for; None for a spectator."""
    if ask.get("seat") is None:
        return None
    return seat_among(ask, (), len(sight.names), 0)


def imagine_worlds(sight: QueriedPosition, view: Any, seed: str, n: int) -> list[Any]:
    """Return so many whole positions that agree with a view, the same ones for the same seed."""
    return [sight.rules.sample_state(view, Rng(f"imagined {seed} {world}")) for world in range(n)]
