"""The figures of a real hall: what they are, that they move, and that whoever asks for them can do no harm."""

from __future__ import annotations

import os
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest

from tests.tui.hall.halls import Hall, needs_ssh, wait
from tests.tui.hall.scraping import Page, parsed
from tests.tui.hall.test_whole_hall import WHOLE, in_turn, sat_down
from tilehall.tui.cli import main
from tilehall.tui.hall.refusals import REASONS
from tilehall.tui.hall.scraped import AT_ONCE, LONGEST

pytestmark = needs_ssh


class Scraped:
    """A hall with figures."""

    def __init__(self, hall: Hall, port: int) -> None:
        self.hall = hall
        self.port = port

    def said(self, question: bytes, timeout: float = 15.0) -> bytes:
        """What comes back, until the other side closes."""
        found = b""
        with socket.create_connection(("127.0.0.1", self.port), timeout) as wire, suppress(ConnectionError):
            wire.sendall(question)
            while data := wire.recv(65536):
                found += data
        return found

    def page(self) -> Page:
        head, _, body = self.said(b"GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n").partition(b"\r\n\r\n")
        status, *fields = head.decode().split("\r\n")
        assert status == "HTTP/1.1 200 OK"
        assert "Content-Type: text/plain; version=0.0.4; charset=utf-8" in fields
        assert f"Content-Length: {len(body)}" in fields
        return parsed(body.decode())

    def wait(self, name: str, value: float, **labels: str) -> None:
        wait(lambda: self.page().total(name, **labels) == value, f"{name} never becomes {value}")


@pytest.fixture(scope="module")
def scraped(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scraped]:
    with closing(socket.create_server(("127.0.0.1", 0))) as free:
        port = free.getsockname()[1]
    with Hall(tmp_path_factory.mktemp("figures"), WHOLE, workers=2, metrics=["127.0.0.1", port]) as hall:
        yield Scraped(hall, port)


def grown(before: Page, after: Page) -> None:
    """Nothing that may only grow has shrunk or gone."""
    assert before.growing.keys() <= after.growing.keys()
    assert [key for key, value in before.growing.items() if after.growing[key] < value] == []


def test_figures_move_with_what_happens(scraped: Scraped) -> None:
    hall, before = scraped.hall, scraped.page()
    assert before.total("tilehall_sessions") == before.total("tilehall_sessions_total") == 0
    assert {key[1][0][1] for key in before.values if key[0] == "tilehall_refusals_total"} == {*REASONS}
    assert before.total("tilehall_worker_up") == 2
    with hall.sit("aki") as aki, hall.sit("bo") as bo, hall.sit("cleo", key=False) as cleo:
        cleo.wait_for("Welcome, cleo~")
        sat_down(aki, bo)
        acts, watches = in_turn(aki, bo)
        acts.press("\r", "\r", quiet=0.5)
        watches.wait_for("plays on side")
        now = scraped.page()
        grown(before, now)
        assert now.total("tilehall_sessions") == now.total("tilehall_sessions_total", way="screen") == 3
        assert (now.value("tilehall_people"), now.value("tilehall_guests"), now.value("tilehall_known")) == (3, 1, 2)
        assert (now.value("tilehall_tables", state="running"), now.value("tilehall_tables", state="waiting")) == (1, 0)
        assert now.value("tilehall_key_to_frame_seconds_count") >= 5
        assert 0 < now.value("tilehall_key_to_frame_seconds_sum") < 60
        assert now.value("tilehall_action_to_commit_seconds_count") >= 1
        commits = now.value("tilehall_commit_seconds_count")
        assert before.value("tilehall_commit_seconds_count") < commits <= now.value("tilehall_written_total")
        assert all(now.value("tilehall_memory_bytes", process=name) > 10_000_000 for name in ("house", "1", "2"))
    scraped.wait("tilehall_sessions", 0)
    hall.run("aki", "list")
    hall.run("aki", "reboot")
    after = scraped.page()
    grown(now, after)
    assert after.total("tilehall_sessions_total", way="words") == 1
    assert after.value("tilehall_refusals_total", reason="words") == 1


def test_a_key_that_changes_nothing_waits_for_no_frame(scraped: Scraped) -> None:
    with scraped.hall.sit("aki") as aki:
        aki.wait_for("Welcome, aki")
        aki.wait_quiet(0.5)
        before = scraped.page()
        for number in range(1, 4):
            aki.send("%")
            scraped.wait("tilehall_keys_unseen_total", before.total("tilehall_keys_unseen_total") + number)
        after = scraped.page()
        frames = "tilehall_key_to_frame_seconds_count"
        assert after.value(frames) == before.value(frames)


def test_what_a_dead_worker_has_counted_stays_counted(scraped: Scraped) -> None:
    hall, before = scraped.hall, scraped.page()
    for number in hall.workers():
        os.kill(number, signal.SIGKILL)
    scraped.wait("tilehall_worker_restarts_total", 2)
    scraped.wait("tilehall_worker_up", 2)
    wait(lambda: len(hall.workers()) == 2, "no new workers")
    wait(lambda: hall.run("aki", "list").returncode == 0, "nobody comes in", 20)
    after = scraped.page()
    grown(before, after)
    assert after.total("tilehall_sessions_total") == before.total("tilehall_sessions_total") + 1


