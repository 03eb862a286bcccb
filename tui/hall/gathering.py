"""The figures of the processes of a hall: what its workers tell of themselves, those that are gone included."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tilehall.tui.hall.counting import WAYS, Sums, WorkerFigures, memory
from tilehall.tui.hall.figures import Family, Sample, counter, gauge, histogram, labelled
from tilehall.tui.hall.refusals import REASONS
from tilehall.tui.tables.version import program_version


class WorkerCrew:
    """One place for a worker, and all who have worked there."""

    def __init__(self) -> None:
        self.process = 0
        """The number of the worker's process; 0 while there is none."""
        self.restarts = 0
        self._before = Sums()
        """Of those who are gone."""
        self._last = WorkerFigures()

    def tells(self, told: WorkerFigures) -> None:
        self._last = told

    def begins(self, process: int) -> None:
        self.process = process

    def dies(self) -> None:
        """What it told last stays counted."""
        self._before = self.sums
        self._last = WorkerFigures()
        self.process = 0
        self.restarts += 1

    @property
    def sums(self) -> Sums:
        return self._before.plus(self._last.sums)

    @property
    def last(self) -> WorkerFigures:
        return self._last


class Worker(NamedTuple):
    """A worker as a host sees it."""

    number: int
    process: int
    sessions: int
    restarts: int
    memory: int


def workers(crews: Mapping[int, WorkerCrew]) -> tuple[Worker, ...]:
    return tuple(
        Worker(number, crew.process, crew.last.now.sessions, crew.restarts, crew.last.now.memory)
        for number, crew in sorted(crews.items())
    )


def families(crews: Mapping[int, WorkerCrew], refused: Mapping[str, int], began: float) -> Sequence[Family]:
    """`refused` are those whom the house itself did not let in; `began` is when it opened."""
    named = {f"{number}": crew for number, crew in sorted(crews.items())}
    sums = sum_of([crew.sums for crew in named.values()])
    now = {name: crew.last.now for name, crew in named.items()}
    reasons: dict[str, float] = {reason: sums.refused.get(reason, 0) + refused.get(reason, 0) for reason in REASONS}
    processors = {"house": time.process_time(), **{name: crew.sums.cpu for name, crew in named.items()}}
    memories = {"house": memory(), **{name: each.memory for name, each in now.items()}}
    return (
        Family("tilehall_info", "gauge", "The program.", (Sample((("version", program_version()),), 1),)),
        gauge("tilehall_start_time_seconds", "When the hall was opened, in seconds since 1970.", began),
        labelled(
            "tilehall_sessions",
            "gauge",
            "Screens that are open now, by worker.",
            "worker",
            {name: each.sessions for name, each in now.items()},
        ),
        Family(
            "tilehall_sessions_total",
            "counter",
            "Sessions that have begun, by worker and way.",
            tuple(
                Sample((("worker", name), ("way", way)), crew.sums.came.get(way, 0))
                for name, crew in named.items()
                for way in WAYS
            ),
        ),
        labelled(
            "tilehall_refusals_total", "counter", "Who was not let in or not listened to, by reason.", "reason", reasons
        ),
        histogram("tilehall_key_to_frame_seconds", "From something typed to the next frame.", sums.frames),
        counter("tilehall_keys_unseen_total", "How often something typed changed nothing on a screen.", sums.unseen),
        labelled(
            "tilehall_typed_bytes",
            "gauge",
            "What was typed and not read yet, by worker.",
            "worker",
            {name: each.typed for name, each in now.items()},
        ),
        labelled(
            "tilehall_unsent_bytes",
            "gauge",
            "What is on its way to terminals, by worker.",
            "worker",
            {name: each.unsent for name, each in now.items()},
        ),
        labelled(
            "tilehall_worker_up",
            "gauge",
            "Whether a worker works.",
            "worker",
            {name: crew.process != 0 for name, crew in named.items()},
        ),
        labelled(
            "tilehall_worker_restarts_total",
            "counter",
            "How often a worker has died and another took its place.",
            "worker",
            {name: crew.restarts for name, crew in named.items()},
        ),
        labelled("tilehall_memory_bytes", "gauge", "Memory in use, by process.", "process", memories),
        labelled("tilehall_cpu_seconds_total", "counter", "Time of a processor, by process.", "process", processors),
    )


def sum_of(sums: Sequence[Sums]) -> Sums:
    """
    >>> sum_of([Sums({"join": 1}), Sums({"join": 2})]).came["join"]
    3
    """
    found = Sums()
    for each in sums:
        found = found.plus(each)
    return found
