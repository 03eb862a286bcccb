"""`tilehall simulate --against`: what it counts, that jobs do not matter, and that every example can be seen again."""

import json
import shlex
from pathlib import Path

import pytest

from tests.pseudo import PseudoLanguage, english_in
from tests.rules import rule
from tilehall.tui.cli import main
from tilehall.tui.lab.option_comparison import ComparisonPlan, ComparisonReport, compare, write_example_records
from tilehall.tui.lab.report.comparison_table import format_comparison
from tilehall.tui.lab.report.data import report_data as data_of
from tilehall.tui.lab.simulation import simulate
from tilehall.tui.terminal.output import cells

RANDOM = ("random", "random")
CLEAR = (("clear_fate", "box"),)


@pytest.fixture(scope="module")
def cleared() -> ComparisonReport:
    return compare(ComparisonPlan("kaguya", RANDOM, 8, "1", (), CLEAR, 3))


def command(*words: str) -> int:
    return main(["simulate", *words])


@rule("K-6.1")
def test_it_tells_in_how_many_games_it_mattered_and_how(cleared: ComparisonReport) -> None:
    data = cleared.data()
    assert data["options"] == {"clear_fate": {"a": "storage", "b": "box", "rule": "K-6.1"}}
    assert data["could"]["games"] >= data["did"]["games"] >= data["result"]["games"] >= data["winner"]["games"] > 0
    assert data["could"]["kinds"].keys() == {"choices", "table"}
    assert data["could"]["low"] < data["could"]["share"] <= data["could"]["high"]
    assert "K-4.8" in data["could"]["rules"]
    assert data["did"]["ahead"] == 0


def test_means_are_those_of_the_games(cleared: ComparisonReport) -> None:
    data = cleared.data()
    for side, options in (("a", []), ("b", list(CLEAR))):
        alone = data_of(simulate("kaguya", 2, RANDOM, 8, "1", options=options))
        assert data["decisions"][side] == pytest.approx(alone["plies"]["mean"], abs=1e-3)
        assert [each[side] for each in data["scores"]] == pytest.approx(alone["scores"], abs=1e-3)
        assert data["endings"][side] == alone["endings"]


def test_the_same_seed_gives_the_same_for_any_number_of_jobs() -> None:
    one, two = (compare(ComparisonPlan("kaguya", RANDOM, 5, "j", (), CLEAR, 2), jobs).data() for jobs in (1, 2))
    assert one.pop("seconds") != two.pop("seconds")
    assert one == two


def test_nothing_matters_where_nobody_can_tell(capsys: pytest.CaptureFixture[str]) -> None:
    """Nobody at random reaches the GOAL, so how many points there would be does not change how it ends."""
    assert command("princess", "--games", "2", "--against", "sky_points=off", "--json") == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["could"]["games"], data["did"]["games"], data["result"]["games"], data["scores"]) == (2, 0, 0, None)
    assert [(each["difference"], each["low"], each["p"]) for each in data["wins"]] == [(0, 0, 1)] * 2


@pytest.mark.parametrize("side", ["a", "b"])
def test_the_command_of_an_example_shows_its_game(
    cleared: ComparisonReport, side: str, capsys: pytest.CaptureFixture[str]
) -> None:
    example = cleared.data()["examples"][0]
    program, *words = shlex.split(example["play"][side])
    assert program == "tilehall" and main(words) == 0
    shown = capsys.readouterr().out
    scores = example["result"][side]["scores"]
    assert example["did"][side] in shown
    assert all(f"seat{seat} {points}" in shown.splitlines()[-2] for seat, points in enumerate(scores))


def test_records_hold_both_games_and_part_at_the_step(
    cleared: ComparisonReport, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = write_example_records(cleared, tmp_path / "new")
    for example in kept.data()["examples"]:
        one, other = (Path(example["record"][side]).read_text(encoding="utf-8").splitlines() for side in "ab")
        assert main(["check", *example["record"].values()]) == 0
        step = example["did"]["step"]
        numbered = [{line.split()[0]: line for line in lines if line.split()[:1]} for lines in (one, other)]
        assert numbered[0].get(f"{step}") != numbered[1].get(f"{step}")
    assert len(list((tmp_path / "new").iterdir())) == 6
    assert "tilehall replay" in format_comparison(kept)


def test_the_table_fits_and_keeps_its_columns(cleared: ComparisonReport) -> None:
    text = format_comparison(cleared)
    assert max(map(cells.width, text.splitlines())) <= 79
    for part in ("8 deals, each played twice", "B: clear_fate=box [K-6.1]", "Another winner", "B - A", "give C"):
        assert part in text
    assert len({line.rindex("%") for line in text.split("\n\n")[1].splitlines()[1:]}) == 1


def test_the_table_is_told_in_other_languages(cleared: ComparisonReport) -> None:
    text = format_comparison(cleared, PseudoLanguage())
    words_of_options_and_actions = frozenset(["random", "box", "storage", "princess", "boards", "give", "take"])
    assert english_in(text.partition("tilehall demo")[0], words_of_options_and_actions) == []
    assert max(map(cells.width, text.splitlines())) <= 79


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("kaguya", "--against", "clear_fate=storage"), "Both sides have the same options"),
        (("kaguya", "--against", "clear_fate=bx"), "Option clear_fate cannot be 'bx'. Did you mean box?"),
        (("kaguya", "--against", "box"), "The option 'box' has no value"),
        (("kaguya", "--against", "clear=box"), "There is no option 'clear'."),
        (("kaguya", "--against", "clear_fate=box", "--seat", "pro"), "'pro' is no computer player."),
        (("kaguya", "--against", "clear_fate=box", "--rotate"), "--rotate does not go with --against."),
        (("kaguya", "--against", "clear_fate=box", "--plot", "x.svg"), "--plot does not go with --against."),
        (("kaguya", "--against", "clear_fate=box", "--seat", "Bob:cmd=true"), "Programs do not play two sets"),
        (("kaguya", "--examples", "3"), "--against names the second."),
    ],
)
def test_wrong_words_get_one_sentence(words: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert command(*words) == 2
    out, err = capsys.readouterr()
    assert out == "" and said in err and err.count("\n") == 1


def test_options_of_both_sides_stay_apart_from_those_of_one(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("princess", "--games", "1", "--option", "start_seat=0", "--option", "steal_tiles=off", "--json")
    assert command(*words, "--against", "steal_tiles=on") == 0
    data = json.loads(capsys.readouterr().out)
    assert data["a"] == {"start_seat": "0", "steal_tiles": "off"}
    assert data["b"] == {"start_seat": "0", "steal_tiles": "on"}
    assert data["options"].keys() == {"steal_tiles"}
