"""Intervals, errors and sequential tests for shares."""

from __future__ import annotations

from collections.abc import Sequence
from math import log, sqrt
from statistics import fmean, variance

CONFIDENCE = 1.96
DECISIVE = log(0.95 / 0.05)
"""The log-likelihood ratio that decides, with 5 % of error either way."""


def wilson_interval(wins: float, games: int) -> tuple[float, float]:
    """Return Wilson's 95 % interval of a share of wins.

    >>> [round(bound, 3) for bound in wilson_interval(50, 100)]
    [0.404, 0.596]
    """
    if not games:
        return 0.0, 1.0
    share, z = wins / games, CONFIDENCE
    middle = share + z * z / (2 * games)
    spread = z * (share * (1 - share) / games + z * z / (4 * games * games)) ** 0.5
    whole = 1 + z * z / games
    return max(0.0, (middle - spread) / whole), min(1.0, (middle + spread) / whole)


def standard_error(found: Sequence[float]) -> float:
    """Return the standard error of the mean; infinite for one value.

    >>> standard_error([0, 1, 0, 1, 0, 1, 0, 1, 0, 1]) < 0.2
    True
    """
    return sqrt(variance(found) / len(found)) if len(found) > 1 else float("inf")


def evidence(found: Sequence[float], low: float, high: float) -> float:
    """Return the log-likelihood ratio of a mean of `high` against one of `low`.

    One win and one loss are added, so that a run of wins has a variance, too.

    >>> evidence([0.5, 1, 0.5, 1], 0.5, 0.6) > 0 > evidence([0, 0.5, 0.5, 0.5], 0.5, 0.6)
    True
    """
    if not found:
        return 0.0
    spread = variance([*found, 0.0, 1.0])
    return len(found) * (high - low) * (fmean(found) - (low + high) / 2) / spread
