"""Who somebody is: whoever proves a key, and never whoever only shows one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import asyncssh
import pytest

from tests.tui.hall.halls import Hall, needs_ssh, wait

pytestmark = needs_ssh


@pytest.fixture(scope="module")
def locked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    with Hall(tmp_path_factory.mktemp("locked"), password="plum blossom") as one:
        yield one


@pytest.fixture(scope="module")
def closed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    with Hall(tmp_path_factory.mktemp("closed"), guests=False) as one:
        yield one


class Shown(asyncssh.SSHKeyPair):
    """A key of which one has only the public part: everybody may know that."""

    def __init__(self, public: Path) -> None:
        key = asyncssh.read_public_key(public)
        super().__init__(key.algorithm, key.algorithm, key.sig_algorithms, key.sig_algorithms, key.public_data, b"")

    def sign(self, data: bytes) -> bytes:
        return b"\x00\x00\x00\x0bssh-ed25519\x00\x00\x00\x40" + b"?" * 64


class Mallory(asyncssh.SSHClient):
    """Offers these keys in turn, and then answers no question."""

    def __init__(self, keys: Sequence[Any]) -> None:
        self.keys = [*keys]

    def public_key_auth_requested(self) -> Any:
        return self.keys.pop(0) if self.keys else None

    def kbdint_auth_requested(self) -> str:
        return ""

    def kbdint_challenge_received(self, *_: Any) -> list[str]:
        return []


async def seen_as(hall: Hall, keys: Sequence[Any]) -> str:
    """What the door takes somebody for who offers these keys."""
    before = len(hall.logged())
    connection, _ = await asyncssh.create_connection(
        lambda: Mallory(keys),
        "127.0.0.1",
        hall.port,
        username="aki",
        known_hosts=None,
        config=None,
        agent_path=None,
        client_keys=None,
        preferred_auth=["publickey", "keyboard-interactive"],
    )

    def lines() -> list[str]:
        return [line["what"] for line in hall.logged()[before:] if " from 127.0.0.1" in line["what"]]

    wait(lambda: bool(lines()))
    connection.abort()
    return lines()[-1].partition(": ")[2].partition(" from")[0]


async def test_whoever_only_shows_a_key_is_a_guest(hall: Hall) -> None:
    assert await seen_as(hall, [Shown(hall.key("aki").with_suffix(".pub"))]) == "a guest"


async def test_whoever_shows_a_key_and_proves_another_is_the_other(hall: Hall) -> None:
    own = asyncssh.load_keypairs([hall.key("mal")])[0]
    shown = Shown(hall.key("aki").with_suffix(".pub"))
    assert await seen_as(hall, [shown, own]) == hall.fingerprint_of("mal")
    assert await seen_as(hall, [own]) == hall.fingerprint_of("mal")


def test_where_there_are_no_guests_only_a_key_opens(closed: Hall) -> None:
    assert closed.run("aki", "version").returncode == 0
    refused = closed.run("aki", "version", key=False)
    assert (refused.returncode, refused.stdout) == (255, "")


async def test_where_there_are_no_guests_a_key_that_is_only_shown_does_not_open(closed: Hall) -> None:
    with pytest.raises(asyncssh.PermissionDenied):
        await seen_as(closed, [Shown(closed.key("aki").with_suffix(".pub"))])


def test_the_password_is_asked_once_for_every_key(locked: Hall) -> None:
    with locked.sit("aki") as aki:
        aki.wait_for("Password of the hall:")
        aki.send("plum blossom\r")
        aki.wait_for("You are aki.")
        assert "blossom" not in aki.text
        aki.send("q")
        assert aki.wait_exit() == 0
    with locked.sit("aki") as aki:
        aki.wait_for("You are aki.")
        assert b"Password" not in aki.received


def test_a_wrong_password_opens_nothing(locked: Hall) -> None:
    with locked.sit("bo", key=False, options=["-o", "NumberOfPasswordPrompts=1"]) as bo:
        bo.wait_for("Password of the hall:")
        bo.send("cherry\r")
        assert bo.wait_exit() == 255
    locked.wait_logged("wrong password")
    assert "cherry" not in locked.log.read_text()


async def test_a_known_key_that_is_only_shown_does_not_open_a_locked_door(locked: Hall) -> None:
    with pytest.raises((asyncssh.PermissionDenied, asyncssh.ConnectionLost)):
        await seen_as(locked, [Shown(locked.key("aki").with_suffix(".pub"))])


def test_whoever_may_not_come_is_told_in_one_sentence(hall: Hall) -> None:
    with hall.sit("mallory") as mallory:
        assert mallory.wait_exit() == 1
        assert mallory.text.strip() == "You are not welcome here any more."
        assert mallory.restored() == []


def test_nobody_has_more_than_two_screens(hall: Hall) -> None:
    with hall.sit("dora") as one, hall.sit("dora") as two, hall.sit("dora") as three:
        refused = []
        for pty in (one, two, three):
            pty.wait_until(lambda pty=pty: "You are dora" in pty.text or "You have" in pty.text)
            refused += [pty] if "You have" in pty.text else []
        assert len(refused) == 1
        assert refused[0].wait_exit() == 1
