"""Figures of a hall as programs read them that watch over machines: the text format of Prometheus, version 0.0.4."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, NamedTuple

CONTENT = "text/plain; version=0.0.4; charset=utf-8"
BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
"""Seconds up to which the buckets of a spread reach; a last one has no bound."""
NONE = (0,) * (len(BOUNDS) + 1)
Labels = tuple[tuple[str, str], ...]


class DurationHistogram(NamedTuple):
    """How long something took, each time.

    >>> DurationHistogram().plus(DurationHistogram((1,) + NONE[1:], 0.5)).number
    1
    """

    counts: tuple[int, ...] = NONE
    """How many times it took up to each of the bounds, and longer than the one before."""
    total: float = 0.0

    @property
    def number(self) -> int:
        return sum(self.counts)

    def plus(self, other: DurationHistogram) -> DurationHistogram:
        counts = tuple(one + two for one, two in zip(self.counts, other.counts, strict=True))
        return DurationHistogram(counts, self.total + other.total)


class Stopwatch:
    """Notes how long something took, in one thread; others may look at what was noted.

    >>> watch = Stopwatch()
    >>> for seconds in (0.001, 0.002, 7.0):
    ...     watch.note(seconds)
    >>> watch.spread.counts[:3], watch.spread.counts[-1], watch.spread.total
    ((1, 1, 0), 1, 7.003)
    """

    def __init__(self) -> None:
        self._counts = [*NONE]
        self._total = 0.0

    def note(self, seconds: float) -> None:
        self._counts[bisect_left(BOUNDS, seconds)] += 1
        self._total += seconds

    @property
    def spread(self) -> DurationHistogram:
        return DurationHistogram(tuple(self._counts), self._total)


class Sample(NamedTuple):
    labels: Labels
    value: float
    suffix: str = ""


class Family(NamedTuple):
    """One figure, perhaps of several kinds of the same."""

    name: str
    kind: Literal["counter", "gauge", "histogram"]
    about: str
    samples: tuple[Sample, ...]


def gauge(name: str, about: str, value: float) -> Family:
    return Family(name, "gauge", about, (Sample((), value),))


def counter(name: str, about: str, value: float) -> Family:
    return Family(name, "counter", about, (Sample((), value),))


def labelled(
    name: str, kind: Literal["counter", "gauge"], about: str, label: str, values: Mapping[str, float]
) -> Family:
    """The same figure for each of these."""
    return Family(name, kind, about, tuple(Sample(((label, word),), value) for word, value in values.items()))


def histogram(name: str, about: str, spread: DurationHistogram) -> Family:
    return Family(name, "histogram", about, tuple(_buckets(spread)))


def _buckets(spread: DurationHistogram) -> Iterator[Sample]:
    """Each bucket counts all that took less, too."""
    so_far = 0
    for bound, count in zip((*BOUNDS, float("inf")), spread.counts, strict=True):
        so_far += count
        yield Sample((("le", number(bound)),), so_far, "_bucket")
    yield Sample((), spread.total, "_sum")
    yield Sample((), so_far, "_count")


def exposition(families: Iterable[Family]) -> str:
    r"""All of it as text.

    >>> print(exposition([gauge("people", "Those who\nare here.", 3)]), end="")
    # HELP people Those who\nare here.
    # TYPE people gauge
    people 3
    """
    return "".join(f"{line}\n" for family in families for line in _lines(family))


def _lines(family: Family) -> Iterator[str]:
    about = family.about.replace("\\", r"\\").replace("\n", r"\n")
    yield f"# HELP {family.name} {about}"
    yield f"# TYPE {family.name} {family.kind}"
    for labels, value, suffix in family.samples:
        told = ",".join(f'{name}="{_escaped(word)}"' for name, word in labels)
        yield f"{family.name}{suffix}{f'{{{told}}}' if told else ''} {number(value)}"


def _escaped(word: str) -> str:
    return word.replace("\\", r"\\").replace("\n", r"\n").replace('"', r"\"")


def number(value: float) -> str:
    """
    >>> number(3.0), number(0.25), number(float("inf"))
    ('3', '0.25', '+Inf')
    """
    if value == float("inf"):
        return "+Inf"
    return f"{int(value)}" if value == int(value) else repr(float(value))
