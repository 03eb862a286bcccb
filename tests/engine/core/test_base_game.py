"""The base class: a game that says only what is its own is a whole game, and what it is lent keeps its promises."""

from __future__ import annotations

import pytest

from tests.engine.games.nim import NIM, Table
from tilehall.engine import (
    CHANCE,
    LEVELS,
    Advice,
    BaseGame,
    Game,
    Match,
    Refusal,
    SeedDealer,
    Setup,
    SetupError,
    Text,
    load_rulebook,
)
from tilehall.engine.ai.players import choose_action, make_bot
from tilehall.engine.core.refusal import not_your_turn_text
from tilehall.engine.testing.conformance import conform, quick_check


@pytest.mark.parametrize("seed", range(30))
def test_it_conforms(seed: int) -> None:
    conform(NIM, Setup(2), str(seed))


def test_it_passes_a_quick_look() -> None:
    assert quick_check(NIM) == ""


def test_its_files_lie_beside_it() -> None:
    assert NIM.package == "tests.engine.games.nim"
    assert load_rulebook(NIM).title == "Nim"


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_of_computer_player_plays_it(level: str) -> None:
    match, player = Match(NIM, Setup(2), SeedDealer("7")), make_bot(level, "7")
    while not match.is_over:
        (seat,) = match.actors()
        match.act(seat, choose_action(player, NIM, match.view(seat), seat).action)
    assert NIM.final_result(match.state)


def test_it_refuses_by_what_is_due() -> None:
    take, begin = NIM.parse("take 2"), NIM.parse("begin 0")
    assert NIM.check(Table(12, 0), 0, take) is None
    assert NIM.check(Table(), CHANCE, begin) is None
    assert NIM.check(Table(1, 0), 0, take) == Refusal(
        "N-3.1", Text("{action} cannot be done now.", action="'take 2'"), (NIM.parse("take 1"),), ("2",)
    )
    assert NIM.check(Table(12, 0), 1, take) == Refusal("N-3.1", not_your_turn_text((0,)))
    assert NIM.check(Table(), 1, take) == Refusal("N-2.2", Text("The dealer has to draw first."))
    assert NIM.check(Table(0, 1), 1, take) == Refusal("", Text("The game is over."))
    refusal = NIM.check(Table(), CHANCE, take)
    assert refusal is not None
    assert str(refusal.text) == "'take 2' cannot be drawn now."
    assert [str(near) for near in refusal.nearest] == ["begin 0", "begin 1"]


def test_the_dealer_draws_with_even_chances() -> None:
    draw = NIM.chance(Table())
    assert (draw.pile, [str(each) for each in draw.outcomes], draw.weights) == ("BEGIN", ["begin 0", "begin 1"], (1, 1))


def test_advice_looks_one_choice_ahead_by_the_receipt() -> None:
    assert NIM.advisor.advise(Table(3, 0), 0) == Advice(NIM.parse("take 3"), Text("it brings most at once"))
    assert NIM.advisor.advise(Table(7, 0), 0).why == Text("no choice brings more at once")
    assert NIM.advisor.value(Table(0, 0), 0).chance == 1
    assert [plan.value.points for plan in NIM.advisor.plans(Table(3, 0), 0, 2)] == [1, 0]


def test_seats_and_options_are_looked_at() -> None:
    with pytest.raises(SetupError, match="for 2 players, not 3"):
        NIM.start(Setup(3))
    with pytest.raises(SetupError, match="There is no option 'misere'"):
        NIM.start(Setup(2, (("misere", "yes"),)))


def test_a_game_without_its_own_part_cannot_be_made() -> None:
    half = type("Half", (BaseGame,), {"id": "half"})
    with pytest.raises(TypeError, match="abstract"):
        half()


def test_what_it_does_not_say_is_the_usual() -> None:
    found: Game[Table] = NIM
    assert (found.rules_version, found.options, found.has_secrets) == (1, (), False)
    assert (found.faults(Table()), found.narrator.preview(Table(), 0, NIM.parse("take 1"))) == ((), ())
