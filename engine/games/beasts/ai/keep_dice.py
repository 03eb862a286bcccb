"""Which dice to keep: what can be placed with them, averaged over possible rerolls."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from statistics import fmean

from tilehall.engine.ai.plan import Plan, Term
from tilehall.engine.core.chance import Rng
from tilehall.engine.core.game import Action, SeatNo
from tilehall.engine.core.geometry import bits
from tilehall.engine.core.text import Text
from tilehall.engine.games.beasts.actions import vocabulary
from tilehall.engine.games.beasts.ai.equal_choices import tie_seed, tie_value
from tilehall.engine.games.beasts.ai.line_values import TurnEvaluator
from tilehall.engine.games.beasts.ai.placement_search import PlacementSearch, PlacementSet
from tilehall.engine.games.beasts.ai.turn_plans import NARROW_BEAM, finish_turn_plan, plan_chance, turn_plans
from tilehall.engine.games.beasts.ai.value import add_term, mean_value
from tilehall.engine.games.beasts.ai.weights import BeastsWeights
from tilehall.engine.games.beasts.components import BEAST, FACES
from tilehall.engine.games.beasts.rules import open_slots_for
from tilehall.engine.games.beasts.state import BeastsState

FOLLOWED = 4
"""The number of placement sets followed at a time when several plans are wanted."""
TRIED = 3
"""The number of selections tried with rerolls when several plans are wanted."""


def quick_keep(s: BeastsState, seat: SeatNo, w: BeastsWeights) -> tuple[Action, ...]:
    """The best selection, found quickly."""
    lines = _lines(s, PlacementSearch(position_without_reroll(s), seat, w, NARROW_BEAM, w.reroll))
    return (vocabulary().keep[min(lines, key=_rank(s, lines))],)


def keep_plans(s: BeastsState, seat: SeatNo, k: int, w: BeastsWeights) -> list[Plan]:
    """The k best selections."""
    search = PlacementSearch(position_without_reroll(s), seat, w, FOLLOWED, w.reroll)
    lines = _lines(s, search)
    order = sorted(lines, key=_rank(s, lines))
    guessed = [_guess(s, seat, kept, search.actions(lines[kept]), w) for kept in order[:k]]
    tried = [_try_rerolls(s, seat, kept, w, search.evaluator) for kept in order[:TRIED]]
    more = fmean([after.value.chance - before.value.chance for after, before in zip(tried, guessed, strict=False)])
    least = min([plan.value.chance for plan in tried])
    tried.sort(key=plan_chance, reverse=True)
    return [*tried, *(_likened(plan, more, least) for plan in guessed[TRIED:])][:k]


def _rank(s: BeastsState, lines: Mapping[int, PlacementSet]) -> Callable[[int], float]:
    """Sort key of selections, best first."""
    drawn = tie_seed(s)
    return lambda kept: -lines[kept].order - _spare(s, drawn, lines[kept], kept)


def _likened(plan: Plan, more: float, least: float) -> Plan:
    """The plan as if it had been tried with rerolls: it gains what the tried ones gained, and stays behind them."""
    return plan._replace(value=plan.value._replace(chance=min(plan.value.chance + more, least)))


def position_without_reroll(s: BeastsState) -> BeastsState:
    """The position as if no dice were rerolled."""
    placing = s.copy()
    placing.point, placing.kept = "PLACE", s.free
    return placing


def _lines(s: BeastsState, search: PlacementSearch) -> dict[int, PlacementSet]:
    """For every selection the best placements with it; rerolling a die is worth something."""
    by_use = dict[int, PlacementSet]()
    for line in search.found:
        used = s.free & ~line.free | line.spent
        if used not in by_use or line.order > by_use[used].order:
            by_use[used] = line
    return {
        kept: max([line for used, line in by_use.items() if not used & ~kept], key=lambda line: line.order)
        for kept in range(1, s.free + 1)
    }


def _spare(s: BeastsState, drawn: int, line: PlacementSet, kept: int) -> float:
    """The fewest unused dice that must be kept: icons and wilds before beasts, fitting ones first."""
    rank = tie_value(drawn, sum([s.faces[die] * 7**n for n, die in enumerate(bits(kept))]))
    for die in bits(kept & line.free & ~line.spent):
        face = s.faces[die]
        rank += (open_slots_for(s.board, face, False).bit_count() / 50 - (5 if face == BEAST else 3)) * 1e-6
    return rank


def _guess(s: BeastsState, seat: SeatNo, kept: int, placements: Sequence[Action], w: BeastsWeights) -> Plan:
    """The worth of the placements as they are, and the average worth of each other die."""
    found = finish_turn_plan(position_without_reroll(s), seat, placements, w).value
    again = (s.free & ~kept).bit_count()
    term = Term("dice", again * w.reroll, Text("{n} die to be rolled again", "{n} dice to be rolled again", n=again))
    return Plan((vocabulary().keep[kept],), add_term(found, term) if again else found)


def _try_rerolls(s: BeastsState, seat: SeatNo, kept: int, w: BeastsWeights, judge: TurnEvaluator) -> Plan:
    """The mean value over some rerolls, the same ones for all selections."""
    rolls = _rerolls(s) if kept != s.free else [s.faces]
    plans = []
    for faces in rolls:
        after = position_without_reroll(s)
        after.faces = bytes([s.faces[die] if kept >> die & 1 else face for die, face in enumerate(faces)])
        plans += turn_plans(after, seat, 1, w, judge)
    return Plan((vocabulary().keep[kept],), mean_value([plan.value for plan in plans]))


def _rerolls(s: BeastsState) -> list[bytes]:
    """As many rerolls as there are faces: every die shows each face once."""
    rng = Rng(tie_seed(s))
    columns = []
    for _ in s.faces:
        faces = list(range(FACES))
        for last in range(FACES - 1, 0, -1):
            other = rng.below(last + 1)
            faces[last], faces[other] = faces[other], faces[last]
        columns.append(faces)
    return [bytes(faces) for faces in zip(*columns, strict=True)]
