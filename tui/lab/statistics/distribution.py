"""Distributions of whole numbers over many games: points, decisions, minutes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import sqrt

from tilehall.tui.lab.statistics.evidence import CONFIDENCE
from tilehall.tui.lab.statistics.intervals import Clusters

QUARTERS = (0.05, 0.25, 0.5, 0.75, 0.95)
"""The quantiles that are reported."""


class Distribution:
    """Counts of values, grouped by deal.

    >>> points = Distribution()
    >>> for each in (3, 5, 5, 9): points.add([each])
    >>> points.mean, points.median, points.least, points.most, round(points.sd, 3)
    (5.5, 5, 3, 9, 2.517)
    """

    __slots__ = ("clusters", "counts")

    def __init__(self) -> None:
        self.counts = Counter[int]()
        self.clusters = Clusters()

    def add(self, values: Sequence[int]) -> None:
        """Add the values of one deal, one for each of its games."""
        if values:
            self.counts.update(values)
            self.clusters.add(sum(values), len(values))

    def __bool__(self) -> bool:
        return self.clusters.values > 0

    @property
    def mean(self) -> float:
        return self.clusters.mean

    @property
    def interval(self) -> tuple[float, float]:
        """The mean plus and minus 1.96 standard errors; infinite for one deal."""
        reach = CONFIDENCE * self.clusters.error
        return self.mean - reach, self.mean + reach

    @property
    def sd(self) -> float:
        """The standard deviation between games; 0 for a single one."""
        n = self.clusters.values
        squares = sum(value * value * times for value, times in self.counts.items())
        return sqrt((squares * n - self.clusters.sum**2) / (n * (n - 1))) if n > 1 else 0.0

    @property
    def least(self) -> int:
        return min(self.counts)

    @property
    def most(self) -> int:
        return max(self.counts)

    @property
    def median(self) -> int:
        return self.quantile(0.5)

    def quantile(self, share: float) -> int:
        """Return the smallest value that this share of the games does not exceed."""
        left = share * self.clusters.values
        for value, times in sorted(self.counts.items()):
            left -= times
            if left <= 0:
                return value
        return self.most
