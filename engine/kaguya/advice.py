"""What a good player does: samples what rivals may hold, plays the picks of the round out, and weighs tiles by
their hearts and the rooms they grow (section 11 of the rules). Looks at the view of its own seat and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from tilehall.engine.game import Action, Advice, Chooser, Seat
from tilehall.engine.kaguya.actions import Break, Present, Take, gifts, vocabulary
from tilehall.engine.kaguya.appraisal import Appraisal, Glance, Picking, Spot
from tilehall.engine.kaguya.components import CLEAR, COLOURS, NAMES, components
from tilehall.engine.kaguya.pieces import cube, room_name, turned
from tilehall.engine.kaguya.pieces import tile as piece
from tilehall.engine.kaguya.rooms import UNPLANTED
from tilehall.engine.kaguya.rules import legal, standing_in_line
from tilehall.engine.kaguya.state import Merchant, State, total, worth
from tilehall.engine.kaguya.views import imagine, seen_by
from tilehall.engine.piles import Bag, less, more
from tilehall.engine.text import Text, listed, plain

SAMPLES = 24
CUBE, PUSH, DISK, DISK_UNTIL = 2.0, 0.12, 0.8, 7
"""Measured: 2 a cube plays a little better than 1, and 0.5 clearly worse."""
CLEAR_WORTH, STAR_WORTH, PUSH_BACK = 2.5, 0.5, 0.15


def advise(s: State, seat: Seat, rng: Chooser, attention: int = 100) -> Advice:
    """What to do now, with the reason. What others hide is cut off first, should the view be too good."""
    return _ADVICE[s.todo[0][0]](seen_by(s, seat), seat, rng, attention)


def glances(rng: Chooser, attention: int) -> Glance:
    if attention >= 100:
        return lambda: True
    return lambda: rng.below(100) < attention


def colours(merchant: Merchant) -> tuple[int, ...]:
    """The colours that a merchant may put on a houseplant, as far as one can tell."""
    purse = merchant.sure if merchant.purse is None else merchant.purse
    return tuple(colour for colour in COLOURS if purse[colour])


def _picking(s: State, appraisal: Appraisal, glance: Glance) -> Picking:
    return Picking(appraisal, [colours(merchant) for merchant in s.merchants], glance)


# --- the presentation ---------------------------------------------------------------------------------------------


class Offer(NamedTuple):
    """An own combination and what it is worth."""

    score: float
    choice: Present
    place: float
    collision: float


def _present(s: State, seat: Seat, rng: Chooser, attention: int) -> Advice:
    """The combination with the best round on average over hands that the rivals may hold."""
    glance = glances(rng, attention)
    appraisal = Appraisal(s)
    picking = _picking(s, appraisal, glance)
    rounds = appraisal.rounds_left()
    samples = [_rival_hands(imagine(s, rng), seat, rounds, rng) for _ in range(max(3, SAMPLES * attention // 100))]
    choices = legal(s, seat)
    seen = [choice for choice in choices if glance()] or choices[:1]
    offers = [_offer(s, seat, choice, samples, picking, rounds) for choice in seen if isinstance(choice, Present)]
    best = max(offers, key=lambda offer: offer.score)
    place, risk = round(best.place), round(100 * best.collision)
    likely = Text("place {place} is likely, {risk} in 100 that somebody holds the same", place=place, risk=risk)
    return Advice(best.choice, likely)


def _rival_hands(full: State, seat: Seat, rounds: float, rng: Chooser) -> list[Present | None]:
    """Something plausible for every other seat to hold."""
    return [
        None if other == seat else _plausible(merchant, rounds, rng) for other, merchant in enumerate(full.merchants)
    ]


def _plausible(merchant: Merchant, rounds: float, rng: Chooser) -> Present:
    """About as many cubes as will last to the end, mostly one; now and then nothing."""
    assert merchant.purse is not None
    budget = 100 * sum(merchant.purse) / max(1.0, rounds)
    dice = rng.below(100)
    number = 0 if dice < 15 else 2 if dice >= 100 - min(70, max(10, budget - 85)) else 1
    bag, cubes = merchant.purse, []
    for _ in range(min(number, sum(bag))):
        kind = _any_cube(bag, rng)
        bag = less(bag, kind)
        cubes.append(kind)
    return Present(tuple(sorted(cubes)), merchant.disk and rng.below(100) < 6)


def _any_cube(bag: Bag, rng: Chooser) -> int:
    rest = rng.below(sum(bag))
    for kind, count in enumerate(bag):
        rest -= count
        if rest < 0:
            return kind
    raise AssertionError("a number below the sum of the counts falls on one of them")


def _offer(
    s: State,
    seat: Seat,
    choice: Present,
    samples: Sequence[Sequence[Present | None]],
    picking: Picking,
    rounds: float,
) -> Offer:
    line, values = s.line(), _values_after(s, seat, choice)
    own, gained, places, collisions = total(choice.cubes, values), 0.0, 0, 0
    for sample in samples:
        hands = [hand or choice for hand in sample]
        totals = [own if n == seat else total(hand.cubes, values) for n, hand in enumerate(hands)]
        order = sorted(line, key=lambda other: -totals[other])
        penalised = [hands.count(hand) > 1 for hand in hands]
        gained += picking.round_value(seat, order, penalised)
        places += 1 + order.index(seat)
        collisions += penalised[seat]
    n = len(samples)
    return Offer(gained / n - _price(s, seat, choice, picking, rounds), choice, places / n, collisions / n)


def _values_after(s: State, seat: Seat, choice: Present) -> tuple[int, ...]:
    """The values that count: with the disk those of the swap that makes the own cubes dearest."""
    if not choice.disk:
        return s.values
    purse = s.merchants[seat].purse
    assert purse is not None
    for kind in choice.cubes:
        purse = less(purse, kind)
    swaps = [
        worth(more(less(s.storage, take.kind), give.kind))
        for take in vocabulary().take
        if s.storage[take.kind]
        for give in gifts(more(purse, take.kind), s.rulings.clear_stays)
    ]
    return max(swaps, key=lambda values: total(choice.cubes, values))


def _price(s: State, seat: Seat, choice: Present, picking: Picking, rounds: float) -> float:
    """What the cubes and the disk are worth later, less what the cubes do for the own rooms' rates."""
    merchant, sizes = s.merchants[seat], picking.appraisal.sizes[seat]
    price = 0.0
    if s.round < components().columns and choice.cubes:
        price += CUBE * len(choice.cubes) * min(1.0, 1.3 * (rounds - 1) / merchant.count)
    if choice.disk and s.round < DISK_UNTIL:
        price += DISK
    return price - PUSH * sum(sizes[kind] for kind in choice.cubes if kind != CLEAR)


