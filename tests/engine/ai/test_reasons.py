"""Reasons in all games, of hints, comparisons and computer players: nothing that is so already, and no `you`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import pytest

from tilehall.engine import Advice, Match, Rng, SeatNo, SeedDealer, Setup, load_game
from tilehall.engine.ai.balance import LEFT, Balance, compute_balance
from tilehall.engine.ai.hints import AS_GOOD, best_plans_by_action, compare_with_hint, find_hint, hint_plans
from tilehall.engine.ai.plan import Plan, PositionValue

EVERY = {"princess": 23, "sand": 23, "beasts": 23, "kaguya": 7}
"""Of so many decisions one is looked at."""
GAMES = [*EVERY]
TALES = [(2, "a"), (4, "d")]
"""Players and seeds."""


@dataclass(frozen=True)
class Spot:
    """A decision in the middle of a game."""

    rules: Any
    view: Any
    seat: SeatNo
    plans: list[Plan]
    advice: Advice

    @property
    def now(self) -> PositionValue:
        found: PositionValue = self.rules.advisor.static_value(self.view, self.seat)
        return found

    @cached_property
    def known(self) -> Sequence[Plan]:
        """What hints go by."""
        return hint_plans(self.rules, self.view, self.seat)


@cache
def spots(name: str) -> tuple[Spot, ...]:
    return tuple(spot for players, seed in TALES for spot in _course(name, players, seed))


def _course(name: str, players: int, seed: str) -> Iterator[Spot]:
    """A game in which everybody plays fast, and one time in ten by lot."""
    match: Match[Any] = Match(load_game(name), Setup(players), SeedDealer(seed))
    whims, number = Rng(seed), 0
    while not match.is_over:
        seat = match.actors()[0]
        view, choices = match.view(seat), match.legal_actions(seat)
        number += 1
        if len(choices) > 1 and number % EVERY[name] == 0:
            yield Spot(
                match.game, view, seat, [*match.game.advisor.plans(view, seat, 8)], find_hint(match.game, view, seat)
            )
        by_lot = not whims.below(10)
        match.act(
            seat,
            choices[whims.below(len(choices))] if by_lot else match.game.advisor.plans(view, seat, 1)[0].actions[0],
        )


def behind(spot: Spot) -> Plan | None:
    """What a hint says by how much it is better than."""
    return next(
        (plan for plan in best_plans_by_action(spot.known)[1:] if plan.actions[0] == spot.advice.runner_up), None
    )


def weighed(spot: Spot) -> Iterator[Balance]:
    """The hint against every other way to begin the turn."""
    best, *others = best_plans_by_action(spot.known)
    yield from (compute_balance(best.value, other.value, spot.now) for other in others[:12])


@pytest.mark.parametrize("name", GAMES)
def test_there_is_something_to_look_at(name: str) -> None:
    assert len(spots(name)) > 6
    assert any(spot.advice.risk for spot in spots(name))
    assert {spot.advice.is_clear for spot in spots(name)} == {True, False}


@pytest.mark.parametrize("name", GAMES)
def test_a_hint_and_a_comparison_with_it_are_measured_in_the_same_way(name: str) -> None:
    """It is 3.2 points better than another choice, and that one is 3.2 points worse than the hint."""
    compare = 0
    for spot in spots(name):
        if (other := spot.advice.runner_up) is not None:
            compare += 1
            worse = f"{spot.advice.margin:.1f} points worse than the hint"
            assert str(compare_with_hint(spot.rules, spot.view, spot.seat, [other]).why).startswith(worse)
        if (other := spot.advice.equal_action) is not None:
            assert compare_with_hint(spot.rules, spot.view, spot.seat, [other]).why == AS_GOOD
    assert compare > 5


@pytest.mark.parametrize("name", GAMES)
def test_the_reasons_add_up_to_the_points(name: str) -> None:
    """What is named, and `all else` where that is said: whoever adds it up comes near the sum."""
    for spot in spots(name):
        for found in weighed(spot):
            said = [float(points) for points in re.findall(r"([+-]\d+\.\d)\)?(?:[,;]|$)", str(found.to_text or ""))]
            if found.to_text is not None:
                assert abs(sum(said) - found.points) < LEFT + 0.06 * len(said), (found.points, str(found.to_text))


@pytest.mark.parametrize("name", GAMES)
def test_only_what_differs_is_a_reason(name: str) -> None:
    """Nothing is so either way, nothing speaks for a plan and against it."""
    for spot in spots(name):
        for found in weighed(spot):
            texts = [str(term.text) for term in (*found.gains, *found.costs)]
            assert len(set(texts)) == len(texts)
            assert all(term.points > 0 for term in found.gains) and all(term.points < 0 for term in found.costs)
        assert "either way" not in str(spot.advice.balance)


@pytest.mark.parametrize("name", GAMES)
def test_what_is_so_already_is_said_to_be_so(name: str) -> None:
    for spot in spots(name):
        so = {term.text for term in spot.now.terms}
        for found in weighed(spot):
            assert not [term for term in (*found.gains, *found.costs) if term.text in so]


@pytest.mark.parametrize("name", GAMES)
def test_where_nothing_is_clearly_best_it_is_said_what_is_as_good(name: str) -> None:
    for spot in spots(name):
        assert spot.advice.is_clear == (spot.advice.equal_action is None)
        assert (spot.advice.runner_up is None) == (behind(spot) is None)


@pytest.mark.parametrize("name", GAMES)
def test_a_reason_of_anybody_is_not_told_to_you(name: str) -> None:
    """Computer players give the same reasons: `you` would be the person at the screen."""
    for spot in spots(name):
        for plan in spot.plans:
            why = str(spot.rules.advisor.explain_plan(spot.view, spot.seat, plan))
            assert not re.search(r"\b[Yy]ou(rs?)?\b", why), why
        for term in [*spot.now.terms, *spot.plans[0].value.terms]:
            assert not re.search(r"\b[Yy]ou(rs?)?\b", str(term.text)), term


@pytest.mark.parametrize("name", GAMES)
def test_a_risk_is_said_with_its_points(name: str) -> None:
    for spot in spots(name):
        if spot.advice.risk:
            assert re.search(r" \(-\d+\.\d\)$", str(spot.advice.risk))
