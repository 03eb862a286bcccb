"""The page about rulings: made of what was measured, complete, and every part of it can be played again."""

from __future__ import annotations

import shlex
from typing import Any

import pytest

from tests.bench import results_file
from tests.bench.rulings import DATA, GAMES, LEVELS, PAGE, Ruling, page, rulings, verdict, words
from tests.cases import some_rows
from tilehall.engine import load_game, load_rulebook
from tilehall.tui.cli.options import Parser
from tilehall.tui.lab.option_comparison import Comparison, ComparisonReport
from tilehall.tui.lab.option_pairs import GamePair, play_pair
from tilehall.tui.lab.simulate_command import add_arguments

QUICK = [(ruling, level) for ruling in rulings() for level in LEVELS if level == "random" or ruling.game != "sand"]


def commands() -> list[list[str]]:
    """What the page tells one to type."""
    lines = PAGE.read_text("utf-8").splitlines()
    return [shlex.split(line)[2:] for line in lines if line.startswith("tilehall simulate ")]


def test_the_page_says_what_was_measured() -> None:
    assert PAGE.read_text("utf-8") == page(results_file.known(DATA))


def test_every_option_was_measured() -> None:
    assert {ruling.name(level) for ruling in rulings() for level in LEVELS} == set(results_file.known(DATA))


@pytest.mark.parametrize("name", GAMES)
def test_every_answer_of_a_rulebook_is_on_the_page(name: str) -> None:
    answered = {rule for rule in load_rulebook(name).numbers() if rule[1:].startswith("-6.")}
    told = {entry["rule"] for entry in words()[name]["options"]} | set(words()[name]["others"])
    assert {rule for rule in told if rule[1:].startswith("-6.")} == answered
    assert len(told) == len(words()[name]["options"]) + len(words()[name]["others"]), "each in one place"


def test_what_is_played_is_an_option_of_that_rule() -> None:
    for ruling in rulings():
        option = next(each for each in load_game(ruling.game).options if each.id == ruling.option)
        paragraph = load_rulebook(ruling.game).paragraph(ruling.rule)
        assert ruling.value in option.values[1:]
        assert paragraph is not None and (ruling.option in paragraph.text or option.rule != ruling.rule)


def test_every_command_is_understood() -> None:
    parser = Parser(prog="tilehall simulate")
    add_arguments(parser)
    typed = [parser.parse_args(each) for each in commands()]
    assert len(typed) == len(results_file.known(DATA))
    played = [
        (data["game"], data["games"], data["seed"], data["players"]) for data in results_file.known(DATA).values()
    ]
    assert sorted((each.game, each.games, each.seed, each.players) for each in typed) == sorted(played)


@pytest.mark.parametrize(
    ("ruling", "level"), some_rows(QUICK, slice(0, None, 3)), ids=lambda part: getattr(part, "option", part)
)
def test_an_example_comes_out_the_same_again(ruling: Ruling, level: str) -> None:
    data = results_file.known(DATA)[ruling.name(level)]
    if data["examples"]:
        example = data["examples"][-1]
        assert told_again(ruling, level, example["game"]) == example


def told_again(ruling: Ruling, level: str, number: int) -> dict[str, Any]:
    versus = ruling.versus(level)
    found: GamePair = play_pair(load_game(ruling.game), versus.levels, versus.here, versus.there, versus.seed, number)
    counted = Comparison(ruling.players)
    counted.count(found)
    example: dict[str, Any] = ComparisonReport(versus, counted, 1.0).data()["examples"][0]
    return example


def measured(difference: float, margin: float, winner: float) -> dict[str, Any]:
    """A result in which only the points of one seat may differ."""
    mean = {"a": 40.0, "difference": difference, "low": difference - margin, "high": difference + margin}
    none = {"a": 0.5, "difference": 0.0, "low": 0.0, "high": 0.0}
    common = {"games": 100, "could": {"games": 50}, "did": {"games": 50}, "winner": {"share": winner}}
    return {**common, "decisions": none, "scores": [none, mean], "wins": [none, none]}


def test_a_verdict_needs_more_than_an_interval_that_just_leaves_out_nothing() -> None:
    assert (
        verdict(measured(2.0, 1.0, 0.1))
        == "Matters: seat 1 gets +2.0 points; somebody else wins in 10.0% of the deals."
    )
    assert verdict(measured(2.0, 1.9, 0.1)).startswith("Matters in single games: ")
    assert verdict(measured(0.1, 1.9, 0.0)).startswith("Hardly matters: ")


def test_the_file_of_results_is_small() -> None:
    assert DATA.stat().st_size < 200_000