# --- the exchange and the break -----------------------------------------------------------------------------------


def _swap_score(s: State, seat: Seat, take: int, give: int, picking: Picking) -> float:
    """What the round and the purse are worth after an exchange; the others' swaps are left aside."""
    after = s.copy()
    after.storage = more(less(s.storage, take), give)
    after.values = worth(after.storage)
    order = standing_in_line(after, s.line())
    penalised = [merchant.penalised for merchant in s.merchants]
    sizes = picking.appraisal.sizes[seat]
    cubes = _cube_worth(after, sizes, take) - _cube_worth(after, sizes, give)
    return picking.round_value(seat, order, penalised) + cubes


def _cube_worth(s: State, sizes: Sequence[int], kind: int) -> float:
    """What a cube is worth in the own purse rather than in the storage."""
    return CLEAR_WORTH if kind == CLEAR else STAR_WORTH * s.values[kind] - PUSH_BACK * sizes[kind]


def _take(s: State, seat: Seat, rng: Chooser, attention: int) -> Advice:
    glance = glances(rng, attention)
    picking, purse = _picking(s, Appraisal(s), glance), s.merchants[seat].purse
    assert purse is not None
    pairs = [
        (take, give)
        for take in legal(s, seat)
        if isinstance(take, Take)
        for give in gifts(more(purse, take.kind), s.rulings.clear_stays)
    ]
    seen = [pair for pair in pairs if glance()] or pairs[:1]
    take, give = max(seen, key=lambda pair: _swap_score(s, seat, pair[0].kind, pair[1].kind, picking))
    given = cube(give.kind)
    return Advice(take, Text("with {cube} given for it, the order and your cubes suit you best", cube=given))


