"""What programs get: one JSON object, that says what people are told, with the keys that docs/commands.md has."""

import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.tui.player.sitting import kept, think
from tilehall.engine import RecordPlayer, load_game, load_rulebook
from tilehall.tui.cli import main
from tilehall.tui.config.user_dirs import UserDirs
from tilehall.tui.tables.history.replay import NOT_OVER
from tilehall.tui.tables.storage.store import Library
from tilehall.tui.tables.table import Table

PAGE = (Path(__file__).parents[3] / "docs" / "commands.md").read_text("utf-8")
SAMPLES = {name: json.loads(text) for name, text in re.findall(r"^```json (\w+)\n(.*?)^```$", PAGE, re.M | re.S)}
Say = Callable[..., tuple[int, str, str]]


@pytest.fixture
def say(capsys: pytest.CaptureFixture[str]) -> Say:
    """The exit code of a command, what it prints, and what it complains of."""

    def go(*words: str | Path) -> tuple[int, str, str]:
        code = main([str(word) for word in words])
        out, err = capsys.readouterr()
        return code, out, err

    return go


def document(told: tuple[int, str, str], code: int = 0) -> Any:
    """The one object that was printed, on one line of ASCII, and nothing besides."""
    found, out, err = told
    assert (found, err) == (code, "")
    assert out.isascii() and out.count("\n") == 1 and out.endswith("}\n")
    return json.loads(out)


def keys(data: Any) -> Any:
    """The keys of an object and of what is in it, in their order; of a list, of its first entry."""
    if isinstance(data, dict):
        return [(key, keys(value)) for key, value in data.items()]
    return keys(data[0]) if isinstance(data, list) and data else None


def shelf() -> Library:
    return Library(UserDirs.default().games)


def keep(name: str, moves: int | None = None, first: str = "Aki") -> Path:
    players = (RecordPlayer(first), RecordPlayer("Bo", "random"))
    table = Table.open("princess", players, (("steal_tiles", "off"),), "7", kept(shelf().folder / f"{name}.tilehall"))
    while not table.over and moves != 0:
        seat = table.due()[0]
        table.act(seat, table.match.legal_actions(seat)[0] if table.is_human(seat) else think(table, seat).action)
        moves = None if moves is None else moves - 1
    return table.store.path


def test_the_page_has_a_sample_of_each() -> None:
    hall = {f"hall_{name}" for name in ("tables", "people", "games", "bans", "invited", "stats")}
    assert set(SAMPLES) == {"games", "check", "review", "rules", "doctor", "learned"} | hall


def test_games(say: Say) -> None:
    assert document(say("games", "--json")) == {"games": [], "problems": []}
    over, going = keep("over"), keep("going", 7, "Zoë")
    (shelf().folder / "bad.tilehall").write_text("x\n---\n", "utf-8")
    data = document(say("games", "--json"))
    assert keys(data) == keys(SAMPLES["games"])
    _, out, err = say("games")
    assert [game["name"] for game in data["games"]] == [row.split()[0] for row in out.splitlines()[1:]]
    assert [f"{problem}\n" for problem in data["problems"]] == [err]
    one, two = sorted(data["games"], key=lambda game: game["over"])
    assert one["players"] == [{"name": "Zoë", "kind": "human"}, {"name": "Bo", "kind": "random"}]
    assert (one["over"], one["result"], one["game"], one["file"]) == (False, None, "princess", str(going))
    assert (two["over"], two["options"], two["file"]) == (True, {"steal_tiles": "off"}, str(over))
    assert f"{two['result']}" in out and re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", two["changed"])
    assert two["changed"][:16].replace("T", " ") in out, "the tests are in UTC"
    assert say("games", "list", "--json") == say("games", "--json", "list") == say("games", "--json")


def test_json_is_only_for_the_list_of_games(say: Say) -> None:
    keep("going", 7)
    for words in ("export going", "delete going", "resume going"):
        code, out, err = say("games", "--json", *words.split())
        assert (code, out, err) == (2, "", f"--json is for the list of games, not for {words.split()[0]}.\n")
    assert shelf().names() == ["going"]


def test_check(say: Say, tmp_path: Path) -> None:
    over, going, bad = keep("over"), keep("going", 7), tmp_path / "bad.tilehall"
    bad.write_text("x\n---\n", "utf-8")
    data = document(say("check", "--json", over, bad, going), 1)
    assert keys(data) == keys(SAMPLES["check"])
    assert keys(data["files"][1]) == keys(SAMPLES["check"]["files"][1])
    assert (data["ok"], [each["ok"] for each in data["files"]]) == (False, [True, False, True])
    told = [line.partition(": ")[2] for line in say("check", over, bad, going)[1].splitlines()]
    first, second, third = data["files"]
    assert told[0] == f"ok, {first['steps']} steps, {first['result']}, dealt by its sealed seed" and first["fair"]
    assert told[1] == f"no: {second['problem']}"
    assert told[2] == f"ok, {third['steps']} steps, the game goes on" and not third["over"]
    assert (third["result"], third["fair"]) == (None, False)
    assert document(say("check", "--json", over))["ok"] is True


