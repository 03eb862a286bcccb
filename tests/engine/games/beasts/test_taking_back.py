"""B-9: what can be taken back, and where that ends."""

import pytest

from tests.engine.games.beasts.table import fill, table
from tests.rules import rule
from tilehall.engine import IllegalActionError, Match, SeedDealer, Setup
from tilehall.engine.games.beasts import BEASTS
from tilehall.engine.games.beasts.state import BeastsState


def match(s: BeastsState) -> Match[BeastsState]:
    return Match(BEASTS, Setup(s.rulings.players), SeedDealer("7"), s)


@rule("B-9.2", "B-4.18")
def test_placing_can_be_taken_back_up_to_the_reroll() -> None:
    s = table("11nw=PW 11ne=PW", roll="W!LB")
    m = match(s)
    for text in ("die 1 11sw", "card W V11", "add 2 unicorn a1", "end"):
        m.act(0, text)
    assert m.state.point == "DISCARD"
    for _ in range(4):
        m.undo(0)
    assert m.state is s


@rule("B-9.2")
def test_the_end_is_final_when_nothing_is_replenished() -> None:
    nine = fill("11 21", "WW") + " 10sw=PB"
    m = match(table(nine, "V11=PW H21=PW", players=4, roll="B", scored=True))
    m.act(0, "die 1 10se")
    m.act(0, "end")
    with pytest.raises(IllegalActionError):
        m.undo(0)


@rule("B-9.3")
def test_dice_and_cards_that_came_cannot_be_taken_back() -> None:
    s = table("11nw=PW", roll="WTLB")
    s.point, s.kept = "KEEP", 0
    m = match(s)
    m.act(0, "keep 1")
    with pytest.raises(IllegalActionError):
        m.undo(0)
    whole = match(s)
    whole.act(0, "keep 1234")
    whole.undo(0)
    assert whole.state is s
    whole.act(0, "keep 1234")
    whole.act(0, "end")
    whole.act(0, "discard W")
    with pytest.raises(IllegalActionError):
        whole.undo(0)
