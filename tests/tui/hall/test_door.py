"""Real clients at the door: who they are, what they see, and that they may do nothing else."""

from __future__ import annotations

import re
import socket
import stat
import subprocess
import time

import pytest

from tests.tui.hall.halls import Hall, needs_ssh

pytestmark = needs_ssh
ENDED = re.compile(rb"\x1b\[\?1049l\x1b\[\?25h")
TRUE, MANY = re.compile(rb"[34]8;2;"), re.compile(rb"[34]8;5;")
COLOUR = re.compile(rb"\x1b\[[\d;]*?\b(?:3|4|9|10)[0-7]\b|[34]8;[25];")


def test_somebody_comes_and_goes(hall: Hall) -> None:
    began = time.monotonic()
    with hall.sit("aki") as aki:
        aki.wait_for("竹取 You are aki.")
        print(f"first paint after {time.monotonic() - began:.3f} s")
        aki.send("a")
        aki.wait_for("1 keys, last a")
        aki.send("q")
        assert aki.wait_exit() == 0
        assert aki.restored() == []
        assert aki.received.count(b"\x1b[22;2t") == 1, "what the window was called is remembered, and given back"


def test_what_one_does_another_sees_soon(hall: Hall) -> None:
    with hall.sit("aki") as aki, hall.sit("bo") as bo:
        aki.wait_for("You are aki")
        bo.wait_for("You are bo")
        began = time.monotonic()
        aki.send("s")
        bo.wait_for("aki says hello")
        assert time.monotonic() - began < 15.0


def test_a_key_is_a_person_and_no_key_is_a_guest(hall: Hall) -> None:
    with hall.sit("aki") as aki, hall.sit("cleo", key=False) as cleo:
        aki.wait_for("You are aki.")
        cleo.wait_for("You are cleo, a guest.")
    known = hall.fingerprint_of("aki")
    assert any(known in line["what"] for line in hall.logged())


def test_the_exit_code_tells_of_a_crash_and_only_the_culprit_goes(hall: Hall) -> None:
    with hall.sit("bo") as bo, hall.sit("aki") as aki:
        bo.wait_for("You are bo")
        aki.wait_for("You are aki")
        aki.send("x")
        assert aki.wait_exit() == 1
        assert aki.restored() == []
        after = ENDED.split(bytes(aki.received))[-1].decode()
        assert "Something went wrong" in after and "Traceback" not in after
        bo.send("b")
        bo.wait_for("1 keys, last b")
    hall.wait_logged("Traceback")
    told = next(line for line in hall.logged() if "Traceback" in line["what"] and "secret is 42" in line["what"])
    assert told["session"]


@pytest.mark.parametrize("key", ["h", "z"])
def test_whoever_hangs_goes_and_all_others_stay(hall: Hall, key: str) -> None:
    with hall.sit("bo") as bo, hall.sit("aki") as aki:
        bo.wait_for("You are bo")
        aki.wait_for("You are aki")
        aki.send(key)
        time.sleep(0.2)
        began = time.monotonic()
        bo.send("b")
        bo.wait_for("1 keys, last b")
        stalled = time.monotonic() - began
        assert aki.wait_exit() == 1
        assert aki.restored() == []
        assert stalled < 30.0


def test_sizes(hall: Hall) -> None:
    with hall.sit("aki") as aki:
        aki.wait_for("You are aki")
        for width, height in ((100, 30), (40, 10), (0, 0), (1, 1), (120, 40)):
            aki.resize(width, height)
            time.sleep(0.1)
        aki.wait_for("120x40")


MATRIX = {
    "linux": ({"TERM": "linux"}, 16),
    "xterm": ({"TERM": "xterm"}, 16),
    "xterm-256color": ({"TERM": "xterm-256color"}, 256),
    "kitty": ({"TERM": "xterm-kitty"}, 1 << 24),
    "told": ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, 1 << 24),
    "none": ({"TERM": "xterm-256color", "NO_COLOR": "1"}, 0),
}


def test_all_sorts_of_terminals_at_the_same_time(hall: Hall) -> None:
    """No colour code ever reaches a terminal that does not know it."""
    there = {}
    try:
        # One after the other: not so many of one address may stand at the door.
        for name, (env, _) in MATRIX.items():
            there[name] = hall.sit(name, env=env)
            there[name].wait_for(f"You are {name}")
        for pty in there.values():
            pty.send("s")
        for pty in there.values():
            pty.wait_for("says hello")
        for name, (_, colours) in MATRIX.items():
            sent = bytes(there[name].received)
            assert bool(TRUE.search(sent)) == (colours > 256), name
            assert bool(MANY.search(sent)) == (colours == 256), name
            assert bool(COLOUR.search(sent)) == (colours > 0), name
            assert (b"\x1b[>25u" in sent) == (name == "kitty"), name
    finally:
        for pty in there.values():
            pty.close()


