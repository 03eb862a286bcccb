"""`tilehall bot check`, and programs in `play` and `arena`: what their authors and those who invite them are told."""

from __future__ import annotations

import csv
import io
import json
import re
import shlex
import sys
from pathlib import Path

import pytest

from tests.tui.programs.bot_scripts import Fake, waits_for
from tilehall.tui.cli import main, program_options


def words(fake: Fake) -> str:
    return " ".join(fake.command.words)


def test_a_good_program_is_told_that_all_is_well(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bot", "check", words(Fake(tmp_path)), "--moves", "10"]) == 0
    told = capsys.readouterr()
    assert told.out.splitlines()[-2:] == ["It calls itself Fake.", "All is well."] and told.err == ""
    assert [line.split(":")[0] for line in told.out.splitlines()[:4]] == ["princess", "sand", "beasts", "kaguya"]


def test_what_is_wrong_is_told_with_its_turn_and_decision(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fake = Fake(tmp_path, turn='best("hold 1" if m["turn"] == 3 else m["legal"][0])\nprint("hm", file=sys.stderr)')
    log = tmp_path / "log"
    check = ["bot", "check", words(fake), "--game", "beasts", "--moves", "10", "--bot-log", str(log)]
    assert main(check) == 1
    told = capsys.readouterr()
    assert (
        re.search(r"^  Seat \d, turn 3 \(", told.out, re.MULTILINE)
        and "bad_notation. " in told.out
        and "2 answers are wrong." in told.out
    )
    assert told.err == f"What programs wrote on their standard error is kept in {log}.\n"
    assert "hm" in next(log.iterdir()).read_text()
    assert main([*check, "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert found.keys() == {"name", "fine", "leaves", "games"} and not found["fine"] and found["leaves"]
    game = found["games"][0]
    assert {fault["code"] for fault in game["faults"]} == {"bad_notation"} and game["decisions"] == 10
    assert game["faults"][0].keys() == {"game", "decision", "seat", "turn", "code", "message", "rule"}


def test_a_fault_is_told_with_the_seat_that_it_belongs_to_and_with_what_was_sent(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same program sits in both seats, and does wrong in one of them."""
    pairs = '[pair for pair in ("present RR", "present GG", "present PP") if pair not in m["legal"]]'
    fake = Fake(tmp_path, turn=f'best({pairs}[0] if m["seat"] else m["legal"][0])')
    log = tmp_path / "log"
    check = ["bot", "check", words(fake), "--game", "kaguya", "--moves", "2", "--bot-log", str(log)]
    assert main([*check, "--json"]) == 1
    (fault,) = json.loads(capsys.readouterr().out)["games"][0]["faults"]
    assert (fault["seat"], fault["turn"], fault["code"]) == (1, 1, "illegal")
    assert re.match(r"'present (RR|GG|PP)': ", fault["message"])
    assert main(check) == 1
    assert f"  Seat 1, turn 1 ({fault['decision']}): illegal. {fault['message']}" in capsys.readouterr().out
    assert f"[tilehall] turn 1: illegal: {fault['message']}" in next(log.iterdir()).read_text()


def test_one_that_does_not_go_is_told_of(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stubborn = Fake(tmp_path, turn="best(m['legal'][0])\nif m['turn'] > 1: time.sleep(60)")
    assert main(["bot", "check", words(stubborn), "--game", "kaguya", "--moves", "4", "--bot-time", "0.2"]) == 1
    assert "It does not go when it is told bye" in capsys.readouterr().out


def test_one_that_says_no_hello_is_not_asked_about_other_games(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bot", "check", words(Fake(tmp_path, hello="os._exit(1)"))]) == 1
    told = capsys.readouterr().out
    assert "dead. It has ended with exit code 1." in told and "sand" not in told


@pytest.mark.parametrize(
    ("seat", "sentence"),
    [
        ("Bob:cmd=/nowhere/bot", "Bob cannot play: there is no program '/nowhere/bot' that can be run."),
        ("Bob:cmd='sh", "The command of Bob has a quotation mark without an end."),
        ("Bob:cmd=", "The command of Bob is missing; it looks like Bob:cmd=./mybot."),
        ("easy:cmd=sh", "A program cannot be called easy: that is a kind of player."),
        ("A B:cmd=sh", "'A B' is no name: 1 to 24 characters without spaces or any of : ; = , { }."),
    ],
)
@pytest.mark.parametrize("command", ["play", "arena", "simulate"])
def test_a_seat_that_is_no_program_is_refused_in_one_sentence(
    command: str, seat: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([command, "princess", "--seat", seat, "--seat", "random"]) == 2
    told = capsys.readouterr()
    assert (told.out, told.err) == ("", f"{sentence}\n")


# The sentence is about the mark itself; Windows goes by the ending of a name, and never says it.
@pytest.mark.skipif(sys.platform == "win32", reason="no file is executable by a mark there")
@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("./nox.py", "Bob cannot play: './nox.py' is there, but not executable."),
        (
            "nox.py",
            "Bob cannot play: there is no program 'nox.py' that can be run; the one in this folder is './nox.py'.",
        ),
        ("./folder", "Bob cannot play: there is no program './folder' that can be run."),
    ],
)
def test_a_file_that_is_there_and_cannot_be_run_is_told_apart(
    typed: str, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "nox.py").write_text("#!/usr/bin/env python3\n")
    (tmp_path / "folder").mkdir()
    monkeypatch.chdir(tmp_path)
    assert main(["arena", "princess", "--seat", f"Bob:cmd={typed}", "--seat", "random"]) == 2
    assert capsys.readouterr().err == f"{sentence}\n"


@pytest.mark.parametrize("seconds", ["0", "-1", "nan", "inf", "soon", "1e9"])
def test_the_time_of_a_program_is_a_number_of_seconds(seconds: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bot", "check", "sh", f"--bot-time={seconds}"]) == 2
    assert "it has to be seconds, from 0.05 to 3600." in capsys.readouterr().err


def test_a_command_is_split_as_a_shell_would_and_no_shell_sees_it() -> None:
    found = program_options.parse_programs([f"Bob:cmd={sys.executable} -c 'a b' \"c;d\" $HOME", "Aki"])
    assert [each.words[1:] for each in found] == [("-c", "a b", "c;d", "$HOME")]


def test_a_program_plays_in_lines_and_what_went_wrong_is_said_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fake = Fake(tmp_path, turn='best("nonsense" if m["turn"] == 1 else m["legal"][0])')
    monkeypatch.setattr(sys, "stdin", io.StringIO("side a\nlegal\nquit\n"))
    seats = ["--seat", f"Bob:cmd={words(fake)}", "--seat", "Aki", "--option", "start_seat=0"]
    assert main(["play", "princess", "--line", "--seed", "7", *seats]) == 0
    told = capsys.readouterr()
    assert "At the table: Bob (program), Aki (human)." in told.out
    assert "Bob named no action of this game. A quick choice was made for it." in told.out + told.err
    assert "Aki: " in told.out and '"turn": 2' not in fake.heard
    # The table closes without waiting for the program to read its goodbye.
    assert waits_for(lambda: json.loads(fake.heard.splitlines()[-1])["say"] == "bye", 30)


def test_the_arena_counts_what_a_program_did_not_decide(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fake = Fake(tmp_path, turn='best("nonsense")')
    seats = ["--seat", f"Bob:cmd={words(fake)}", "--seat", "random", "--bot-log", str(tmp_path / "log")]
    assert main(["arena", "kaguya", *seats, "--blocks", "1", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["seats"] == ["Bob", "random"] and found["levels"]["Bob"]["faults"] == {"bad_notation": 6}
    assert not {"faults", "quick"} & found["levels"]["random"].keys()
    decisions = found["levels"]["Bob"]["decisions"]
    assert found["levels"]["Bob"]["quick"] == decisions > 6, "also those for which it was not asked any more"
    assert main(["arena", "kaguya", *seats, "--blocks", "1"]) == 0
    told = capsys.readouterr().out
    assert f"{decisions} of {decisions} decisions of Bob were quick choices made for it.\n" in told
    assert "Faults of Bob: bad_notation 6." in told


def test_of_a_program_without_faults_no_decision_is_a_quick_choice(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    seats = ["--seat", f"Bob:cmd={words(Fake(tmp_path))}", "--seat", "random"]
    assert main(["arena", "kaguya", *seats, "--blocks", "1", "--json"]) == 0
    bob = json.loads(capsys.readouterr().out)["levels"]["Bob"]
    assert bob["quick"] == 0 < bob["decisions"] and "faults" not in bob
    assert main(["simulate", "kaguya", *seats, "--games", "1"]) == 0
    told = capsys.readouterr()
    assert "quick choice" not in told.out + told.err


def test_simulate_tells_in_its_table_and_its_sheet_what_a_program_did_not_decide(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bob = ["--seat", f"Bob:cmd={words(Fake(tmp_path, turn='os._exit(1)'))}", "--bot-log", str(tmp_path / "log")]
    play = ["simulate", "kaguya", *bob, "--seat", "random", "--games", "2"]
    assert main([*play, "--json"]) == 0
    (count,) = json.loads(capsys.readouterr().out)["programs"].values()
    assert count["quick"] == count["decisions"] > 4
    assert main(play) == 0
    told = capsys.readouterr()
    sentence = f"{count['quick']} of {count['quick']} decisions of Bob were quick choices made for it.\n"
    assert sentence + "Faults of Bob: dead 4.\n" in told.out and sentence not in told.err
    assert main([*play, "--csv"]) == 0
    told = capsys.readouterr()
    rows = [*csv.DictReader(io.StringIO(told.out))]
    assert sum(int(row["quick"]) for row in rows) == count["quick"] and sentence in told.err


def test_simulate_plays_with_programs_alike_in_any_number_of_processes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fake = Fake(tmp_path, turn='best(m["legal"][m["turn"] % len(m["legal"])] if m["match"] < 3 else "nonsense")')
    bob = ["--seat", f"Bob:cmd={words(fake)}", "--bot-log", str(tmp_path / "log")]
    found = []
    for jobs in "12":
        play = ["simulate", "kaguya", *bob, "--seat", "random", "--games", "6", "--jobs", jobs, "--json"]
        assert main(play) == 0
        told = capsys.readouterr()
        data = json.loads(told.out)
        assert "Faults of Bob: bad_notation 9." in told.err
        found.append(data | {"seconds": 0})
    one, two = found
    assert one == two and one["seats"] == ["Bob", "random"] and one["faults"] == {"Bob": {"bad_notation": 9}}


def test_one_program_takes_all_seats_as_a_level_does(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bob = ["--seat", f"Bob:cmd={words(Fake(tmp_path))}", "--players", "3"]
    assert main(["simulate", "kaguya", *bob, "--games", "1", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["seats"] == ["Bob"] * 3 and found["faults"] == {}


def test_a_game_with_a_program_is_played_on_with_its_command_and_replays_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fake = Fake(tmp_path)
    bob = ["--seat", f"Bob:cmd={words(fake)}"]
    game = ["play", "princess", "--line", "--seed", "7", *bob, "--seat", "Aki", "--option", "start_seat=0"]
    monkeypatch.setattr(sys, "stdin", io.StringIO("side a\nquit\n"))
    assert main(game) == 0
    monkeypatch.setattr(sys, "stdin", io.StringIO("quit\n"))
    said = " ".join(capsys.readouterr().out.split())
    typed = shlex.split(said.partition("The game is kept. Go on with: ")[2])
    assert typed[:3] == ["tilehall", "games", "resume"] and typed[4:] == ["--line", *bob]
    assert main(typed[1:]) == 0, "it works as it stands"
    monkeypatch.setattr(sys, "stdin", io.StringIO("quit\n"))
    capsys.readouterr()
    assert main([]) == 0
    assert ' --line --seat "Bob:cmd=..."   goes on with the game of Bob, Aki' in capsys.readouterr().out
    resume = ["games", "resume", "last", "--line"]
    assert main(resume) == 2
    told = capsys.readouterr().err
    assert (
        'Bob is played by a program, and its command is not known here; say it once more: --seat "Bob:cmd=..."' in told
    )
    assert main([*resume, *bob]) == 0
    assert "At the table: Bob (program), Aki (human)." in capsys.readouterr().out
    assert main([*resume, "--seat", bob[1].replace("Bob", "Eve"), *bob]) == 2
    assert "is called Eve." in capsys.readouterr().err
    assert main([*resume, "--seat", "Aki:easy"]) == 2
    capsys.readouterr()
    assert main(["games", "--json"]) == 0
    (saved,) = json.loads(capsys.readouterr().out)["games"]
    assert saved["players"][0] == {"name": "Bob", "kind": "program"}
    assert "fake.py" not in Path(saved["file"]).read_text(encoding="utf-8")
    assert main(["check", saved["file"]]) == 0


def test_a_place_for_notes_that_cannot_be_written_is_said_before_anything_is_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "log").write_text("no folder")
    bot = ["--seat", f"Bob:cmd={words(Fake(tmp_path))}", "--seat", "random", "--bot-log", str(tmp_path / "log")]
    assert main(["arena", "kaguya", *bot, "--blocks", "1"]) == 2
    assert "log cannot be written (File exists)." in capsys.readouterr().err
