"""What was better than a turn that was played: measured in one way for both, from the player's view only."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.engine.games.nim import ANNOUNCEMENT, NIM, Table
from tests.engine.games.toy import TOY
from tests.engine.games.toy import Table as Coins
from tilehall.engine import JUDGING_LEVELS, Action, BaseAdvisor, Game, Match, Rng, SeedDealer, Setup, load_game
from tilehall.engine.ai.plan import Plan, PositionValue, Term
from tilehall.engine.ai.players import judge_turn
from tilehall.engine.core.text import Text


def take(*numbers: int) -> list[Action]:
    return [NIM.parse(f"take {number}") for number in numbers]


def test_who_looks_ahead_knows_what_was_better() -> None:
    """With five matches only to take one wins; what happens afterwards is tried out."""
    for level in ("hard", "master"):
        found = judge_turn(NIM, Table(5, 0), 0, take(3), level)
        assert found is not None and [str(action) for action in found.actions] == ["take 1"]
        assert found.chance >= 0.5 and found.cost >= 0.5
        assert judge_turn(NIM, Table(5, 0), 0, take(1), level) is None


def test_who_sees_one_turn_knows_what_wins_at_once() -> None:
    found = judge_turn(NIM, Table(3, 1), 1, take(1), "normal")
    assert found is not None and [str(action) for action in found.actions] == ["take 3"]
    assert found.chance > 0.4 and found.points > 0
    assert [str(term.text) for term in found.reasons] == ["the last match"]
    assert judge_turn(NIM, Table(3, 1), 1, take(3), "normal") is None


@pytest.mark.parametrize("level", JUDGING_LEVELS)
def test_whoever_had_no_choice_made_no_mistake(level: str) -> None:
    assert judge_turn(NIM, Table(1, 0), 0, take(1), level) is None


def test_nothing_hidden_counts() -> None:
    """What the other has picked in secret changes no judgement."""
    pick = TOY.parse("pick copper")
    views = [TOY.view(Coins(3, 2, ("", other), (0, 0)), 0) for other in ("copper", "silver", "gold")]
    found = [judge_turn(TOY, view, 0, [pick], "hard") for view in views]
    assert found[0] == found[1] == found[2]


class MixingAdvisor(BaseAdvisor[Table]):
    """Nim for those who want to stay unreadable: every number is played, some more often."""

    def plans(self, s: Table, seat: int, k: int) -> list[Plan]:
        value = {n: PositionValue((Term("last", n / 10, Text("matches")),), n / 10) for n in (1, 2, 3)}
        found = [Plan((self.game.parse(f"take {n}"),), value[n], weight=n / 6) for n in (3, 2, 1) if n <= s.matches]
        return found[:k]


def test_plans_that_are_mixed_are_compared_as_they_are() -> None:
    found = judge_turn(replace(ANNOUNCEMENT, advisor=MixingAdvisor).game, Table(9, 0), 0, take(1), "hard")
    assert found is not None and (round(found.chance, 6), round(found.points, 6)) == (0.2, 0.2)


@pytest.mark.parametrize("name", ["princess", "sand", "beasts", "kaguya"])
def test_the_level_finds_nothing_better_than_what_it_plays(name: str) -> None:
    rules: Game[Any] = load_game(name)
    match = Match(rules, Setup(2), SeedDealer("judged"))
    whims = Rng("judged")
    for _ in range(6):
        (seat, *_) = match.actors()
        best = rules.advisor.plans(match.view(seat), seat, 8)[0]
        assert judge_turn(rules, match.view(seat), seat, best.actions, "normal") is None
        choices = match.legal_actions(seat)
        match.act(seat, choices[whims.below(len(choices))])


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_the_reasons_of_a_better_turn_add_up_to_its_points(level: str) -> None:
    """What speaks against it is named, too, and what follows from all that."""
    rules: Game[Any] = load_game("sand")
    match, checked = Match(rules, Setup(2), SeedDealer("sums")), 0
    for _ in range(12):
        (seat, *_) = match.actors()
        view, choices = match.view(seat), match.legal_actions(seat)
        found = judge_turn(rules, view, seat, [choices[-1]], level) if len(choices) > 2 else None
        if found is not None and found.reasons:
            checked += 1
            assert sum(term.points for term in found.reasons) == pytest.approx(found.points, abs=0.25)
        match.act(seat, rules.advisor.plans(view, seat, 1)[0].actions[0])
    assert checked
