"""Dealers: from a seed in play, from a script in tests, from a random generator in search.

The k-th draw from a pile depends on the seed, the name of the pile and k, and on nothing else: the same seed deals the
same, whatever the players do in between, on every version of Python.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from hashlib import blake2b
from itertools import accumulate
from typing import Protocol

from tilehall.engine.core.game import Action, ChanceDraw, RuleError
from tilehall.engine.core.text import Text, join_commas

MASK = (1 << 64) - 1


class Dealer(Protocol):
    def deal(self, draw: ChanceDraw, index: int) -> Action:
        """Return one of the outcomes; `index` is the number of earlier draws from this pile."""


class SeedDealer:
    """Deals from a seed. Raises RuleError for a seed that cannot be a line of a record.

    >>> from tilehall.engine.core.game import ChanceDraw
    >>> [SeedDealer("7").deal(ChanceDraw("coin", ("head", "tail"), (1, 1)), n) for n in range(6)]
    ['tail', 'tail', 'head', 'tail', 'tail', 'tail']
    """

    __slots__ = ("_keyed", "seed")

    def __init__(self, seed: str) -> None:
        if not seed.isprintable() or ";" in seed or seed.strip() != seed or not seed:
            raise RuleError(Text("A seed is a line of text without ';' and without spaces around it."))
        self.seed = seed
        self._keyed = blake2b(key=blake2b(seed.encode(), digest_size=32).digest(), digest_size=8)

    def deal(self, draw: ChanceDraw, index: int) -> Action:
        block = self._keyed.copy()
        block.update(f"{draw.pile} {index}".encode())
        return pick_outcome(draw, int.from_bytes(block.digest(), "little"))


class ScriptDealer:
    """Deals the outcomes of a list of texts in order. Raises RuleError for one that is not possible, and at the end."""

    def __init__(self, script: Iterable[str]) -> None:
        self.script = list(script)
        self.next = 0

    def deal(self, draw: ChanceDraw, index: int) -> Action:
        if self.next >= len(self.script):
            raise RuleError(Text("The script is at its end; '{pile}' is to be drawn from now.", pile=draw.pile))
        wanted = self.script[self.next]
        self.next += 1
        for outcome in draw.outcomes:
            if str(outcome) == wanted:
                return outcome
        holds = join_commas(map(str, draw.outcomes))
        raise RuleError(
            Text("'{wanted}' cannot be drawn now; '{pile}' holds {holds}.", wanted=wanted, pile=draw.pile, holds=holds)
        )


class RandomDealer:
    """Deals from a random generator: for simulation and search."""

    __slots__ = ("rng",)

    def __init__(self, rng: Rng) -> None:
        self.rng = rng

    def deal(self, draw: ChanceDraw, index: int) -> Action:
        return pick_outcome(draw, self.rng.next())


class Rng:
    """A generator of whole numbers (splitmix64): cheap to copy, the same on every version of Python.

    >>> rng = Rng(1)
    >>> [rng.below(6) for _ in range(5)]
    [5, 1, 0, 5, 3]
    """

    __slots__ = ("state",)

    def __init__(self, seed: int | str) -> None:
        self.state = (
            seed & MASK if isinstance(seed, int) else int.from_bytes(blake2b(seed.encode()).digest()[:8], "big")
        )

    def next(self) -> int:
        self.state = z = (self.state + 0x9E3779B97F4A7C15) & MASK
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        return z ^ (z >> 31)

    def below(self, n: int) -> int:
        return self.next() % n


def pick_outcome(draw: ChanceDraw, number: int) -> Action:
    """Return the outcome that a large number selects, by the weights. Raises RuleError if there are no outcomes."""
    if draw.uniform:
        return draw.outcomes[number % len(draw.outcomes)]
    sums = [*accumulate(draw.weights)]
    if not sums:
        raise RuleError(Text("Nothing can be drawn from an empty pile."))
    return draw.outcomes[bisect_right(sums, number % sums[-1])]


def seal_seed(seed: str) -> str:
    """Return the hash that is published while the seed is secret."""
    # A lone surrogate from a shell is refused by SeedDealer, not here.
    return blake2b(b"tilehall " + seed.encode(errors="surrogatepass"), digest_size=16).hexdigest()
