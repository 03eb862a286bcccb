"""Whole turns: the placement sets of a search, each played to the end of the turn with its discard."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from heapq import nlargest
from itertools import islice

from tilehall.engine.ai.plan import Plan
from tilehall.engine.core.game import Action, SeatNo
from tilehall.engine.games.beasts.actions import END
from tilehall.engine.games.beasts.ai.discards import rank_discards
from tilehall.engine.games.beasts.ai.line_values import TurnEvaluator
from tilehall.engine.games.beasts.ai.placement_search import FinishedPlacements, PlacementSearch, PlacementSet
from tilehall.engine.games.beasts.ai.value import value
from tilehall.engine.games.beasts.ai.weights import BeastsWeights
from tilehall.engine.games.beasts.fences import TurnOutcome, turn_outcome
from tilehall.engine.games.beasts.rules import apply
from tilehall.engine.games.beasts.state import BeastsState

NARROW_BEAM, WIDE_BEAM = 1, 6
"""The number of sets followed at a time, for one plan and for several."""


def quick_turn(s: BeastsState, seat: SeatNo, w: BeastsWeights) -> tuple[Action, ...]:
    """The best way to play the rest of a turn, found quickly."""
    search = PlacementSearch(s, seat, w, NARROW_BEAM)
    groups = _groups(s, seat, search.found)
    if len(groups) > 1:
        return max(_ways(s, seat, 1, w, search, groups), key=plan_chance).actions
    (line,) = _best(search, groups[0], 1)
    return play_to_turn_end(s, seat, line.actions, w)[0]


def turn_plans(
    s: BeastsState, seat: SeatNo, k: int, w: BeastsWeights, judge: TurnEvaluator | None = None
) -> list[Plan]:
    """The k best ways to play the rest of a turn, best first; they bring different things."""
    search = PlacementSearch(s, seat, w, NARROW_BEAM if k == 1 else WIDE_BEAM, judge=judge)
    found = _ways(s, seat, k, w, search, _groups(s, seat, search.found))
    if len(found) > 1:
        found.sort(key=plan_chance, reverse=True)
    return found[:k]


def _ways(
    s: BeastsState, seat: SeatNo, k: int, w: BeastsWeights, search: PlacementSearch, groups: list[list[PlacementSet]]
) -> list[Plan]:
    """The best k of each group."""
    return [finish_turn_plan(s, seat, line.actions, w) for group in groups for line in _best(search, group, k)]


def plan_chance(plan: Plan) -> float:
    """Sort key of plans."""
    return plan.value.chance


def _groups(s: BeastsState, seat: SeatNo, lines: list[PlacementSet]) -> list[list[PlacementSet]]:
    """Separates the sets that use up the own dice: they end the game and are hard to compare with others."""
    hunter = s.hunters[seat]
    own = sum([1 << die for die, colour in enumerate(hunter.dice) if colour == seat])
    if s.final >= 0 or hunter.pool or not own & s.free:
        return [lines]
    kept = [line for line in lines if own & ~s.placed & line.free]
    last = [line for line in lines if not own & ~s.placed & line.free]
    return [kept, last] if last else [kept]


def _best(search: PlacementSearch, lines: list[PlacementSet], k: int) -> Iterable[FinishedPlacements]:
    """The best sets; of those that bring the same only the best, unless there are too few."""
    found = [search.finish(line) for line in nlargest(2 if k == 1 else 4 * k, lines, key=_order)]
    found.sort(key=_score, reverse=True)
    first, rest = list[FinishedPlacements](), list[FinishedPlacements]()
    brought, pieces = set[tuple[object, ...]](), set[int]()
    for line in found:
        if line.mark not in pieces:
            (rest if line.brings in brought else first).append(line)
        pieces.add(line.mark)
        brought.add(line.brings)
    return islice((*first, *rest), k)


def _order(line: PlacementSet) -> float:
    return line.order


def _score(line: FinishedPlacements) -> float:
    return line.score


def finish_turn_plan(s: BeastsState, seat: SeatNo, placements: Sequence[Action], w: BeastsWeights) -> Plan:
    """The plan for these placements up to the end of the turn, with the discard if it follows."""
    actions, found, after = play_to_turn_end(s, seat, placements, w)
    finishes = bool(found.fences) or any(caught for _, _, caught in found.squares)
    return Plan(actions, value(after, seat, w), finishes)


def play_to_turn_end(
    s: BeastsState, seat: SeatNo, placements: Sequence[Action], w: BeastsWeights
) -> tuple[tuple[Action, ...], TurnOutcome, BeastsState]:
    """The actions up to the end of the turn, their outcome, and the position afterwards."""
    after = s
    for action in placements:
        after = apply(after, seat, action)
    found, after = turn_outcome(after.board), apply(after, seat, END)
    if after.point != "DISCARD":
        return (*placements, END), found, after
    discard = rank_discards(after, seat, w)[0][1]
    return (*placements, END, discard), found, apply(after, seat, discard)