def _give(s: State, seat: Seat, rng: Chooser, attention: int) -> Advice:
    picking = _picking(s, Appraisal(s), glances(rng, attention))
    purse = s.merchants[seat].purse
    assert purse is not None
    best = max(gifts(purse, s.rulings.clear_stays), key=lambda give: _given_score(s, seat, give.kind, picking))
    return Advice(best, Text("the values then make {cube} the cheapest cube to give", cube=cube(best.kind)))


def _given_score(s: State, seat: Seat, kind: int, picking: Picking) -> float:
    after = s.copy()
    after.storage = more(s.storage, kind)
    after.values = worth(after.storage)
    order = standing_in_line(after, s.line())
    penalised = [merchant.penalised for merchant in s.merchants]
    return picking.round_value(seat, order, penalised) - _cube_worth(after, picking.appraisal.sizes[seat], kind)


def _break(s: State, seat: Seat, rng: Chooser, attention: int) -> Advice:
    """Scarce colours and clear cubes, but not the colours of the own rooms."""
    after = s.copy()
    after.values = worth(s.storage)
    sizes = Appraisal(s).sizes[seat]
    glance = glances(rng, attention)
    choices = [action for action in legal(s, seat) if isinstance(action, Break)]
    seen = [action for action in choices if glance()] or choices[:1]
    best = max(seen, key=lambda action: sum(_cube_worth(after, sizes, kind) for kind in action.kinds))
    return Advice(best, listed([_chosen(after, sizes, kind, best) for kind in best.kinds]))


def _chosen(s: State, sizes: Sequence[int], kind: int, action: Break) -> Text:
    """Why a kind is taken, as far as that can be said of it alone: else what was weighed."""
    if kind == CLEAR:
        return Text("{cube} copies the cube beside it", cube=cube(kind))
    left = [s.values[colour] for colour in COLOURS if s.storage[colour] and colour not in action.kinds]
    if 1 < s.values[kind] >= max(left, default=0):
        return Text("{cube} is scarce and so a strong bid", cube=cube(kind))
    if sizes[kind] == min(sizes):
        return Text("{cube} takes nothing from your larger rooms", cube=cube(kind))
    return Text(
        "{cube} bids {stars} (your {room}: {size})",
        cube=cube(kind),
        stars=s.values[kind],
        room=room_name(kind),
        size=sizes[kind],
    )


# --- the design ---------------------------------------------------------------------------------------------------


def _tile(s: State, seat: Seat, rng: Chooser, attention: int) -> Advice:
    glance = glances(rng, attention)
    return _princess_tile(s, seat, glance) if s.princely() else _own_tile(s, seat, glance)


def _own_tile(s: State, seat: Seat, glance: Glance) -> Advice:
    """Hearts, backwards under the penalty, and rooms."""
    appraisal, merchant = Appraisal(s), s.merchants[seat]
    sign = -1 if merchant.penalised else 1
    rows = appraisal.column()
    seen = [pair for pair in rows if glance()] or rows[:1]
    spots = {
        row: (appraisal.best(seat, tile, merchant.board, colours(merchant), glance), components().tiles[tile].hearts)
        for row, tile in seen
    }
    row, (spot, hearts) = max(spots.items(), key=lambda each: each[1][0].score + sign * each[1][1])
    why = Text("{points:+} favour, and {where}", points=sign * hearts, where=_about(spot, dict(seen)[row]))
    return Advice(_row(row), why)


def _row(row: int) -> Action:
    pick = vocabulary().tile[row]
    assert pick is not None
    return pick


