"""What a person is told who asks: the best plan, its reasons, its risk; what another choice loses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.engine.games.nim import NIM, Nim, Table
from tilehall.engine import Seat, Setup, Text, game
from tilehall.engine.ai.balance import balance, in_points
from tilehall.engine.ai.hints import compared, hint, risk, value_after
from tilehall.engine.ai.plan import Plan, Term, Value, number


class WiseNim(Nim):
    """Nim by somebody who knows how: to leave four, eight or none."""

    def value(self, s: Table, seat: Seat) -> Value:
        if not s.matches:
            return super().value(s, seat)
        good = (s.matches % 4 == 0) == (s.seat != seat)
        return Value((Term("rows", 2.0 if good else -2.0, Text("matches in fours" if good else "no fours")),), good)

    def plans(self, s: Table, seat: Seat, k: int) -> Sequence[Plan]:
        found = [Plan((a,), self.value(self.apply(s, seat, a), seat)) for a in self.legal(s, seat)]
        return sorted(found, key=lambda plan: -plan.value.points)[:k]


WISE = WiseNim()
HOPE = Text("five matches")


class HopefulNim(WiseNim):
    """By somebody who likes five matches, whoever comes next."""

    def value(self, s: Table, seat: Seat) -> Value:
        return Value((Term("hope", 2.0, HOPE),) if s.matches == 5 else (), 0.5)


def take(number: int) -> Any:
    return WISE.parse(f"take {number}")


def test_a_hint_is_the_best_plan_with_its_reasons() -> None:
    found = hint(WISE, Table(6, 0), 0)
    assert (str(found.action), found.clear) == ("take 2", True)
    assert found.behind is not None and found.ahead == 4
    assert str(found.account) == "For the hint: matches in fours, as now (+4.0)"


def test_where_nothing_is_better_there_is_no_clear_best() -> None:
    found = hint(WISE, Table(8, 0), 0)
    assert not found.clear and found.account is None
    assert found.beside is not None and found.beside != found.action


def test_the_risk_is_what_the_others_spoil_rather_than_after_another_plan() -> None:
    """Who takes one of six leaves five: the other takes one, and there are four."""
    good, bad = Plan((take(2),), Value((), 0.6)), Plan((take(1),), Value((), 0.4))
    assert not risk(WISE, Table(6, 0), 0, good, bad), "nobody spoils matches in fours"
    (found,) = risk(HopefulNim(), Table(6, 0), 0, bad, good)
    assert str(in_points(found)) == "five matches, which may not last (-2.0)"
    assert not risk(HopefulNim(), Table(6, 0), 0, bad, bad), "what is lost anyway is no risk"


def test_another_choice_loses_so_much_and_what_for_is_said() -> None:
    worse = compared(WISE, Table(6, 0), 0, [take(1)])
    assert worse.action == take(1)
    assert str(worse.why) == "4.0 points worse than the hint. For the hint: matches in fours, as now (+4.0)"
    assert str(compared(WISE, Table(6, 0), 0, [take(2)]).why) == "as good as the hint"


def test_what_is_left_after_a_choice_is_what_can_still_be_had() -> None:
    assert value_after(WISE, Table(6, 0), 0, [take(2)]).points == 2
    princess = game("princess")
    s = princess.apply(princess.start(Setup(2)), -1, princess.parse("start 0"))
    assert value_after(princess, s, 0, []).chance > 0


def test_the_same_view_gives_the_same_hint() -> None:
    assert hint(WISE, Table(11, 0), 0) == hint(WISE, Table(11, 0), 0)
    assert NIM.advise(Table(11, 0), 0).action == hint(NIM, Table(11, 0), 0).action


def test_what_can_be_compared_is_said_in_amounts_and_adds_up() -> None:
    def at(stars: int, disks: int) -> Value:
        held = Term("disks", -1.5 * disks, Text("{n} disks", n=disks), ("disks",), amount=number(disks))
        return Value((Term("stars", stars, Text("{n} stars", n=stars), ("stars",), amount=number(stars)), held), 0.5)

    found = balance(at(7, 2), at(4, 1))
    assert str(found.told) == "For the hint: 7 stars, rather than 4 (+3.0); against it: 2 disks, rather than 1 (-1.5)"
    assert (found.points, found.rest) == (1.5, 0)


def test_what_is_not_named_is_said_too() -> None:
    odds = [Term(f"odd {n}", 0.4, Text("")) for n in range(3)]
    found = balance(Value((Term("stars", 2.0, Text("2 stars")), *odds), 0.6), Value((), 0.5))
    assert str(found.told) == "For the hint: 2 stars (+2.0); all else: +1.2"
    assert balance(Value(tuple(odds), 0.6), Value((), 0.5)).told is None


def test_the_same_words_for_more_are_better_prospects() -> None:
    near, far = (Term("rooms", n, Text("no kitchen yet"), ("room", 1), name=Text("the kitchen")) for n in (2.0, 1.0))
    assert str(balance(Value((near,), 0.6), Value((far,), 0.5)).told) == (
        "For the hint: better prospects for the kitchen (+1.0)"
    )
    assert "worse prospects for the kitchen (-1.0)" in str(balance(Value((far,), 0.5), Value((near,), 0.6)).told)


def test_a_choice_that_is_no_plan_and_the_hint_are_measured_by_what_is_left_after_both() -> None:
    class OnePlan(WiseNim):
        def plans(self, s: Table, seat: Seat, k: int) -> Sequence[Plan]:
            (best, *_) = super().plans(s, seat, 3)
            return [best._replace(value=Value((Term("dream", 50.0, Text("a dream")),), 1.0))]

    told = str(compared(OnePlan(), Table(6, 0), 0, [take(1)]).why)
    assert told.startswith("4.0 points worse than the hint"), "not 50 points, which only a plan dreams of"
