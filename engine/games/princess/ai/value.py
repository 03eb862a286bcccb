"""The value of a position to a seat: the expected lead, its reasons, and the chance of winning.

Every seat is given expected points; the chances follow from them, more surely the later it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import combinations
from math import exp
from typing import Final

from tilehall.engine.ai.plan import PositionValue, Term, number_text, value_from_receipt
from tilehall.engine.core.game import SeatNo
from tilehall.engine.core.text import Text
from tilehall.engine.games.princess.ai.ready_combos import sorted_runes_in_play
from tilehall.engine.games.princess.ai.rune_levels import (
    BARE,
    FAR,
    MISSING,
    ONE_LOWER,
    READY,
    READY_LOWER,
    count_pairs,
    rune_level,
)
from tilehall.engine.games.princess.ai.tile_counts import (
    CARDS_TURNED,
    bonus_seats,
    count_tiles,
    expected_bonus,
    expected_sky,
)
from tilehall.engine.games.princess.ai.weights import PrincessWeights, level_shares
from tilehall.engine.games.princess.components import components
from tilehall.engine.games.princess.movement import advance
from tilehall.engine.games.princess.names import WHO, rune
from tilehall.engine.games.princess.scoring import RANK_POINTS, SPRITE_POINTS, final_result, receipt
from tilehall.engine.games.princess.state import HOLE, PrincessHunter, PrincessState


def value(s: PrincessState, seat: SeatNo, w: PrincessWeights, expected: Sequence[Term] = ()) -> PositionValue:
    """The value of the position to this seat as it stands. `expected` is what the seat has besides."""
    ended = final_result(s)
    if ended is not None:
        return value_from_receipt(receipt(s), ended.winners, seat)
    each = expected_scores(s, w)
    each[seat] += expected
    totals = [sum(term.points for term in terms) for terms in each]
    others = [other for other in range(len(totals)) if other != seat]
    rival = max(others, key=lambda other: (totals[other], -((other - seat) % len(totals))))
    against = [Term("rival", -term.points, _of(rival, term.text), term.topic, rival) for term in each[rival]]
    return PositionValue((*each[seat], *against), _chances(s, totals, w)[seat])


@lru_cache(4096)
def _of(seat: SeatNo, what: Text) -> Text:
    return Text("{who}: {what}", who=WHO[seat], what=what) if what else UNSAID


UNSAID: Final = Text("")
"""The turn order is no reason to name."""


# --- expected points ----------------------------------------------------------------------------------------------


def expected_scores(s: PrincessState, w: PrincessWeights) -> list[list[Term]]:
    """The expected points of every seat with their reasons. Only differences between seats have a meaning."""
    tiles = count_tiles(s)
    stars, extra = expected_sky(tiles) if s.rulings.sky_points else (0,) * len(s.hunters), expected_bonus(tiles)
    found = []
    for seat, hunter in enumerate(s.hunters):
        terms = _at_last(s, seat, hunter, w) if s.finished else _under_way(s, seat, hunter, w)
        late = 1.0 if s.finished else _game_progress(s)
        shining = stars[seat] * late * (1.0 if s.finished else w.sky)
        terms.append(Term("sky", shining, _for_the_sky(stars[seat]), ("sky",), amount=number_text(stars[seat])))
        terms.append(Term("bonus", extra[seat] * late, _by_bonus(extra[seat]), ("bonus",)))
        found.append(terms)
    return found


def _game_progress(s: PrincessState) -> float:
    """The part of the game that is over."""
    return max(hunter.space for hunter in s.hunters) / components().goal


def _under_way(s: PrincessState, seat: SeatNo, hunter: PrincessHunter, w: PrincessWeights) -> list[Term]:
    # Before the start player is drawn no seat is nearer to its turn than others.
    away = (seat - s.seat) % len(s.hunters) / (len(s.hunters) - 1) if s.seat >= 0 else 0.5
    left = steps_left(hunter.space, s.passages_open)
    tableau, uses = hunter.tableau, hunter.extra + hunter.gem
    terms = [
        Term("steps", w.step * (components().goal - left), where := space_text(hunter.space), ("steps",), amount=where),
        Term("turn", -w.turn * away, UNSAID, ("turn",)),
        Term("tiles", w.pair * (n := count_pairs(tableau.marks)), _alike(n), ("tiles",), amount=number_text(n)),
        Term("gems", w.standing * (n := tableau.gems.bit_count()), _standing(n), ("gems",), amount=number_text(n)),
    ]
    if uses:
        sprites = w.extra_use * hunter.extra + w.gem_use * hunter.gem
        terms.append(Term("sprites", sprites, _sprites(uses), ("sprites",), amount=number_text(uses)))
    cards, share = components().cards, level_shares(w)
    for card in sorted(s.row):
        if card != HOLE and (near := rune_level(tableau, card)) < FAR:
            points = w.row * cards[card].value * share[near]
            terms.append(Term("runes", points, describe_nearness(card, near), ("runes", card), name=_rune(card)))
    if hunter.held != HOLE:
        near = rune_level(tableau, hunter.held)
        worth = w.held * cards[hunter.held].value * share[near] - w.holding
        told = Text("{near} and held", near=describe_nearness(hunter.held, near))
        terms.append(Term("held", worth, told, ("runes", hunter.held), name=_rune(hunter.held)))
    return terms


def _at_last(s: PrincessState, seat: SeatNo, hunter: PrincessHunter, w: PrincessWeights) -> list[Term]:
    """Somebody has finished: what is there counts as it is, and a last turn may bring more."""
    goal, uses = components().goal, hunter.extra + hunter.gem
    race = RANK_POINTS[hunter.rank] + hunter.leftover if hunter.rank else hunter.space - goal
    where = goal_text(race) if hunter.rank else space_text(hunter.space)
    terms = [Term("steps", float(race), where, ("steps",), amount=where)]
    if uses:
        terms.append(
            Term("sprites", float(SPRITE_POINTS * uses), _sprites(uses), ("sprites",), amount=number_text(uses))
        )
    if (seat - s.seat) % len(s.hunters) < s.final and not _has_moved(s, seat):
        cards, share = components().cards, level_shares(w)
        near = sum(
            cards[card].value * share[rune_level(hunter.tableau, card)] for card in sorted_runes_in_play(s, hunter)
        )
        steps = w.last_turn + w.last_runes * near + w.last_sprites * uses
        behind = 1 + sum(1 for other in s.hunters if other.rank)
        over = RANK_POINTS[min(behind, 4)] / (1 + exp((goal - hunter.space - steps) / w.last_spread))
        terms.append(Term("turn", steps + over, UNSAID, ("turn",)))
    return terms


def _has_moved(s: PrincessState, seat: SeatNo) -> bool:
    """Whether the seat's last turn is over."""
    return s.seat == seat and not any(point == "MOVE" for point, _ in s.todo)