def _about(spot: Spot, tile: int) -> Text:
    """Where a tile is best for the own rooms, and how it lies there."""
    where = plain(NAMES[spot.cell])
    if components().tiles[tile].turns > 1:
        where = Text("{cell} ({turned})", cell=where, turned=turned(tile, spot.rot))
    if spot.score > 0:
        return Text("{cell} suits your rooms best", cell=where)
    return Text("no place helps your rooms more than {cell}", cell=where)


def _there(spot: Spot, tile: int) -> Text:
    """Why a cell that is named already is chosen, and how the tile lies there."""
    why = Text("it suits your rooms best there") if spot.score > 0 else Text("no place helps your rooms more")
    if components().tiles[tile].turns == 1:
        return why
    return Text("{why}: {turned}", why=why, turned=turned(tile, spot.rot))


def _princess_tile(s: State, seat: Seat, glance: Glance) -> Advice:
    """What it does for the own rooms against the others', and the tile that is left over at the end."""
    appraisal = Appraisal(s)
    picking = _picking(s, appraisal, glance)
    penalised = [merchant.penalised for merchant in s.merchants]
    lead = _lead(s, appraisal, seat)

    def score(tile: int) -> float:
        last = picking.leftover(s.order, penalised, tile)
        hurry = 0.1 * lead * picking.hearts[tile]
        return picking.for_princess(seat, tile).score + picking.value(seat, last, penalised[seat]) + hurry

    rows = appraisal.column()
    row, given = max([pair for pair in rows if glance()] or rows[:1], key=lambda pair: score(pair[1]))
    where, last = _about(picking.for_princess(seat, given), given), piece(picking.leftover(s.order, penalised, given))
    return Advice(_row(row), Text("{where}; {tile} may be left for you", where=where, tile=last))


def _lead(s: State, appraisal: Appraisal, seat: Seat) -> int:
    """1 for a leader, who wants the game to end, -1 for the others (section 11)."""
    rivals = [merchant.favour for other, merchant in enumerate(s.merchants) if other != seat]
    return 1 if s.merchants[seat].favour > max(rivals) and appraisal.rounds_left() < 4 else -1


def _best_spot(s: State, seat: Seat, glance: Glance) -> list[Spot]:
    """The ways to lay the tile in hand, as far as it is decided already, best first."""
    merchant = s.merchants[seat]
    board = s.palace if s.princely() else merchant.board
    spots = Appraisal(s).spots(seat, s.tile, board, colours(merchant), glance)
    return sorted(spots, key=lambda spot: -spot.score)


def _cell(s: State, seat: Seat, rng: Chooser, attention: int) -> Advice:
    best = _best_spot(s, seat, glances(rng, attention))[0]
    return Advice(vocabulary().cell[best.cell], _there(best, s.tile))


def _rot(s: State, seat: Seat, rng: Chooser, attention: int) -> Advice:
    spots = _best_spot(s, seat, lambda: True)
    best = next(spot for spot in spots if spot.cell == s.cell)
    return Advice(vocabulary().rot[best.rot], Text("the halves join your rooms best this way"))


def _plant(s: State, seat: Seat, rng: Chooser, attention: int) -> Advice:
    spots = _best_spot(s, seat, lambda: True)
    best = next(spot for spot in spots if (spot.cell, spot.rot) == (s.cell, s.rot))
    if best.plant == UNPLANTED:
        return Advice(vocabulary().no_plant, Text("there is no coloured cube behind your screen"))
    grown = room_name(best.plant)
    return Advice(vocabulary().plant[best.plant], Text("a {room} grows your rooms most here", room=grown))


_ADVICE: dict[str, Callable[[State, Seat, Chooser, int], Advice]] = {
    "PRESENT": _present,
    "TAKE": _take,
    "GIVE": _give,
    "TILE": _tile,
    "CELL": _cell,
    "ROT": _rot,
    "PLANT": _plant,
    "BREAK": _break,
}
