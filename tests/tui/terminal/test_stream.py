"""Apps at the end of a line: what they send, what they take, what becomes of the process they share."""

from __future__ import annotations

import asyncio
import gc
import io
import re
import sys
import weakref
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from contextvars import Context, copy_context
from typing import Any

import pyte
import pytest

from tests.terminal import FOREIGN
from tests.tui.terminal.demo import Demo
from tilehall.tui.terminal.app_host import AppHost
from tilehall.tui.terminal.capabilities import Terminal
from tilehall.tui.terminal.drivers import stream_driver
from tilehall.tui.terminal.drivers.flow_control import BYTES_PER_QUESTION
from tilehall.tui.terminal.drivers.stream_driver import BEHIND, StreamDriver, clamp_size


class Wire:
    """A line to a terminal of 80x24; what is in `stuck` has not been taken by the network yet."""

    def __init__(self) -> None:
        self.sent = bytearray()
        self.packets = 0
        self.stuck = 0
        self.paused = 0
        self.screen = pyte.Screen(80, 24)
        self._stream = pyte.ByteStream(self.screen)

    def send(self, data: bytes) -> None:
        self.sent += data
        self.packets += 1
        self._stream.feed(FOREIGN.sub("", data.decode()).encode())

    def unsent_bytes(self) -> int:
        return self.stuck

    def pause(self) -> None:
        self.paused += 1

    def resume(self) -> None:
        self.paused -= 1

    @property
    def text(self) -> str:
        return "\n".join(self.screen.display)


async def until(holds: Callable[[], bool], seconds: float = 10.0) -> None:
    async with asyncio.timeout(seconds):
        while not holds():
            await asyncio.sleep(0.01)


class Guest:
    """A running demo and all around it."""

    def __init__(self, lodge: AppHost, app: Demo | None = None, size: tuple[int, int] = (80, 24)) -> None:
        self.line = Wire()
        self.answered = 0
        """Questions of the driver."""
        self.app = app or Demo(Terminal())
        self.driver = StreamDriver(self.app, self.line, size)
        self.task = asyncio.create_task(lodge.run(self.app, self.driver, self.line))

    async def here(self) -> None:
        await until(lambda: "ready" in self.line.text and "Aki" in self.line.text)

    async def leave(self) -> None:
        self.driver.receive(b"q")
        await self.task


@asynccontextmanager
async def guest(**options: Any) -> AsyncIterator[Guest]:
    one = Guest(AppHost(), **options)
    await one.here()
    yield one
    await one.leave()


async def test_an_app_is_shown_and_left_and_the_terminal_is_as_before() -> None:
    async with guest() as aki:
        aki.driver.receive(b"\x1b[C")
        await until(lambda: "Cell B1" in aki.line.text)
    assert aki.line.sent.endswith(b"\x1b[?1049l\x1b[?25h")
    on, off = (set(re.findall(rb"\x1b\[\?(\d+)" + end, aki.line.sent)) for end in (b"h", b"l"))
    assert on >= {b"1000", b"1004", b"2004", b"1049"} and on <= off


async def test_a_key_is_answered_in_one_packet() -> None:
    async with guest() as aki:
        await asyncio.sleep(0.3)
        before = aki.line.packets
        aki.driver.receive(b"\x1b[C")
        await until(lambda: "Cell B1" in aki.line.text)
        await asyncio.sleep(0.1)
        assert aki.line.packets == before + 1


async def test_a_sequence_in_pieces_is_one_key_and_a_lone_escape_is_a_key() -> None:
    async with guest() as aki:
        for piece in (b"\x1b", b"[", b"C"):
            aki.driver.receive(piece)
            await asyncio.sleep(0.02)
        await until(lambda: "Cell B1" in aki.line.text)
        aki.driver.receive(b"m")
        await until(lambda: "A dialog" in aki.line.text)
        aki.driver.receive(b"\x1b")
        await until(lambda: "A dialog" not in aki.line.text)
        assert "letter [" not in aki.line.text and "letter C" not in aki.line.text


async def test_a_terminal_that_does_not_keep_up_is_spared_and_then_whole() -> None:
    """Nothing is painted meanwhile, and no frame is thought to be on a screen that it never reached."""
    async with guest() as aki, guest() as bo:
        aki.line.stuck = BEHIND + 1
        aki.driver.receive(b"\x1b[C")
        await asyncio.sleep(0.2)
        before = len(aki.line.sent)
        for _ in range(6):
            aki.driver.receive(b"\x1b[B")
            await asyncio.sleep(0.05)
        aki.driver.receive(b"tm")
        await asyncio.sleep(0.2)
        assert len(aki.line.sent) - before < 40, "but for the shape of the pointer"
        aki.line.stuck = 0
        bo.driver.receive(b"\x1b[C" + b"\x1b[B" * 6 + b"tm")
        for one in (aki, bo):
            await until(lambda one=one: "A dialog" in one.line.text and "a toast" in one.line.text)
            await asyncio.sleep(0.1)
        assert aki.line.screen.display == bo.line.screen.display
        for one in (aki, bo):
            one.driver.receive(b"\x1b")
            await until(lambda one=one: "A dialog" not in one.line.text)


