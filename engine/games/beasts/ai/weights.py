"""The numbers that computer players of the hunt use, learned by self-play and kept as data."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import NamedTuple

from tilehall.engine.core.package_data import read_package_text

WEIGHTS_FILE = "weights.toml"


class BeastsWeights(NamedTuple):
    """One flat table; weights.toml explains each number."""

    one: float
    two_held: float
    two_free: float
    reinforce: float
    own_one: float
    own_two: float
    most: float
    last_turn: float
    no_turn: float
    claim_now: float
    claim_next: float
    claim_later: float
    claim_own: float
    claim_short: float
    catch_one: float
    catch_two: float
    catch_three: float
    catch_four: float
    catch_five: float
    catch_later: float
    turn: float
    income: float
    income_last: float
    pace: float
    own: float
    cards: float
    die: float
    any_card: float
    crowd: float
    reroll: float
    spread_end: float
    spread_turn: float
    rivals: float


@cache
def weights() -> BeastsWeights:
    """The weights of weights.toml.

    >>> 0 < weights().two_free < weights().one < 1
    True
    """
    return BeastsWeights(**tomllib.loads(read_package_text(__package__, WEIGHTS_FILE))["weights"])
