"""The numbers that computer players use, found by self-play; weights.toml explains them."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache

from tilehall.engine.core.package_data import read_package_text


@dataclass(frozen=True, slots=True, eq=False)
class SandWeights:
    """What things are worth, in stars. Compared by identity, so that results can be cached."""

    decay: float
    first: float
    second: float
    third: float
    fourth: float
    reserve_saves: float
    special_owned: float
    special_lacking: float
    boxes_a_turn: float
    late: float
    common: float
    special: float
    step: float
    fade: float
    piece: float
    crystal: float
    look: float
    pace: float
    hourglass: float
    rounds_a_glass: float
    spread: float
    spread_a_turn: float
    next_turn: float
    next_usual: float
    good: float


@cache
def weights() -> SandWeights:
    """The weights of weights.toml."""
    return SandWeights(**tomllib.loads(read_package_text(__package__, "weights.toml")))
