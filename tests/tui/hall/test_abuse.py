"""What strangers and broken clients may try: only their own session feels it, and nobody else is sent a byte of it."""

from __future__ import annotations

import asyncio
import gc
import os
import random
import re
import select
import socket
import threading
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import asyncssh
import pytest
from asyncssh.constants import MSG_CHANNEL_DATA, MSG_GLOBAL_REQUEST, MSG_IGNORE
from asyncssh.packet import Boolean, String, UInt32

from tests.terminal import Pty
from tests.tui.hall.guests import until
from tests.tui.hall.halls import Hall, Neighbour, memory, needs_ssh
from tests.tui.hall.lobby import SmallApp, screens
from tests.tui.hall.parlour import SmallHouse
from tilehall.engine import UserError
from tilehall.tui.hall.client import HallClient
from tilehall.tui.hall.door import LINGER, Doorway, Session, SshDoor, listen
from tilehall.tui.hall.gateway import Gateway
from tilehall.tui.hall.guest import Guest, Welcome
from tilehall.tui.hall.hostkey import host_key
from tilehall.tui.hall.limits import ConnectionLimits
from tilehall.tui.hall.protocol import CLOSES, Caller, TableSettings
from tilehall.tui.hall.ssh import SLICE, Portions
from tilehall.tui.hall.timeouts import USUAL
from tilehall.tui.hall.worker_config import WorkerConfig
from tilehall.tui.terminal.app_host import AppHost
from tilehall.tui.terminal.drivers.stream_driver import StreamDriver

pytestmark = needs_ssh
MB = 1024 * 1024
soak = pytest.mark.soak


def stranger(hall: Hall, name: str = "aki", **options: Any) -> Any:
    """A connection of somebody with a key, who says what he likes."""
    return asyncssh.connect(
        "127.0.0.1",
        hall.port,
        username=name,
        known_hosts=None,
        config=None,
        client_keys=[hall.key("stranger")],
        agent_path=None,
        **options,
    )


# --- lines that break


class Proxy:
    """Carries bytes to a hall, until it swallows everything."""

    def __init__(self, port: int) -> None:
        self._there = port
        self._server = socket.create_server(("127.0.0.1", 0))
        self.port = self._server.getsockname()[1]
        self.swallows = threading.Event()
        self._thread = threading.Thread(target=self._carry, daemon=True)
        self._thread.start()

    def _carry(self) -> None:
        client, _ = self._server.accept()
        hall = socket.create_connection(("127.0.0.1", self._there))
        other = {client: hall, hall: client}
        with client, hall, suppress(OSError):
            while True:
                for one in select.select([client, hall], [], [], 0.1)[0]:
                    data = one.recv(65536)
                    if not data:
                        return
                    if not self.swallows.is_set():
                        other[one].sendall(data)

    def close(self) -> None:
        self._server.close()


def test_a_line_that_swallows_everything_is_cut(tmp_path: Path) -> None:
    """After so many questions without an answer, and not before."""
    with Hall(tmp_path, patience={"alive": 0.5, "missed": 3}) as hall, hall.sit("bo") as bo:
        proxy = Proxy(hall.port)
        command = hall.command("aki", options=["-o", "EscapeChar=none"])
        command[command.index("-p") + 1] = str(proxy.port)
        with Pty(command) as aki:
            aki.wait_for("You are aki")
            time.sleep(2.5)
            assert aki.process.poll() is None
            began = time.monotonic()
            proxy.swallows.set()
            name = next(line["session"] for line in hall.logged() if line["what"].startswith("aki is in"))
            hall.wait_logged(f"{name}: lost", 10)
            assert time.monotonic() - began > 1.0
            bo.wait_for("You are bo")
        proxy.close()


@pytest.mark.parametrize("seconds", [3, pytest.param(20, marks=soak)])
async def test_a_reader_with_a_huge_window_who_never_reads(tmp_path: Path, seconds: int) -> None:
    """Its client allows a gigabyte to be sent, and takes nothing off the line."""
    with Hall(tmp_path) as hall:
        (worker,) = hall.workers()
        async with stranger(hall) as conn:
            made = await conn.create_session(
                asyncssh.SSHClientSession,
                term_type="xterm-256color",
                term_size=(120, 40),
                window=1 << 30,
                encoding=None,
            )
            channel = made[0]
            channel.write(b"f")
            await asyncio.sleep(1)
            conn._transport.pause_reading()
            before = memory(worker)
            await asyncio.sleep(seconds)
            assert memory(worker) - before < 4 * MB
            with hall.sit("bo") as bo:
                bo.wait_for("You are bo")
                bo.send("b")
                bo.wait_for("1 keys, last b")
            conn.abort()


