"""95 % intervals for shares of wins that may be shared, and sums over deals."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import sqrt

from tilehall.tui.lab.statistics.evidence import CONFIDENCE, wilson_interval


def share_interval(found: Mapping[Fraction, int]) -> tuple[float, float]:
    """Return the 95 % interval of the mean share, from how often each share from 0 to 1 was seen.

    It is Wilson's interval with the variance that shared wins leave, which is smaller than that of whole ones. As that
    is an estimate, too, only as many shared wins count as the lower end of Wilson's interval of their own frequency.

    >>> halves, whole = share_interval({Fraction(1, 2): 100}), share_interval({Fraction(0): 50, Fraction(1): 50})
    >>> [round(bound, 3) for bound in (*halves, *whole)]
    [0.482, 0.518, 0.404, 0.596]
    """
    games = sum(found.values())
    if not games:
        return 0.0, 1.0
    share = float(sum(each * times for each, times in found.items()) / games)
    parted = sum(times for each, times in found.items() if each.denominator > 1)
    saved = float(sum(each * (1 - each) * times for each, times in found.items()) / games)
    if parted:
        saved *= wilson_interval(parted, games)[0] * games / parted
    z2 = CONFIDENCE * CONFIDENCE
    # The bounds b solve games * (share - b)² = z² * (b * (1 - b) - saved).
    whole, half = games + z2, games * share + z2 / 2
    root = sqrt(max(0.0, half * half - whole * (games * share * share + z2 * saved)))
    return max(0.0, (half - root) / whole), min(1.0, (half + root) / whole)


class Clusters:
    """Sums over groups of dependent values, such as games of one deal: enough for a mean and its error.

    Only whole numbers are added, so that the order does not matter.

    >>> sums = Clusters()
    >>> for values in ((1, 3), (2, 2), (3, 5)): sums.add(sum(values), len(values))
    >>> round(sums.mean, 3), round(sums.error, 3)
    (2.667, 0.667)
    """

    __slots__ = ("both", "groups", "squares", "sum", "values", "weights")

    def __init__(self) -> None:
        self.groups = self.values = self.sum = self.squares = self.both = self.weights = 0

    def add(self, total: int, values: int) -> None:
        """Add a group of so many values with this sum."""
        self.groups += 1
        self.values += values
        self.sum += total
        self.squares += total * total
        self.both += total * values
        self.weights += values * values

    @property
    def mean(self) -> float:
        return self.sum / self.values

    @property
    def error(self) -> float:
        """The standard error of the mean; infinite for one group."""
        if self.groups < 2:
            return float("inf")
        # Whole numbers up to the last: sums of (total - mean * values)², times values².
        n, s = self.values, self.sum
        spread = self.squares * n * n - 2 * s * n * self.both + s * s * self.weights
        return sqrt(spread / n**4 * self.groups / (self.groups - 1))
