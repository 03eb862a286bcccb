"""Chance: the same numbers for ever, and each pile a stream of its own."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.engine.games.toy import Say
from tilehall.engine import ChanceDraw, RandomDealer, Rng, RuleError, ScriptDealer, SeedDealer, seal_seed
from tilehall.engine.core.chance import pick_outcome

SIX: tuple[Say, ...] = tuple(Say("die", n) for n in "123456")


def die(pile: str = "die", weights: tuple[int, ...] = (1,) * 6) -> ChanceDraw:
    return ChanceDraw(pile, SIX, weights)


def rolled(dealer: SeedDealer, pile: str, indices: range) -> str:
    return "".join(str(dealer.deal(die(pile), index)).split()[1] for index in indices)


def test_the_numbers_of_a_seed_are_frozen() -> None:
    """If this fails, every seed deals another game than it used to: then records with seeds no longer verify."""
    assert rolled(SeedDealer("tilehall"), "die", range(24)) == "314433442344661641544411"
    assert rolled(SeedDealer("tilehall"), "other die", range(24)) == "656141246343543524123555"
    assert rolled(SeedDealer("7"), "die", range(24)) == "311215424333662231564231"


def test_the_numbers_of_an_rng_are_frozen() -> None:
    rng = Rng(0)
    assert [rng.next() for _ in range(3)] == [16294208416658607535, 7960286522194355700, 487617019471545679]
    rng = Rng("whims")
    assert [rng.below(100) for _ in range(12)] == [53, 78, 85, 68, 42, 59, 20, 61, 52, 59, 53, 69]


def test_a_seal_is_frozen() -> None:
    assert seal_seed("tilehall") == "6a26a2c012b462c2d22dc5e788ff8e33"
    assert seal_seed("tilehall") != seal_seed("tilehal")


def test_a_draw_depends_on_nothing_but_seed_pile_and_count() -> None:
    """However the piles are drawn from in between, each gives its own sequence."""
    alone = rolled(SeedDealer("x"), "a", range(8))
    mixed, dealer = "", SeedDealer("x")
    for index in range(8):
        dealer.deal(die("b"), index * 3)
        mixed += rolled(dealer, "a", range(index, index + 1))
        dealer.deal(die("c"), 0)
    assert mixed == alone
    assert "".join(rolled(dealer, "a", range(n, n + 1)) for n in reversed(range(8))) == alone[::-1]
    assert len({rolled(SeedDealer("x"), pile, range(8)) for pile in "abcdef"}) == 6


def test_outcomes_come_as_often_as_they_weigh() -> None:
    weights = (1, 2, 3, 0, 0, 6)
    dealer = SeedDealer("fair")
    found = Counter(str(dealer.deal(die(weights=weights), n)) for n in range(6_000))
    assert set(found) == {"die 1", "die 2", "die 3", "die 6"}
    for outcome, weight in zip(SIX, weights, strict=True):
        assert abs(found[str(outcome)] - 500 * weight) < 150
    spread = Counter(str(RandomDealer(Rng(5)).deal(die(weights=weights), 0)) for _ in range(3))
    assert len(spread) == 1  # an Rng of the same seed draws the same


@pytest.mark.parametrize(("number", "outcome"), [(0, "1"), (1, "2"), (2, "2"), (3, "3"), (5, "3"), (6, "1"), (8, "2")])
def test_a_number_falls_on_an_outcome(number: int, outcome: str) -> None:
    assert str(pick_outcome(ChanceDraw("die", SIX[:3], (1, 2, 3)), number)) == f"die {outcome}"


@pytest.mark.parametrize("seed", ["", " 7", "7 ", "a;b", "a\nb", "\ud800", "\x1b[2J"])
def test_a_seed_that_cannot_stand_in_a_record_is_refused(seed: str) -> None:
    with pytest.raises(RuleError, match="A seed is a line of text"):
        SeedDealer(seed)


def test_a_script_runs_once() -> None:
    dealer = ScriptDealer(["die 3", "die 1"])
    assert [str(dealer.deal(die(), 0)), str(dealer.deal(die(), 0))] == ["die 3", "die 1"]
    with pytest.raises(RuleError, match="The script is at its end"):
        dealer.deal(die(), 2)
