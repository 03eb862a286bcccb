"""What is written down of a real hall: a line of JSON for each thing, and nothing that is anybody's secret."""

from __future__ import annotations

import json
import logging
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.terminal import Pty
from tests.tui.hall.halls import Hall, needs_ssh
from tests.tui.hall.test_whole_hall import WHOLE, sat_down
from tilehall.tui.cli import main
from tilehall.tui.hall.ledger import Ledger
from tilehall.tui.hall.logbook import seed_told
from tilehall.tui.hall.logs import LogFormatter, as_json

pytestmark = needs_ssh
FIELDS = {"at", "level", "process", "session", "what"}
PASSWORD = "open-sesame-4711"


def enter(hall: Hall, name: str) -> Pty:
    pty = hall.sit(name)
    pty.wait_for("Password of the hall:")
    pty.send(f"{PASSWORD}\r")
    pty.wait_for(f"Welcome, {name}" if name == "aki" else "Nobody has opened a table yet")
    return pty


def key_code(pty: Pty) -> str:
    """A code for another key, as the screen shows it."""
    pty.send("n")
    pty.wait_for("Get a code")
    pty.press("down", "down", "\r", quiet=0.3)
    shape = re.compile(r"\b[a-z2-9]{4}-[a-z2-9]{4}\b")
    pty.wait_until(lambda: bool(shape.search(pty.text)), "no code")
    found = shape.search(pty.text)
    assert found
    pty.send("\x1b")
    pty.wait_for("Nobody has opened a table yet")
    return found[0]


def test_a_log_tells_what_happened_and_nobodys_secrets(tmp_path: Path) -> None:
    with Hall(tmp_path, WHOLE, workers=2, password=PASSWORD) as hall:
        with hall.sit("aki", options=["-o", "NumberOfPasswordPrompts=1"]) as aki:
            aki.wait_for("Password of the hall:")
            aki.send("wrong-guess-0815\r")
            assert aki.wait_exit() != 0
        with enter(hall, "aki") as aki, enter(hall, "bo") as bo:
            code = key_code(aki)
            sat_down(aki, bo)
            aki.send("T")
            aki.wait_for("Esc")
            aki.press(*"plum-blossom", "\r", quiet=0.05)
            bo.wait_for("plum-blossom")
            assert main(["hall", "kick", "aki", "--data", str(hall.data)]) == 0
            assert aki.wait_exit() == 0
            bo.kill(signal.SIGKILL)
            hall.wait_logged("the client has gone")
        hall.run("mallory\x1b]52;c;aGk=\x07", "list\x1b[2J")
        with Pty([sys.executable, "-m", "tilehall", "join", "--data", str(hall.data)]) as me:
            assert me.wait_exit() == 1
        assert hall.close() == 0
    ledger = Ledger.open(hall.data)
    ((seed,),) = ledger.wait(lambda db: db.execute("select seed from tables").fetchall())
    ledger.close()
    text, told = hall.log.read_text("ascii"), "\n".join(line["what"] for line in hall.logged())
    for line in text.splitlines():
        assert line.isprintable()
        assert {"at", "level", "process", "what"} <= {*json.loads(line)} <= FIELDS
    assert f"{hall.fingerprint_of('aki')} from 127.0.0.1" in told
    assert "wrong password, from 127.0.0.1" in told and "aki is in, as number 1" in told
    assert "by join" in told and "not let in: password" in told and "has sent out aki" in told
    blob = hall.key("aki").with_suffix(".pub").read_text().split()[1]
    secrets = (
        PASSWORD,
        "wrong-guess",
        code,
        code.replace("-", ""),
        blob[20:60],
        "PRIVATE KEY",
        "plum",
        seed_told(seed),
    )
    assert [secret for secret in secrets if secret in text] == []


@pytest.mark.parametrize("words", ["one\ntwo", "\x1b[2J", "\u202egnp.exe", "\x00\x9b2J", "竹取"])
def test_whatever_is_told_stays_one_printable_line(words: str) -> None:
    record = logging.LogRecord("x", logging.INFO, "", 0, "%s", (words,), None)
    line = LogFormatter("worker 1", as_json).format(record)
    assert line.isascii() and line.isprintable() and json.loads(line)["what"] == words


def test_a_log_that_cannot_be_written_keeps_nobody_out(tmp_path: Path) -> None:
    (tmp_path / "log").symlink_to("/dev/full")
    with Hall(tmp_path) as hall, hall.sit("aki") as aki:
        aki.wait_for("You are aki")


def test_what_nobody_reads_any_more_is_lost_and_that_is_all() -> None:
    told = (
        "import logging, sys; from tilehall.tui.hall.logs import catch_prints, write_to;"
        "write_to(sys.stderr, 'worker 1'); catch_prints();"
        "[logging.error('x' * 9000) for _ in range(9)]; print('printed'); sys.__stdout__.write('goes on')"
    )
    reads, writes = os.pipe()
    os.close(reads)
    done = subprocess.run([sys.executable, "-c", told], stdout=subprocess.PIPE, stderr=writes, text=True)
    os.close(writes)
    assert done.stdout == "goes on"
