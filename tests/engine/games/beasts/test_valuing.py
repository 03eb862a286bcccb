"""What a position is worth: terms that add up, chances that do, and the truth at the end."""

from collections.abc import Iterator

import pytest

from tests.engine.games.beasts.table import NAMES, fill, play, table
from tests.engine.games.beasts.test_random_games import game
from tests.engine.games.beasts.turning_tables import HALF_TURN, LEFT_RIGHT, seats_on, turned
from tests.rules import rule
from tilehall.engine import CHANCE, ENGLISH, RandomDealer, Rng, Setup, render_text
from tilehall.engine.games.beasts import BEASTS
from tilehall.engine.games.beasts.state import BeastsState


def course(seed: int, players: int) -> Iterator[BeastsState]:
    """The positions of a game in which everybody plays well."""
    dealer = RandomDealer(Rng(f"course {seed}"))
    s = BEASTS.start(Setup(players))
    yield s
    while due := BEASTS.actors(s):
        (seat,) = due
        if seat == CHANCE:
            s = BEASTS.apply(s, CHANCE, dealer.deal(BEASTS.chance(s), 0))
            yield s
        else:
            for action in BEASTS.advisor.plans(s, seat, 1)[0].actions:
                s = BEASTS.apply(s, seat, action)
                yield s


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_chances_of_all_seats_are_one_together(players: int) -> None:
    for s in course(players, players):
        values = [BEASTS.advisor.value(s, seat) for seat in range(players)]
        assert sum(value.chance for value in values) == pytest.approx(1)
        assert all(str(term.text) for value in values for term in value.terms if term.kind not in ("time", "dice"))
        if players == 2:
            assert values[0].points == pytest.approx(-values[1].points)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_at_the_end_the_value_is_the_result(players: int) -> None:
    for seed in range(3):
        *_, (_, _, _, s) = game(f"value {seed}", players)
        standing = BEASTS.final_result(s)
        assert standing is not None
        assert standing.scores is not None
        for seat in range(players):
            best = max(score for other, score in enumerate(standing.scores) if other != seat)
            value = BEASTS.advisor.value(s, seat)
            assert value.points == pytest.approx(standing.scores[seat] - best)
            assert value.chance == ((1 / len(standing.winners)) if seat in standing.winners else 0)


@rule("B-4.41", "B-5.4")
def test_what_is_sure_is_told_with_its_points() -> None:
    dice = fill("10 01 11", "WWW")
    s = play(table(dice, "V11=PW H11=GW", "a1=unicorn", roll="W", captured={1: "centaur"}, scored=True), "end")
    terms = {render_text(term.text, ENGLISH, NAMES): term.points for term in BEASTS.advisor.value(s, 0).terms}
    assert terms["the fence V11 is complete for 7 points"] == 7
    assert terms["the fence H11 of Bo is complete"] == -4
    assert terms["beasts captured by Bo: centaur"] == -7


def test_what_an_open_fence_lacks_is_told() -> None:
    s = table("10sw=PB 10se=PB 11nw=PB", "V11=PB", roll="T")
    (term,) = [term for term in BEASTS.advisor.value(s, 0).terms if term.kind == "promise"]
    assert str(term.text) == "the own fence V11 lacks 1 die"
    assert 2 < term.points < 7
    (other,) = [term for term in BEASTS.advisor.value(s, 1).terms if term.kind == "promise"]
    assert render_text(other.text, ENGLISH, NAMES) == "the fence V11 of Aki lacks 1 die"
    assert other.points == -term.points


def test_nothing_matters_any_more_to_who_has_no_turn_left() -> None:
    """In the last turn of the game an open fence is worth little: nobody has a reason to complete it."""
    s = table("10sw=PB 10se=PB 11nw=PB", "V11=PB", roll="T")
    late = s.copy()
    late.final = 1

    def promised(position: BeastsState) -> float:
        return sum(term.points for term in BEASTS.advisor.value(position, 0).terms if term.kind == "promise")

    assert promised(late) < promised(s) / 2


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_value_does_not_depend_on_the_chair_or_on_the_side_of_the_board(players: int) -> None:
    for number, s in enumerate(course(players + 10, players)):
        if number % 9 or s.point in ("FIRST", "HANDS"):
            continue
        for seat in range(players):
            value = BEASTS.advisor.value(s, seat)
            other = BEASTS.advisor.value(seats_on(s, 1), (seat + 1) % players)
            assert (other.points, other.chance) == pytest.approx((value.points, value.chance))
            for ways in (LEFT_RIGHT, HALF_TURN):
                assert BEASTS.advisor.value(turned(s, ways), seat).points == pytest.approx(value.points)
