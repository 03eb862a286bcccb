"""The value of a position to a seat: favour, rooms at their likely rates, and what is behind the screen."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import exp
from typing import Final

from tilehall.engine.ai.plan import PositionValue, Term
from tilehall.engine.core.game import SeatNo
from tilehall.engine.core.piles import Bag
from tilehall.engine.core.text import Text
from tilehall.engine.games.kaguya.ai.room_prospects import Prospects, unknown_cubes
from tilehall.engine.games.kaguya.ai.weights import KaguyaWeights
from tilehall.engine.games.kaguya.components import CLEAR, COLOURS, components
from tilehall.engine.games.kaguya.names import room
from tilehall.engine.games.kaguya.rules import DRAWS
from tilehall.engine.games.kaguya.scoring import final_result, receipt
from tilehall.engine.games.kaguya.state import EMPTY, KaguyaState

FAVOUR, PICKS, ROOMS, CUBES, DISK, LINE = "favour", "picks", "rooms", "cubes", "disk", "line"
"""The kinds of terms, besides CLASH and ORDER of what is held."""
CLASH, ORDER = "clash", "order"
STILL_TO_COME: Final = Text("the tiles still to come in this round")
IN_LINE: Final = Text("the line of meeples")
MIDDLE = 2.5
"""The number of stars between cheap and dear colours."""


def value(s: KaguyaState, seat: SeatNo, weights: KaguyaWeights) -> PositionValue:
    """Points against the best of the others, and the chance of winning, from what this seat may know."""
    if s.ending:
        return _final(s, seat)
    if not s.todo or s.todo[0][0] in DRAWS:
        return PositionValue((), 1 / s.rulings.players)
    return value_under_way(Prospects(s, weights), seat)


def value_under_way(p: Prospects, seat: SeatNo, picks: Sequence[float] | None = None) -> PositionValue:
    """The value of a game that is not over; `picks` if more is known of what the round brings each seat."""
    return SeatWorths(p, seat, picks).value(seat)


class SeatWorths:
    """The worth of every seat's possessions by kind, as one seat sees it, and how much each rival counts."""

    __slots__ = ("cubes", "disks", "lines", "picks", "prospects", "rivals", "sums")

    def __init__(self, p: Prospects, seat: SeatNo, picks: Sequence[float] | None = None) -> None:
        s, self.prospects = p.state, p
        self.picks = expected_favour(s) if picks is None else picks
        self.cubes = [cubes_worth(p, seat, other) for other in range(p.players)]
        self.disks = [disk_worth(p) if merchant.disk else 0.0 for merchant in s.merchants]
        self.lines = _lines(p)
        self.sums = [
            s.merchants[other].favour
            + self.picks[other]
            + self.cubes[other]
            + self.disks[other]
            + self.lines[other]
            + sum([p.rates[colour] * p.pays[colour][other] for colour in COLOURS])
            for other in range(p.players)
        ]
        self.rivals = rival_shares(self.sums, seat, even_lead(p))

    def value(self, seat: SeatNo) -> PositionValue:
        return PositionValue(tuple(self.terms(seat)), win_chance(self.sums, seat, 0.0, even_lead(self.prospects)))

    def terms(self, seat: SeatNo) -> list[Term]:
        """Each kind as the difference to the others; together they make the points."""
        p, merchant = self.prospects, self.prospects.state.merchants[seat]
        unweighed = [
            Term(FAVOUR, 0.0, favour := _favour(merchant.favour), (FAVOUR,), amount=favour),
            Term(PICKS, 0.0, STILL_TO_COME, name=STILL_TO_COME),
            *[Term(ROOMS, 0.0, room_term(p, seat, colour), (ROOMS, colour), name=_room(colour)) for colour in COLOURS],
            Term(CUBES, 0.0, cubes := cubes_term(merchant.cube_count), (CUBES,), amount=cubes),
            Term(DISK, 0.0, disk_term(merchant.disk), (DISK,)),
            Term(LINE, 0.0, IN_LINE, name=IN_LINE),
        ]
        return [term._replace(points=points) for term, points in zip(unweighed, self.points(seat), strict=True)]

    def points(self, seat: SeatNo) -> list[float]:
        """The sum of these terms."""
        p, ahead = self.prospects, self._ahead
        return [
            ahead(seat, [m.favour for m in p.state.merchants]),
            ahead(seat, self.picks),
            *[ahead(seat, [p.rates[colour] * pays for pays in p.pays[colour]]) for colour in COLOURS],
            ahead(seat, self.cubes),
            ahead(seat, self.disks),
            ahead(seat, self.lines),
        ]

    def _ahead(self, seat: SeatNo, numbers: Sequence[float]) -> float:
        return numbers[seat] - sum([share * numbers[other] for other, share in enumerate(self.rivals)])


def _favour(favour: int) -> Text:
    return Text("{favour} on the favour track", favour=favour)


@cache
def _room(colour: int) -> Text:
    return Text("the {room}", room=room(colour))


def cubes_term(count: int) -> Text:
    return Text("{n} cube behind the screen", "{n} cubes behind the screen", n=count)


def disk_term(unused: bool) -> Text:
    return Text("the exchange disk is unused") if unused else Text("the exchange disk is spent")


def room_term(p: Prospects, seat: SeatNo, colour: int) -> Text:
    """`the largest R kitchen: 9`: the rank of the room now, and its size."""
    sizes = [rooms[colour].size for rooms in p.rooms]
    mine, others = sizes[seat], sizes[:seat] + sizes[seat + 1 :]
    if not mine:
        return Text("no {room} yet", room=room(colour))
    if mine > max(others):
        return Text("the largest {room}: {size}", room=room(colour), size=mine)
    if mine == max(others):
        return Text("the {room} has {size}, level with the largest", room=room(colour), size=mine)
    return Text("the {room} has {size}, the largest has {most}", room=room(colour), size=mine, most=max(others))


