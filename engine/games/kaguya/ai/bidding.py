"""What to hold in the fist: regret matching over combinations, assuming that the others think alike.

Every seat has a few possible purses and a mixed strategy for each. In every iteration each seat computes what each
combination would have brought against the others' strategies, and shifts towards those that it regrets not having held.
The mean of all iterations is played. Shares are capped, so that nobody can rely on a bid.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import permutations
from math import exp
from typing import NamedTuple

from tilehall.engine.core.chance import Rng
from tilehall.engine.core.game import CHANCE, SeatNo
from tilehall.engine.core.piles import BYTES, Bag
from tilehall.engine.games.kaguya.actions import Present, presentations, vocabulary
from tilehall.engine.games.kaguya.ai.purses import combination_prices, private_seed, public_seed, sample_purses
from tilehall.engine.games.kaguya.ai.room_prospects import Prospects, unknown_cubes
from tilehall.engine.games.kaguya.ai.tile_picks import RoundPicks
from tilehall.engine.games.kaguya.ai.tile_placements import lost_cube_share
from tilehall.engine.games.kaguya.ai.value import disk_worth, kinds_worth
from tilehall.engine.games.kaguya.ai.weights import KaguyaWeights
from tilehall.engine.games.kaguya.components import CLEAR, COLOURS, KINDS
from tilehall.engine.games.kaguya.state import KaguyaState, colour_values, combination_total

MAX_SHARE, MAX_BIDS, MIN_SHARE = 0.4, 8, 0.02
"""The largest share of a bid, the number of bids kept, and the smallest share that is kept."""
NOISE_SHARE, NOISE_SCALE = 0.1, 1.0
"""The share of the others' play that is only known roughly: a point more makes a bid 2.7 times as likely."""
OTHER_CLASH_SHARE = 0.25
"""How often two other seats hold the same, as far as the picks are concerned."""
TOTALS = range(9)
QUICK, CAREFUL = (2, 5), (6, 40)
"""For a player in a hurry and for one who looks: purses of each other seat, and turns of thought."""


class Bid(NamedTuple):
    """A combination with its expectations."""

    choice: Present
    weight: float
    """How often it should be held."""
    points: float
    """Its total points, compared with holding nothing and not clashing."""
    place: float
    clash: float
    """The chance that another seat holds the same."""
    lost: float
    """The average points that a clash costs."""
    picks: float
    """The points of its place in the order without a clash."""
    rates: float
    price: float


@cache
def combination_numbers() -> dict[Present, int]:
    return {choice: number for number, choice in enumerate(vocabulary().present)}


def purse_choices(purse: Bag, disk: bool) -> tuple[int, ...]:
    """The numbers of the combinations that this purse allows. Cached by at most two cubes of each kind."""
    return _purse_choices(bytes([count if count < 2 else 2 for count in purse]), disk)


@cache
def _purse_choices(purse: Bag, disk: bool) -> tuple[int, ...]:
    return tuple(combination_numbers()[choice] for choice in presentations(purse, disk))


@cache
def combination_totals(values: tuple[int, ...]) -> list[int]:
    """The total of each combination at these values."""
    return [combination_total(choice.cubes, values) for choice in vocabulary().present]


@cache
def colour_counts() -> list[tuple[int, ...]]:
    """The number of cubes of each colour in every combination."""
    return [tuple(choice.cubes.count(colour) for colour in COLOURS) for choice in vocabulary().present]


