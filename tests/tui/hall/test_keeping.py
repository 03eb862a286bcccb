"""Keeping a hall: `tilehall hall` beside a real one with real clients, and on the ledger of one that is not open."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.tui.cli.test_json import SAMPLES, keys
from tests.tui.hall.halls import Hall, needs_ssh, wait
from tests.tui.hall.test_whole_hall import WHOLE, in_turn, sat_down
from tilehall.engine import parse_record
from tilehall.tui.cli import main
from tilehall.tui.hall import discovery

pytestmark = needs_ssh
Keep = Callable[..., tuple[int, str]]


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    with Hall(tmp_path_factory.mktemp("kept"), WHOLE, workers=2) as one:
        yield one


@pytest.fixture
def keep(capsys: pytest.CaptureFixture[str]) -> Keep:
    """The exit code of `tilehall hall`, and what it says."""

    def go(data: Path, action: str, *words: str) -> tuple[int, str]:
        code = main(["hall", action, *words, "--data", str(data)])
        out, err = capsys.readouterr()
        assert not (out and err)
        return code, out + err

    return go


def document(told: tuple[int, str], sample: str) -> Any:
    """The one object that was printed, with the keys that docs/commands.md has."""
    code, text = told
    assert (code, text.count("\n"), text.isascii()) == (0, 1, True)
    data = json.loads(text)
    assert keys(data) == keys(SAMPLES[f"hall_{sample}"])
    return data


def test_a_game_is_listed_copied_closed_and_still_to_be_had(hall: Hall, keep: Keep, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    with hall.sit("aki") as aki, hall.sit("bo") as bo:
        sat_down(aki, bo)
        acts, watches = in_turn(aki, bo)
        acts.press("\r", "\r", quiet=0.5)
        watches.wait_for("plays on side")
        (table,) = document(keep(hall.data, "list", "--json"), "tables")["tables"]
        assert (table["state"], table["game"], table["host"]) == ("running", "princess", "aki")
        assert [(each["name"], each["here"]) for each in table["players"]] == [("aki", True), ("bo", True)]
        number, steps = f"{table['number']}", table["steps"]
        assert re.search(rf"^{number} +princess +running +{steps} +2 +0 ", keep(hall.data, "list")[1], re.M)
        everybody = document(keep(hall.data, "list", "people", "--json"), "people")["people"]
        assert {(each["name"], each["screens"], each["keys"]) for each in everybody} == {("aki", 1, 1), ("bo", 1, 1)}
        assert keep(hall.data, "backup", str(copy)) == (0, f"Written to {copy}.\n")
        assert keep(hall.data, "backup", str(copy)) == (2, f"{copy} is there already; choose another name.\n")
        assert keep(hall.data, "close", number) == (0, f"Table {number} is closed.\n")
        for one in (aki, bo):
            one.wait_for("The host has closed this table.")
            one.wait_for("Nobody has opened a table yet")
    assert keep(hall.data, "close", number) == (2, f"There is no table {number}.\n")
    (game,) = document(keep(hall.data, "list", "games", "--json"), "games")["games"]
    assert (game["number"], game["players"], game["steps"], game["result"]) == (int(number), ["aki", "bo"], steps, None)
    assert f"broken off after {steps} steps" in keep(hall.data, "list", "games")[1]
    record = parse_record(hall.run("bo", "export", number).stdout)
    assert len(record.match.steps) == steps
    restored(hall, copy, steps, tmp_path / "restored")


def restored(hall: Hall, copy: Path, steps: int, folder: Path) -> None:
    """From the copy, which was taken before the table was closed, the game goes on, under the same key of the hall."""
    (folder / "hall").mkdir(parents=True, mode=0o700)
    shutil.copy(copy, folder / "hall" / "hall.db")
    shutil.copy(hall.data / "host_key", folder / "hall" / "host_key")
    for name in ("aki", "bo"):
        shutil.copy(hall.key(name), folder / f"key-{name}")
    with Hall(folder, WHOLE, workers=1) as again, again.sit("aki") as aki, again.sit("bo") as bo:
        assert again.fingerprint == hall.fingerprint
        for somebody in (aki, bo):
            somebody.wait_for("Enter")
            somebody.send("\r")
            somebody.wait_for(f"step {steps}")
        acts, watches = in_turn(aki, bo)
        acts.press("\r", "\r", quiet=0.5)
        watches.wait_until(lambda: f"step {steps}" not in watches.text)


def test_somebody_is_sent_out_and_kept_out(hall: Hall, keep: Keep) -> None:
    assert keep(hall.data, "kick", "cleo")[1] == "Nobody here is called cleo.\n"
    with hall.sit("cleo") as cleo:
        cleo.wait_for("Welcome, cleo")
        assert keep(hall.data, "kick", "cleo") == (0, "cleo is out.\n")
        assert cleo.wait_exit() == 0
        assert "The host has asked you to leave." in cleo.received.decode()
        assert cleo.restored() == []
    wait(lambda: keep(hall.data, "kick", "cleo") == (2, "cleo is not in the hall now.\n"))
    key = hall.fingerprint_of("cleo")
    with hall.sit("cleo") as cleo:
        cleo.wait_for("Welcome, cleo")
        assert keep(hall.data, "ban", "Cleo") == (0, f"Banned: {key}.\nCleo is out.\n")
        assert cleo.wait_exit() == 0
    assert hall.run("cleo", "list").stdout == "You are not welcome here any more.\n"
    assert document(keep(hall.data, "list", "bans", "--json"), "bans") == {"bans": [{"key": key, "name": "cleo"}]}
    assert keep(hall.data, "unban", "cleo") == (0, f"Not banned any more: {key}.\n")
    assert keep(hall.data, "list", "bans") == (0, "Nobody is banned.\n")
    assert hall.run("cleo", "list").returncode == 0
    logged = [line["what"] for line in hall.logged()]
    assert any("has sent out cleo" in line for line in logged) and any(
        f"banned Cleo, by {key}" in line for line in logged
    )
    assert any("not let in: banned" in line for line in logged)


def test_a_guest_is_banned_by_the_address_and_whoever_is_known_there_stays(hall: Hall, keep: Keep) -> None:
    assert hall.run("bo", "list").returncode == 0, "from now on bo is known"
    with hall.sit("dan", key=False) as dan, hall.sit("aki") as aki:
        dan.wait_for("Welcome, dan~")
        aki.wait_for("Welcome, aki")
        assert keep(hall.data, "ban", "dan~") == (0, "Banned: address:127.0.0.1.\ndan~ is out.\n")
        assert dan.wait_exit() == 0
        assert hall.run("eve", "list", key=False).stdout.startswith("Nobody new may come in from your address")
        assert hall.run("eve", "list").stdout.startswith("Nobody new may come in from your address")
        assert hall.run("bo", "list").returncode == 0
        assert aki.process.poll() is None
        assert keep(hall.data, "unban", "127.0.0.1") == (0, "Not banned any more: address:127.0.0.1.\n")
    assert hall.run("eve", "list", key=False).returncode == 0


def test_the_list_of_those_who_may_come(hall: Hall, keep: Keep) -> None:
    key = hall.fingerprint_of("fay")
    assert keep(hall.data, "invite", "fay")[0] == 2
    assert keep(hall.data, "invite", key) == (0, f"{key} is on the list.\n")
    assert document(keep(hall.data, "list", "invited", "--json"), "invited") == {"invited": [{"key": key}]}
    assert keep(hall.data, "uninvite", key) == (0, f"{key} is on the list no more.\n")
    assert keep(hall.data, "uninvite", key) == (2, f"{key} is not on the list.\n")
    assert keep(hall.data, "list", "invited") == (0, "Nobody is on the list.\n")


def test_somebody_is_forgotten(hall: Hall, keep: Keep) -> None:
    with hall.sit("gus") as gus:
        gus.wait_for("Welcome, gus")
        assert keep(hall.data, "forget", "gus") == (0, "gus is forgotten.\n")
        assert gus.wait_exit() == 0
        assert "You have been forgotten here" in gus.received.decode()
    assert "gus" not in keep(hall.data, "list", "people")[1]


def test_how_it_is_doing(hall: Hall, keep: Keep) -> None:
    with hall.sit("aki") as aki:
        aki.wait_for("Welcome, aki")
        data = document(keep(hall.data, "stats", "--json"), "stats")
        assert (data["people"], data["screens"], len(data["workers"])) == (1, 1, 2)
        assert {each["process"] for each in data["workers"]} == set(hall.workers())
        assert sum(each["sessions"] for each in data["workers"]) == 1
        assert data["ledger"]["commits"] > 0
        assert re.search(r"^people here +1, 0 of them guests$", keep(hall.data, "stats")[1], re.M)


def test_when_it_is_closed_the_ledger_answers(keep: Keep, tmp_path: Path) -> None:
    nothing = f"No hall is kept in {tmp_path / 'none'}: --data names another folder.\n"
    assert keep(tmp_path / "none", "list") == (2, nothing)
    with Hall(tmp_path, WHOLE) as hall, hall.sit("aki") as aki:
        aki.wait_for("Welcome, aki")
    key = hall.fingerprint_of("aki")
    for words in (("list",), ("stats",), ("kick", "aki"), ("close", "1")):
        assert keep(hall.data, *words) == (2, f"No hall is open with {hall.data}: 'tilehall serve' opens one.\n")
    assert keep(hall.data, "ban", "aki") == (0, f"Banned: {key}.\n")
    assert keep(hall.data, "list", "bans")[1].split() == ["KEY", "NAME", key, "aki"]
    assert keep(hall.data, "backup", str(tmp_path / "copy"))[0] == 0
    assert keep(hall.data, "list", "games") == (0, "No game has ended here yet.\n")
    assert document(keep(hall.data, "list", "people", "--json"), "people")["people"][0]["name"] == "aki"
    with Hall(tmp_path, WHOLE) as hall:
        assert hall.run("aki", "list").stdout == "You are not welcome here any more.\n"
        assert keep(hall.data, "forget", "aki")[0] == 0
    assert keep(hall.data, "list", "bans")[1].split() == ["KEY", "NAME", key, "-"]
    assert keep(hall.data, "unban", key)[0] == 0
    assert keep(hall.data, "invite", "user:aki")[0] == 0


def test_a_hall_of_somebody_else_is_not_kept(keep: Keep, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "hall.db").touch()
    me = discovery.user(os.getuid())
    monkeypatch.setattr(os, "getuid", lambda: 4_000_000_000)
    assert keep(tmp_path, "list") == (2, f"The hall in {tmp_path} belongs to {me}: nobody else may do that.\n")
    assert keep(tmp_path, "backup", str(tmp_path / "copy"))[0] == 2
    assert not (tmp_path / "copy").exists()
