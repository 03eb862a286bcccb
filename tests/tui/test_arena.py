"""`tilehall arena`: blocks in which everybody sits everywhere, honest figures, one question answered early."""

from __future__ import annotations

import json

import pytest

from tilehall.engine import RuleError, Standing, Text
from tilehall.tui.arena import Question, arena, table
from tilehall.tui.cli import main
from tilehall.tui.house.contest import Contest, Showing, block, showings
from tilehall.tui.statistics import error_of, evidence, wilson


def told(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, object]:
    assert main(["arena", *words, "--json"]) == 0
    found: dict[str, object] = json.loads(capsys.readouterr().out)
    return found


def without_times(data: dict[str, object]) -> str:
    return json.dumps(data, default=str).split('"mean_ms"')[0]


def test_a_block_puts_everybody_in_every_seat() -> None:
    """Three alike win a third each, whoever is lucky with a seat."""
    found = block((Contest("kaguya", ("random",) * 3, "7"), 0))
    assert found.showings["random"].win == pytest.approx(1 / 3)
    assert found.showings["random"].rank == pytest.approx(2, abs=0.34)


def test_shared_wins_count_in_parts_and_nobody_wins_where_nobody_is_ranked() -> None:
    shared = Standing("end", Text("Over."), (9, 9, 3), (1, 1, 3))
    assert showings(shared, 3) == [Showing(0.5, 1, 9), Showing(0.5, 1, 9), Showing(0, 3, 3)]
    assert showings(Standing("witch", Text("Over."), None, None), 2) == [Showing(0, 1.5, 0)] * 2


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
    report = arena("kaguya", ("normal", "random"), 40, question=Question(0.3, 0.7))
    assert report.verdict() == "yes" and len(report.blocks) < 40
    assert report.data()["sprt"]["verdict"] == "yes"
    assert "normal wins 70% rather than 30%" in table(report)


def test_its_table_names_all_that_counts() -> None:
    lines = table(arena("kaguya", ("random", "random"), 2)).split("\n")
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
    with pytest.raises(RuleError, match="wizard"):
        arena("princess", ("normal", "wizard"))


def test_statistics() -> None:
    assert [round(bound, 3) for bound in wilson(7.5, 10)] == [0.442, 0.919]
    assert wilson(0, 0) == (0, 1)
    assert error_of([0.5]) == float("inf") and error_of([0.5, 0.5]) == 0
    assert evidence([0.5, 1, 0.5, 1] * 9, 0.5, 0.6) == pytest.approx(9.3, abs=0.1)
    assert evidence([], 0.5, 0.6) == 0 and evidence([1.0] * 20, 0.5, 0.6) > 3 > -3 > evidence([0.0] * 20, 0.5, 0.6)
