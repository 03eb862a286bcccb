"""From a login on the same machine: by `tilehall join`, and by an sshd that starts it."""

from __future__ import annotations

import getpass
import json
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.terminal import Pty
from tests.tui.hall.halls import Hall, needs_ssh, wait
from tilehall.engine import UserError
from tilehall.tui.hall import discovery, joining
from tilehall.tui.hall.frames import HELLO, SIZED, framed

pytestmark = needs_ssh
SSHD = Path("/usr/sbin/sshd")
ME = getpass.getuser()


def join(hall: Hall, *words: str, env: dict[str, str] | None = None) -> Pty:
    return Pty([sys.executable, "-m", "tilehall", "join", "--data", str(hall.data), *words], env=env)


def test_whoever_is_logged_in_joins_and_is_who_the_system_says(hall: Hall) -> None:
    with join(hall) as me:
        me.wait_for(f"竹取 You are {ME}.")
        me.send("a")
        me.wait_for("1 keys, last a")
        me.resize(100, 30)
        me.wait_for("100x30")
        me.send("q")
        assert me.wait_exit() == 0
        assert me.restored() == []


def test_a_neighbour_and_a_guest_from_afar_are_in_the_same_hall(hall: Hall) -> None:
    with join(hall) as me, hall.sit("bo") as bo:
        me.wait_for(f"You are {ME}")
        bo.wait_for("You are bo")
        me.send("s")
        bo.wait_for(f"{ME} says hello")


def test_a_crash_ends_with_the_terminal_in_order(hall: Hall) -> None:
    with join(hall) as me:
        me.wait_for(f"You are {ME}")
        me.send("x")
        assert me.wait_exit() == 1
        assert me.restored() == []
        assert "Something went wrong" in me.received.decode()


def test_where_no_hall_is_open_one_sentence_says_so(tmp_path: Path) -> None:
    with Pty([sys.executable, "-m", "tilehall", "join", "--data", str(tmp_path)]) as me:
        assert me.wait_exit() == 2
        assert me.text.strip() == "No hall is open on this machine: 'tilehall serve' opens one."