class MixedStrategy:
    """One seat with one purse: its regrets, and its play so far."""

    __slots__ = ("choices", "mean", "played", "policy", "prices", "regrets")

    mean: float
    """The expected result once the strategy is settled."""

    def __init__(self, choices: tuple[int, ...], costs: Sequence[float]) -> None:
        self.choices, self.prices = choices, [costs[a] for a in choices]
        self.regrets = [0.0] * len(choices)
        self.policy = [1 / len(choices)] * len(choices)
        self.played = [0.0] * len(choices)

    def learn(self, expected: Sequence[float], turn: int) -> None:
        """One step of regret matching; later steps count more, and regrets never fall below 0."""
        points = self._points(expected)
        mean = sum([share * each for share, each in zip(self.policy, points, strict=True)])
        self.played = [so_far + turn * share for so_far, share in zip(self.played, self.policy, strict=True)]
        self.regrets = regrets = [
            more if (more := regret + each - mean) > 0.0 else 0.0
            for regret, each in zip(self.regrets, points, strict=True)
        ]
        whole = sum(regrets)
        if whole > 0.0:
            self.policy = [regret / whole for regret in regrets]

    def average(self, expected: Sequence[float]) -> None:
        """The mean strategy, without rare bids, with capped shares."""
        points = self._points(expected)
        self.policy = cap_shares(self.played, points)
        self.mean = sum([share * each for share, each in zip(self.policy, points, strict=True)])

    def add_noise(self, expected: Sequence[float]) -> None:
        """The strategy as others must expect it: somebody may judge a little differently."""
        points = self._points(expected)
        best = max(points)
        leaning = [exp((each - best) / NOISE_SCALE) for each in points]
        whole = sum(leaning)
        self.policy = [
            (1 - NOISE_SHARE) * share + NOISE_SHARE * lean / whole
            for share, lean in zip(self.policy, leaning, strict=True)
        ]

    def _points(self, expected: Sequence[float]) -> list[float]:
        return [expected[a] - price for a, price in zip(self.choices, self.prices, strict=True)]


def cap_shares(played: Sequence[float], points: Sequence[float]) -> list[float]:
    """Shares that add up to 1, the largest first, none above MAX_SHARE; what is left over goes to the best.

    >>> cap_shares([6, 3, 1, 0], [1.0, 1.0, 1.0, 2.0]), cap_shares([5, 5], [1.0, 1.0])
    ([0.4, 0.3, 0.1, 0.2], [0.5, 0.5])
    """
    whole, most = sum(played) or 1.0, max(MAX_SHARE, 1 / len(played))
    frequent = sorted(range(len(played)), key=lambda i: (-round(played[i], 9), -round(points[i], 6)))[:MAX_BIDS]
    found = [0.0] * len(played)
    for i in frequent:
        if played[i] / whole > MIN_SHARE:
            found[i] = min(most, played[i] / whole)
    rest = 1.0 - sum(found)
    for i in sorted(range(len(played)), key=lambda i: -round(points[i], 6)):
        more = min(rest, most - found[i])
        if rest <= 1e-9:
            break
        found[i] += more
        rest -= more
    return [round(share, 9) for share in found]


class PublicPosition:
    """A position as everybody sees it. Positions that look the same are equal, whatever is behind the screens."""

    __slots__ = ("_key", "state")

    def __init__(self, s: KaguyaState) -> None:
        self.state = s
        self._key = (
            *(s.rulings, s.round, s.princess, s.storage, s.values, s.table, s.rows, s.palace.placed),
            unknown_cubes(s, CHANCE),
            tuple([(m.favour, m.disk, m.sure, m.hidden, m.board.placed) for m in s.merchants]),
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PublicPosition) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)


@lru_cache(32)
def solve_bidding(seen: PublicPosition, weights: KaguyaWeights, worlds: int, turns: int) -> Bidding:
    """The bidding of all seats, computed once for all of them."""
    return Bidding(Prospects(seen.state, weights), worlds, turns)


