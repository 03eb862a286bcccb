"""The state of a line of the board as one number: lines with equal keys are worth the same.

A key holds the four dice of the line, the icons that the holes at its ends may take, and its card. Placing a die adds
to the keys of the lines beside it, so that a search needs no board to value the die.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final, NamedTuple

from tilehall.engine.core.game import SeatNo
from tilehall.engine.core.geometry import bits
from tilehall.engine.games.beasts.ai.weights import BeastsWeights
from tilehall.engine.games.beasts.components import ICONS, NEUTRAL, WILD, components
from tilehall.engine.games.beasts.state import NONE, BeastsBoard

DIE: Final = 4
"""Bits of each of the four dice: 0 for none, else its colour, offset for a wild."""
SHOWN, AS_WILD = 1, 2 + NEUTRAL
DIE_AT = (0, DIE, 2 * DIE, 3 * DIE)
FIRST_PAIR, SECOND_PAIR = ((15, 15 << DIE), (15 << 2 * DIE, 15 << 3 * DIE))
END: Final = 5
"""Bits of each end: the icons that its hole takes, and whether it has dice already."""
END_AT = (4 * DIE, 4 * DIE + END)
ENDS: Final = 31
STARTED: Final = 1 << ICONS
ALL_KINDS: Final = STARTED - 1
CARD_AT: Final = 4 * DIE + 2 * END
"""The card in the highest bits: its owner and type, counted from 1."""
SCORED: Final = 32 << CARD_AT
"""A line that has scored and is of no more use."""
MORE: Final = CARD_AT + 6
"""The first free bits above a line."""


def die_code(colour: int, face: int) -> int:
    """The code of a die in a key."""
    return (AS_WILD if face == WILD else SHOWN) + colour


def with_end(key: int, end: int, takes: int) -> int:
    """The key after the hole at an end (one of END_AT) has changed the icons that it takes."""
    return key & ~(ENDS << end) | takes << end


def card_code(owner: int, kind: int) -> int:
    """The code of a card in a key."""
    return owner * ICONS + kind + 1 << CARD_AT


def is_supported(key: int) -> bool:
    """Whether both dice lie at one end."""
    (one, two), (three, four) = FIRST_PAIR, SECOND_PAIR
    return bool((key & one and key & two) or (key & three and key & four))


def is_backed(key: int) -> bool:
    """Whether all four dice lie there."""
    (one, two), (three, four) = FIRST_PAIR, SECOND_PAIR
    return bool(key & one and key & two and key & three and key & four)


def card_kind(key: int) -> int:
    """The type of the card in a key, or -1."""
    number = key >> CARD_AT & 31
    return (number - 1) % ICONS if number else -1


def key_can_reinforce(key: int) -> bool:
    """Whether a line carries, or can still carry, a reinforced fence."""
    near, far = END_AT
    both, kind = key >> near & key >> far, card_kind(key)
    return bool(both & (ALL_KINDS if kind < 0 else 1 << kind))


class LineSide(NamedTuple):
    """A line as seen from one slot."""

    line: int
    die: int
    """The position in the key of the die in this slot, or -1 if it is none of the four."""
    end: int
    """The position in the key of the hole."""


@cache
def lines_at_slots() -> tuple[tuple[LineSide, ...], ...]:
    """For each slot the lines at its hole, supported ones first."""
    box = components()
    found = []
    for slot, number in enumerate(box.hole_of):
        seen = []
        for line in box.holes[number].edges:
            edge = box.edges[line]
            four = [each for pair in edge.pairs for each in bits(pair)]
            die = DIE_AT[four.index(slot)] if slot in four else -1
            seen.append(LineSide(line, die, END_AT[edge.ends.index(number)]))
        found.append(tuple(sorted(seen, key=lambda side: side.die < 0)))
    return tuple(found)


@cache
def supported_lines() -> tuple[tuple[LineSide, ...], ...]:
    """For each slot the lines that it supports."""
    return tuple(tuple(side for side in seen if side.die >= 0) for seen in lines_at_slots())


@cache
def _around() -> tuple[tuple[LineSide, ...], ...]:
    """For each hole the lines at it."""
    box = components()
    return tuple(lines_at_slots()[bits(hole.slots)[0]] for hole in box.holes)


def add_die(known: list[int], slot: int, colour: int, face: int) -> None:
    """Updates the keys that a die changes: lines that it supports, and all lines at a hole that it opens."""
    shown = die_code(colour, face)
    for number, place, end in lines_at_slots()[slot]:
        if place >= 0:
            known[number] += shown << place
        if face != WILD:
            known[number] = with_end(known[number], end, STARTED | 1 << face)


def add_card(known: list[int], number: int, owner: SeatNo, kind: int) -> None:
    """Updates the keys that a card changes: its own line, and all at an empty hole that it commits (B-4.16)."""
    key = known[number]
    known[number] = key | card_code(owner, kind)
    near, far = END_AT
    if key >> near & key >> far & STARTED:
        return
    shown, empty = (far, 0) if key >> far & STARTED else (near, 1)
    if key >> shown & ENDS != STARTED | 1 << kind:
        for other, _, end in _around()[components().edges[number].ends[empty]]:
            known[other] = with_end(known[other], end, 1 << kind)


def line_keys(board: BeastsBoard) -> tuple[int, ...]:
    """The key of every line of the board."""
    return _keys(board.colours, board.wild, board.icons, board.takes, board.fences, board.done)


@lru_cache(256)
def _keys(
    colours: tuple[int, ...], wild: int, icons: bytes, takes: tuple[int, ...], fences: bytes, done: int
) -> tuple[int, ...]:
    box, found = components(), [0] * len(fences)
    for number, icon in enumerate(icons):
        at_hole = STARTED | 1 << icon if icon != NONE else _taken(takes, box.holes[number].slots)
        for line, _, end in _around()[number]:
            found[line] |= at_hole << end
    for colour, mask in enumerate(colours):
        for slot in bits(mask):
            die = colour + (AS_WILD if wild >> slot & 1 else SHOWN)
            for line, place, _ in supported_lines()[slot]:
                found[line] |= die << place
    for number, laid_there in enumerate(fences):
        if laid_there != NONE:
            found[number] |= laid_there + 1 << CARD_AT
        if done >> number & 1:
            found[number] |= SCORED
    return tuple(found)


def _taken(takes: tuple[int, ...], slots: int) -> int:
    """The icons that an empty hole takes."""
    return sum([1 << kind for kind, there in enumerate(takes) if there & slots])


class FenceEstimates:
    """Expected points of fences, given turns enough. Every estimate is computed once."""

    def __init__(self, w: BeastsWeights) -> None:
        self.w = w
        self._fences: dict[int, float] = {}
        self._claims: dict[int, float] = {}

    def fence(self, key: int) -> float:
        """The points that the card on a line may bring its owner."""
        found = self._fences.get(key)
        if found is None:
            if len(self._fences) >= CACHE_SIZE:
                self._fences.clear()
            found = self._fences[key] = _estimate_fence(self.w, key)
        return found

    def claim(self, key: int, owner: int, hand: int) -> float:
        """The most points that a card of this hand (a mask of types) may bring on a line without a card."""
        number = key | (owner << ICONS | hand) << MORE
        found = self._claims.get(number)
        if found is None:
            if len(self._claims) >= CACHE_SIZE:
                self._claims.clear()
            found = self._claims[number] = self._claim(key, owner, hand)
        return found

    def _claim(self, key: int, owner: int, hand: int) -> float:
        best = max([self.fence(key | card_code(owner, kind)) for kind in fitting_kinds(key, hand)], default=0.0)
        return best if is_backed(key) else best * self.w.claim_short


CACHE_SIZE = 100_000
"""When this many lines are cached the cache is emptied."""


@lru_cache(8)
def fence_estimates(w: BeastsWeights) -> FenceEstimates:
    return FenceEstimates(w)


def fitting_kinds(key: int, hand: int) -> list[int]:
    """The types of a hand that a line without a card takes (B-4.22)."""
    near, far = END_AT
    takes = (key >> near | key >> far) & hand
    return [kind for kind in range(ICONS) if takes >> kind & 1]


def _estimate_fence(w: BeastsWeights, key: int) -> float:
    """The points of a complete fence as in `fences.fence_worth`; else what it may become, and how likely."""
    values = components().values
    near, far = END_AT
    owner, kind = divmod((key >> CARD_AT) - 1, ICONS)
    here, there, shown = key >> near & ENDS, key >> far & ENDS, STARTED | 1 << kind
    begun = here & there & STARTED
    dice = [key >> place & 15 for place in DIE_AT]
    lacks = dice.count(0)
    points: float = values.base
    if here == shown == there:
        points += values.reinforced
    elif not begun and (here == shown or there == shown) and here & there & 1 << kind:
        points += values.reinforced * w.reinforce
    own, wild = dice.count(SHOWN + owner), dice.count(AS_WILD + owner)
    if own + wild + lacks == len(dice):
        full = (values.all_own_wild if wild else values.all_own) if not lacks else 0.0
        points += full or (w.own_one if lacks == 1 else w.own_two) - bool(wild)
    elif own and own > max([dice.count(SHOWN + other) for other in range(NEUTRAL) if other != owner]):
        points += w.most if lacks else values.most
    if not lacks:
        return points
    if lacks == 1:
        return points * w.one
    return points * (w.two_held if begun else w.two_free)
