"""What limits say holds for all workers together, and is over when somebody has gone."""

from __future__ import annotations

import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from tests.terminal import Pty
from tests.tui.hall.halls import Hall, memory, needs_ssh, wait
from tilehall.tui.hall.limits import ConnectionLimits
from tilehall.tui.hall.pending_connections import Away, Knock, PendingConnections, Through, WrongPassword

WORKERS = 4


class Worker:
    """Hears who has to go."""

    def __init__(self) -> None:
        self.away: list[int] = []

    def tell(self, item: object) -> None:
        assert isinstance(item, Away)
        self.away.append(item.number)


def come(porch: PendingConnections, worker: Worker, numbers: range, address: str = "192.0.2.{}") -> None:
    for number in numbers:
        porch.hear(worker, Knock(number, address.format(number)))


def test_the_porch_is_one_for_all_workers() -> None:
    porch, one, other = PendingConnections(ConnectionLimits(), lambda: 0.0), Worker(), Worker()
    come(porch, one, range(40))
    come(porch, other, range(40, 80))
    assert (one.away, other.away) == ([*range(16)], []), "who has waited longest has to go"
    porch.hear(one, Through(20))
    porch.hear(one, Through(3))
    come(porch, other, range(100, 102))
    assert (one.away[16:], other.away) == ([16], [])


def test_whoever_stood_at_the_door_of_a_worker_that_died_stands_nowhere() -> None:
    porch, one, other = PendingConnections(ConnectionLimits(), lambda: 0.0), Worker(), Worker()
    come(porch, one, range(4), "192.0.2.7")
    come(porch, other, range(4, 5), "192.0.2.7")
    assert other.away == [4]
    porch.gone(one)
    come(porch, other, range(5, 9), "192.0.2.7")
    assert other.away == [4]


def test_thirty_may_come_in_a_minute_and_wrong_passwords_count_more() -> None:
    now = [0.0]
    porch, one, other = PendingConnections(ConnectionLimits(), lambda: now[0]), Worker(), Worker()
    for number in range(40):
        worker = (one, other)[number % 2]
        come(porch, worker, range(number, number + 1), "192.0.2.7")
        porch.hear(worker, Through(number))
    assert sorted(one.away + other.away) == [*range(30, 40)]
    now[0] = 10.0
    porch.hear(one, WrongPassword("192.0.2.7"))
    come(porch, one, range(50, 51), "192.0.2.7")
    assert 50 in one.away, "five were there again, and the wrong password took them"


# --- real ones, at a hall with several workers


@contextmanager
def idle(port: int, many: int, address: str = "127.0.0.{}") -> Iterator[list[socket.socket]]:
    """Connections that say nothing, from these addresses."""
    with ExitStack() as stack:
        found = []
        for number in range(many):
            one = stack.enter_context(socket.socket())
            one.bind((address.format(2 + number % 250), 0))
            one.settimeout(3)
            with suppress(OSError):
                one.connect(("127.0.0.1", port))
            found.append(one)
        yield found


def greeted(found: list[socket.socket]) -> list[socket.socket]:
    """Those that are still there after a while."""
    time.sleep(1.0)
    alive = []
    for one in found:
        one.setblocking(False)
        try:
            data = one.recv(100)
            closed = not data
            with suppress(BlockingIOError):
                closed = closed or not one.recv(4096)
        except BlockingIOError:
            closed = False
        except OSError:
            closed = True
        if not closed:
            alive.append(one)
    return alive


@pytest.fixture
def four(tmp_path: Path) -> Iterator[Hall]:
    with Hall(tmp_path, workers=WORKERS, patience={"login": 4.0, "shell": 2.0}) as one:
        yield one


@needs_ssh
def test_from_one_address_four_stand_at_all_doors(four: Hall) -> None:
    with idle(four.port, 24, "127.0.0.1") as found:
        assert len(greeted(found)) == 4
        assert four.run("aki", "version").returncode == 255
        wait(lambda: four.run("aki", "version").returncode == 0, "nobody comes in after the time for that", 15)


