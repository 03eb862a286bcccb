"""The numbers by which positions are valued, read once from weights.toml."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import NamedTuple

from tilehall.engine.core.package_data import read_package_text


class KaguyaWeights(NamedTuple):
    """The weights; weights.toml explains each number."""

    growth: float
    spread: float
    spread_time: float
    apart: float
    reach: float
    pending: float
    drift: float
    rate_spread: float
    rate_time: float
    pace: float
    late: float
    cube: float
    star: float
    clear: float
    need: float
    disk: float
    rivals: float
    line: float
    even: float
    even_time: float


@cache
def weights() -> KaguyaWeights:
    """The weights of weights.toml.

    >>> weights().cube > 0
    True
    """
    return KaguyaWeights(**tomllib.loads(read_package_text(__package__, "weights.toml")))
