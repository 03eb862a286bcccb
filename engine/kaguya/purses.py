"""What may be behind the screens of the others, and what holding it in the fist costs."""

from __future__ import annotations

from collections.abc import Sequence

from tilehall.engine.dealer import Rng
from tilehall.engine.game import Seat
from tilehall.engine.kaguya.components import CLEAR, COLOURS
from tilehall.engine.kaguya.prospects import unknown
from tilehall.engine.kaguya.state import State
from tilehall.engine.piles import Bag

Purses = list[tuple[Bag, ...]]
"""For each seat some purses that it may have."""


def seed(s: State, seat: Seat) -> str:
    """A name of what this seat sees, the same wherever it sits: samples and lots come from it."""
    n = s.rulings.players
    around = [s.merchants[(seat + k) % n] for k in range(n)]
    shown = [(merchant.favour, merchant.count, merchant.disk, *merchant.sure) for merchant in around]
    line = s.line()
    places = [line.index((seat + k) % n) for k in range(n)]
    return f"{s.round} {s.princess} {[*s.storage]} {shown} {places} {[*(around[0].purse or b'')]}"


def sampled(s: State, seat: Seat, worlds: int, rng: Rng) -> Purses:
    """For each other seat purses that agree with this view; for this one purses that the others must think of."""
    n = s.rulings.players
    found: list[list[Bag]] = [[] for _ in range(n)]
    pool = _loose(unknown(s, seat))
    own = s.merchants[seat]
    secret = [] if own.purse is None else _loose([own.purse[c] - own.sure[c] for c in COLOURS])
    for _ in range(worlds):
        _shuffle(pool, rng)
        at = 0
        for other in ((seat + k) % n for k in range(1, n)):
            merchant = s.merchants[other]
            found[other].append(_with(merchant.sure, pool[at : at + merchant.hidden]))
            at += merchant.hidden
        every = pool[at:] + secret
        _shuffle(every, rng)
        found[seat].append(_with(own.sure, every[: own.hidden]))
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


def prices(worth: Sequence[float], disk: float) -> list[float]:
    """What each combination costs of what is behind the screen, for `vocabulary().present`.

    >>> prices([1.0, 2.0, 0.0, 0.0, 3.0], 0.5)[:3]
    [0.0, 1.0, 2.0]
    """
    from tilehall.engine.kaguya.actions import vocabulary

    return [
        sum([worth[kind] for kind in choice.cubes]) + (disk if choice.disk else 0.0) for choice in vocabulary().present
    ]


__all__ = ["CLEAR", "Purses", "prices", "sampled", "seed"]