# --- what is typed


def test_a_click_and_letters_in_pieces_arrive(hall: Hall) -> None:
    with hall.sit("aki") as aki:
        aki.wait_for("You are aki")
        aki.click(12, 3)
        aki.wait_for("clicked 12,3")
        for letter in ("é", "竹", "𝄞"):
            for byte in letter.encode():
                aki.send(bytes([byte]))
                aki.read(0.1)
            aki.wait_for(f"typed {letter}")


def test_a_paste_of_a_megabyte(hall: Hall) -> None:
    (worker,) = hall.workers()
    with hall.sit("aki") as aki, hall.sit("bo") as bo:
        aki.wait_for("You are aki")
        bo.wait_for("You are bo")
        before, neighbour = memory(worker), Neighbour(bo)
        pour(aki, b"\x1b[200~" + b"q" * MB + b"\x1b[201~k", neighbour.press)
        aki.wait_for("last k")
        assert neighbour.slowest < 5.0
        assert memory(worker) - before < 16 * MB


def pour(pty: Pty, data: bytes, meanwhile: Callable[[], None] = lambda: None) -> None:
    """Types all of it, and reads what comes: a terminal that is not read does not listen any more."""
    os.set_blocking(pty.master, False)
    late = time.monotonic() + 60
    while data:
        with suppress(BlockingIOError):
            data = data[os.write(pty.master, data[:4096]) :]
        pty.read(0.002)
        meanwhile()
        assert time.monotonic() < late, f"{len(data)} bytes are not taken"
    os.set_blocking(pty.master, True)


@pytest.mark.parametrize("size", [(4294967295, 4294967295), (0, 0), (1, 1), (4294967295, 1)])
async def test_sizes_that_no_terminal_has(hall: Hall, size: tuple[int, int]) -> None:
    (worker,) = hall.workers()
    before = memory(worker)
    async with stranger(hall) as conn:
        stdin, stdout, _ = await conn.open_session(term_type="xterm", term_size=size, encoding=None)
        sent = b""
        while b"You are aki" not in sent:
            sent += await asyncio.wait_for(stdout.read(4096), 20)
        for number in range(300):
            stdin.channel.change_terminal_size(*((number * 7919) % 4294967295, number) if number % 2 else size)
        stdin.write(b"k")
        while b"last k" not in sent:
            sent += await asyncio.wait_for(stdout.read(4096), 20)
    assert memory(worker) - before < 8 * MB


NASTY = (
    b"\x1b[48;99999999;99999999;1;1t",
    b"\x1b[99999999999999999999u",
    b"\x1b[<99999999999999999999;1;1M",
    b"\x1b[" + b"1;" * 3000 + b"u",
    b"\x1bP" + b"q" * 100_000,
    b"\x1b_" + b"q" * 5_000,
    b"\x1b^\x1b^\x1b^",
    b"\x1b]" + b"\xff" * 5_000,
    b"\x1b[200~\x1b[200~\x1b[201~",
    b"\x1b[200~",
    b"\x1b[?1;2c\x1b[?2026;2$y\x1b[?2048;1$y\x1b[1;1R",
    b"\x9b31m\x9d52;c;AAAA\x9c",
    b"\x1bO" * 200,
    b"\x00" * 300,
    bytes(range(256)) * 4,
)
PIECES = (b"\x1b", b"[", b"]", b"P", b"O", b"<", b";", b"~", b"u", b"M", b"R", b"t", b"\xe7", b"\x9b", b"\x07", b"\x7f")


