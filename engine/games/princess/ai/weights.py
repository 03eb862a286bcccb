"""The numbers that the computer players of the princess use, learned by self-play and kept as data."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, replace
from functools import cache

from tilehall.engine.core.package_data import read_package_text

WEIGHTS_FILE = "weights.toml"


@dataclass(frozen=True, slots=True, eq=False)
class PrincessWeights:
    """One flat table; weights.toml explains each number. Compared by identity, so that results can be cached."""

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
def weights() -> PrincessWeights:
    """The weights of weights.toml.

    >>> 0 < weights().two < weights().one < weights().ready
    True
    """
    return PrincessWeights(**tomllib.loads(read_package_text(__package__, WEIGHTS_FILE))["weights"])


@cache
def level_shares(w: PrincessWeights) -> tuple[float, ...]:
    """The share of a rune's steps that it is worth at each level of `rune_levels`."""
    return (w.ready, w.ready_lower, w.bare, w.one, w.one_bare, w.one_lower, w.two, w.two_bare, 0.0)


@cache
def last_turn_weights(w: PrincessWeights) -> PrincessWeights:
    """The weights where no later turn comes: only what is complete counts."""
    nothing = dict.fromkeys(
        ("ready", "ready_lower", "bare", "one", "one_bare", "one_lower", "two", "two_bare", "gem_laid"), 0.0
    )
    return replace(w, **nothing, cell=0.0, beside=0.0, near=0.0, sprite=2.0)
