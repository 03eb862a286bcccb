"""What a person is told who asks: the best plan, its reasons, its risk; what another choice loses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from tests.engine.games.nim import ANNOUNCEMENT, NIM, Table
from tilehall.engine import BaseAdvisor, Game, SeatNo, Setup, Text, load_game
from tilehall.engine.ai.balance import compute_balance, term_with_points
from tilehall.engine.ai.hints import compare_with_hint, find_hint, find_risk, value_after
from tilehall.engine.ai.plan import Plan, PositionValue, Term, number_text


class WiseAdvisor(BaseAdvisor[Table]):
    """Somebody who knows how to play Nim: to leave four, eight or none."""

    def value(self, s: Table, seat: SeatNo) -> PositionValue:
        if not s.matches:
            return super().value(s, seat)
        good = (s.matches % 4 == 0) == (s.seat != seat)
        return PositionValue(
            (Term("rows", 2.0 if good else -2.0, Text("matches in fours" if good else "no fours")),), good
        )

    def plans(self, s: Table, seat: SeatNo, k: int) -> Sequence[Plan]:
        game = self.game
        found = [Plan((a,), self.value(game.apply(s, seat, a), seat)) for a in game.legal_actions(s, seat)]
        return sorted(found, key=lambda plan: -plan.value.points)[:k]


WISE: Game[Table] = replace(ANNOUNCEMENT, advisor=WiseAdvisor).game
HOPE = Text("five matches")


class HopefulAdvisor(WiseAdvisor):
    """Somebody who likes five matches, whoever comes next."""

    def value(self, s: Table, seat: SeatNo) -> PositionValue:
        return PositionValue((Term("hope", 2.0, HOPE),) if s.matches == 5 else (), 0.5)


def take(number: int) -> Any:
    return WISE.parse(f"take {number}")


def test_a_hint_is_the_best_plan_with_its_reasons() -> None:
    found = find_hint(WISE, Table(6, 0), 0)
    assert (str(found.action), found.is_clear) == ("take 2", True)
    assert found.runner_up is not None and found.margin == 4
    assert str(found.balance) == "For the hint: matches in fours, as now (+4.0)"


def test_where_nothing_is_better_there_is_no_clear_best() -> None:
    found = find_hint(WISE, Table(8, 0), 0)
    assert not found.is_clear and found.balance is None
    assert found.equal_action is not None and found.equal_action != found.action


def test_the_risk_is_what_the_others_spoil_rather_than_after_another_plan() -> None:
    """Who takes one of six leaves five: the other takes one, and there are four."""
    good, bad = Plan((take(2),), PositionValue((), 0.6)), Plan((take(1),), PositionValue((), 0.4))
    assert not find_risk(WISE, Table(6, 0), 0, good, bad), "nobody spoils matches in fours"
    (found,) = find_risk(replace(ANNOUNCEMENT, advisor=HopefulAdvisor).game, Table(6, 0), 0, bad, good)
    assert str(term_with_points(found)) == "five matches, which may not last (-2.0)"
    assert not find_risk(replace(ANNOUNCEMENT, advisor=HopefulAdvisor).game, Table(6, 0), 0, bad, bad), (
        "what is lost anyway is no risk"
    )


def test_another_choice_loses_so_much_and_what_for_is_said() -> None:
    worse = compare_with_hint(WISE, Table(6, 0), 0, [take(1)])
    assert worse.action == take(1)
    assert str(worse.why) == "4.0 points worse than the hint. For the hint: matches in fours, as now (+4.0)"
    assert str(compare_with_hint(WISE, Table(6, 0), 0, [take(2)]).why) == "as good as the hint"


def test_what_is_left_after_a_choice_is_what_can_still_be_had() -> None:
    assert value_after(WISE, Table(6, 0), 0, [take(2)]).points == 2
    princess = load_game("princess")
    s = princess.apply(princess.start(Setup(2)), -1, princess.parse("start 0"))
    assert value_after(princess, s, 0, []).chance > 0


def test_the_same_view_gives_the_same_hint() -> None:
    assert find_hint(WISE, Table(11, 0), 0) == find_hint(WISE, Table(11, 0), 0)
    assert NIM.advisor.advise(Table(11, 0), 0).action == find_hint(NIM, Table(11, 0), 0).action


def test_what_can_be_compared_is_said_in_amounts_and_adds_up() -> None:
    def at(stars: int, disks: int) -> PositionValue:
        held = Term("disks", -1.5 * disks, Text("{n} disks", n=disks), ("disks",), amount=number_text(disks))
        return PositionValue(
            (Term("stars", stars, Text("{n} stars", n=stars), ("stars",), amount=number_text(stars)), held), 0.5
        )

    found = compute_balance(at(7, 2), at(4, 1))
    assert (
        str(found.to_text) == "For the hint: 7 stars, rather than 4 (+3.0); against it: 2 disks, rather than 1 (-1.5)"
    )
    assert (found.points, found.rest) == (1.5, 0)


def test_what_is_not_named_is_said_too() -> None:
    odds = [Term(f"odd {n}", 0.4, Text("")) for n in range(3)]
    found = compute_balance(PositionValue((Term("stars", 2.0, Text("2 stars")), *odds), 0.6), PositionValue((), 0.5))
    assert str(found.to_text) == "For the hint: 2 stars (+2.0); all else: +1.2"
    assert compute_balance(PositionValue(tuple(odds), 0.6), PositionValue((), 0.5)).to_text is None


def test_the_same_words_for_more_are_better_prospects() -> None:
    near, far = (Term("rooms", n, Text("no kitchen yet"), ("room", 1), name=Text("the kitchen")) for n in (2.0, 1.0))
    assert str(compute_balance(PositionValue((near,), 0.6), PositionValue((far,), 0.5)).to_text) == (
        "For the hint: better prospects for the kitchen (+1.0)"
    )
    assert "worse prospects for the kitchen (-1.0)" in str(
        compute_balance(PositionValue((far,), 0.5), PositionValue((near,), 0.6)).to_text
    )


def test_a_choice_that_is_no_plan_and_the_hint_are_measured_by_what_is_left_after_both() -> None:
    class OnePlan(WiseAdvisor):
        def plans(self, s: Table, seat: SeatNo, k: int) -> Sequence[Plan]:
            (best, *_) = super().plans(s, seat, 3)
            return [best._replace(value=PositionValue((Term("dream", 50.0, Text("a dream")),), 1.0))]

    told = str(compare_with_hint(replace(ANNOUNCEMENT, advisor=OnePlan).game, Table(6, 0), 0, [take(1)]).why)
    assert told.startswith("4.0 points worse than the hint"), "not 50 points, which only a plan dreams of"
