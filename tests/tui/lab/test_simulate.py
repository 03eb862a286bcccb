"""`tilehall simulate`: what it counts, that jobs do not matter, and what it prints."""

import json
import os
import signal
import subprocess
import sys
from itertools import count

import pytest

from tests.cases import some
from tests.pseudo import PseudoLanguage, english_in
from tests.tui.cli.endless import endless, interrupted
from tilehall.engine import UserError
from tilehall.tui.cli import main
from tilehall.tui.lab.progress_bar import progress_bar
from tilehall.tui.lab.report.data import report_data
from tilehall.tui.lab.report.table import format_simulation
from tilehall.tui.lab.simulation import simulate
from tilehall.tui.lab.statistics.evidence import wilson_interval
from tilehall.tui.terminal.output import cells

KEYS = ["game", "players", "seats", "games", "seed", "plies", "scores", "wins", "endings", "rules_fired", "seconds"]


def command(*words: str) -> int:
    return main(["simulate", *words])


def test_json_is_one_object_with_everything(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("princess", "--games", "4", "--seat", "greedy", "--seat", "random", "--seed", "5", "--json")
    assert command(*words, "--option", "steal_tiles=off") == 0
    out, err = capsys.readouterr()
    assert err == ""
    told = json.loads(out)
    assert list(told)[: len(KEYS)] == KEYS, "those that were first stay where they are"
    assert (told["game"], told["players"], told["games"], told["seed"]) == ("princess", 2, 4, "5")
    assert told["seats"] == ["greedy", "random"]
    assert 0 < told["plies"]["min"] <= told["plies"]["mean"] <= told["plies"]["max"]
    assert sum(told["endings"].values()) == 4
    assert told["rules_fired"]["P-4.1"] > 4
    assert "P-4.21" not in told["rules_fired"]
    assert "P-4.21" in told["rules_never"]
    assert told["wins"] == [told["endings"]["goal"], 0]
    assert told["scores"][0] > 0 > told["scores"][1]


def test_games_nobody_wins_have_no_scores() -> None:
    told = report_data(simulate("princess", 4, games=3))
    assert told["endings"] == {"witch": 3}
    assert (told["scores"], told["wins"], told["unwon"], told["even"]) == (None, [0, 0, 0, 0], 3, 0.0)
    assert told["beginner"] is None


@pytest.mark.parametrize("players", some([2, 3, 4], keep=0))
def test_the_same_seed_gives_the_same_numbers_for_any_number_of_jobs(players: int) -> None:
    one, two, other = (
        report_data(simulate("princess", players, ["random"], 12, seed, jobs))
        for seed, jobs in (("a", 1), ("a", 2), ("b", 1))
    )
    for each in (one, two, other):
        del each["seconds"]
    assert one == two
    assert {**other, "seed": "a"} != one


def test_a_longer_simulation_begins_with_the_games_of_a_shorter_one() -> None:
    short, long = simulate("princess", 2, games=6).tally, simulate("princess", 2, games=7).tally
    assert long.decisions.counts > short.decisions.counts
    assert all(long.rules[rule] >= times for rule, times in short.rules.items())


def test_the_table_tells_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    report = simulate("princess", 2, ["greedy", "random"], 5)
    text = format_simulation(report)
    assert max(map(len, text.splitlines())) <= 80
    for part in ("5 games of 2", "goal         5  100.0%  56.6% to 100.0%", "P-4.1 ", "never cited", "more than even"):
        assert part in text
    assert command("princess", "--games", "3", "--players", "3") == 0
    assert "3 games of 3" in capsys.readouterr().out


def test_the_table_keeps_its_columns_in_a_language_of_wide_letters() -> None:
    report = simulate("princess", 2, ["normal", "random"], 3)
    text = format_simulation(report, PseudoLanguage())
    ids = {word for each in (*report.findings, *report.points) for name in each.used[:2] for word in name.split()}
    assert english_in(text, frozenset(["normal", "random", "goal", "witch", "games", *ids])) == []
    assert max(map(cells.width, text.splitlines())) <= 79
    _, *seats = text.split("\n\n")[2].splitlines()
    ends = {cells.width(line[: line.index("%")]) for line in seats if "43.8%" in line or "56.2%" in line}
    assert len(ends) == 1, "the shares end in one column"


@pytest.mark.parametrize(
    ("words", "seats"),
    [
        ((), ["random", "random"]),
        (("--seat", "normal"), ["normal", "normal"]),
        (("--seat", "easy", "--players", "3"), ["easy"] * 3),
        (("--seat", "easy", "--seat", "random", "--seat", "easy"), ["easy", "random", "easy"]),
        (("--seat", "easy", "--players", "1"), ["easy"]),
    ],
)
def test_nobody_plays_alone_unless_that_is_asked_for(
    words: tuple[str, ...], seats: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert command("sand", "--games", "1", *words, "--option", "round_limit=3", "--json") == 0
    assert json.loads(capsys.readouterr().out)["seats"] == seats


def test_the_first_line_says_who_plays(capsys: pytest.CaptureFixture[str]) -> None:
    assert command("sand", "--games", "1", "--seat", "random", "--players", "3") == 0
    first = capsys.readouterr().out.splitlines()[0]
    assert first == "Realm of Sand: 1 game of 3: random, random, random"


def test_wilson_interval() -> None:
    # Control values: Newcombe 1998, table I, method 3 without continuity correction.
    for wins, games, low, high in ((81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611)):
        assert wilson_interval(wins, games) == pytest.approx((low, high), abs=5e-5)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("go",), "There is no game 'go'. Games: princess, "),
        (("princess", "--players", "5"), "This game is for 2 to 4 players, not 5."),
        (("princess", "--seat", "pro"), "'pro' is no computer player."),
        (("princess", "--players", "3", "--seat", "random", "--seat", "easy"), "2 computer players are named for 3"),
        (("princess", "--option", "x"), "The option 'x' has no value"),
        (("princess", "--option", "x=1"), "There is no option 'x'."),
    ],
)
def test_wrong_words_get_one_sentence(words: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert command(*words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert said in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("number", ["0", "-1", "many", "9999999999", "²"])
def test_numbers_are_checked(number: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert command("princess", f"--games={number}") == 2
    assert "is no number from 1 to " in capsys.readouterr().err


def test_nothing_to_play_is_refused() -> None:
    with pytest.raises(UserError):
        simulate("princess", 2, games=0)


def test_progress_shows_after_a_second_and_goes_away(capsys: pytest.CaptureFixture[str]) -> None:
    ticks = count()
    show = progress_bar(lambda: next(ticks) * 0.5)
    for done in (10, 20, 50):
        show(done, 50)
    shown = capsys.readouterr().err
    assert "20 of 50 games" in shown
    assert "10 of 50" not in shown
    assert shown.endswith("\r\x1b[K")
    quick = progress_bar(lambda: 0.0)
    quick(5, 5)
    assert capsys.readouterr().err == ""


# What Ctrl+C does to all processes of a terminal is a signal to their group: Windows has neither.
@pytest.mark.skipif(sys.platform == "win32", reason="no signals there")
@pytest.mark.parametrize("jobs", some(["1", "2"], keep=1))
def test_interrupted_it_reports_what_was_played(jobs: str) -> None:
    told = interrupted("simulate", "kaguya", "--games", "99999999", "--json", "--jobs", jobs)
    said, data = told.split("\n", 1)
    played = json.loads(data)["games"]
    assert played > 1 and said == f"Stopped: {played:,} of 99,999,999 games were played."


@pytest.mark.skipif(sys.platform == "win32", reason="no signals there")
def test_progress_is_for_terminals_only() -> None:
    """A second longer than it takes until a terminal is shown how far it is."""
    with endless("simulate", "kaguya", "--games", "99999999", "--json") as process:
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(2)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=20)
    assert err == f"Stopped: {json.loads(out)['games']:,} of 99,999,999 games were played.\n"
