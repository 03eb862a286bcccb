"""How often something was used, and whether those who used it more won more.

Seats are compared within a game: those who did something more often than the seats of that game did on average, with
those who did it less often. So what comes up in long games only is not taken for a cause of what long games bring. A
cause is not proved by it all the same: who is ahead may do it because of that.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import lcm, sqrt
from typing import NamedTuple

from tilehall.tui.lab.statistics.evidence import CONFIDENCE
from tilehall.tui.lab.statistics.intervals import Clusters
from tilehall.tui.tables.history.outcome import Counts


class WinShareDifference(NamedTuple):
    """The difference in shares of wins between those who used it more and less, with its interval."""

    mean: float
    low: float
    high: float
    games: int
    """Games in which some used it more than others, and somebody won."""
    sureness: float
    """In standard errors from 0, under the hypothesis of no difference."""

    @property
    def telling(self) -> int:
        """1 if it goes with winning, -1 if with losing, 0 if chance alone may well bring as much."""
        return int(self.low > 0) - int(self.high < 0)


class Scale(NamedTuple):
    """Shares of wins as whole numbers, so that they add up exactly."""

    unit: int
    """The value of a whole win, divisible by any number of seats."""

    @classmethod
    def of(cls, players: int) -> Scale:
        return cls(lcm(*range(1, players + 1)))

    def shares(self, winners: Sequence[int], players: int) -> Counts:
        """Return the shares of each seat.

        >>> Scale.of(3).shares((0, 2), 3)
        (3, 0, 3)
        """
        return tuple(self.unit // len(winners) if seat in winners else 0 for seat in range(players))

    def ahead(self, counts: Counts, shares: Counts) -> int | None:
        """Return by how much those with more won more than those with less; None if all counts are equal.

        >>> Scale.of(2).ahead((5, 3), (2, 0)), Scale.of(2).ahead((1, 1), (2, 0))
        (4, None)
        """
        unit, players, total = self.unit, len(counts), sum(counts)
        if players == 2:
            if counts[0] == counts[1]:
                return None
            return (shares[0] - shares[1]) * (unit if counts[0] > counts[1] else -unit)
        more = [share for count, share in zip(counts, shares, strict=True) if count * players > total]
        less = [share for count, share in zip(counts, shares, strict=True) if count * players < total]
        if not more:
            return None
        return sum(more) * unit // len(more) - sum(less) * unit // len(less)


class Effect:
    """The counts of one deed, or of one thing that it was done with."""

    __slots__ = ("_in_deal", "_sum", "_values", "games", "seats", "sums", "total", "won")

    def __init__(self) -> None:
        self.games = 0
        """Games in which it came up."""
        self.total = 0
        """Uses in all; of points their sum."""
        self.seats = 0
        """Seats that used it, game by game,"""
        self.won = 0
        """and what they won, in units."""
        self.sums = Clusters()
        self._in_deal = -1
        self._sum = self._values = 0

    def add(self, deal: int, counts: Counts, shares: Counts, ahead: int | None) -> None:
        """Add one game of this deal."""
        self.games += 1
        for count, share in zip(counts, shares, strict=True):
            if count:
                self.total += count
                self.seats += 1
                self.won += share
        if ahead is None:
            return
        if deal != self._in_deal:
            self.close()
            self._in_deal = deal
        self._sum += ahead
        self._values += 1

    def close(self) -> None:
        """Finish the current deal."""
        if self._values:
            self.sums.add(self._sum, self._values)
        self._sum = self._values = 0

    def difference(self, scale: Scale) -> WinShareDifference | None:
        """Return the difference over all games in which some used it more than others; None if there was none.

        One win for each side is added (Bonett and Price), so that a run of wins has a variance, too.
        """
        self.close()
        sums, whole = self.sums, scale.unit * scale.unit
        if not sums.values:
            return None
        n, s, squares = sums.values + 2, sums.sum, sums.squares + 2 * whole * whole
        # Sums of (total - mean * values)² over the deals and the two wins, times n².
        spread = squares * n * n - 2 * s * n * sums.both + s * s * (sums.weights + 2)
        error = sqrt(spread / n**4) / whole
        middle = s / (n * whole)
        low, high = max(-1.0, middle - CONFIDENCE * error), min(1.0, middle + CONFIDENCE * error)
        sureness = sums.sum / sqrt(sums.squares) if sums.squares else 0.0
        return WinShareDifference(sums.mean / whole, low, high, sums.values, sureness)
