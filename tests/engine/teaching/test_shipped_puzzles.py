"""Every puzzle that comes with a game is one: sound, graded, to be solved as it says, and enough unlike the others."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from tilehall.engine import BUILT_IN_GAMES, Game, is_complete_position, load_game, position_digest
from tilehall.engine.ai.turns import complete_turn
from tilehall.engine.core.match import position_json
from tilehall.engine.core.package_data import read_package_text
from tilehall.engine.teaching.puzzles import GRADES, Puzzle, assess_turn, is_turn_over, load_puzzles
from tilehall.engine.teaching.puzzles.puzzle_files import FILE, grade_puzzle
from tilehall.engine.teaching.puzzles.puzzle_search import DOUBLE, FEWEST, add_other_ends, position_after
from tilehall.engine.teaching.puzzles.turn_comparison import compare_turns, is_as_good

GAMES = [*BUILT_IN_GAMES]
FIRST = 3
"""So many of each game are verified in full."""


@pytest.fixture(params=GAMES)
def rules(request: pytest.FixtureRequest) -> Game[Any]:
    return load_game(request.param)


def actions_of(rules: Game[Any], texts: tuple[str, ...]) -> list[Any]:
    return [*map(rules.parse, texts)]


def test_each_position_is_sound_and_the_solution_can_be_done(rules: Game[Any]) -> None:
    """Action by action, to where the file says it leads, and no further than the turn."""
    for each in load_puzzles(rules):
        s = rules.load(each.position)
        assert rules.faults(s) == () and is_complete_position(rules, s), each.name
        assert rules.actors(s) == (each.seat,) and rules.decision(s, each.seat).kind == each.kind
        view, done = rules.view(s, each.seat), list[Any]()
        for action in actions_of(rules, each.solution):
            now = position_after(rules, s, each.seat, done)
            assert not is_turn_over(rules, now, view, each.seat, done), each.name
            assert rules.check(now, each.seat, action) is None, each.name
            done.append(action)
        assert position_digest(rules, position_after(rules, s, each.seat, done)) == each.end, each.name
        assert is_turn_over(rules, position_after(rules, s, each.seat, done), view, each.seat, done), each.name


def test_what_is_as_good_can_be_done_and_is_another_turn(rules: Game[Any]) -> None:
    for each in load_puzzles(rules):
        view = rules.view(rules.load(each.position), each.seat)
        turns = [
            complete_turn(rules, view, each.seat, actions_of(rules, texts)) for texts in (each.solution, *each.also)
        ]
        ends = [turn.end for turn in turns if turn is not None]
        assert len({*ends}) == len(turns), each.name


def test_each_goes_by_the_rules_as_they_are_and_is_numbered_from_one(rules: Game[Any]) -> None:
    puzzles = load_puzzles(rules)
    assert [each.number for each in puzzles] == [*range(1, len(puzzles) + 1)]
    assert {each.rules for each in puzzles} <= {rules.rules_version}
    for each in puzzles:
        assert each.grade == grade_puzzle(each.found_by) and each.chance > 0


def test_they_are_not_all_easy_short_or_of_one_phase(rules: Game[Any]) -> None:
    puzzles = load_puzzles(rules)
    third = max(1, len(puzzles) // 3)
    # What is looked for are 30: as long as there are fewer, the first may be more alike.
    assert sum(each.grade == GRADES.start for each in puzzles) <= max(third, 10)
    assert sum(len(each.solution) == 1 for each in puzzles) <= max(third, 10)
    of_a_phase = [sum(each.source.phase == phase for each in puzzles) for phase in range(3)]
    assert max(of_a_phase) <= max(len(puzzles) - len(puzzles) // 6, 20)
    assert len({(position_json(rules, rules.load(each.position)), each.seat) for each in puzzles}) == len(puzzles)


def test_no_line_is_too_long_to_be_read_at_once(rules: Game[Any]) -> None:
    lines = read_package_text(rules.package, FILE).splitlines()
    assert len(lines) == len(load_puzzles(rules)) and max(map(len, lines)) < 8_000


def is_best_again(rules: Game[Any], each: Puzzle) -> bool:
    """Whether the solution is the best of many turns, or as good, with as much work as ever and a luck of its own."""
    s = rules.load(each.position)
    view = rules.view(s, each.seat)
    solution = complete_turn(rules, view, each.seat, actions_of(rules, each.solution))
    assert solution is not None
    turns = add_other_ends(rules, view, each.seat, solution)
    best, *others = compare_turns(rules, view, each.seat, turns, DOUBLE, f"verified {each.name}")
    assert len(others) >= FEWEST - 1
    found = next(trial for trial in (best, *others) if trial.turn.end == solution.end)
    return found is best or is_as_good(best, found)


@pytest.mark.soak
def test_the_first_are_the_best_with_another_luck(rules: Game[Any]) -> None:
    assert [each.name for each in load_puzzles(rules)[:FIRST] if not is_best_again(rules, each)] == []


@pytest.mark.soak
def test_nothing_that_looks_good_is_better(rules: Game[Any]) -> None:
    """None of the turns that seem best at first sight is better than the solution."""
    for each in load_puzzles(rules):
        s = rules.load(each.position)
        plans = rules.advisor.plans(rules.view(s, each.seat), each.seat, 4)
        losses = [assess_turn(rules, s, each, plan.actions) for plan in plans]
        assert all(loss is None or loss.cost > 0 for loss in losses), each.name
        assert any(loss is not None for loss in losses), each.name


def test_the_numbers_of_all_games_are_apart_by_their_names() -> None:
    names = sorted(each.name for name in GAMES for each in load_puzzles(load_game(name)))
    assert names and all(one != other for one, other in pairwise(names))
