"""Every puzzle that comes with a game is one: sound, graded, to be solved as it says, and enough unlike the others."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from tilehall.engine import BUILT_IN, Game, digest, game, is_whole
from tilehall.engine.ai.turns import turn_of
from tilehall.engine.core.match import plain
from tilehall.engine.core.package_data import text_of
from tilehall.engine.teaching.puzzles import GRADES, Puzzle, assessed, is_over, shipped
from tilehall.engine.teaching.puzzles.puzzle_files import FILE, grade_of
from tilehall.engine.teaching.puzzles.puzzle_search import DOUBLE, FEWEST, after, wider
from tilehall.engine.teaching.puzzles.turn_comparison import as_good, weighed

GAMES = [*BUILT_IN]
FIRST = 3
"""So many of each game are verified in full."""


@pytest.fixture(params=GAMES)
def rules(request: pytest.FixtureRequest) -> Game[Any]:
    return game(request.param)


def actions_of(rules: Game[Any], texts: tuple[str, ...]) -> list[Any]:
    return [*map(rules.parse, texts)]


def test_each_position_is_sound_and_the_solution_can_be_done(rules: Game[Any]) -> None:
    """Action by action, to where the file says it leads, and no further than the turn."""
    for each in shipped(rules):
        s = rules.load(each.position)
        assert rules.faults(s) == () and is_whole(rules, s), each.name
        assert rules.actors(s) == (each.seat,) and rules.decision(s, each.seat).kind == each.kind
        view, done = rules.seen_by(s, each.seat), list[Any]()
        for action in actions_of(rules, each.solution):
            now = after(rules, s, each.seat, done)
            assert not is_over(rules, now, view, each.seat, done), each.name
            assert rules.check(now, each.seat, action) is None, each.name
            done.append(action)
        assert digest(rules, after(rules, s, each.seat, done)) == each.end, each.name
        assert is_over(rules, after(rules, s, each.seat, done), view, each.seat, done), each.name


def test_what_is_as_good_can_be_done_and_is_another_turn(rules: Game[Any]) -> None:
    for each in shipped(rules):
        view = rules.seen_by(rules.load(each.position), each.seat)
        turns = [turn_of(rules, view, each.seat, actions_of(rules, texts)) for texts in (each.solution, *each.also)]
        ends = [turn.end for turn in turns if turn is not None]
        assert len({*ends}) == len(turns), each.name


def test_each_goes_by_the_rules_as_they_are_and_is_numbered_from_one(rules: Game[Any]) -> None:
    puzzles = shipped(rules)
    assert [each.number for each in puzzles] == [*range(1, len(puzzles) + 1)]
    assert {each.rules for each in puzzles} <= {rules.rules}
    for each in puzzles:
        assert each.grade == grade_of(each.found_by) and each.chance > 0


def test_they_are_not_all_easy_short_or_of_one_phase(rules: Game[Any]) -> None:
    puzzles = shipped(rules)
    third = max(1, len(puzzles) // 3)
    # What is looked for are 30: as long as there are fewer, the first may be more alike.
    assert sum(each.grade == GRADES.start for each in puzzles) <= max(third, 10)
    assert sum(len(each.solution) == 1 for each in puzzles) <= max(third, 10)
    of_a_phase = [sum(each.source.phase == phase for each in puzzles) for phase in range(3)]
    assert max(of_a_phase) <= max(len(puzzles) - len(puzzles) // 6, 20)
    assert len({(plain(rules, rules.load(each.position)), each.seat) for each in puzzles}) == len(puzzles)


def test_no_line_is_too_long_to_be_read_at_once(rules: Game[Any]) -> None:
    lines = text_of(rules.package, FILE).splitlines()
    assert len(lines) == len(shipped(rules)) and max(map(len, lines)) < 8_000


def is_best_again(rules: Game[Any], each: Puzzle) -> bool:
    """Whether the solution is the best of many turns, or as good, with as much work as ever and a luck of its own."""
    s = rules.load(each.position)
    view = rules.seen_by(s, each.seat)
    solution = turn_of(rules, view, each.seat, actions_of(rules, each.solution))
    assert solution is not None
    turns = wider(rules, view, each.seat, solution)
    best, *others = weighed(rules, view, each.seat, turns, DOUBLE, f"verified {each.name}")
    assert len(others) >= FEWEST - 1
    found = next(trial for trial in (best, *others) if trial.turn.end == solution.end)
    return found is best or as_good(best, found)


@pytest.mark.soak
def test_the_first_are_the_best_with_another_luck(rules: Game[Any]) -> None:
    assert [each.name for each in shipped(rules)[:FIRST] if not is_best_again(rules, each)] == []


@pytest.mark.soak
def test_nothing_that_looks_good_is_better(rules: Game[Any]) -> None:
    """None of the turns that seem best at first sight is better than the solution."""
    for each in shipped(rules):
        s = rules.load(each.position)
        plans = rules.plans(rules.seen_by(s, each.seat), each.seat, 4)
        losses = [assessed(rules, s, each, plan.actions) for plan in plans]
        assert all(loss is None or loss.dearness > 0 for loss in losses), each.name
        assert any(loss is not None for loss in losses), each.name


def test_the_numbers_of_all_games_are_apart_by_their_names() -> None:
    names = sorted(each.name for name in GAMES for each in shipped(game(name)))
    assert names and all(one != other for one, other in pairwise(names))
