"""Whole turns, best first: the consecutive decisions of one seat as one plan, at every point of the game.

A single plan to lay a tile has no value: nothing is compared, and searches ask for it thousands of times.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Final

from tilehall.engine.ai.advisor import PLANS_COMPARED
from tilehall.engine.ai.plan import UNVALUED, Plan, PositionValue, Term
from tilehall.engine.core.game import Action, SeatNo
from tilehall.engine.core.piles import add_piece, remove_piece
from tilehall.engine.core.text import Text
from tilehall.engine.games.kaguya.actions import (
    ChooseTile,
    GiveCube,
    Present,
    TakeBreakCubes,
    TakeCube,
    give_choices,
    vocabulary,
)
from tilehall.engine.games.kaguya.ai.bidding import (
    CAREFUL,
    MAX_BIDS,
    QUICK,
    Bid,
    PublicPosition,
    SeatBids,
    solve_bidding,
)
from tilehall.engine.games.kaguya.ai.room_prospects import Prospects, plantable_colours, unknown_cubes
from tilehall.engine.games.kaguya.ai.round_simulation import solve_bidding_by_playout
from tilehall.engine.games.kaguya.ai.tile_picks import RoundPicks
from tilehall.engine.games.kaguya.ai.tile_placements import PlacementValues, RatedPlacement
from tilehall.engine.games.kaguya.ai.value import (
    CLASH,
    CUBES,
    ORDER,
    PICKS,
    ROOMS,
    STILL_TO_COME,
    SeatWorths,
    even_lead,
    value,
    win_chance,
)
from tilehall.engine.games.kaguya.ai.weights import KaguyaWeights
from tilehall.engine.games.kaguya.components import components
from tilehall.engine.games.kaguya.names import fist_contents
from tilehall.engine.games.kaguya.rooms import UNPLANTED
from tilehall.engine.games.kaguya.rules import apply, legal_actions, order_by_total
from tilehall.engine.games.kaguya.state import KaguyaState, colour_values

NO_CLASH: Final = Text("nobody else can hold the same")
CERTAIN_CLASH: Final = Text("somebody else cannot but hold the same")
QUICK_PLANS = 4
"""Up to this many plans a presentation is planned quickly; above COMPARED with more care."""
VALUED_PLANS = 6
"""At least this many ways to lay a tile are evaluated closely."""


def plans(s: KaguyaState, seat: SeatNo, k: int, weights: KaguyaWeights) -> list[Plan]:
    """The k best whole turns from here, best first, from what this seat may know.

    For a presentation a single plan is drawn at random, since no seat should hold the same every time.
    """
    return _PLANS[s.todo[0][0]](s, seat, k, weights)


# --- the presentation ---------------------------------------------------------------------------------------------


def _present(s: KaguyaState, seat: SeatNo, k: int, weights: KaguyaWeights) -> list[Plan]:
    p = Prospects(s, weights)
    if k > PLANS_COMPARED:
        thought = solve_bidding_by_playout(PublicPosition(s), weights, plans)
    else:
        thought = solve_bidding(PublicPosition(s), weights, *(QUICK if k <= QUICK_PLANS else CAREFUL))
    answer = SeatBids(thought, s, seat)
    bids = [answer.draw_bid()] if k == 1 else answer.bids()
    if len(bids) > k:
        rarest = sorted(bids, key=lambda bid: bid.weight)[: len(bids) - k]
        bids = [bid for bid in bids if bid not in rarest]
    elif k > MAX_BIDS:
        bids += answer.rejected_bids()[: k - len(bids)]
    worths = SeatWorths(p, seat)
    common = worths.terms(seat)
    return [Plan((bid.choice,), _held(p, worths, seat, bid, common), weight=bid.weight) for bid in bids]


def _held(p: Prospects, worths: SeatWorths, seat: SeatNo, bid: Bid, common: Sequence[Term]) -> PositionValue:
    """The value of the position with this bid: its value in any case, and what the bid adds."""
    s, choice = p.state, bid.choice
    terms = [order_term(bid.picks, round(bid.place)), _clash(s, seat, bid)]
    if bid.rates:
        raised = Text("its cubes raise what the own rooms pay")
        lowered = Text("its cubes lower what the own rooms pay")
        terms.append(Term(ROOMS, bid.rates, raised if bid.rates > 0 else lowered, ("rates",)))
    used = fist_contents(choice.cubes, choice.disk)
    told = Text("used up: {used}", used=used) if bid.price else Text("nothing used up")
    terms.append(Term(CUBES, -bid.price, told, ("used",), amount=used))
    return PositionValue((*common, *terms), win_chance(worths.sums, seat, bid.points, even_lead(p)))


def order_term(points: float, place: int) -> Term:
    """The worth of a place in the order: a later one may bring the better tiles (K-4.29)."""
    tiles, there = Text("the tiles to be had at place {place}", place=place), Text("at place {place}", place=place)
    return Term(ORDER, points, tiles, (ORDER,), name=place_name(place), amount=there)


@cache
def place_name(place: int) -> Text:
    return Text("place {place}", place=place)


def _clash(s: KaguyaState, seat: SeatNo, bid: Bid) -> Term:
    """The chance of a clash; 0 and 100 of 100 are not claimed, since nobody can know."""
    others = [other for other in range(s.rulings.players) if other != seat]
    if not any(can_hold(s, seat, other, bid.choice) for other in others):
        return Term(CLASH, -bid.lost, NO_CLASH, (CLASH,), amount=Text("no risk"))
    empty = [other for other in others if not s.merchants[other].cube_count and not s.merchants[other].disk]
    if empty and not bid.choice.cubes and not bid.choice.disk:
        return Term(CLASH, -bid.lost, CERTAIN_CLASH, (CLASH,), amount=Text("100 in 100"))
    risk = min(99, max(1, round(100 * bid.clash)))
    told = Text("{risk} in 100 that somebody holds the same", risk=risk)
    return Term(CLASH, -bid.lost, told, (CLASH,), amount=Text("{risk} in 100", risk=risk))


def can_hold(s: KaguyaState, viewer: SeatNo, other: SeatNo, choice: Present) -> bool:
    """Whether a seat may have the cubes of this choice, for all that the viewpoint knows."""
    merchant, pool = s.merchants[other], unknown_cubes(s, viewer)
    lacks = [max(0, choice.cubes.count(kind) - have) for kind, have in enumerate(merchant.sure)]
    hidden = all(lack <= (pool[kind] if kind < len(pool) else 0) for kind, lack in enumerate(lacks))
    return hidden and sum(lacks) <= merchant.hidden and (merchant.disk or not choice.disk)


# --- the exchange and the break -----------------------------------------------------------------------------------


def _take(s: KaguyaState, seat: SeatNo, k: int, weights: KaguyaWeights) -> list[Plan]:
    purse, words = s.merchants[seat].purse, vocabulary()
    assert purse is not None
    pairs: list[tuple[Action, ...]] = [
        (take, give)
        for take in words.take
        if s.storage[take.kind]
        for give in give_choices(add_piece(purse, take.kind), s.rulings.clear_stays)
    ]
    return _swaps(s, seat, pairs, k, weights)


def _give(s: KaguyaState, seat: SeatNo, k: int, weights: KaguyaWeights) -> list[Plan]:
    return _swaps(s, seat, [(give,) for give in legal_actions(s, seat)], k, weights)


def _swaps(
    s: KaguyaState, seat: SeatNo, ways: Sequence[tuple[Action, ...]], k: int, weights: KaguyaWeights
) -> list[Plan]:
    """The worth of order, purse and rates after an exchange; other seats' exchanges are ignored."""
    picks = RoundPicks(Prospects(s, weights), seat)
    penalised = tuple(merchant.penalised for merchant in s.merchants)
    found = []
    for way in ways:
        after = s.copy()
        for action in way:
            after = after_swap(after, seat, action)
        after.values = colour_values(after.storage)
        order = order_by_total(after, s.tie_break_order())
        worths = SeatWorths(Prospects(after, weights), seat)
        brings = order_term(picks.round_values(order, penalised)[seat], 1 + order.index(seat))
        found.append((sum([*worths.points(seat), brings.points]), way, worths, brings))
    found.sort(key=lambda each: -round(each[0], 6))
    return [Plan(way, _with(worths.value(seat), brings)) for _, way, worths, brings in found[:k]]