@pytest.mark.parametrize("seconds", [2, pytest.param(10, marks=soak)])
def test_noise_and_nasty_sequences_harm_nobody(tmp_path: Path, seconds: int) -> None:
    """By lot, always the same."""
    with Hall(tmp_path) as hall:
        (worker,) = hall.workers()
        limits = Path(f"/proc/{worker}/limits").read_text()
        assert re.search(r"Max address space +[0-9]", limits)
        with hall.sit("aki") as aki, hall.sit("bo") as bo:
            aki.wait_for("You are aki")
            bo.wait_for("You are bo")
            chance, neighbour, before = random.Random(8), Neighbour(bo), memory(worker)
            until = time.monotonic() + seconds
            while time.monotonic() < until:
                noise = b"".join(chance.choices((*PIECES, b"1", b"24", b"999999999999"), k=30))
                # Not more than the screen can deal with: what waits in between is asked for elsewhere.
                time.sleep(0.04)
                # Not the keys with which the small screen ends or harms itself.
                pour(
                    aki,
                    chance.choice((noise, chance.choice(NASTY))).translate(None, b"qxhzfFps\x03\x11"),
                    neighbour.press,
                )
            # Whatever began a string or a paste there is over by then.
            time.sleep(1.5)
            aki.send(b"\x1b[201~\x1b\\\x07")
            aki.wait_quiet(0.3)
            aki.send("kkkk")
            aki.wait_for("last k")
            assert memory(worker) - before < 20 * MB
            assert neighbour.slowest < 5.0
            print(f"the neighbour waited {neighbour.slowest * 1000:.0f} ms at most")


# --- what may not be asked for


async def test_neither_agent_nor_windows_are_carried(hall: Hall) -> None:
    for options in (["-A"], ["-X"], ["-Y"]):
        run = hall.run("aki", "version", options=[*options, "-v", "-o", "ForwardAgent=yes"])
        assert run.returncode == 0 and run.stdout.startswith("tilehall ")
    async with stranger(hall) as conn:
        with pytest.raises(asyncssh.Error):
            await conn.open_session(command="version", x11_forwarding=True, x11_display=":0")
        with pytest.raises(asyncssh.Error):
            await conn.start_sftp_client()


async def test_an_onlooker_changes_nothing(tmp_path: Path) -> None:
    """Whatever key is pressed, the game stays where it is."""
    with Hall(tmp_path, "tests.tui.hall.real") as hall:
        house = hall.data / "house.sock"
        visits = [await HallClient.enter(house, Caller(name, name), "", lambda news: None) for name in ("aki", "bo")]
        table, _ = await visits[0].open(TableSettings("princess", 2))
        await visits[1].join(table)
        await visits[0].start(table)
        before = (await visits[0].come(table)).change
        with hall.sit("cleo", key=False) as cleo:
            cleo.wait_for(f"table {table};")
            cleo.send("\r")
            cleo.wait_for("watching")
            cleo.press("\r", "\r", "u", "U", "z", ".", "y", "i", "\r")
            assert cleo.process.poll() is None
            with pytest.raises(UserError):
                await (await HallClient.enter(house, Caller("dan"), "", lambda news: None)).act(table, ("pass",))
        after = (await visits[0].come(table)).change
        assert (after.number, after.state) == (before.number, before.state)


# --- what others would be shown

EVIL = (
    "\x1b]52;c;ZXZpbA==\x07",
    "\x9b31mred\x9d52;c;ZXZpbA==\x9c",
    "\u202egnp\u2066.exe\u2069",
    "a\x00b\x08c\x1b[2J\x1bc",
)
NEVER = re.compile(
    rb"\x1b\]52|ZXZpbA==\x07|\x1bc|\x1b\[2J|\x00|\x08|\xc2[\x80-\x9f]"
    rb"|\xe2\x80[\x8b-\x8f\xaa-\xae]|\xe2\x81[\xa6-\xa9]"
)


async def _do_evil(hall: Hall) -> int:
    """Whatever can be said to a house is said to it, in control characters: in names, words and codes."""
    house = hall.data / "house.sock"
    visits = [
        await HallClient.enter(house, Caller(f"mal{evil}", f"SHA256:{n}"), "", lambda news: None)
        for n, evil in enumerate(EVIL)
    ]
    table, _ = await visits[0].open(TableSettings("princess", 2, chat=True))
    await visits[1].join(table)
    await visits[0].start(table)
    for evil in EVIL:
        for visit in visits:
            for name, *words in (("say", table, f"hello {evil} you"), ("rename", f"x{evil}"), ("by_code", evil)):
                with suppress(Exception):
                    await getattr(visit, name)(*words)
        await asyncio.sleep(1.0)
    for visit in visits[2:]:
        await visit.end()
    return table


