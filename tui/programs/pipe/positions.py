"""What may be asked about without being played on: an open match, or a position that the caller brings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tilehall.engine import CHANCE, Game, Rng, SeatNo, is_complete_position, load_game
from tilehall.tui.programs.json_messages import Fields, MessageError
from tilehall.tui.programs.pipe.fields import OBJECT, must_decide, plain_names, seat_among, text_in
from tilehall.tui.programs.pipe.matches import Matches


@dataclass(frozen=True, slots=True)
class QueriedPosition:
    """A position, and what its sentences call the seats."""

    rules: Game[Any]
    position: Any
    names: tuple[str, ...]
    whole: bool
    """Whether nothing in it is unknown."""

    def view_for(self, seat: SeatNo | None) -> Any:
        """The position as this seat may see it. What is known to be seen by somebody else is refused."""
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
    """`match`, or `load_game` and `state`: the position of a match, or the whole or seen one that was sent along."""
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
    """The seat that has something to decide there: the one that is named, or the only one."""
    due = sight.rules.actors(sight.position)
    return must_decide(seat_among(ask, due, len(sight.names), lowest), due)


def deciding_seat(ask: Fields, sight: QueriedPosition) -> SeatNo:
    """The same for what the dealer cannot be asked."""
    seat = seat_of(ask, sight)
    if seat == CHANCE:
        raise MessageError("not_due", "The dealer has to draw; there is nothing to decide.")
    return seat


def viewpoint_of(ask: Fields, sight: QueriedPosition) -> SeatNo | None:
    """The seat that looks; None for somebody who only watches."""
    if ask.get("seat") is None:
        return None
    return seat_among(ask, (), len(sight.names), 0)


def imagine_worlds(sight: QueriedPosition, view: Any, seed: str, n: int) -> list[Any]:
    """So many whole positions that agree with a view; the same ones for the same seed."""
    return [sight.rules.sample_state(view, Rng(f"imagined {seed} {world}")) for world in range(n)]