def after_swap(s: KaguyaState, seat: SeatNo, action: Action) -> KaguyaState:
    """The position with a cube taken or given, without automatic steps."""
    after = s.copy()
    merchant = after.edit(seat)
    match action:
        case TakeCube(kind):
            after.gain(merchant, kind)
            after.storage = remove_piece(s.storage, kind)
        case GiveCube(kind):
            after.lose(merchant, kind)
            after.storage = add_piece(s.storage, kind)
    return after


def _break(s: KaguyaState, seat: SeatNo, k: int, weights: KaguyaWeights) -> list[Plan]:
    """The values that count are those of the next update (K-4.44)."""
    found = []
    for action in legal_actions(s, seat):
        assert isinstance(action, TakeBreakCubes)
        after = s.copy()
        merchant = after.edit(seat)
        for kind in action.kinds:
            after.storage = remove_piece(after.storage, kind)
            after.gain(merchant, kind)
        after.values = colour_values(after.storage)
        worths = SeatWorths(Prospects(after, weights), seat)
        found.append((sum(worths.points(seat)), action, worths))
    found.sort(key=lambda each: -round(each[0], 6))
    return [Plan((action,), worths.value(seat)) for _, action, worths in found[:k]]


# --- the design ---------------------------------------------------------------------------------------------------


