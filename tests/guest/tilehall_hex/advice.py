"""What a good player would do: a cell that both still have to go through, judged by how far both are afterwards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tilehall.engine import Action, Advice, Chooser, Game, Seat, Text, Who
from tilehall_hex.state import EMPTY, State
from tilehall_hex.ways import lacking, potentials

TRIED = 10
"""So many cells are tried out."""
FAR = 99
"""The turns that a seat needs through a cell where it has no way any more."""


@dataclass(frozen=True, slots=True)
class Trial:
    """What an action comes to: how far both seats are after it, and how many cells lie on their best ways."""

    action: Action
    after: State
    seat: Seat
    worth: tuple[int, int]

    @property
    def why(self) -> Text:
        if self.after.winner == self.seat:
            return Text("it joins your edges")
        mine, others = (lacking(self.after, seat) for seat in (self.seat, 1 - self.seat))
        return Text(
            "then you lack {mine} of a chain and {who} lacks {others}", mine=mine, who=Who(1 - self.seat), others=others
        )


def advise(rules: Game[State], s: State, seat: Seat, rng: Chooser, attention: int) -> Advice:
    if s.swapping and not s.laid:
        return Advice(rules.parse("lay B1"), Text("a stone in the middle would only be taken over"))
    if s.may_swap and _in_the_middle(s):
        return Advice(rules.parse("swap"), Text("a stone so far inside is worth more than a turn"))
    cells = _looked_at(_hurdles(s), rng, attention)
    trials = [_tried(rules, s, seat, cell) for cell in cells]
    best = max(trials, key=lambda trial: trial.worth)
    return Advice(best.action, best.why)


def _in_the_middle(s: State) -> bool:
    """Whether the one stone that lies is not at the rim."""
    column, row = s.board.where(s.first)
    return 0 < column < s.size - 1 and 0 < row < s.size - 1


def _hurdles(s: State) -> dict[int, int]:
    """How far both seats together are through each empty cell."""
    first, second = potentials(s, 0), potentials(s, 1)
    empty = (cell for cell, stone in enumerate(s.stones) if stone == EMPTY)
    return {cell: first.get(cell, FAR) + second.get(cell, FAR) for cell in empty}


def _looked_at(hurdles: dict[int, int], rng: Chooser, attention: int) -> Sequence[int]:
    """The cells that matter most; a careless player overlooks some, and takes those for best that are left."""
    cells = sorted(hurdles, key=lambda cell: (hurdles[cell], rng.below(1000)))
    seen = [cell for cell in cells if rng.below(100) < attention]
    return (seen or cells)[:TRIED]


def _tried(rules: Game[State], s: State, seat: Seat, cell: int) -> Trial:
    action = rules.parse(f"lay {s.board.names[cell]}")
    after = rules.apply(s, seat, action)
    if after.winner == seat:
        return Trial(action, after, seat, (FAR, 0))
    (mine, ways), (others, their_ways) = (_nearest(after, who) for who in (seat, 1 - seat))
    return Trial(action, after, seat, (others - mine, ways - their_ways))


def _nearest(s: State, seat: Seat) -> tuple[int, int]:
    """How far a seat is on its best way, and how many cells lie on such a way."""
    found = potentials(s, seat).values()
    best = min(found, default=FAR)
    return best, sum(far == best for far in found)
