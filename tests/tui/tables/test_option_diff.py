"""One course of a game under two sets of options: each kind of difference is found where it is, and nothing else."""

from typing import Any

import pytest

from tests.rules import rule
from tilehall.engine import Game, Match, Setup, load_game
from tilehall.engine.core.chance import RandomDealer, Rng
from tilehall.tui.lab.option_pairs import Options, play_pair
from tilehall.tui.tables.history.option_diff import OptionDifference, find_differences

RANDOM = ("random", "random")


def found(name: str, number: int, there: Options, here: Options = ()) -> tuple[OptionDifference, ...]:
    return play_pair(load_game(name), RANDOM, here, there, "twins", number).differences


def first_of(name: str, there: Options, kind: str, cited: str = "") -> OptionDifference:
    """The first difference of this kind, by this rule, in some games."""
    every = (each for number in range(40) for each in found(name, number, there) if each.kind == kind)
    return next(each for each in every if cited in each.rule)


def test_a_value_said_aloud_is_no_difference() -> None:
    for name, option in (("kaguya", ("clear_fate", "storage")), ("princess", ("first_turn", "short"))):
        assert found(name, 1, (option,)) == ()


@rule("K-6.1")
def test_other_choices_are_named_with_whose_they_are() -> None:
    difference = first_of("kaguya", (("clear_fate", "box"),), "choices", "K-4.8")
    assert str(difference.here) in ("give C", "take C") and str(difference.there) == "nothing more"
    assert difference.seat in (0, 1)


@rule("P-3.2")
def test_another_decision_is_owed_in_the_first_turn() -> None:
    difference = next(each for each in found("princess", 0, (("first_turn", "full"),)) if each.kind != "table")
    assert difference.kind == "owed" and difference.rule == "P-3.S5"
    assert "Take a tile" in str(difference.here) and "Hold or remove a rune" in str(difference.there)


@rule("P-5.3", "P-6.5")
def test_a_game_that_would_be_over_owes_nothing() -> None:
    difference = first_of("princess", (("last_tile_runes", "forbidden"),), "owed")
    assert str(difference.there) == "the game is over"


def test_what_may_be_drawn_is_told_by_what_is_not_in_both_piles() -> None:
    difference = next(each for each in found("princess", 0, (("steal_tiles", "off"),)) if each.kind == "drawn")
    assert (difference.kind, str(difference.here), str(difference.there)) == (
        *("drawn", "row T31, row T32, of 32"),
        "nothing more, of 30",
    )


@rule("P-5.4")
def test_points_are_told_line_by_line() -> None:
    difference = found("princess", 0, (("sky_points", "off"),))[0]
    assert (difference.kind, difference.rule, str(difference.there)) == ("scored", "P-5.4", "nothing more")
    assert "most" in str(difference.here)


def test_where_the_other_rules_do_not_know_a_position_they_are_asked_nothing_until_it_is_past() -> None:
    """A first turn that is cut short cannot be under way where it is not."""
    kinds = [each.kind for each in found("princess", 0, (("first_turn", "full"),))]
    assert kinds.index("owed") < kinds.index("barred") and 0 < kinds.count("barred") < 20
    assert set(kinds) == {"table", "owed", "barred"}


@rule("K-6.9")
def test_what_lies_otherwise_is_a_difference_before_anything_comes_of_it() -> None:
    every = [found("kaguya", number, (("break_revalue", "on"),)) for number in range(8)]
    first = next(one[0] for one in every if one)
    assert (first.kind, str(first.here)[:7]) == ("table", "values ")
    assert [each.kind for one in every for each in one].count("table") > 8


def test_the_first_difference_is_where_the_games_can_part_at_the_earliest() -> None:
    """Players at random look at nothing but what they may choose: they never go apart before there is a difference."""
    for name, there in (("kaguya", ("clear_fate", "box")), ("princess", ("steal_tiles", "off"))):
        for number in range(4):
            both = play_pair(load_game(name), RANDOM, (), (there,), "apart", number)
            assert both.first_difference is not None and both.differences[0].after < both.first_difference.step


@pytest.mark.parametrize("name", ["princess", "sand", "beasts", "kaguya"])
def test_the_course_of_a_game_has_no_difference_from_itself(name: str) -> None:
    """Also with draws from elsewhere, and with the most players."""
    rules: Game[Any] = load_game(name)
    setup, rng = Setup(rules.player_counts[-1]), Rng(5)
    match = Match(rules, setup, RandomDealer(rng))
    while not match.is_over and len(match.steps) < 150:
        seat = match.actors()[0]
        choices = match.legal_actions(seat)
        match.act(seat, choices[rng.below(len(choices))])
    assert list(find_differences(rules, match.initial_state, match.steps, setup)) == []
