"""What is foreseen: the round to come in values between two rounds, and courses to where nothing is half done."""

from __future__ import annotations

import pytest

from tests.engine.games.kaguya.playing import played, wandered
from tests.engine.games.kaguya.table import deal
from tilehall.engine import Rng
from tilehall.engine.ai.plan import Plan
from tilehall.engine.ai.playouts import Luck, play_on
from tilehall.engine.games.kaguya import KAGUYA
from tilehall.engine.games.kaguya.ai.bidding import MAX_SHARE
from tilehall.engine.games.kaguya.ai.value import PICKS
from tilehall.engine.games.kaguya.state import KaguyaState


def to_come(s: KaguyaState, seat: int) -> float:
    (points,) = [term.points for term in KAGUYA.advisor.value(s, seat).terms if term.kind == PICKS]
    return points


def test_tiles_that_come_next_are_worth_more_to_whom_they_fit() -> None:
    """Bedrooms and living rooms are to come: one merchant has a living room, the other a kitchen."""
    living_room, kitchen = (
        deal(2, columns={1: column, 2: "N19 N25 N20"}).present("R", "-").lay(3, "e5").lay(2, "e1").lay(1, "e9").state
        for column in ("L3 L1 N31", "L1 L3 N31")
    )
    assert living_room.point == kitchen.point == "PRESENT"
    assert to_come(living_room, 0) > 0 > to_come(kitchen, 0)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_is_to_come_is_shared_between_all(players: int) -> None:
    seen = 0
    for s, seat in wandered(30 + players, players):
        if s.point == "PRESENT" and seat == 0:
            values = [KAGUYA.advisor.value(s, each) for each in range(players)]
            assert sum(value.chance for value in values) == pytest.approx(1, abs=0.15)
            if players == 2:
                assert to_come(s, 0) == pytest.approx(-to_come(s, 1))
            seen += 1
    assert seen


@pytest.mark.parametrize("players", [2, 3])
def test_a_course_ends_between_two_rounds_or_with_the_game(players: int) -> None:
    for number, step in enumerate(played(9, players, 1)):
        if not step.s.todo or number % 5:
            continue
        for later, end in zip(
            (1, 1, 2), play_on(KAGUYA, step.s, step.seat, step.plan.actions, Luck("7"), 3), strict=True
        ):
            assert KAGUYA.advisor.is_quiet(end)
            assert end.round - step.s.round == later or not KAGUYA.actors(end)


def test_courses_draw_their_bids_by_lot() -> None:
    """Of one position and one plan: who must not be read does not hold the same in every course."""
    step = next(step for step in played(4, 2, 1) if step.s.point == "TILE")
    world = KAGUYA.sample_state(KAGUYA.view(step.s, step.seat), Rng(1))
    ends = [play_on(KAGUYA, world, step.seat, step.plan.actions, Luck(f"{n}"), 3)[-1] for n in range(8)]
    assert len({end.storage for end in ends}) > 1


@pytest.mark.parametrize("players", [2, 3, 4])
def test_whoever_has_time_is_no_easier_to_read(players: int) -> None:
    """What is thought through is held as mixed as what is not, and by all the same whoever looks."""
    for s, seat in wandered(60 + players, players):
        if s.point != "PRESENT" or s.round % 4 != 1:
            continue
        view = KAGUYA.view(s, seat)
        found, choices = KAGUYA.advisor.plans(view, seat, 10), KAGUYA.legal_actions(view, seat)
        assert list(found) == list(KAGUYA.advisor.plans(view, seat, 10)) == list(KAGUYA.advisor.plans(s, seat, 10))
        assert {plan.actions[0] for plan in found} <= set(choices)
        assert sum(plan.weight for plan in found) == pytest.approx(1)
        assert max(plan.weight for plan in found) <= max(MAX_SHARE, 1 / len(choices)) + 1e-6
        assert [*map(points, held(found))] == pytest.approx(sorted(map(points, held(found)), reverse=True))


def held(plans: list[Plan]) -> list[Plan]:
    return [plan for plan in plans if plan.weight]


def points(plan: Plan) -> float:
    return plan.value.points