class Bidding:
    """The presentation of one round, computed from public knowledge."""

    def __init__(self, p: Prospects, worlds: int, turns: int, places: Sequence[Sequence[float]] | None = None) -> None:
        """`places` where it is known better what each place brings each seat while nobody is penalised."""
        s, self.prospects = p.state, p
        self.players, self.seats = p.players, range(p.players)
        self.picks = RoundPicks(p, CHANCE)
        self.place_values = [self._place_values(each) for each in self.seats]
        if places is not None:
            self.place_values = [
                _with_known_values(brings, known) for brings, known in zip(self.place_values, places, strict=True)
            ]
        self.totals = self._totals()
        self.rates = [self._rates(each) for each in self.seats]
        line = s.tie_break_order()
        self.before = [[line.index(one) < line.index(other) for other in self.seats] for one in self.seats]
        self.costs = [self._costs(each) for each in self.seats]
        purses = sample_purses(s, worlds, Rng(public_seed(s)))
        self.strategies = [[self._new_strategy(each, purse) for purse in purses[each]] for each in self.seats]
        self.expectations: list[list[list[float]]] = []
        """For each iteration the expected result of each seat and combination."""
        self._run_turns(turns)

    def _new_strategy(self, seat: SeatNo, purse: Bag) -> MixedStrategy:
        return MixedStrategy(purse_choices(purse, self.prospects.state.merchants[seat].disk), self.costs[seat])

    def _run_turns(self, turns: int) -> None:
        for turn in range(1, turns + 2):
            shown = [self._hold_shares(minds, turn > turns) for minds in self.strategies]
            self.expectations.append([self.expected(seat, shown) for seat in self.seats])
            for minds, expected in zip(self.strategies, self.expectations[-1], strict=True):
                for mind in minds:
                    if turn <= turns:
                        mind.learn(expected, turn)
                    else:
                        mind.average(expected)
                        mind.add_noise(expected)
        self.hold_shares = [self._hold_shares(minds, False) for minds in self.strategies]

    def strategy_for(self, seat: SeatNo, purse: Bag) -> MixedStrategy:
        """The strategy of a seat with this purse.

        It is no best response to the others' final strategies: all seats would make the same one and clash.
        """
        found = self._new_strategy(seat, purse)
        *turns, last = self.expectations
        for turn, expected in enumerate(turns, 1):
            found.learn(expected[seat], turn)
        found.average(last[seat])
        return found

    def gains(self) -> list[float]:
        """The gains of each seat in the round, with the gains of others as losses."""
        twice = 1 + self.prospects.weights.rivals / (self.players - 1)
        return [sum([mind.mean for mind in minds]) / len(minds) / twice for minds in self.strategies]

    def _hold_shares(self, minds: Sequence[MixedStrategy], mean: bool) -> list[float]:
        """How often a seat holds each combination, over all its possible purses."""
        shown = [0.0] * len(vocabulary().present)
        for mind in minds:
            shares = mind.played if mean else mind.policy
            scale = len(minds) * sum(shares)
            for a, share in zip(mind.choices, shares, strict=True):
                if share:
                    shown[a] += share / scale
        return shown

    # --- the worth of a combination -----------------------------------------------------------------------------------

    def expected(self, seat: SeatNo, shown: Sequence[Sequence[float]]) -> list[float]:
        """The points of each combination against these strategies, without its price."""
        at = self.places(seat, shown)
        brings = self.place_values[seat]
        free = [sum([share * one for share, (one, _) in zip(places, brings, strict=True)]) for places in at]
        lost = [sum([share * (two - one) for share, (one, two) in zip(places, brings, strict=True)]) for places in at]
        clash = self.clashes(seat, shown)
        return [
            free[held] + risk * lost[held] + rates
            for held, risk, rates in zip(self.totals[seat], clash, self.rates[seat], strict=True)
        ]

    def clashes(self, seat: SeatNo, shown: Sequence[Sequence[float]]) -> list[float]:
        """For each combination the chance that another seat holds it."""
        others = [shares for other, shares in enumerate(shown) if other != seat]
        if len(others) == 1:
            return list(others[0])
        if len(others) == 2:
            return [a + b - a * b for a, b in zip(*others, strict=True)]
        return [1 - (1 - a) * (1 - b) * (1 - c) for a, b, c in zip(*others, strict=True)]

    def places(self, seat: SeatNo, shown: Sequence[Sequence[float]]) -> list[list[float]]:
        """For every total the chance of each place in the order."""
        found = [[1.0] for _ in TOTALS]
        for other in self.seats:
            if other != seat:
                tails = self._tail_chances(other, shown[other])
                later = 0 if self.before[other][seat] else 1
                for held in TOTALS:
                    ahead, so_far = tails[held + later], found[held]
                    found[held] = [
                        back * ahead + here * (1.0 - ahead)
                        for back, here in zip((0.0, *so_far), (*so_far, 0.0), strict=True)
                    ]
        return found

    def _tail_chances(self, seat: SeatNo, shares: Sequence[float]) -> list[float]:
        """The chance that a seat has this total or a higher one."""
        found = [0.0] * (len(TOTALS) + 1)
        for share, held in zip(shares, self.totals[seat], strict=True):
            if share:
                found[held] += share
        for held in reversed(range(len(TOTALS) - 1)):
            found[held] += found[held + 1]
        return found

    def _place_values(self, seat: SeatNo) -> list[tuple[float, float]]:
        """The value of each place, free and under the penalty, over the orders of the others."""
        found = []
        for place in self.seats:
            likely = [order for order in likely_orders(self.prospects.state.tie_break_order()) if order[place] == seat]
            free, back = (
                sum([share * self.picks.round_values(order, flags)[seat] for order in likely for flags, share in ways])
                for ways in _penalty_cases(self.players, seat)
            )
            found.append((free / len(likely), back / len(likely)))
        return found

    def _totals(self) -> list[list[int]]:
        """The total of each combination; with the disk, after the exchange that raises it most (K-4.11)."""
        s, present = self.prospects.state, vocabulary().present
        plain = combination_totals(s.values)
        if not any(merchant.disk for merchant in s.merchants):
            return [plain] * self.players
        swaps = {colour_values(storage) for storage in _storages_after_swap(s)} | {s.values}
        dearest = map(max, zip(*map(combination_totals, swaps), strict=True)) if len(swaps) > 1 else plain
        best = [
            dear if choice.disk and choice.cubes else held
            for choice, dear, held in zip(present, dearest, plain, strict=True)
        ]
        return [best] * self.players

    def _rates(self, seat: SeatNo) -> list[float]:
        """How the cubes of each combination change the rates of rooms once they lie in the storage."""
        p, shares = self.prospects, self.picks.layings[seat].shares
        change = [
            [
                (p.odds.rate(p.players, p.fists[colour] + more, p.time) - p.rates[colour])
                * sum([share * pays for share, pays in zip(shares, p.pays[colour], strict=True)])
                for more in range(3)
            ]
            for colour in COLOURS
        ]
        red, blue, green, purple = change
        return [red[r] + blue[b] + green[g] + purple[p] for r, b, g, p in colour_counts()]

    def _costs(self, seat: SeatNo) -> list[float]:
        """The other use that the cubes and the disk would have."""
        p = self.prospects
        lost = lost_cube_share(p, seat)
        ones = [bytes(kind) + BYTES[1] + bytes(CLEAR - kind) for kind in KINDS]
        return combination_prices([lost * kinds_worth(one, p.state.values, p.weights) for one in ones], disk_worth(p))