def answer(aki: Guest) -> int:
    """What a terminal does that draws all it has been sent; how many questions were answered."""
    questions = aki.line.sent.count(b"\x1b[5n") - aki.answered
    aki.answered += questions
    aki.driver.receive(b"\x1b[0n" * questions)
    return questions


async def wiped(aki: Guest) -> int:
    """Writes the whole screen anew; the bytes that were sent."""
    before = len(aki.line.sent)
    aki.driver.receive(b"\x0c")
    await asyncio.sleep(0.15)
    return len(aki.line.sent) - before


async def test_a_terminal_that_answers_is_sent_no_more_than_it_draws() -> None:
    """Whatever the system, the client and the network would take in the meantime."""
    async with guest() as aki:
        await asyncio.sleep(0.2)
        assert answer(aki) == 1
        assert await wiped(aki) > BYTES_PER_QUESTION and await wiped(aki) > BYTES_PER_QUESTION
        aki.driver.receive(b"\x1b[C" + b"\x1b[B" * 3)
        assert await wiped(aki) < 40, "two pictures are on their way"
        assert "Cell B4" not in aki.line.text
        assert answer(aki) == 2
        await until(lambda: "Cell B4" in aki.line.text)


async def test_who_draws_in_time_is_not_sent_anything_twice() -> None:
    async with guest() as aki:
        await asyncio.sleep(0.2)
        answer(aki)
        await wiped(aki)
        await wiped(aki)
        before = len(aki.line.sent)
        answer(aki)
        await asyncio.sleep(0.2)
        assert len(aki.line.sent) - before < 40, "nothing was missed"


async def test_answers_are_no_keys_however_they_come() -> None:
    async with guest() as aki:
        for piece in (b"\x1b[0n", b"\x1b[", b"0n", b"\x1b[0nz\x1b[0n"):
            aki.driver.receive(piece)
            await asyncio.sleep(0.02)
        await until(lambda: "letter z" in aki.line.text)
        assert "letter n" not in aki.line.text and "letter 0" not in aki.line.text


async def test_a_terminal_that_loses_its_answers_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """As one does that another program was put before for a while."""
    monkeypatch.setattr("tilehall.tui.terminal.drivers.flow_control.ALIVE", 0.3)
    async with guest() as aki:
        await asyncio.sleep(0.2)
        answer(aki)
        await wiped(aki)
        await wiped(aki)
        await asyncio.sleep(0.3)
        aki.driver.receive(b"\x1b[C")
        await until(lambda: "Cell B1" in aki.line.text)


async def test_a_terminal_that_says_nothing_is_sent_a_little_from_time_to_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tilehall.tui.terminal.drivers.flow_control.PATIENCE", 0.5)
    async with guest() as aki:
        await asyncio.sleep(0.2)
        answer(aki)
        await wiped(aki)
        await wiped(aki)
        assert await wiped(aki) < 40
        await asyncio.sleep(0.6)
        assert await wiped(aki) > BYTES_PER_QUESTION


async def test_the_end_waits_for_the_last_answer() -> None:
    """It would be typed into the shell that comes after."""
    lodge = AppHost()
    one = Guest(lodge)
    await one.here()
    answer(one)
    await wiped(one)
    one.driver.receive(b"q")
    await until(lambda: one.line.sent.endswith(b"\x1b[?25h"))
    await asyncio.sleep(0.1)
    assert not one.task.done()
    assert answer(one)
    await asyncio.wait_for(one.task, 0.3)


async def test_a_reader_that_never_comes_back_costs_nothing_more() -> None:
    async with guest() as aki:
        aki.line.stuck = 10_000_000
        before = len(aki.line.sent)
        for _ in range(20):
            aki.driver.receive(b"\x1b[Cx"[:3])
            aki.app.bell()
            await asyncio.sleep(0.01)
        assert len(aki.line.sent) - before < 3000


async def test_what_is_typed_ahead_is_bounded_and_none_of_it_is_lost(monkeypatch) -> None:
    monkeypatch.setattr(stream_driver, "FULL", 1500)
    monkeypatch.setattr(stream_driver, "ROOM", 300)
    async with guest() as aki:
        aki.driver.receive(b"\x1b[B" * 502)
        assert aki.line.paused == 1
        await until(lambda: aki.line.paused == 0, 60)
        aki.driver.receive(b"z")
        await until(lambda: "letter z" in aki.line.text, 60)
        # So many times down on eight rows.
        assert f"Cell A{502 % 8 + 1}" in aki.line.text


async def test_a_great_paste_is_cut_and_does_no_harm() -> None:
    async with guest() as aki:
        data = b"\x1b[200~" + b"q" * 1_000_000 + b"\x1b[201~"
        for at in range(0, len(data), 4096):
            aki.driver.receive(data[at : at + 4096])
            await until(lambda: aki.line.paused == 0)
        aki.driver.receive(b"\x1b[C")
        await until(lambda: "Cell B1" in aki.line.text)


