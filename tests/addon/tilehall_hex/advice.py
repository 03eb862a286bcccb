"""What a good player would do: a cell that both still have to go through, judged by how far both are afterwards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp

from tilehall.engine import Action, BaseAdvisor, Game, SeatNo, Text, Who
from tilehall.engine.ai.plan import Plan, PositionValue, Term
from tilehall_hex.distances import stones_lacking, turns_through
from tilehall_hex.state import EMPTY, NOBODY, State

TRIED = 10
"""So many cells are tried out."""
FAR = 99
"""The turns that a seat needs through a cell where it has no way any more."""


@dataclass(frozen=True, slots=True)
class CandidateMove:
    """What an action comes to: how far both seats are after it, and how many cells lie on their best ways."""

    action: Action
    after: State
    seat: SeatNo
    worth: tuple[int, int]

    @property
    def why(self) -> Text:
        if self.after.winner == self.seat:
            return Text("it joins your edges")
        mine, others = (stones_lacking(self.after, seat) for seat in (self.seat, 1 - self.seat))
        return Text(
            "then you lack {mine} of a chain and {who} lacks {others}", mine=mine, who=Who(1 - self.seat), others=others
        )


class HexAdvisor(BaseAdvisor[State]):
    def value(self, s: State, seat: SeatNo) -> PositionValue:
        """How many turns the other seat is further from joining its edges."""
        if s.winner != NOBODY:
            return PositionValue((), float(s.winner == seat))
        mine, others = stones_lacking(s, seat), stones_lacking(s, 1 - seat)
        terms = (Term("way", -mine, Text("your own way")), Term("rival", others, Text("the way of the other")))
        return PositionValue(terms, 1 / (1 + exp(mine - others)))

    def plans(self, s: State, seat: SeatNo, k: int) -> Sequence[Plan]:
        """The turns that leave this seat furthest ahead."""
        if s.swapping and not s.stone_count:
            return [Plan((self.game.parse("lay B1"),), self.value(s, seat))]
        if s.may_swap and _in_the_middle(s):
            return [Plan((self.game.parse("swap"),), self.value(s, seat))]
        hurdles = _hurdles(s)
        trials = [_try_cell(self.game, s, seat, cell) for cell in sorted(hurdles, key=hurdles.__getitem__)[:TRIED]]
        trials.sort(key=lambda trial: trial.worth, reverse=True)
        return [
            Plan((trial.action,), self.value(trial.after, seat), trial.after.winner == seat) for trial in trials[:k]
        ]

    def explain_plan(self, s: State, seat: SeatNo, plan: Plan) -> Text:
        (action,) = plan.actions
        if action.verb == "swap":
            return Text("a stone so far inside is worth more than a turn")
        if s.swapping and not s.stone_count:
            return Text("a stone in the middle would only be taken over")
        return CandidateMove(action, self.game.apply(s, seat, action), seat, (0, 0)).why


def _in_the_middle(s: State) -> bool:
    """Whether the one stone that lies is not at the rim."""
    column, row = s.board.column_and_row(s.first_stone)
    return 0 < column < s.size - 1 and 0 < row < s.size - 1


def _hurdles(s: State) -> dict[int, int]:
    """How far both seats together are through each empty cell."""
    first, second = turns_through(s, 0), turns_through(s, 1)
    empty = (cell for cell, stone in enumerate(s.stones) if stone == EMPTY)
    return {cell: first.get(cell, FAR) + second.get(cell, FAR) for cell in empty}


def _try_cell(rules: Game[State], s: State, seat: SeatNo, cell: int) -> CandidateMove:
    action = rules.parse(f"lay {s.board.names[cell]}")
    after = rules.apply(s, seat, action)
    if after.winner == seat:
        return CandidateMove(action, after, seat, (FAR, 0))
    (mine, ways), (others, their_ways) = (_nearest(after, who) for who in (seat, 1 - seat))
    return CandidateMove(action, after, seat, (others - mine, ways - their_ways))


def _nearest(s: State, seat: SeatNo) -> tuple[int, int]:
    """How far a seat is on its best way, and how many cells lie on such a way."""
    found = turns_through(s, seat).values()
    best = min(found, default=FAR)
    return best, sum(far == best for far in found)