@lru_cache(64)
def steps_left(space: int, ways: bool) -> int:
    """Single steps to the GOAL.

    >>> steps_left(8, False), steps_left(8, True)
    (17, 14)
    """
    steps = 0
    while advance(space, steps, ways) < components().goal:
        steps += 1
    return steps


@lru_cache(32)
def space_text(space: int) -> Text:
    if space >= components().goal:
        return Text("at the GOAL")
    return Text("on space {space}", space=space)


@lru_cache(64)
def goal_text(points: int) -> Text:
    return Text("at the GOAL for {n} point", "at the GOAL for {n} points", n=points)


@lru_cache(64)
def _standing(n: int) -> Text:
    return Text("{n} gem on the board", "{n} gems on the board", n=n) if n else Text("no gem on the board")


@lru_cache(256)
def _alike(n: int) -> Text:
    return Text("{n} pair of matching neighbours", "{n} pairs of matching neighbours", n=n)


@lru_cache(64)
def _sprites(n: int) -> Text:
    return Text("{n} use of sprites left", "{n} uses of sprites left", n=n)


@lru_cache(256)
def _for_the_sky(n: int) -> Text:
    return Text("{n} point for the sky so far", "{n} points for the sky so far", n=n)


@lru_cache(256)
def _by_bonus(points: float) -> Text:
    return Text("{points:.1f} points to be expected from bonus cards", points=points)


@cache
def _rune(card: int) -> Text:
    return Text("{rune}", rune=rune(card))


@lru_cache(512)
def describe_nearness(card: int, near: int) -> Text:
    """How near a rune is, in words; for its lower number only, that number is named.

    >>> str(describe_nearness(0, BARE)), str(describe_nearness(0, FAR))
    ('R01 Line only lacks a gem', 'R01 Line is far')
    """
    named, steps = rune(card), components().cards[card].lower
    if near == READY:
        return Text("{rune} is ready", rune=named)
    if near == READY_LOWER:
        return Text("{rune} is ready for {steps} steps", rune=named, steps=steps)
    if near == BARE:
        return Text("{rune} only lacks a gem", rune=named)
    if near == ONE_LOWER:
        return Text("{rune} lacks 1 tile for {steps} steps", rune=named, steps=steps)
    if near < FAR:
        return Text("{rune} lacks {n} tile", "{rune} lacks {n} tiles", rune=named, n=MISSING[near])
    return Text("{rune} is far", rune=named)


# --- chances ------------------------------------------------------------------------------------------------------


def _chances(s: PrincessState, totals: Sequence[float], w: PrincessWeights) -> list[float]:
    """The chance of each seat to win; shared wins count in parts."""
    if s.todo[0][0] == "BONUS":
        return _drawn_chances(s)
    spread = w.spread_last if s.finished else w.spread * (1 - w.settling * _game_progress(s))
    best = max(totals)
    parts = [exp((total - best) / spread) for total in totals]
    whole = sum(parts) / _rescue(s)
    return [part / whole for part in parts]


def _rescue(s: PrincessState) -> float:
    """The chance that somebody reaches the GOAL before the tiles run out."""
    if s.finished:
        return 1.0
    nearest = min(steps_left(hunter.space, s.passages_open) for hunter in s.hunters)
    rounds = s.tiles_left / len(s.hunters)
    return 1 / (1 + exp(min(50.0, nearest / 5 - rounds + 1))) if rounds < nearest else 1.0


def _drawn_chances(s: PrincessState) -> list[float]:
    """The chances when only bonus cards are still face down: every way that they may come."""
    sums = receipt(s)
    scores = [sums.total(seat) for seat in range(len(s.hunters))]
    left = [n for n in range(len(components().bonuses)) if n not in s.bonus]
    cards, chances, ways = bonus_seats(count_tiles(s)), [0.0] * len(scores), 0
    for drawn in combinations(left, CARDS_TURNED - len(s.bonus)):
        ways += 1
        ends = [
            score + components().bonus_points * sum(seat in cards[n] for n in drawn)
            for seat, score in enumerate(scores)
        ]
        winners = [seat for seat, end in enumerate(ends) if end == max(ends)]
        for seat in winners:
            chances[seat] += 1 / len(winners)
    return [chance / ways for chance in chances]