# --- the parts ----------------------------------------------------------------------------------------------------


def expected_favour(s: KaguyaState) -> list[float]:
    """The favour that tiles of this round may still bring each seat, if all take the hearts that they like."""
    found = [0.0] * s.rulings.players
    if not s.todo or s.todo[0][0] not in ("TILE", "CELL", "ROT", "PLANT"):
        return found
    tiles = components().tiles
    hearts = sorted([tiles[tile].hearts for tile in s.column(s.round) if tile != EMPTY])
    queue = [seat for point, seat in s.todo if point == "TILE"]
    if s.is_princess_tile() and s.todo[0][0] == "TILE":
        hearts.pop(len(hearts) // 2)
        queue = queue[1:]
    elif s.todo[0][0] != "TILE" and not s.is_princess_tile():
        laying = s.merchants[s.todo[0][1]]
        found[s.todo[0][1]] = -tiles[s.tile].hearts if laying.penalised else tiles[s.tile].hearts
    for seat in queue:
        found[seat] = -hearts.pop(0) if s.merchants[seat].penalised else hearts.pop()
    return found


def cubes_worth(p: Prospects, viewer: SeatNo, seat: SeatNo) -> float:
    """The worth of the cubes behind a screen for rounds to come, as far as the viewpoint knows them."""
    s, merchant = p.state, p.state.merchants[seat]
    purse = merchant.purse if seat == viewer else None
    if purse is None:
        return bag_worth(p, merchant.sure, merchant.hidden, _usual(s, viewer, p.weights))
    return bag_worth(p, purse, 0, 0.0)


def _usual(s: KaguyaState, viewer: SeatNo, w: KaguyaWeights) -> float:
    """The average worth of an unknown cube."""
    pool = unknown_cubes(s, viewer)
    return kinds_worth(pool, s.values, w) / max(1, sum(pool))


def kinds_worth(bag: Bag, values: Sequence[int], w: KaguyaWeights) -> float:
    """The worth of these cubes if all of them are needed."""
    found = sum([bag[colour] * (w.cube + w.star * (values[colour] - MIDDLE)) for colour in COLOURS])
    return found + (bag[CLEAR] * (w.cube + w.clear) if len(bag) > CLEAR else 0.0)


def bag_worth(p: Prospects, bag: Bag, hidden: int, usual: float) -> float:
    """The worth of these cubes: the more there are for the rounds left, the less is each worth."""
    count = sum(bag) + hidden
    need = p.weights.need * p.time / 2
    if not count or need <= 0:
        return 0.0
    whole = kinds_worth(bag, p.state.values, p.weights) + hidden * usual
    return whole * used_share(need, count)


def used_share(need: float, count: int) -> float:
    """The share of so many cubes that will be used well."""
    return need / count * (1.0 - exp(-count / need))


def disk_worth(p: Prospects) -> float:
    return p.weights.disk * min(1.0, p.time / 6)


def _lines(p: Prospects) -> list[float]:
    """The tie-break line (K-4.22); a seat whose row is still open in this round gets the mean of the places."""
    s, n = p.state, p.players
    *rows, princess = s.rows
    return [
        p.weights.line * (0.5 if p.pending[seat] and s.point != "PRESENT" else 1 - (princess - row) % (n + 1) / n)
        for seat, row in enumerate(rows)
    ]


# --- points and chances -------------------------------------------------------------------------------------------


def even_lead(p: Prospects) -> float:
    """The lead at which winning is about 2.7 times as likely as losing."""
    return p.weights.even + p.weights.even_time * p.time


def rival_shares(sums: Sequence[float], seat: SeatNo, even: float) -> list[float]:
    """How much each rival counts; the shares add up to 1, and leaders count most."""
    best = max([own for other, own in enumerate(sums) if other != seat])
    shares = [0.0 if other == seat else exp((own - best) / even) for other, own in enumerate(sums)]
    whole = sum(shares)
    return [share / whole for share in shares]


def win_chance(sums: Sequence[float], seat: SeatNo, more: float, even: float) -> float:
    """The chance of winning with so many more points; over all seats the chances add up to 1."""
    mine = sums[seat] + more
    others = [exp(min(50.0, (own - mine) / even)) for other, own in enumerate(sums) if other != seat]
    return 1.0 / (1.0 + sum(others))


def _final(s: KaguyaState, seat: SeatNo) -> PositionValue:
    """The value from the receipt: the lead, and whether the seat has won."""
    result = final_result(s)
    assert result is not None
    assert result.scores is not None
    sums = receipt(s)
    best = max(
        (other for other in range(s.rulings.players) if other != seat),
        key=lambda other: (result.scores or ())[other],
    )
    lines = {name: [0, 0] for name in (FAVOUR, ROOMS)}
    for line in sums.lines:
        if line.seat in (seat, best):
            lines[FAVOUR if line.part == "favour" else ROOMS][line.seat == best] += line.points
    mine, theirs = lines[ROOMS]
    terms = (
        Term(FAVOUR, float(lines[FAVOUR][0] - lines[FAVOUR][1]), _favour(s.merchants[seat].favour), (FAVOUR,)),
        Term(ROOMS, float(mine - theirs), Text("{points} points for rooms", points=mine)),
    )
    return PositionValue(terms, 1 / len(result.winners) if seat in result.winners else 0.0)