def test_whoever_is_refused_is_counted(scraped: Scraped) -> None:
    hall, before = scraped.hall, scraped.page()
    with hall.sit("dan", env={"TERM": "dumb"}) as dan:
        assert dan.wait_exit() == 1
    assert main(["hall", "ban", hall.fingerprint_of("eve"), "--data", str(hall.data)]) == 0
    hall.run("eve", "list")
    with hall.sit("fay") as one, hall.sit("fay") as two:
        one.wait_for("Welcome, fay")
        two.wait_for("Welcome, fay")
        assert "2 screens" in hall.run("fay", "list").stdout
    after = scraped.page()
    for reason in ("terminal", "banned", "screens"):
        name = "tilehall_refusals_total"
        assert after.value(name, reason=reason) - before.value(name, reason=reason) == 1, reason


@pytest.mark.parametrize(
    ("question", "status"),
    [
        (b"GET / HTTP/1.1\r\n\r\n", b"404"),
        (b"GET /metrics?x=1 HTTP/1.0\r\n\r\n", b"200"),
        (b"HEAD /metrics HTTP/1.1\r\n\r\n", b"200"),
        (b"POST /metrics HTTP/1.1\r\nContent-Length: 9999999\r\n\r\n", b"405"),
        (b"GET /metrics HTTP/2\r\n\r\n", b"400"),
        (b"GET  /metrics HTTP/1.1\r\n\r\n", b"400"),
        (b"\x00\xff\x1b]52;c;aGk=\x07\r\n\r\n", b"400"),
        (b"GET /metrics HTTP/1.1\r\nX: " + b"x" * 100_000, b"431"),
    ],
)
def test_nonsense_is_answered_in_a_line(scraped: Scraped, question: bytes, status: bytes) -> None:
    said = scraped.said(question)
    # The other side closes before it has read too much, and then what it says may be lost.
    assert said.split(b" ")[1:2] == [status] or (not said and len(question) > LONGEST)
    if question.startswith(b"HEAD"):
        assert said.endswith(b"\r\n\r\n")


def test_whoever_says_nothing_is_let_go_and_keeps_nobody_else_waiting(scraped: Scraped) -> None:
    waiting = [socket.create_connection(("127.0.0.1", scraped.port), 15) for _ in range(5)]
    try:
        began = time.monotonic()
        scraped.page()
        assert time.monotonic() - began < 4
        for one in waiting:
            assert one.recv(1000).startswith(b"HTTP/1.1 408")
    finally:
        for one in waiting:
            one.close()


def test_a_crowd_that_asks_nothing_is_kept_small(scraped: Scraped) -> None:
    crowd = [socket.create_connection(("127.0.0.1", scraped.port), 2) for _ in range(AT_ONCE + 12)]
    try:
        assert [waits(one) for one in crowd] == [False] * 12 + [True] * AT_ONCE, "the oldest go"
        began = time.monotonic()
        scraped.page()
        assert time.monotonic() - began < 2, "whoever asks has room among those who do not"
    finally:
        for one in crowd:
            one.close()
    wait(lambda: scraped.said(b"HEAD /metrics HTTP/1.1\r\n\r\n") != b"", "nobody is answered any more")


def waits(one: socket.socket) -> bool:
    """Whether the other side still listens."""
    one.settimeout(0.1)
    try:
        return one.recv(1) != b""
    except TimeoutError:
        return True
    except ConnectionResetError:
        return False


HEAD = "# HELP n Some.\n# TYPE n gauge\n"
SPREAD = "# HELP h Some.\n# TYPE h histogram\n"


@pytest.mark.parametrize(
    "text",
    [
        "n 1",
        "n 1\n",
        "# TYPE n gauge\nn 1\n",
        f"{HEAD}n one two\n",
        f'{HEAD}n{{a="1",a="2"}} 1\n',
        f'{HEAD}n{{a="x"y"}} 1\n',
        f"{HEAD}n 1\nn 1\n",
        f"{HEAD}n -1\n",
        "# HELP n Some.\n# TYPE n counter\nn 1\n",
        f'{SPREAD}h_bucket{{le="1"}} 2\nh_sum 3\nh_count 2\n',
        f'{SPREAD}h_bucket{{le="1"}} 2\nh_bucket{{le="+Inf"}} 1\nh_sum 3\nh_count 1\n',
        f'{SPREAD}h_bucket{{le="+Inf"}} 1\nh_sum 3\nh_count 2\n',
    ],
)
def test_what_no_scraper_would_understand_is_found(text: str) -> None:
    with pytest.raises((AssertionError, KeyError, ValueError)):
        parsed(text)


def test_a_port_that_is_taken_is_said_before_the_hall_opens(
    scraped: Scraped, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", "--port", "0", "--data", str(tmp_path / "hall"), "--metrics", f"{scraped.port}"]) == 2
    last = capsys.readouterr().err.splitlines()[-1]
    assert last == f"Nothing can listen at 127.0.0.1:{scraped.port} for metrics: it is taken, or not there."


@pytest.mark.parametrize(
    "address", ["0.0.0.0:9100", "192.0.2.7:9100", "[::]:9100", "example.org:9100", "9100x", "70000"]
)
def test_figures_are_for_this_machine_alone(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--metrics", address]) == 2
    assert "--metrics" in capsys.readouterr().err