def test_review(say: Say) -> None:
    over = keep("over")
    data = document(say("review", "--json", over))
    assert [name for name, _ in keys(data)] == [name for name, _ in keys(SAMPLES["review"])]
    assert keys(data["points"]) == keys(SAMPLES["review"]["points"])
    assert keys(data["turning_points"]) == keys(SAMPLES["review"]["turning_points"])
    assert (data["game"], data["level"], data["over"]) == ("princess", "normal", True)
    assert data["points"][-1]["step"] == data["steps"] and all(sum(p["chances"]) > 0.99 for p in data["points"])
    assert {each["seat"] for each in data["mistakes"]} <= {0}, "only people make mistakes"
    code, text, err = say("review", over)
    assert (code, err) == (0, "") and all(each["told"] in text for each in data["turning_points"])
    going = keep("going", 7)
    for words in (("review",), ("review", "--json")):
        assert say(*words, going) == (2, "", f"{NOT_OVER}\n"), "its course would be advice"
    (shelf().folder / "bad.tilehall").write_text("x\n---\n", "utf-8")
    code, out, err = say("review", "--json", shelf().folder / "bad.tilehall")
    assert (code, out, err.count("\n")) == (1, "", 1)


def test_rules(say: Say) -> None:
    data = document(say("rules", "--json", "princess"))
    assert keys(data) == keys(SAMPLES["rules"])
    assert (data["game"], data["title"], data["rules"]) == ("princess", "The Princess and Magic Tile", 1)
    book = load_rulebook("princess")
    assert [part["number"] for part in data["sections"]] == [part.number for part in book.sections]
    found = [each for part in data["sections"] for each in part["paragraphs"]]
    assert tuple(each["rule"] for each in found if each["rule"]) == book.numbers()
    assert not any("**" in each["text"] for each in found if not each["fixed"])
    text = "".join(say("rules", "princess")[1].split())
    assert all("".join(each["text"].split()) in text for each in found if not each["fixed"])
    assert any(each["fixed"] and each["text"].startswith("|") for each in found)


@pytest.mark.parametrize("wanted", ["5", "p-4.17", "toll", "the end and the points", "tiles run out"])
def test_what_is_wanted_of_the_rules(say: Say, wanted: str) -> None:
    data = document(say("rules", "princess", *wanted.split(), "--json"))
    text = say("rules", "princess", *wanted.split())[1]
    rules = [each["rule"] for part in data["sections"] for each in part["paragraphs"] if each["rule"]]
    assert rules == re.findall(r"^([A-Z]-[\w.]+)  ", text, re.M) and rules
    assert all(part["paragraphs"] for part in data["sections"])


def test_rules_of_every_game(say: Say) -> None:
    for name in ("princess", "sand", "beasts", "kaguya"):
        assert document(say("rules", name, "--json"))["title"] == f"{load_game(name).title}"


def test_what_is_not_there_is_a_sentence_and_no_document(say: Say) -> None:
    for words in ("rules chess", "rules princess xyzzy", "check", "doctor xyzzy"):
        code, out, err = say(*words.split(), "--json")
        assert (code, out, err.count("\n")) == (2, "", 1)


def test_doctor(say: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    data = document(say("doctor", "--json"))
    assert keys(data) == keys(SAMPLES["doctor"])
    terminal, text = data["terminal"], say("doctor")[1]
    assert (terminal["colours"], terminal["term"], terminal["screen"]) == ("256", "xterm-256color", False)
    assert all(f"  {line}\n" in text for line in (*terminal["explained"], *data["better"]))
    assert f"Size: {terminal['columns']} columns, {terminal['lines']} lines." in text
    assert all(place in text for place in data["places"].values())
    assert data["versions"]["python"] == sys.version.split()[0]
    assert all(version in text for version in data["versions"].values() if version)
    assert data["wrong"] == []


def test_the_doctor_finds_the_same_for_programs(say: Say) -> None:
    path = UserDirs.default().settings
    path.parent.mkdir(parents=True)
    path.write_text('theme = "moss"\nbell = "loud"\n', "utf-8")
    data = document(say("doctor", "--json"), 1)
    code, out, _ = say("doctor")
    wrong = out.partition("What is wrong\n")[2].partition("\n\n")[0].splitlines()
    assert (code, [line.strip() for line in wrong]) == (1, data["wrong"])
    assert len(data["wrong"]) == 2
