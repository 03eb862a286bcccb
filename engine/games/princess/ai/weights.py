"""The numbers that the players of the princess judge by, learned by self-play and kept as data."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, replace
from functools import cache

from tilehall.engine.core.package_data import text_of

FILE = "weights.toml"


@dataclass(frozen=True, slots=True, eq=False)
class Weights:
    """One flat table; what each number means stands beside it in the file. Two are the same only if they are one."""

    ready: float
    ready_lower: float
    bare: float
    one: float
    one_bare: float
    one_lower: float
    two: float
    two_bare: float
    cell: float
    beside: float
    near: float
    gem_laid: float
    combo_room: float
    goal: float
    sprite: float
    extra_until: float
    kept: float
    slot: float
    rival: float
    fresh: float
    patience: float
    step: float
    turn: float
    pair: float
    standing: float
    extra_use: float
    gem_use: float
    row: float
    held: float
    holding: float
    sky: float
    fresh_card: float
    extra_tile: float
    last_turn: float
    last_runes: float
    last_sprites: float
    last_spread: float
    spread: float
    settling: float
    spread_last: float


@cache
def weights() -> Weights:
    """Those that are played with.

    >>> 0 < weights().two < weights().one < weights().ready
    True
    """
    return Weights(**tomllib.loads(text_of(__package__, FILE))["weights"])


@cache
def shares(w: Weights) -> tuple[float, ...]:
    """What share of a rune's steps it is worth at each level of `nearing`."""
    return (w.ready, w.ready_lower, w.bare, w.one, w.one_bare, w.one_lower, w.two, w.two_bare, 0.0)


@cache
def at_last(w: Weights) -> Weights:
    """The same where no later turn comes: what is not complete is worth nothing."""
    nothing = dict.fromkeys(
        ("ready", "ready_lower", "bare", "one", "one_bare", "one_lower", "two", "two_bare", "gem_laid"), 0.0
    )
    return replace(w, **nothing, cell=0.0, beside=0.0, near=0.0, sprite=2.0)
