"""What a cell is and does, and which rules speak of it."""

from __future__ import annotations

from collections.abc import Sequence

from tilehall.engine import SeatNo, Text, Who
from tilehall.engine.teaching.things import PLAYER, BaseTeacher, Explanation, RulesByKind, Thing
from tilehall_hex.distances import stones_lacking
from tilehall_hex.state import EMPTY, NOBODY, State

CELL = "cell"
RULES: RulesByKind = {
    CELL: ("H-3.1", "H-1.1", "H-1.2", "H-1.3", "H-3.2", "H-3.3", "H-5.1", "H-5.2"),
    PLAYER: ("H-4.1", "H-1.3", "H-4.2", "H-4.3", "H-2.2"),
}


class HexTeacher(BaseTeacher[State]):
    def things(self, s: State, seat: SeatNo) -> Sequence[Thing]:
        return (*(Thing(CELL, name) for name in s.board.names), *(Thing(PLAYER, "", player) for player in range(2)))

    def explain_thing(self, s: State, seat: SeatNo, thing: Thing) -> Explanation | None:
        if thing.kind == CELL and thing.word in s.board.numbers:
            return _cell(s, thing.word)
        if thing.kind == PLAYER and thing.seat in range(2):
            return _player(s, thing.seat)
        return super().explain_thing(s, seat, thing)


def _cell(s: State, name: str) -> Explanation:
    stone = s.stones[s.board.numbers[name]]
    here = Text("It is empty.") if stone == EMPTY else Text("A stone of {who} lies here.", who=Who(stone))
    return Explanation(
        Text("Cell {cell}", cell=name),
        Text("A hexagon that touches up to six others."),
        (
            Text("A stone on it joins the stones of its owner on the cells that it touches."),
            Text("A stone stays where it was laid."),
        ),
        (here,),
        RULES[CELL],
    )


def _player(s: State, seat: int) -> Explanation:
    edges = Text("top and bottom") if seat == 0 else Text("left and right")
    here = Text("Still lacks {n} stone.", "Still lacks {n} stones.", n=stones_lacking(s, seat))
    if s.winner != NOBODY:
        here = Text("Has won.") if s.winner == seat else Text("Has lost.")
    what = Text("Whoever plays this seat joins {edges}.", edges=edges)
    return Explanation(
        Text("{who}", who=Who(seat)), what, (Text("An unbroken chain wins at once."),), (here,), RULES[PLAYER]
    )
