"""How long a terminal waits for what was typed there."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import cast

import pytest

from tilehall.tui.terminal.input.input_latency import FRAME_DEADLINE, InputLatency


class Moments:
    """A clock that is set by hand, what is due by it, and what was judged."""

    def __init__(self) -> None:
        self.now = 100.0
        self.due: list[tuple[float, Callable[[], None]]] = []
        self.judged: list[float | None] = []

    def time(self) -> float:
        return self.now

    def later(self, seconds: float, what: Callable[[], None]) -> asyncio.TimerHandle:
        one = (self.now + seconds, what)
        self.due.append(one)
        return cast(asyncio.TimerHandle, Handle(self.due, one))

    def record_frame(self, seconds: float) -> None:
        self.judged.append(round(seconds, 6))

    def record_no_frame(self) -> None:
        self.judged.append(None)

    def pass_by(self, seconds: float) -> None:
        self.now += seconds
        for one in [one for one in self.due if one[0] <= self.now]:
            self.due.remove(one)
            one[1]()


class Handle:
    def __init__(self, due: list[tuple[float, Callable[[], None]]], one: tuple[float, Callable[[], None]]) -> None:
        self.due, self.one = due, one

    def cancel(self) -> None:
        if self.one in self.due:
            self.due.remove(self.one)


@pytest.fixture
def moments() -> Moments:
    return Moments()


@pytest.fixture
def promptness(moments: Moments) -> InputLatency:
    return InputLatency(moments, moments.time, moments.later)


def test_the_first_key_before_a_frame_counts(moments: Moments, promptness: InputLatency) -> None:
    promptness.note_painted()
    promptness.note_typed()
    moments.pass_by(0.01)
    promptness.note_typed()
    moments.pass_by(0.02)
    promptness.note_painted()
    promptness.note_painted()
    assert moments.judged == [0.03] and not moments.due


def test_a_key_without_a_frame_is_forgotten(moments: Moments, promptness: InputLatency) -> None:
    promptness.note_typed()
    moments.pass_by(FRAME_DEADLINE)
    promptness.note_painted()
    assert moments.judged == [None]


def test_a_loop_that_had_no_time_is_waited_for(moments: Moments, promptness: InputLatency) -> None:
    promptness.note_typed()
    moments.pass_by(3.0)
    assert moments.judged == []
    promptness.note_painted()
    assert moments.judged == [3.0]


def test_nobody_waits_at_a_terminal_that_is_left(moments: Moments, promptness: InputLatency) -> None:
    promptness.note_typed()
    promptness.reset()
    moments.pass_by(1.0)
    promptness.note_painted()
    assert moments.judged == [] and not moments.due
