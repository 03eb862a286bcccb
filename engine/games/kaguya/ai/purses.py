"""What may be behind the screens of the others, and the price of holding it."""

from __future__ import annotations

from collections.abc import Sequence

from tilehall.engine.core.chance import Rng
from tilehall.engine.core.game import CHANCE, SeatNo
from tilehall.engine.core.piles import Bag
from tilehall.engine.games.kaguya.actions import vocabulary
from tilehall.engine.games.kaguya.ai.room_prospects import unknown_cubes
from tilehall.engine.games.kaguya.components import COLOURS
from tilehall.engine.games.kaguya.state import KaguyaState, Merchant

PurseSamples = list[tuple[Bag, ...]]
"""For each seat some purses that it may have."""


def private_seed(s: KaguyaState, seat: SeatNo) -> str:
    """A seed computed from what this seat sees, the same at any seat number."""
    purse = s.merchants[seat].purse
    return f"{public_seed(s)} {s.tie_break_order().index(seat)} {[*(purse or b'')]}"


def public_seed(s: KaguyaState) -> str:
    """A seed computed from what everybody sees, the same at any seat numbers."""
    shown = [(merchant.favour, merchant.cube_count, merchant.disk, *merchant.sure) for merchant in _in_line(s)]
    return f"{s.round} {s.princess} {[*s.storage]} {shown}"


def _in_line(s: KaguyaState) -> list[Merchant]:
    return [s.merchants[seat] for seat in s.tie_break_order()]


def sample_purses(s: KaguyaState, worlds: int, rng: Rng) -> PurseSamples:
    """For each seat purses that agree with what everybody sees."""
    found: list[list[Bag]] = [[] for _ in s.merchants]
    pool = _loose(unknown_cubes(s, CHANCE))
    for _ in range(worlds):
        _shuffle(pool, rng)
        at = 0
        for seat in s.tie_break_order():
            merchant = s.merchants[seat]
            found[seat].append(_with(merchant.sure, pool[at : at + merchant.hidden]))
            at += merchant.hidden
    return [tuple(purses) for purses in found]


def _loose(bag: Sequence[int]) -> list[int]:
    return [colour for colour in COLOURS for _ in range(bag[colour])]


def _shuffle(cubes: list[int], rng: Rng) -> None:
    for last in range(len(cubes) - 1, 0, -1):
        at = rng.below(last + 1)
        cubes[last], cubes[at] = cubes[at], cubes[last]


def _with(sure: Bag, cubes: Sequence[int]) -> Bag:
    counts = list(sure)
    for colour in cubes:
        counts[colour] += 1
    return bytes(counts)


def combination_prices(worth: Sequence[float], disk: float) -> list[float]:
    """The price of each combination of `vocabulary().present`, as the worth of what leaves the screen.

    >>> combination_prices([1.0, 2.0, 0.0, 0.0, 3.0], 0.5)[:3]
    [0.0, 1.0, 2.0]
    """
    return [
        sum([worth[kind] for kind in choice.cubes]) + (disk if choice.disk else 0.0) for choice in vocabulary().present
    ]
