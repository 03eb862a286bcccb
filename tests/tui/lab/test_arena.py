"""`tilehall arena`: blocks in which everybody sits everywhere, honest figures, one question answered early."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.tui.cli.endless import endless, interrupted
from tests.tui.tables.test_pool import runs
from tilehall.engine import GameResult, Text, UserError, load_game
from tilehall.tui.cli import main
from tilehall.tui.lab.arena import DealResult, LevelContest, SeatResult, play_contest_deal, seat_results
from tilehall.tui.lab.arena_command import DECISIVE_EVIDENCE, ArenaReport, WinShareTest, format_arena_report, run_arena
from tilehall.tui.lab.statistics.evidence import evidence, standard_error, wilson_interval


def told(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, object]:
    assert main(["arena", *words, "--json"]) == 0
    found: dict[str, object] = json.loads(capsys.readouterr().out)
    return found


def without_times(data: dict[str, object]) -> str:
    return json.dumps(data, default=str).split('"mean_ms"')[0]


def test_a_block_puts_everybody_in_every_seat() -> None:
    """Three alike win a third each, whoever is lucky with a seat."""
    found = play_contest_deal(load_game("kaguya"), LevelContest("kaguya", ("random",) * 3, "7"), 0)
    assert found.results["random"].win == pytest.approx(1 / 3)
    assert found.results["random"].rank == pytest.approx(2, abs=0.34)


def test_shared_wins_count_in_parts_and_nobody_wins_where_nobody_is_ranked() -> None:
    shared = GameResult("end", Text("Over."), (9, 9, 3), (1, 1, 3))
    assert seat_results(shared, 3) == [SeatResult(0.5, 1, 9), SeatResult(0.5, 1, 9), SeatResult(0, 3, 3)]
    assert seat_results(GameResult("witch", Text("Over."), None, None), 2) == [SeatResult(0, 1.5, 0)] * 2


def test_the_same_seed_gives_the_same_numbers_for_any_number_of_jobs(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("beasts", "--seat", "random", "--seat", "random", "--blocks", "3", "--seed", "5")
    one, other = (told(capsys, *words, "--jobs", jobs) for jobs in "12")
    assert without_times(one) == without_times(other)
    assert (one["game"], one["blocks"], one["games"], one["seed"]) == ("beasts", 3, 6, "5")


def test_the_last_named_takes_the_seats_that_are_left(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("kaguya", "--seat", "normal", "--seat", "random", "--players", "3", "--blocks", "1")
    found = told(capsys, *words)
    assert found["seats"] == ["normal", "random", "random"] and found["games"] == 3


def test_a_question_ends_the_contest_when_it_is_answered() -> None:
    report = run_arena("kaguya", ("normal", "random"), 40, question=WinShareTest(0.3, 0.7))
    assert report.verdict() == "yes" and len(report.blocks) < 40
    assert report.data()["sprt"]["verdict"] == "yes"
    assert "normal wins 70.0% rather than 30.0%" in format_arena_report(report)


@pytest.mark.parametrize("won", [0.6, 0.62, 0.64, 0.645, 0.65])
def test_what_is_decided_agrees_with_the_evidence_that_is_shown(won: float) -> None:
    """Here it is just enough, or just not."""
    blocks = tuple(
        DealResult({"normal": SeatResult(share, 1, 1)}, {"normal": [1]}) for share in (won, 0.5, won, 0.75) * 20
    )
    for count in range(1, len(blocks)):
        report = ArenaReport(
            LevelContest("kaguya", ("normal", "normal"), "7"), blocks[:count], WinShareTest(0.5, 0.502)
        )
        told = report.data()["sprt"]
        assert (told["verdict"] is None) == (abs(told["evidence"]) < DECISIVE_EVIDENCE)
        said = format_arena_report(report).split("\n")[-1]
        assert f"evidence {told['evidence']:+.2f}" in said and ("is open" in said) == (told["verdict"] is None)
        assert "50.0%" in said and "50.2%" in said and "-0.00" not in said


# --- who is interrupted, and who dies ---------------------------------------------------------------------------------


CONTEST = ("arena", "kaguya", "--blocks", "100000000")


def children(process: subprocess.Popen[str]) -> list[int]:
    tasks = Path(f"/proc/{process.pid}/task").iterdir()
    return [int(number) for task in tasks for number in (task / "children").read_text().split()]


def until(happened: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 20
    while not happened():
        assert time.monotonic() < deadline
        time.sleep(0.05)


@pytest.mark.skipif(sys.platform == "win32", reason="no signals there")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_interrupted_it_tells_what_was_measured_so_far(jobs: str) -> None:
    told = interrupted(*CONTEST, "--seat", "random", "--seat", "random", "--json", "--jobs", jobs)
    data, _, last = told.partition("Stopped: ")
    played = json.loads(data)["blocks"]
    assert played > 0 and last == f"{played:,} of 100,000,000 blocks were played.\n"


@pytest.mark.skipif(sys.platform != "linux", reason="asks as one asks Linux")
def test_interrupted_before_anything_was_measured_it_says_only_that() -> None:
    with endless(*CONTEST, "--seat", "master", "--seat", "master", "--jobs", "2") as process:
        until(lambda: len(children(process)) == 2)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=20)
    assert (process.returncode, out, err) == (130, "", "Stopped: 0 of 100,000,000 blocks were played.\n")


@pytest.mark.skipif(sys.platform != "linux", reason="asks as one asks Linux")
def test_a_process_that_dies_is_replaced_and_none_is_left() -> None:
    with endless(*CONTEST, "--seat", "random", "--seat", "random", "--jobs", "2") as process:
        until(lambda: len(children(process)) == 2)
        first = children(process)
        os.kill(first[0], signal.SIGKILL)
        until(lambda: len({*children(process)} - {*first}) == 1)
        last = children(process)
        process.send_signal(signal.SIGTERM)
        out, err = process.communicate(timeout=20)
    assert not out and not err, "nothing ugly"
    until(lambda: not any(map(runs, last)))


def test_its_table_names_all_that_counts() -> None:
    lines = format_arena_report(run_arena("kaguya", ("random", "random"), 2)).split("\n")
    assert lines[0] == "Kaguyahime: 2 blocks of 2 games: random, random"
    assert lines[3].split()[:4] == ["Level", "Wins", "from", "to"] and lines[4].split()[1] == "50.0%"
    assert max(map(len, lines)) < 80


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("princess", "--seat", "wizard"), "'wizard' is no computer player."),
        (
            ("princess", "--seat", "easy", "--seat", "easy", "--players", "1"),
            "2 computer players are named for 1 seats.",
        ),
        (("princess", "--sprt", "0.6"), "'0.6' is no question; it looks like 0.5:0.55."),
        (("princess", "--sprt", "0.6:0.5"), "'0.6:0.5' is no question; it looks like 0.5:0.55."),
        (
            ("princess", "--sprt", "0.5:0.5001"),
            "'0.5:0.5001' cannot be told apart: name shares that are further apart.",
        ),
        (("princess", "--jobs", "2000"), "'2000' is no number from 1 to 60."),
        (("princess", "--players", "999999999"), "'999999999' is no number from 1 to 99."),
        (("princess", "--blocks", "1000000000"), "'1000000000' is no number from 1 to 999999999."),
        (("sand", "--seat", "easy", "--players", "9"), "This game is for 1 to 4 players, not 9."),
        (("chess",), "There is no game 'chess'."),
    ],
)
def test_what_cannot_be_played_is_said(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], sentence: str
) -> None:
    assert main(["arena", *words]) == 2
    assert sentence in capsys.readouterr().err


def test_an_unknown_level_plays_nothing() -> None:
    with pytest.raises(UserError, match="wizard"):
        run_arena("princess", ("normal", "wizard"))


def test_statistics() -> None:
    assert [round(bound, 3) for bound in wilson_interval(7.5, 10)] == [0.442, 0.919]
    assert wilson_interval(0, 0) == (0, 1)
    assert standard_error([0.5]) == float("inf") and standard_error([0.5, 0.5]) == 0
    assert evidence([0.5, 1, 0.5, 1] * 9, 0.5, 0.6) == pytest.approx(9.3, abs=0.1)
    assert evidence([], 0.5, 0.6) == 0 and evidence([1.0] * 20, 0.5, 0.6) > 3 > -3 > evidence([0.0] * 20, 0.5, 0.6)