@pytest.mark.parametrize(
    ("said", "believed"),
    [((0, 0), (80, 24)), ((1, 1), (20, 5)), ((4294967295, 4294967295), (300, 100)), ((120, 0), (120, 24))],
)
def test_a_size_is_believed_within_bounds(said: tuple[int, int], believed: tuple[int, int]) -> None:
    assert clamp_size(*said) == believed


async def test_two_thousand_sizes_in_a_row() -> None:
    async with guest() as aki:
        for step in range(2000):
            aki.driver.resize(step * 1000 % 4294967295, step % 7)
        aki.driver.resize(100, 30)
        await until(lambda: aki.app.size == (100, 30))
        aki.driver.resize(80, 24)
        await until(lambda: aki.app.size == (80, 24))
        await until(lambda: "ready" in aki.line.text)


BROKEN = [
    b"\x1b[48;99999999;99999999;1;1t",
    b"\x1b[99999999999999999999u",
    b"\x1bP1$r" + b"q" * 100_000,
    b"\x1b[<0;99999;99999M",
    b"\x1b[999999999999999R",
    b"\xff\xfe\xc3\x1b[\xff",
    b"\x1b]52;c;AAAA\x07",
    b"\x1b\\",
]


@pytest.mark.parametrize("data", BROKEN, ids=lambda data: repr(data[:12]))
async def test_malformed_input_harms_nobody(data: bytes) -> None:
    async with guest() as aki:
        aki.driver.receive(data)
        await asyncio.sleep(0.2)
        assert not aki.task.done()
        aki.driver.receive(b"\x1b\\")
        await asyncio.sleep(0.3)
        aki.driver.receive(b"\x1b[C")
        await until(lambda: "Cell B1" in aki.line.text)


# --- what the process shares


async def test_whoever_prints_is_heard_in_whatever_order_apps_end(monkeypatch) -> None:
    printed = io.StringIO()
    monkeypatch.setattr(sys, "stdout", printed)
    lodge = AppHost()
    aki, bo = Guest(lodge), Guest(lodge)
    await aki.here()
    await bo.here()
    print("both")
    await aki.leave()
    print("one")
    await bo.leave()
    print("none")
    assert printed.getvalue().split() == ["both", "one", "none"]


async def test_the_loop_begins_its_tasks_as_before(monkeypatch) -> None:
    """Textual sets a factory for the whole loop; with it asyncssh lets nobody in."""

    def factory(loop: asyncio.AbstractEventLoop, coro: Any, **options: Any) -> asyncio.Task[Any]:
        return asyncio.Task(coro, loop=loop, **options)

    monkeypatch.setattr(asyncio, "eager_task_factory", factory, raising=False)
    async with guest(), guest():
        assert asyncio.get_running_loop().get_task_factory() is None


async def test_an_error_ends_one_app_with_a_sentence() -> None:
    reports: list[str] = []
    aki = Guest(AppHost())
    aki.app.error_listener = reports.append
    await aki.here()
    async with guest() as bo:
        aki.driver.receive(b"x")
        await asyncio.wait_for(aki.task, 5)
        bo.driver.receive(b"\x1b[C")
        await until(lambda: "Cell B1" in bo.line.text)
    assert aki.app.return_code == 1
    after = bytes(aki.line.sent).rpartition(b"\x1b[?25h")[2].decode()
    assert "Something went wrong" in after and "Traceback" not in after and after.endswith("\r\n")
    assert "Traceback" in reports[0] and "failed on purpose" in reports[0]


async def test_nothing_is_left_of_those_who_have_gone() -> None:
    lodge, gone = AppHost(), []
    for _ in range(3):
        one = Guest(lodge)
        gone += [weakref.ref(one.app), weakref.ref(one.driver)]
        await one.here()
        one.driver.receive(b"\x1b[C\x1b[57441;5u")
        await one.leave()
    del one
    for _ in range(5):
        gc.collect()
        await asyncio.sleep(0.05)
    assert [each() for each in gone] == [None] * 6


async def test_who_is_still_held_by_a_timer_is_found_later(monkeypatch: pytest.MonkeyPatch) -> None:
    """The loop keeps the context of a timer that was called off until it would have run out, as it is kept here."""
    monkeypatch.setattr("tilehall.tui.terminal.app_host.AGAIN", 0.5)
    lodge = AppHost()
    one = Guest(lodge)
    await one.here()
    held = list[Context]()
    one.driver.run_in_app(lambda: held.append(copy_context()))
    await until(lambda: len(held) == 1)
    await one.leave()
    del one
    assert lodge.collect_garbage()
    assert lodge.closed_count == 1
    assert not lodge.collect_garbage(), "not at once again"
    held.clear()
    await until(lambda: lodge.collect_garbage() and lodge.closed_count == 0)


async def test_garbage_is_looked_for_when_nobody_is_waiting() -> None:
    lodge = AppHost()
    one = Guest(lodge)
    await one.here()
    assert not lodge.collect_garbage()
    await one.leave()
    del one
    assert lodge.collect_garbage()
    assert not lodge.collect_garbage(), "there is none"