def test_a_meeting_place_of_somebody_else_is_no_place_to_meet(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(discovery, "ROOMS", (tmp_path / "run", tmp_path))
    place = discovery.open_folder(tmp_path / "data")
    assert place and discovery.is_honest(place)
    place.chmod(0o777)
    assert not discovery.is_honest(place)
    strange = tmp_path / f"tilehall-{os.getuid() + 1}-0123456789ab"
    strange.mkdir()
    assert not discovery.is_honest(strange)
    link = tmp_path / f"tilehall-{os.getuid()}-0123456789ab"
    link.symlink_to(place)
    assert not discovery.is_honest(link)


def test_a_hall_that_is_a_service_meets_people_where_the_system_lets_it(tmp_path: Path, monkeypatch) -> None:
    """Its own /tmp may be seen by nobody else: then a folder of its own in /run is there."""
    service, everybody, data = tmp_path / "run", tmp_path / "tmp", tmp_path / "data"
    monkeypatch.setattr(discovery, "ROOMS", (service, everybody))
    everybody.mkdir()
    data.mkdir()
    before = discovery.open_folder(data)
    assert before and before.parent == everybody and discovery.folder(data) == before
    discovery.close_folder(before)
    service.mkdir(mode=0o755)
    place = discovery.open_folder(data)
    assert place and place.parent == service and discovery.folder(data) == place
    assert list(discovery.places(tmp_path / "other", ()))[1:] == [place]
    discovery.close_folder(place)
    service.chmod(0o777)
    again = discovery.open_folder(data)
    assert again and again.parent == everybody, "anybody could have made it"
    assert list(discovery.places(tmp_path / "other", ()))[1:] == []


def test_nobody_is_led_into_the_hall_of_just_anybody(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The name of a socket may not be long.
    folder = tmp_path_factory.mktemp("m")
    monkeypatch.setattr(discovery, "ROOMS", (folder / "run", folder))
    own, data, me = folder / "own", folder / "data", os.getuid()
    data.mkdir()
    place = discovery.open_folder(data)
    assert place
    assert list(discovery.places(own, {me + 1})) == [discovery.folder(own)]
    assert discovery.strangers(own, {me + 1}) == [], "nobody is there"
    with socket.socket(socket.AF_UNIX) as hall:
        hall.bind(str(discovery.socket_of(place, 1)))
        hall.listen()
        assert list(discovery.places(own, {me})) == [discovery.folder(own), place]
        assert discovery.strangers(own, {me + 1}) == [me]
        with joining.find(own, only=False) or pytest.fail("it is one's own"):
            pass
        monkeypatch.setattr(joining.discovery, "places", lambda own, trusted: iter(()))
        monkeypatch.setattr(joining.discovery, "strangers", lambda own, trusted: [me])
        with pytest.raises(UserError, match=f"is kept by {ME}: --data with its folder takes you there"):
            joining.find(own, only=False)
        with joining.find(data, only=True) or pytest.fail("it was chosen"):
            pass


def test_a_hall_opens_where_somebody_else_has_taken_its_meeting_place(tmp_path: Path) -> None:
    data = tmp_path / "hall"
    data.mkdir()
    taken = discovery.folder(data)
    taken.mkdir(0o777)
    taken.chmod(0o777)
    try:
        with Hall(tmp_path) as hall, hall.sit("aki") as aki:
            aki.wait_for("You are aki")
            hall.wait_logged(f"{taken} is somebody else's: nobody can join from here")
    finally:
        taken.rmdir()


def test_nonsense_at_the_socket_harms_nobody(hall: Hall) -> None:
    (path,) = discovery.sockets(discovery.folder(hall.data))
    for words in (b"", b"\x00" * 100, b"H\xff\xff\xff\xff", b"H\x00\x00\x00\x02{}", b"H\x00\x00\x00\x04null"):
        with socket.socket(socket.AF_UNIX) as wire:
            wire.connect(str(path))
            wire.sendall(words)
    with join(hall) as me:
        me.wait_for(f"You are {ME}")


@pytest.mark.parametrize("size", ["[1e999, 1]", "[" * 100_000, "{}", "[1]", "\xff", '["a", "b"]'])
def test_a_size_that_is_none_ends_the_session(hall: Hall, size: str) -> None:
    """At the beginning, and later."""
    hello = json.dumps({"environ": {"TERM": "xterm"}, "size": [80, 24]})
    (path,) = discovery.sockets(discovery.folder(hall.data))
    for words in (
        [framed(HELLO, hello.replace("[80, 24]", size).encode())],
        [framed(HELLO, hello.encode()), framed(SIZED, size.encode("latin-1"))],
    ):
        with socket.socket(socket.AF_UNIX) as wire:
            wire.settimeout(20)
            wire.connect(str(path))
            wire.sendall(b"".join(words))
            while wire.recv(65536):
                pass
    assert "Task exception was never retrieved" not in hall.log.read_text()


def test_what_sshd_tells_of_the_key_is_its_fingerprint(hall: Hall, tmp_path: Path) -> None:
    told = tmp_path / "auth"
    told.write_text("publickey " + " ".join(hall.key("aki").with_suffix(".pub").read_text().split()[:2]) + "\n")
    assert joining.proven({"SSH_USER_AUTH": str(told)}) == hall.fingerprint_of("aki")
    told.write_text("password\n")
    assert joining.proven({"SSH_USER_AUTH": str(told)}) == ""
    assert joining.proven({}) == ""


# --- through an sshd


@pytest.fixture(scope="module")
def sshd(hall: Hall, tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """A real sshd of our own on a high port: everybody with a key of the hall logs in to this account."""
    if not SSHD.is_file():
        pytest.skip("needs an sshd")
    folder = tmp_path_factory.mktemp("sshd")
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(folder / "host")], check=True)
    command = f"{sys.executable} -m tilehall join --data {hall.data}"
    keys = [hall.key(name).with_suffix(".pub").read_text() for name in ("zoe", "yan")]
    (folder / "keys").write_text("".join(keys))
    paths = os.pathsep.join(sys.path)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    (folder / "config").write_text(
        f"""
Port {port}
ListenAddress 127.0.0.1
HostKey {folder / "host"}
PidFile {folder / "pid"}
AuthorizedKeysFile {folder / "keys"}
StrictModes no
UsePAM no
PasswordAuthentication no
KbdInteractiveAuthentication no
PermitRootLogin prohibit-password
ExposeAuthInfo yes
AcceptEnv LANG LC_* COLORTERM NO_COLOR
SetEnv PYTHONPATH={paths}
Match LocalPort {port}
    ForceCommand {command}
"""
    )
    needs_folder = Path("/run/sshd")
    if os.getuid() == 0:
        needs_folder.mkdir(exist_ok=True)
    with open(folder / "log", "wb") as log:
        process = subprocess.Popen([str(SSHD), "-D", "-e", "-f", str(folder / "config")], stderr=log)
    try:
        wait(lambda: b"Server listening" in (folder / "log").read_bytes(), "sshd does not start")
        yield port
    finally:
        process.terminate()
        process.wait()


@pytest.mark.skipif(not shutil.which("ssh"), reason="needs ssh")
def test_a_real_sshd_brings_people_and_their_keys_tell_them_apart(hall: Hall, sshd: int) -> None:
    def sit(name: str) -> Pty:
        command = hall.command(name, options=["-tt", "-o", "EscapeChar=none"])
        command[command.index("-p") + 1] = str(sshd)
        return Pty([*command[:-1], f"{ME}@127.0.0.1"])

    with sit("zoe") as zoe, sit("yan") as yan:
        for one in (zoe, yan):
            one.wait_for(f"竹取 You are {ME}.")
        zoe.send("s")
        yan.wait_for("says hello")
        zoe.resize(100, 30)
        zoe.wait_for("100x30")
        zoe.send("q")
        assert zoe.wait_exit() == 0
        assert zoe.restored() == []
    with hall.sit("zoe") as again:
        # The same key at the hall's own door is the same person.
        again.wait_for(f"You are {ME}.")