async def test_nobody_is_sent_what_others_wrote_in_control_characters(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # An honest client would not even say such a name.
    monkeypatch.setattr("asyncssh.connection.saslprep", lambda name: name)
    with Hall(tmp_path, "tests.tui.hall.real") as hall, hall.sit("bo") as bo:
        bo.wait_for("Welcome, bo")
        table = await _do_evil(hall)
        for evil in EVIL:
            with suppress(asyncssh.Error, OSError, TimeoutError):
                async with stranger(hall, f"s{evil}") as conn:
                    made = await conn.open_session(term_type=f"xterm{evil}", term_size=(80, 24), encoding=None)
                    await asyncio.wait_for(made[1].read(2000), 20)
        bo.wait_for("mal")
        bo.send("\r")
        bo.wait_for("step")
        bo.send("T")
        bo.wait_for("hello")
        bo.wait_quiet(0.3)
        assert NEVER.search(bytes(bo.received)) is None
        for words in (["list"], ["export", str(table)], ["watch", str(table)]):
            with suppress(Exception):
                told = hall.run("bo", *words, timeout=3).stdout.encode()
                assert NEVER.search(told) is None
        log = hall.log.read_bytes()
        assert NEVER.search(log) is None


# --- what is left of those who have gone


@contextmanager
def counted() -> Iterator[Callable[[], Counter[type]]]:
    """How many more of these there are now."""
    kinds = (SmallApp, Session, SshDoor, StreamDriver, Guest, HallClient)

    def count() -> Counter[type]:
        gc.collect()
        return Counter(type(each) for each in gc.get_objects() if type(each) in kinds)

    before = count()
    yield lambda: count() - before


@pytest.mark.parametrize("visits", [6, pytest.param(200, marks=soak)])
async def test_of_those_who_have_gone_nothing_is_left(tmp_path: Path, visits: int) -> None:
    """No app, no session, no driver: with the whole door in this process."""
    async with own_door(tmp_path) as (way, reach):
        visit = partial(presses_and_leaves, reach)
        await visit("first")
        await until(lambda: not way.doors, 20)
        with counted() as left:
            for number in range(visits):
                await visit(f"n{number}")
            await until(lambda: not way.doors, 20)
            await asyncio.sleep(LINGER)
            await until(lambda: not left())


async def presses_and_leaves(reach: Callable[..., Any], name: str) -> None:
    async with reach(username=name) as conn:
        stdin, stdout, _ = await conn.open_session(term_type="xterm", term_size=(80, 24), encoding=None)
        sent = b""
        while b"You are" not in sent:
            sent += await asyncio.wait_for(stdout.read(4096), 20)
        stdin.write(b"kq")
        await asyncio.wait_for(stdout.read(), 20)


# --- packets


async def flooded(conn: asyncssh.SSHClientConnection, *packet: Any) -> int:
    """Sends the same packet until the hall hangs up; how many."""
    sent = 0
    while sent < 20_000 and conn._transport is not None and not conn._transport.is_closing():
        for _ in range(100):
            conn.send_packet(*packet)
        sent += 100
        await asyncio.sleep(0.005)
    return sent


@pytest.mark.parametrize(
    "packet", [(MSG_IGNORE, String("")), (MSG_GLOBAL_REQUEST, String("x"), Boolean(False))], ids=["ignore", "request"]
)
async def test_whoever_sends_packets_without_end_is_cut_off(hall: Hall, packet: tuple[Any, ...]) -> None:
    before = hall.log.read_text().count("after too many packets")
    with hall.sit("bo") as bo:
        bo.wait_for("You are bo")
        async with stranger(hall) as conn:
            # This client sends an empty packet before each that is none.
            assert 1000 <= await flooded(conn, *packet) < 20_000
        Neighbour(bo).press()
    assert hall.log.read_text().count("after too many packets") == before + 1


async def test_so_is_whoever_does_it_before_coming_in(hall: Hall) -> None:
    before = hall.log.read_text().count("after too many packets")

    class Silent(asyncssh.SSHClient):
        def connection_made(self, conn: asyncssh.SSHClientConnection) -> None:
            self.conn = conn

        async def public_key_auth_requested(self) -> None:
            await flooded(self.conn, MSG_IGNORE, String(""))

    with pytest.raises((asyncssh.Error, OSError)):
        await asyncssh.connect(
            "127.0.0.1", hall.port, username="aki", known_hosts=None, config=None, agent_path=None,
            client_factory=Silent, preferred_auth="publickey",
        )  # fmt: skip
    assert hall.log.read_text().count("after too many packets") == before + 1


async def test_nothing_typed_is_a_packet_like_any_other(hall: Hall) -> None:
    """No window is ever full of empty data; what is really typed is not counted."""
    async with stranger(hall) as conn:
        stdin, stdout, _ = await conn.open_session(term_type="xterm", term_size=(80, 24), encoding=None)
        send = conn.send_packet
        # Without the empty packets that this client sends before each key.
        conn.send_packet = lambda kind, *rest, **more: kind == MSG_IGNORE or send(kind, *rest, **more)
        for _ in range(3000):
            stdin.write(b"k")
            await asyncio.sleep(0)
        with suppress(TimeoutError):
            while await asyncio.wait_for(stdout.read(65536), 1):
                pass
        assert 2000 <= await flooded(conn, MSG_CHANNEL_DATA, UInt32(stdin.channel._send_chan), String(b"")) < 20_000


async def test_what_one_has_sent_is_worked_off_in_portions() -> None:
    """Whoever else is there has a turn after each, and what comes in the order in which it came."""
    turns, taken = 0, bytearray()

    class Source(SimpleNamespace):
        def is_gone(self) -> bool:
            return False

        def is_busy(self) -> bool:
            return bool(self.busy)

    def work_off(data: bytes) -> None:
        assert len(data) <= SLICE and not source.busy
        taken.extend(data)
        pieces.append((turns, len(data)))

    pieces: list[tuple[int, int]] = []
    source = Source(busy=False, _transport=None)
    portions = Portions(source, work_off)
    portions.come(b"k")
    assert pieces == [(0, 1)], "a key is taken at once"
    sent = os.urandom(16 * SLICE)
    portions.come(sent[:-1])
    portions.come(sent[-1:])
    while len(taken) < 1 + len(sent):
        turns += 1
        await asyncio.sleep(0)
    assert bytes(taken[1:]) == sent
    assert len({turn for turn, _ in pieces[1:]}) == len(pieces[1:]) == 16
    source.busy = True
    portions.come(b"later")
    await asyncio.sleep(0.05)
    assert not taken.endswith(b"later")
    source.busy = False
    portions.go_on()
    await asyncio.sleep(0.05)
    assert taken.endswith(b"later")


async def test_answers_that_nobody_reads_do_not_pile_up(tmp_path: Path) -> None:
    async with own_door(tmp_path) as (way, reach), reach(username="aki") as conn:
        conn._transport.pause_reading()
        (door,) = way.doors
        connection = door._connection
        assert connection is not None
        for _ in range(1000):
            if not way.doors:
                break
            connection.send_packet(MSG_GLOBAL_REQUEST, String("x"), Boolean(False), bytes(30_000))
            await asyncio.sleep(0)
        assert not way.doors
        assert way.welcome.counting.sums.refused == {"unread": 1}
        conn.abort()


async def test_nor_do_those_that_wait_for_new_keys(tmp_path: Path) -> None:
    """A client may begin to agree on them and never go on."""
    async with own_door(tmp_path) as (way, reach), reach(username="aki") as conn:
        (door,) = way.doors
        connection = door._connection
        assert connection is not None
        connection._kex_complete = False
        for _ in range(1000):
            connection.send_packet(MSG_GLOBAL_REQUEST, String("x"), Boolean(False))
        assert not way.welcome.counting.sums.refused
        connection.send_packet(MSG_GLOBAL_REQUEST, String("x"), Boolean(False))
        assert way.welcome.counting.sums.refused == {"unread": 1}
        conn.abort()


@asynccontextmanager
async def own_door(folder: Path) -> AsyncIterator[tuple[Doorway, Callable[..., Any]]]:
    """A whole door in this process, and how to come to it."""
    (folder / "hall").mkdir(mode=0o700)
    key, own = host_key(folder / "hall"), asyncssh.generate_private_key("ssh-ed25519")
    inside = Gateway(SmallHouse(), lambda number, peer: None)
    await inside.listen(folder / "hall" / "s")
    work = WorkerConfig(1, str(folder / "hall" / "s"), str(key), "", 0, "", True, False, False, 9999, "", USUAL)
    way = Doorway(Welcome(folder / "hall" / "s", AppHost(), screens(work)), limits=ConnectionLimits(99_999.0))
    acceptor = await listen(way, key, host="127.0.0.1", port=0)
    yield (
        way,
        partial(
            asyncssh.connect,
            "127.0.0.1",
            acceptor.get_port(),
            known_hosts=None,
            config=None,
            client_keys=[own],
            agent_path=None,
        ),
    )
    acceptor.close()
    await acceptor.wait_closed()
    inside.close(CLOSES)
    await inside.end()