class SeatBids:
    """The bids of one seat, which knows its own purse."""

    def __init__(self, thought: Bidding, s: KaguyaState, seat: SeatNo) -> None:
        purse = s.merchants[seat].purse
        assert purse is not None
        self.bidding, self.seat, self.seed = thought, seat, private_seed(s, seat)
        self.strategy = thought.strategy_for(seat, purse)
        self.expected = thought.expected(seat, thought.hold_shares)
        self.clashes = thought.clashes(seat, thought.hold_shares)
        self.places = thought.places(seat, thought.hold_shares)

    def bids(self) -> list[Bid]:
        """The bids that this seat makes at all, best first; their weights add up to 1."""
        return self._sorted([i for i, weight in enumerate(self.strategy.policy) if weight])

    def rejected_bids(self) -> list[Bid]:
        """The other possible bids, best first, with weight 0."""
        return self._sorted([i for i, weight in enumerate(self.strategy.policy) if not weight])

    def draw_bid(self) -> Bid:
        """A bid drawn by a private random number: each as often as its weight says."""
        number, last = Rng(self.seed).next() / 2**64, 0
        for i, weight in enumerate(self.strategy.policy):
            if weight:
                last = i
                number -= weight
                if number < 0:
                    break
        return self._bid(last)

    def _sorted(self, chosen: Sequence[int]) -> list[Bid]:
        return sorted(map(self._bid, chosen), key=lambda bid: -round(bid.points, 6))

    def _bid(self, i: int) -> Bid:
        a, price = self.strategy.choices[i], self.strategy.prices[i]
        places, brings = self.places[self.bidding.totals[self.seat][a]], self.bidding.place_values[self.seat]
        free = sum([share * alone for share, (alone, _) in zip(places, brings, strict=True)])
        back = sum([share * same for share, (_, same) in zip(places, brings, strict=True)])
        return Bid(
            choice=vocabulary().present[a],
            weight=self.strategy.policy[i],
            points=self.expected[a] - price,
            place=sum([share * number for number, share in enumerate(places, 1)]),
            clash=self.clashes[a],
            lost=self.clashes[a] * (free - back),
            picks=free,
            rates=self.bidding.rates[self.seat][a],
            price=price,
        )


