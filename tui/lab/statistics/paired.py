"""Statistics of pairs: the same deal twice, so that luck affects both sides and only the difference counts."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb, erfc, sqrt
from typing import Any

from tilehall.tui.lab.statistics.evidence import CONFIDENCE, wilson_interval

COUNTED = 1000
"""Cases up to which the binomial distribution is summed; beyond, a normal one is as good."""


@dataclass(slots=True)
class Paired:
    """Sums over pairs of numbers; sums of parts can be added."""

    pairs: int = 0
    here: float = 0.0
    there: float = 0.0
    squares: float = 0.0
    """Of the differences."""

    def count(self, here: float, there: float) -> None:
        self.pairs += 1
        self.here += here
        self.there += there
        self.squares += (there - here) ** 2

    def add(self, other: Paired) -> None:
        self.pairs += other.pairs
        self.here += other.here
        self.there += other.there
        self.squares += other.squares

    @property
    def means(self) -> tuple[float, float]:
        return self.here / self.pairs, self.there / self.pairs

    @property
    def difference(self) -> float:
        """The second mean less the first."""
        return (self.there - self.here) / self.pairs

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95 % interval of the difference; None for less than two pairs.

        >>> found = Paired()
        >>> for here, there in ((10, 12), (20, 21), (30, 33), (40, 42)):
        ...     found.count(here, there)
        >>> found.difference, [round(bound, 2) for bound in found.interval]
        (2.0, [0.71, 3.29])
        """
        if self.pairs < 2:
            return None
        spread = max(0.0, self.squares - self.pairs * self.difference**2) / (self.pairs - 1)
        margin = student(self.pairs - 1) * sqrt(spread / self.pairs)
        return self.difference - margin, self.difference + margin

    def data(self) -> dict[str, Any]:
        """Return means, difference and interval for JSON."""
        found = {"a": self.means[0], "b": self.means[1], "difference": self.difference}
        if self.interval:
            found |= {"low": self.interval[0], "high": self.interval[1]}
        return {name: round(each, 4) + 0.0 for name, each in found.items()}


def student(freedom: int) -> float:
    """Return the two-sided 95 % quantile of Student's t distribution.

    The first terms of a series: too small by a hundredth at 4, and by nothing that shows from 10 on.

    >>> [round(student(freedom), 2) for freedom in (4, 10, 30, 999)]
    [2.77, 2.23, 2.04, 1.96]
    """
    z = CONFIDENCE
    first, second = (z**3 + z) / 4, (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + ((third / freedom + second) / freedom + first) / freedom


def sign_test(one: int, other: int) -> float:
    """Return the p-value of McNemar's exact test: how likely chance alone is at least as uneven.

    >>> sign_test(0, 5), sign_test(7, 7)
    (0.0625, 1.0)
    """
    cases, fewer = one + other, min(one, other)
    if cases > COUNTED:
        return erfc(max(0.0, abs(one - other) - 1) / sqrt(2 * cases))
    return min(1.0, float(2 * sum(comb(cases, n) for n in range(fewer + 1)) / 2**cases))


def share(games: int, of: int) -> dict[str, float]:
    """Return a number of games and its share with the 95 % interval, for JSON."""
    low, high = wilson_interval(games, of)
    return {"games": games, "share": round(games / of, 4), "low": round(low, 4), "high": round(high, 4)}
