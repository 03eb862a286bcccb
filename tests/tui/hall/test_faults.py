"""What one session, one worker or the whole house may suffer, and who notices."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import asyncssh
import pytest

from tests.tui.hall.halls import Hall, Neighbour, memory, needs_ssh, wait
from tilehall.tui.hall import discovery

pytestmark = needs_ssh
MB = 1024 * 1024


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    with Hall(tmp_path_factory.mktemp("two"), workers=2) as one:
        yield one


def test_a_worker_that_dies_takes_only_its_own_people_along(two: Hall) -> None:
    """They are back at once, in another or in a new one."""
    first, second = two.workers()
    with two.sit("aki") as aki, two.sit("bo") as bo:
        aki.wait_for("You are aki")
        bo.wait_for("You are bo")
        os.kill(first, signal.SIGKILL)
        wait(lambda: len(two.workers()) == 2 and first not in two.workers(), "no new worker")
        there = [pty for pty in (aki, bo) if pty.process.poll() is None]
        for pty in there:
            pty.send("b")
            pty.wait_for("1 keys, last b")
    assert second in two.workers()
    for _ in range(4):
        with two.sit("aki") as aki:
            aki.wait_for("You are aki", timeout=5)


@pytest.mark.soak
def test_a_worker_that_is_stopped_is_replaced(two: Hall) -> None:
    """It is asked every five seconds, and has fifteen to answer."""
    first, *_ = two.workers()
    os.kill(first, signal.SIGSTOP)
    wait(lambda: first not in two.workers(), "it is kept", 40)


def test_the_house_says_goodbye_and_leaves_nothing_behind(tmp_path: Path) -> None:
    with Hall(tmp_path) as hall:
        (worker,) = hall.workers()
        with hall.sit("aki") as aki:
            aki.wait_for("You are aki")
            assert hall.close() == 0
            assert aki.wait_exit() == 0
            assert aki.restored() == []
            assert "The hall closes now" in aki.received.decode()
        wait(lambda: not Path(f"/proc/{worker}").exists(), "the worker lives on")
        assert not (hall.data / "house.sock").exists()


def test_without_its_house_a_worker_says_so_and_ends(tmp_path: Path) -> None:
    with Hall(tmp_path) as hall:
        (worker,) = hall.workers()
        with hall.sit("aki") as aki:
            aki.wait_for("You are aki")
            os.kill(hall.process.pid, signal.SIGKILL)
            assert aki.wait_exit() == 0
            assert aki.restored() == []
            assert "The hall has stopped all of a sudden" in aki.received.decode()
        wait(lambda: not Path(f"/proc/{worker}").exists(), "the worker lives on", 15)
    with Hall(tmp_path) as again, again.sit("aki") as aki:
        aki.wait_for("You are aki")
        assert again.fingerprint == hall.fingerprint


def test_two_halls_do_not_share_a_folder(tmp_path: Path) -> None:
    with Hall(tmp_path) as hall:
        with pytest.raises(AssertionError):
            Hall(tmp_path)
        assert "A hall is open with" in hall.log.read_text()


def test_two_halls_do_not_share_a_port(hall: Hall, tmp_path: Path) -> None:
    """Workers of one hall do; the second hall says so, and leaves nothing behind."""
    with pytest.raises(AssertionError, match=f"Something else is at port {hall.port} already"):
        Hall(tmp_path, port=hall.port)
    assert not discovery.folder(tmp_path / "hall").exists()
    assert not (tmp_path / "hall" / "house.sock").exists()


def test_a_port_is_there_again_when_a_house_was_killed(tmp_path: Path) -> None:
    with Hall(tmp_path, workers=2) as hall, hall.sit("aki") as aki:
        aki.wait_for("You are aki")
        os.kill(hall.process.pid, signal.SIGKILL)
        hall.process.wait()
        with Hall(tmp_path, workers=2, port=hall.port) as again, again.sit("bo") as bo:
            bo.wait_for("You are bo")


@pytest.mark.soak
def test_a_worker_that_is_stopped_does_not_keep_the_hall_open_for_long(tmp_path: Path) -> None:
    with Hall(tmp_path, workers=2) as hall:
        os.kill(hall.workers()[0], signal.SIGSTOP)
        began = time.monotonic()
        assert hall.close() == 0
        assert time.monotonic() - began < 12.0


def test_a_killed_client_is_gone_soon(hall: Hall) -> None:
    with hall.sit("aki") as aki:
        aki.wait_for("You are aki")
        name = hall.logged()[-1]["session"]
        aki.kill(signal.SIGKILL)
        wait(lambda: any(line["what"] == f"{name}: the client has gone" for line in hall.logged()), "it stays", 5)
    assert not any(f"{name}: ended" in line["what"] for line in hall.logged())


@pytest.mark.parametrize("seconds", [4, pytest.param(20, marks=pytest.mark.soak)])
def test_a_stopped_client_holds_little_and_paints_again(hall: Hall, seconds: float) -> None:
    """With a film running, which is thirty frames a second."""
    (worker,) = hall.workers()
    with hall.sit("aki") as aki, hall.sit("bo") as bo:
        aki.wait_for("You are aki")
        bo.wait_for("You are bo")
        aki.send("f")
        aki.wait_until(lambda: aki.lines[6].strip() != "")
        aki.kill(signal.SIGSTOP)
        before, neighbour, until = memory(worker), Neighbour(bo), time.monotonic() + seconds
        while time.monotonic() < until:
            neighbour.press()
            time.sleep(0.2)
        held = memory(worker) - before
        print(f"{held / 1024:.0f} kB more, the neighbour waited {neighbour.slowest * 1000:.0f} ms at most")
        assert neighbour.slowest < 15.0
        assert held < 8 * MB
        aki.kill(signal.SIGCONT)
        aki.send("k")
        aki.wait_for("last k")


def test_a_flood_of_keys_and_a_great_paste_disturb_nobody(hall: Hall) -> None:
    (worker,) = hall.workers()
    with hall.sit("aki") as aki, hall.sit("bo") as bo:
        aki.wait_for("You are aki")
        bo.wait_for("You are bo")
        before = memory(worker)
        os.set_blocking(aki.master, False)
        flood = b"\x1b[200~" + b"q" * 300_000 + b"\x1b[201~" + b"k" * 20_000
        sent, until = 0, time.monotonic() + 5
        while sent < len(flood) and time.monotonic() < until:
            try:
                sent += os.write(aki.master, flood[sent : sent + 4096])
            except BlockingIOError:
                time.sleep(0.005)
        began, shown = time.monotonic(), bo.text
        bo.send("b")
        bo.wait_until(lambda: bo.text != shown)
        assert time.monotonic() - began < 15.0
        assert memory(worker) - before < 16 * MB
        assert aki.process.poll() is None


NASTY = [
    b"\x1b[48;99999999;99999999;1;1t",
    b"\x1b[99999999999999999999u",
    b"\x1b[<0;99999;99999M",
    b"\x1b]52;c;AAAA",
    b"\x1bP1$r" + b"w" * 20_000,
    b"\x1b[?1;2;3;4;5;6c" * 50,
    bytes(range(128, 256)) * 5,
]


def test_malformed_sequences_harm_nobody(hall: Hall) -> None:
    with hall.sit("aki") as aki:
        aki.wait_for("You are aki")
        for data in NASTY:
            aki.send(data)
            aki.wait_quiet(0.1)
        time.sleep(1.2)
        aki.send("k")
        aki.wait_for("last k")


def test_what_is_printed_is_in_the_log_whoever_came_first(hall: Hall) -> None:
    with hall.sit("aki") as aki, hall.sit("bo") as bo:
        aki.wait_for("You are aki")
        bo.wait_for("You are bo")
        aki.send("p")
        aki.wait_for("last p")
        aki.send("q")
        aki.wait_exit()
        bo.send("p")
        bo.wait_for("last p")
    hall.wait_logged("printed by aki")
    hall.wait_logged("printed by bo")


# --- strangers


async def test_one_session_and_nothing_beside_it(hall: Hall) -> None:
    async with asyncssh.connect(
        "127.0.0.1", hall.port, username="aki", known_hosts=None, config=None, client_keys=[hall.key("aki")]
    ) as conn:
        await conn.open_session(term_type="xterm", term_size=(80, 24), encoding=None)
        with pytest.raises(asyncssh.ChannelOpenError):
            await conn.open_session(term_type="xterm", term_size=(80, 24), encoding=None)
        with pytest.raises(asyncssh.ChannelOpenError):
            await conn.open_connection("127.0.0.1", hall.port)
        with pytest.raises(asyncssh.ChannelOpenError):
            await conn.open_unix_connection("/tmp/x")
        with pytest.raises(asyncssh.ChannelListenError):
            await conn.forward_remote_port("", 0, "127.0.0.1", 22)


async def test_a_client_that_only_sets_variables_costs_little(hall: Hall) -> None:
    (worker,) = hall.workers()
    before = memory(worker)
    environ = {f"LC_{number}": "x" * 30_000 for number in range(3000)}
    with pytest.raises((asyncssh.Error, OSError)):
        async with asyncssh.connect(
            "127.0.0.1", hall.port, username="aki", known_hosts=None, config=None, client_keys=[hall.key("aki")]
        ) as conn:
            _, stdout, _ = await conn.open_session(command="version", env=environ, encoding=None)
            assert not await stdout.read()
            raise asyncssh.ConnectionLost("as it should be")
    assert memory(worker) - before < 8 * MB


def test_strangers_at_the_door_are_few(tmp_path: Path) -> None:
    with Hall(tmp_path, knocks=10) as hall:
        idle = [socket.create_connection(("127.0.0.1", hall.port)) for _ in range(12)]
        try:
            time.sleep(0.5)
            alive = 0
            for one in idle:
                one.settimeout(2)
                with suppress(OSError):
                    alive += one.recv(100).startswith(b"SSH-2.0-Tilehall")
            assert alive == 4
        finally:
            for one in idle:
                one.close()
        runs = [hall.run("aki", "version").returncode for _ in range(10)]
        assert runs.count(0) == 6 and runs[-1] == 255


async def test_what_a_terminal_calls_itself_is_never_shown_raw(hall: Hall) -> None:
    async with asyncssh.connect(
        "127.0.0.1", hall.port, username="aki", known_hosts=None, config=None, client_keys=[hall.key("aki")]
    ) as conn:
        _, stdout, _ = await conn.open_session(term_type="dumb", term_size=(80, 24), encoding=None)
        assert b"\x1b" not in await stdout.read()
    assert "\x1b" not in hall.log.read_text()


# --- long ones


@pytest.mark.soak
def test_hundreds_come_and_go_and_leave_nothing(tmp_path: Path) -> None:
    with Hall(tmp_path, knocks=10_000) as hall:
        (worker,) = hall.workers()

        def crowd(rounds: int) -> int:
            for _ in range(rounds):
                ptys = [hall.sit(f"n{number}") for number in range(4)]
                for pty in ptys:
                    pty.wait_for("You are")
                    pty.send("kq")
                for pty in ptys:
                    pty.wait_exit()
                    pty.close()
            time.sleep(4)
            return memory(worker)

        # What is kept ready for the next ones has its full size after some.
        crowd(25)
        before, after = crowd(1), crowd(50)
        print(f"{(after - before) / 200 / 1024:.0f} kB for each who has gone")
        assert (after - before) / 200 < 50 * 1024


@pytest.mark.soak
def test_a_client_that_says_nothing_is_out_after_a_while(hall: Hall) -> None:
    with socket.create_connection(("127.0.0.1", hall.port)) as one:
        one.settimeout(40)
        began = time.monotonic()
        while one.recv(4096):
            pass
        assert 15 < time.monotonic() - began < 30
    process = subprocess.Popen(hall.command("aki", options=["-N"]), stdin=subprocess.DEVNULL)
    assert process.wait(20) == 255
