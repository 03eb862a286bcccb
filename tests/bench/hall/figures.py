"""What was measured, in figures: as a table, as JSON, and beside what is wanted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import quantiles
from typing import NamedTuple


class Spread(NamedTuple):
    """Milliseconds: the middle, the high end, and how often it was measured."""

    p50: float
    p95: float
    p99: float
    most: float
    times: int

    @classmethod
    def of(cls, seconds: Sequence[float]) -> Spread:
        """
        >>> Spread.of([0.001, 0.002, 0.003])[0]
        2.0
        >>> Spread.of([0.001])
        Spread(p50=1.0, p95=1.0, p99=1.0, most=1.0, times=1)
        """
        found = [second * 1e3 for second in seconds]
        if len(found) < 2:
            only = found[0] if found else float("nan")
            return cls(only, only, only, only, len(found))
        parts = quantiles(found, n=100, method="inclusive")
        middle, high, higher, most = (round(part, 2) for part in (parts[49], parts[94], parts[98], max(found)))
        return cls(middle, high, higher, most, len(found))

    def __str__(self) -> str:
        return f"{self.p50:,.1f} / {self.p95:,.1f} / {self.p99:,.1f} ms, most {self.most:,.0f} ({self.times})"


class Memory(NamedTuple):
    """Bytes, where what processes have together is divided among them."""

    house: int
    worker: int
    """A worker to which nobody has come yet; the largest of them."""
    session: float
    """What each session adds to its worker."""
    all: int
    """House and workers with everybody there."""


class Work(NamedTuple):
    """Seconds of a processor within so many seconds."""

    seconds: float
    house: float
    workers: float

    @property
    def percent(self) -> float:
        """Of one core."""
        return 100 * (self.house + self.workers) / self.seconds


class Cycles(NamedTuple):
    """What those leave behind who have gone."""

    gone: int
    slope: float
    """Bytes that stay for each."""
    apps: int
    """That are still in memory, in all workers."""


class Figures(NamedTuple):
    """All of it. What was not asked for is None."""

    clients: int
    workers: int
    rate: float
    share: float
    load: float
    """How busy the machine was before: above a tenth, times say little."""
    paint: Spread
    """From the connection until the lobby is there."""
    keys: Spread
    silent: int
    crossed: int
    viewers: Spread
    last: Spread
    """Until the last at the table has seen an action."""
    actions: int
    vain: int
    ended: int
    memory: Memory
    playing: Work
    quiet: Work
    storm: Spread | None = None
    """The keys of somebody who plays while many come at once."""
    cycles: Cycles | None = None

    @property
    def per_key(self) -> float:
        """Seconds of a processor for a key, with all that comes of it for everybody."""
        spent = self.playing.house + self.playing.workers
        rest = (self.quiet.house + self.quiet.workers) / self.quiet.seconds * self.playing.seconds
        return max(0.0, spent - rest) / max(1, self.keys.times + self.silent + self.crossed)


MB = 1024 * 1024


def table(found: Figures) -> Iterator[str]:
    """A line for each figure; times are p50 / p95 / p99."""

    def line(what: str, said: str) -> str:
        return f"{what:34} {said}"

    memory, playing, quiet = found.memory, found.playing, found.quiet
    yield line("clients, workers", f"{found.clients}, {found.workers}; load before {found.load:.2f}")
    yield line("connect to first paint", f"{found.paint}")
    yield line("key to paint", f"{found.keys}, {found.silent} without effect, {found.crossed} crossed")
    yield line("action to each other viewer", f"{found.viewers}")
    yield line("action to the last of them", f"{found.last}")
    yield line("actions", f"{found.actions}, {found.vain} in vain; {found.ended} games over")
    yield line("memory of a session", f"{memory.session / MB:.2f} MB")
    yield line("memory of a worker, house", f"{memory.worker / MB:.1f} MB, {memory.house / MB:.1f} MB")
    yield line("memory in all", f"{memory.all / MB:,.0f} MB")
    yield line("CPU while played", f"{playing.percent:.0f} %: {_shares(playing)}")
    yield line("CPU while nothing is done", f"{quiet.percent:.1f} %: {_shares(quiet)}")
    yield line("CPU for a key, all in", f"{found.per_key * 1e3:.2f} ms")
    if found.storm is not None:
        yield line("keys of one while many come", f"{found.storm}")
    if found.cycles is not None:
        left = f"{found.cycles.slope / 1024:.1f} kB each, {found.cycles.apps} apps left"
        yield line(f"{found.cycles.gone} who came and went", left)


def _shares(work: Work) -> str:
    return f"house {100 * work.house / work.seconds:.1f}, workers {100 * work.workers / work.seconds:.1f}"


def as_json(found: Figures) -> dict[str, object]:
    """Plain data, by the names above."""
    return {name: _plain(value) for name, value in found._asdict().items()} | {"per_key": found.per_key}


def _plain(value: object) -> object:
    return value._asdict() if isinstance(value, Spread | Memory | Work | Cycles) else value