def _with_known_values(brings: Sequence[tuple[float, float]], known: Sequence[float]) -> list[tuple[float, float]]:
    """The place values with those that are known better; the penalty costs as much as before."""
    return [(better, better + back - free) for (free, back), better in zip(brings, known, strict=True)]


@cache
def likely_orders(line: tuple[SeatNo, ...]) -> tuple[tuple[SeatNo, ...], ...]:
    """The orders considered: all of two and three seats, half of those of four, each pair equally often in each place.

    >>> len(likely_orders((0, 1, 2))), len(likely_orders((2, 0, 1, 3)))
    (6, 12)
    """
    found = tuple(permutations(line))
    if len(line) < 4:
        return found
    return tuple(order for order in found if _count_inversions(line, order) % 2 == 0)


def _count_inversions(line: Sequence[SeatNo], order: Sequence[SeatNo]) -> int:
    """The number of pairs in the other order."""
    places = [line.index(seat) for seat in order]
    return sum(one > other for i, one in enumerate(places) for other in places[i + 1 :])


@cache
def _penalty_cases(
    players: int, seat: SeatNo
) -> tuple[tuple[tuple[tuple[bool, ...], float], ...], tuple[tuple[tuple[bool, ...], float], ...]]:
    """The penalised seats with their shares, while this seat is free and while it is not (K-4.31)."""
    others = [other for other in range(players) if other != seat]
    nobody = tuple(False for _ in range(players))
    pairs = [(a, b) for i, a in enumerate(others) for b in others[i + 1 :]]
    free = [(nobody, 1.0 - (OTHER_CLASH_SHARE if pairs else 0.0))]
    free += [(tuple(n in pair for n in range(players)), OTHER_CLASH_SHARE / len(pairs)) for pair in pairs]
    back = [(tuple(n in (seat, other) for n in range(players)), 1 / len(others)) for other in others]
    return tuple(free), tuple(back)


def _storages_after_swap(s: KaguyaState) -> list[bytes]:
    """The storages after exchanging two colours (K-4.8)."""
    found = []
    for take in COLOURS:
        for give in COLOURS:
            if take != give and s.storage[take]:
                counts = list(s.storage)
                counts[take] -= 1
                counts[give] += 1
                found.append(bytes(counts))
    return found