@needs_ssh
def test_five_hundred_who_say_nothing(four: Hall) -> None:
    """From everywhere: sixty-four at all doors together, and they keep out nobody who says something."""
    before = [memory(worker) for worker in four.workers()]
    with idle(four.port, 500) as found:
        assert 48 <= len(greeted(found)) <= 64
        assert sum(memory(worker) for worker in four.workers()) - sum(before) < 48 * 1024 * 1024
        began = time.monotonic()
        assert four.run("aki", "version").returncode == 0
        # Those who hold up the handshakes have a third of a second each, three at a time.
        assert time.monotonic() - began < 8.0
        time.sleep(4.0)
        assert not greeted(found)


@needs_ssh
def test_whoever_says_nothing_is_out_before_whoever_looks_at_a_fingerprint(tmp_path: Path) -> None:
    """Nobody types yes as fast as a program has to begin."""
    with Hall(tmp_path, patience={"greeting": 0.5}) as hall, idle(hall.port, 1) as (silent,):
        command = hall.command("aki", options=["-o", "StrictHostKeyChecking=ask", "-o", "EscapeChar=none"])
        with Pty(command) as aki:
            aki.wait_for("continue connecting")
            assert not greeted([silent])
            aki.send("yes\r")
            aki.wait_for("You are aki")


@needs_ssh
def test_in_a_minute_so_many_come_from_one_address(tmp_path: Path) -> None:
    with Hall(tmp_path, workers=WORKERS, knocks=8) as hall:
        runs = [hall.run("aki", "version").returncode for _ in range(14)]
        # One more may have come again while these came.
        assert runs[:8] == [0] * 8 and runs.count(255) >= 4


@needs_ssh
def test_nobody_has_more_than_two_screens_in_all_workers(four: Hall) -> None:
    with four.sit("dora") as one, four.sit("dora") as two, four.sit("dora") as three, four.sit("dora") as last:
        there: list[Any] = []
        for pty in (one, two, three, last):
            pty.wait_until(lambda pty=pty: "You are dora" in pty.text or "You have 2 screens" in pty.text)
            there += [pty] if "You are dora" in pty.text else []
        assert len(there) == 2


@needs_ssh
def test_from_one_address_eight_screens_in_all_workers(four: Hall) -> None:
    with ExitStack() as stack:
        there = []
        for number in range(9):
            pty = stack.enter_context(four.sit(f"n{number}"))
            pty.wait_until(lambda pty=pty: "You are n" in pty.text or "from your address" in pty.text)
            there += ["You are n" in pty.text]
        assert there == [True] * 8 + [False]


# --- those who are silent


@needs_ssh
def test_whoever_asks_for_nothing_is_out(four: Hall) -> None:
    began = time.monotonic()
    process = subprocess.Popen(four.command("aki", options=["-N"]), stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    assert process.wait(20) == 255
    assert time.monotonic() - began > 1.5


@needs_ssh
def test_whoever_does_nothing_is_asked_and_then_sent_home(tmp_path: Path) -> None:
    patience = {"warned": 1.0, "lobby": 5.0, "looks": 0.2}
    with Hall(tmp_path, patience=patience) as hall, hall.sit("aki") as aki, hall.sit("bo") as bo:
        bo.wait_for("You are bo")
        aki.wait_for("Are you still there?")
        for _ in range(3):
            # Whoever answers stays.
            bo.send("b")
            bo.wait_quiet(0.1)
            time.sleep(0.5)
        assert aki.wait_exit(20) == 0
        assert aki.restored() == []
        assert "Nothing was typed for a long time" in aki.received.decode()
        assert bo.process.poll() is None


@needs_ssh
def test_nobody_stays_for_ever(tmp_path: Path) -> None:
    with Hall(tmp_path, patience={"longest": 2.0, "looks": 0.2}) as hall, hall.sit("aki") as aki:
        aki.wait_for("You are aki")
        until = time.monotonic() + 20
        while aki.process.poll() is None and time.monotonic() < until:
            with suppress(OSError):
                aki.send("b")
            aki.read(0.1)
        assert aki.wait_exit() == 0
        assert "You have been here for very long" in aki.received.decode()
