"""What is wanted of a hall on two cores, and whether it is so."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tests.bench.hall.figures import MB, Figures


class Goal(NamedTuple):
    """A figure, and what it may be at most."""

    what: str
    found: float
    most: float
    unit: str

    @property
    def reached(self) -> bool:
        return self.found <= self.most

    def line(self) -> str:
        """
        >>> Goal("key to paint, p50", 2.5, 3, "ms").line()
        'reached  key to paint, p50                      2.50 of 3 ms'
        """
        said = "reached" if self.reached else "MISSED"
        return f"{said:8} {self.what:34} {self.found:8,.2f} of {self.most:,g} {self.unit}"


def goals(found: Figures) -> Iterator[Goal]:
    """Those that these figures can say something about."""
    keys, paint, memory = found.keys, found.paint, found.memory
    yield Goal("connect to first paint, p50", paint.p50, 130, "ms")
    yield Goal("connect to first paint, p95", paint.p95, 250, "ms")
    if found.clients * found.rate <= 200 and found.clients <= 200:
        yield Goal("key to paint, p50", keys.p50, 3, "ms")
        yield Goal("key to paint, p95", keys.p95, 20, "ms")
        yield Goal("key to paint, p99", keys.p99, 50 if found.clients <= 100 else 60, "ms")
    else:
        yield Goal("key to paint, p95", keys.p95, 30, "ms")
        yield Goal("memory in all", memory.all / MB, 1.2 * 1024, "MB")
    if found.last.times:
        yield Goal("action to every viewer, p95", found.last.p95, 50, "ms")
    yield Goal("memory of a session", memory.session / MB, 3, "MB")
    yield Goal("memory of a worker", memory.worker / MB, 65, "MB")
    if found.share == 0:
        yield Goal("CPU for one's own key", found.per_key * 1e3, 3, "ms")
    yield Goal("CPU while nothing is done", found.quiet.percent, 1, "%")
    if found.storm is not None:
        yield Goal("worst key while many come", found.storm.most, 50, "ms")
    if found.cycles is not None:
        yield Goal("kept of each who has gone", found.cycles.slope / 1024, 50, "kB")
        yield Goal("apps left", found.cycles.apps, 0, "")
