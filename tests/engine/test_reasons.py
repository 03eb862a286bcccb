"""Reasons in all games, of hints, comparisons and computer players: nothing that is so already, and no `you`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import pytest

from tilehall.engine import Advice, Match, Rng, Seat, SeedDealer, Setup, Text, game
from tilehall.engine.plan import Plan, Value
from tilehall.engine.players.hints import WORTH_SAYING, balanced, brought, compared, hint, risk
from tilehall.engine.players.hints import Reason as Told

EVERY = {"princess": 23, "sand": 23, "beasts": 23, "kaguya": 7}
"""Of so many decisions one is looked at."""
GAMES = [*EVERY]
TALES = [(2, "a"), (2, "b"), (3, "c"), (4, "d")]
"""Players and seeds."""


class Spot(NamedTuple):
    """A decision in the middle of a game."""

    rules: Any
    view: Any
    seat: Seat
    plans: list[Plan]
    advice: Advice

    @property
    def now(self) -> Value:
        found: Value = self.rules.as_it_stands(self.view, self.seat)
        return found

    def others(self) -> list[Plan]:
        return [plan for plan in self.plans if plan.actions[0] != self.plans[0].actions[0]]


@cache
def spots(name: str) -> tuple[Spot, ...]:
    return tuple(spot for players, seed in TALES for spot in _course(name, players, seed))


def _course(name: str, players: int, seed: str) -> Iterator[Spot]:
    """A game in which everybody plays fast, and one time in ten by lot."""
    match: Match[Any] = Match(game(name), Setup(players), SeedDealer(seed))
    whims, number = Rng(seed), 0
    while not match.over:
        seat = match.actors()[0]
        view, choices = match.view(seat), match.legal(seat)
        number += 1
        if len(choices) > 1 and number % EVERY[name] == 0:
            yield Spot(match.game, view, seat, [*match.game.plans(view, seat, 8)], hint(match.game, view, seat))
        by_lot = not whims.below(10)
        match.act(seat, choices[whims.below(len(choices))] if by_lot else match.game.plans(view, seat, 1)[0].actions[0])


def reasons(spot: Spot) -> tuple[list[Told], Told | None]:
    best, others = spot.plans[0], spot.others()
    other = others[0].value if others else spot.now
    danger = risk(spot.rules, spot.view, spot.seat, best, others[0]) if others else []
    return balanced(brought(best.value, other, spot.now, spot.advice.clear), danger)


@pytest.mark.parametrize("name", GAMES)
def test_there_is_something_to_look_at(name: str) -> None:
    assert len(spots(name)) > 12
    assert any(spot.advice.risk for spot in spots(name))
    assert {spot.advice.clear for spot in spots(name)} == {True, False}


@pytest.mark.parametrize("name", GAMES)
def test_no_reason_is_so_already(name: str) -> None:
    """`lacks one tile` where it lacks one now is no reason to do anything."""
    for spot in spots(name):
        so = {term.text for term in spot.now.terms}
        assert not [str(told.text) for told in reasons(spot)[0] if told.text in so]


@pytest.mark.parametrize("name", GAMES)
def test_nothing_speaks_for_a_plan_and_against_it(name: str) -> None:
    for spot in spots(name):
        told, against = reasons(spot)
        assert all(each.points >= WORTH_SAYING for each in told if each.subject)
        assert len({each.subject for each in told}) == len(told)
        assert against is None or (against.points < 0 and against.subject not in {each.subject for each in told})


@pytest.mark.parametrize("name", GAMES)
def test_a_hint_finds_something_where_a_comparison_does(name: str) -> None:
    for spot in spots(name):
        if others := spot.others():
            loss = compared(spot.rules, spot.view, spot.seat, [others[-1].actions[0]])
            assert spot.advice.reasons or not spot.advice.clear or "leads to" not in str(loss.why)
        assert spot.advice.clear == (spot.advice.beside is None)


@pytest.mark.parametrize("name", GAMES)
def test_a_reason_of_anybody_is_not_told_to_you(name: str) -> None:
    """Computer players give the same reasons: `you` would be the person at the screen."""
    for spot in spots(name):
        for plan in spot.plans:
            why = str(spot.rules.explain(spot.view, spot.seat, plan))
            assert not re.search(r"\b[Yy]ou(rs?)?\b", why), why
        for term in [*spot.now.terms, *spot.plans[0].value.terms]:
            assert not re.search(r"\b[Yy]ou(rs?)?\b", str(term.text)), term


@pytest.mark.parametrize("name", GAMES)
def test_what_counts_is_said_once_and_with_its_number(name: str) -> None:
    for spot in spots(name):
        said = " ".join(str(reason) for reason in spot.advice.reasons)
        assert not said or said.count("points)") == 1
        for told in (*spot.advice.reasons, *([spot.advice.risk] if spot.advice.risk else [])):
            assert isinstance(told, Text)
            assert re.search(r" \([+-]\d+\.\d( points)?\)$", str(told)), told