def test_a_terminal_that_shows_no_screen_is_told_so(hall: Hall) -> None:
    with hall.sit("aki", env={"TERM": "dumb"}) as aki:
        assert aki.wait_exit() == 1
        assert "TERM=dumb" in aki.text
        assert b"\x1b[?1049h" not in aki.received


def test_without_a_terminal_there_is_no_screen(hall: Hall) -> None:
    run = hall.run("aki", options=["-T"])
    assert run.returncode == 1
    assert run.stdout == "A screen needs a terminal: 'ssh -t' asks for one.\n"


# --- words without a terminal


def test_words_without_a_terminal(hall: Hall) -> None:
    assert hall.run("aki", "version").stdout.startswith("tilehall ")
    listed = hall.run("aki", "list").stdout.splitlines()
    assert listed[0].split() == ["TABLE", "GAME", "STATE", "STEPS", "PLAYERS"]
    assert listed[1].split() == ["17", "sand", "waiting", "0", "Zoë,", "-,", "easy", "1"]
    assert hall.run("aki", "export", "17").stdout == "a record\nof Zoë\n" * 10_000
    wrong = hall.run("aki", "export", "18")
    assert (wrong.returncode, wrong.stdout) == (1, "There is no table 18.\n")


@pytest.mark.parametrize("words", ["sh", "export", "export x", "list; id", "watch -1", "$(id)", "version x", ""])
def test_nothing_else_is_done(hall: Hall, words: str) -> None:
    run = hall.run("aki", words, options=["-T"])
    assert run.returncode == 1
    assert "uid=" not in run.stdout


# --- refused


def test_no_files_are_fetched(hall: Hall) -> None:
    command = hall.command("aki")
    ssh, rest = command[0], command[1:-1]
    run = subprocess.run(
        [
            "sftp",
            "-S",
            ssh,
            *[("-P" if word == "-p" else word) for word in rest if word not in ("-F", "none")],
            command[-1],
        ],
        capture_output=True,
        text=True,
        timeout=20,
        stdin=subprocess.DEVNULL,
    )
    assert run.returncode != 0
    assert "subsystem request failed" in run.stderr


@pytest.mark.parametrize("way", [["-R", "0:127.0.0.1:22"], ["-D", "0"], ["-L", "0:127.0.0.1:22"]])
def test_nothing_is_forwarded(hall: Hall, way: list[str]) -> None:
    """A client opens its own end of -L and -D; through it nothing goes."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        local = probe.getsockname()[1]
    asked = [part.replace("0", f"{local}", 1) if part.startswith("0") else part for part in way]
    options = ["-N", "-o", "ExitOnForwardFailure=yes", *asked]
    process = subprocess.Popen(hall.command("aki", options=options), stderr=subprocess.PIPE, stdin=subprocess.DEVNULL)
    try:
        if way[0] == "-R":
            assert process.wait(15) == 255
            return
        time.sleep(1.0)
        with socket.create_connection(("127.0.0.1", local), 5) as through:
            through.settimeout(5)
            if way[0] == "-D":
                through.sendall(b"\x05\x01\x00")
                through.recv(2)
                through.sendall(b"\x05\x01\x00\x01\x7f\x00\x00\x01" + hall.port.to_bytes(2, "big"))
            assert b"SSH-" not in through.recv(100)
    finally:
        process.kill()
        process.communicate()


def test_the_host_key_is_a_secret(hall: Hall) -> None:
    key = hall.data / "host_key"
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert stat.S_IMODE(hall.data.stat().st_mode) == 0o700
    assert "ED25519" in (hall.folder / "known").read_text() or "ssh-ed25519" in (hall.folder / "known").read_text()


def test_the_door_speaks_only_what_is_strong(hall: Hall) -> None:
    run = hall.run("aki", "version", options=["-vv"])
    offered = run.stderr.partition("peer server KEXINIT proposal")[2].partition("kex: algorithm")[0]
    assert "kex-strict-s-v00@openssh.com" in offered
    assert "ping@openssh.com" not in run.stderr, "OpenSSH would send a hundred packets for every key"
    assert "remote software version Tilehall" in run.stderr
    for weak in ("sha1", "cbc", "3des", "arcfour", "group14", "group1-", "md5", "ssh-rsa", "ssh-dss", "zlib"):
        assert weak not in offered, weak


def test_what_is_said_is_one_packet(hall: Hall) -> None:
    """By itself the library sends an empty one before each, which the client must decrypt as well."""
    told = hall.run("aki", "version", options=["-vvv"]).stderr
    assert "receive packet: type 99" in told
    assert "Received SSH2_MSG_IGNORE" not in told