def _tile(s: KaguyaState, seat: SeatNo, k: int, weights: KaguyaWeights) -> list[Plan]:
    """Tile, cell, rotation and cube together."""
    p = Prospects(s, weights)
    picks = RoundPicks(p, seat)
    penalised = [merchant.penalised for merchant in s.merchants]
    queue = [owner for point, owner in s.todo if point == "TILE"]
    shared = s.is_princess_tile()
    scored: list[tuple[float, float, RatedPlacement, int]] = []
    for i, number in enumerate(picks.tiles):
        later = picks.value_to(seat, picks.pick_in_order(queue[1:], penalised, 1 << i))
        hearts = 0 if shared else -picks.hearts[i] if penalised[seat] else picks.hearts[i]
        laying, plants = picks.layings[seat], picks.plants[seat]
        spots = [laying.top(number, shared, plants)] if k == 1 else laying.placements(number, shared, plants)
        scored += [(spot.points + hearts + later, later, spot, picks.rows[i]) for spot in spots]
    scored.sort(key=lambda each: -round(each[0], 6))
    if k == 1:
        _, _, spot, row = scored[0]
        return [Plan((_pick(row), *_ways(spot, 0)), UNVALUED)]
    found = [
        _laid(s, seat, (_pick(row), *_ways(spot, 0)), weights, later)
        for _, later, spot, row in scored[: max(k, VALUED_PLANS)]
    ]
    return _best(found, k)


def _pick(row: int) -> ChooseTile:
    pick = vocabulary().tile[row]
    assert pick is not None
    return pick


def _ways(spot: RatedPlacement, begun: int) -> tuple[Action, ...]:
    """The actions that lay a tile there, without the steps already done."""
    words = vocabulary()
    steps: list[Action] = [words.cell[spot.cell], words.rot[spot.rot]]
    if components().tiles[spot.tile].plant:
        steps.append(words.no_plant if spot.plant == UNPLANTED else words.plant[spot.plant])
    return tuple(steps[begun:])


def _laying(s: KaguyaState, seat: SeatNo, k: int, weights: KaguyaWeights) -> list[Plan]:
    """The tile in hand, as far as it is decided already."""
    begun = ("CELL", "ROT", "PLANT").index(s.todo[0][0])
    p = Prospects(s, weights)
    laying = PlacementValues(p, seat, SeatWorths(p, seat).rivals)
    spots = [
        spot
        for spot in laying.placements(s.tile, s.is_princess_tile(), plantable_colours(s.merchants[seat], True))
        if (not begun or spot.cell == s.cell) and (begun < 2 or spot.rot == s.rot)
    ]
    spots.sort(key=lambda spot: -round(spot.points, 6))
    if k == 1:
        return [Plan(_ways(spots[0], begun), UNVALUED)]
    return _best([_laid(s, seat, _ways(spot, begun), weights, None) for spot in spots[: max(k, VALUED_PLANS)]], k)


def _laid(
    s: KaguyaState, seat: SeatNo, actions: tuple[Action, ...], weights: KaguyaWeights, later: float | None
) -> Plan:
    """The plan with the value of its result; later picks of the round are computed more exactly."""
    after = s
    for action in actions:
        after = apply(after, seat, action)
    leads = value(after, seat, weights)
    if after.ending:
        return Plan(actions, leads, finishes=leads.chance > 0)
    if later is not None and after.todo[0][0] == "TILE":
        p = Prospects(after, weights)
        worths = SeatWorths(p, seat)
        terms = [term for term in worths.terms(seat) if term.kind != PICKS]
        terms.append(Term(PICKS, later, STILL_TO_COME, name=STILL_TO_COME))
        sums = [own - picks for own, picks in zip(worths.sums, worths.picks, strict=True)]
        leads = PositionValue(tuple(terms), win_chance(sums, seat, later, even_lead(p)))
    return Plan(actions, leads)


def _with(found: PositionValue, *terms: Term) -> PositionValue:
    return PositionValue((*found.terms, *terms), found.chance)


def _best(found: list[Plan], k: int) -> list[Plan]:
    found.sort(key=lambda plan: -round(plan.value.points, 6))
    return found[:k]


_PLANS: dict[str, Callable[[KaguyaState, SeatNo, int, KaguyaWeights], list[Plan]]] = {
    "PRESENT": _present,
    "TAKE": _take,
    "GIVE": _give,
    "TILE": _tile,
    "CELL": _laying,
    "ROT": _laying,
    "PLANT": _laying,
    "BREAK": _break,
}
