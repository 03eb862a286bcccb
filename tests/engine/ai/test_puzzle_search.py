"""Puzzles are found in games of computer players, verified with double the work, and graded by who finds them."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from tests.engine.games.nim import NIM, Table
from tilehall.engine import Game, RuleError
from tilehall.engine.ai.plan import PositionValue, Term
from tilehall.engine.ai.turns import PlannedTurn
from tilehall.engine.core.match import position_digest
from tilehall.engine.core.text import Text
from tilehall.engine.teaching.puzzles import (
    GRADING_LEVELS,
    Puzzle,
    PuzzleSettings,
    PuzzleSource,
    assess_turn,
    explain_turn,
    find_puzzles,
    game_of_the_day,
    is_turn_over,
    load_puzzles,
    puzzle_of_the_day,
    read_puzzles,
    write_puzzle,
)
from tilehall.engine.teaching.puzzles.puzzle_files import grade_puzzle
from tilehall.engine.teaching.puzzles.puzzle_search import find_answer, find_clear_best, position_after
from tilehall.engine.teaching.puzzles.turn_comparison import PlayoutOutcome, TurnTrial, is_as_good

GUEST = Path(__file__).parents[2] / "addon"
SMALL = PuzzleSettings(2, (("size", "5"),), level="easy")


@pytest.fixture(scope="module")
def hex_() -> Iterator[Game[Any]]:
    """The guest's game, as if it were installed."""
    sys.path.insert(0, str(GUEST))
    game: Game[Any] = import_module("tilehall_hex.game").HEX
    yield game
    sys.path.remove(str(GUEST))
    for name in [name for name in sys.modules if name.partition(".")[0] == "tilehall_hex"]:
        del sys.modules[name]


@pytest.fixture(scope="module")
def found(hex_: Game[Any]) -> tuple[Puzzle, ...]:
    return find_puzzles(hex_, SMALL, "h 0")


def puzzle(number: int, game: str = "nim", **other: Any) -> Puzzle:
    source = PuzzleSource("a seed 3", 12, 30, "hard")
    bare = Puzzle(
        game, 1, number, 2, "TAKE", 0, {"players": 2}, ("take 1",), "00c0ffee", (), 0.1, 2.0, ("hard",), source
    )
    return bare._replace(**other)


# --- a puzzle


def test_each_puzzle_of_a_game_is_one(hex_: Game[Any], found: tuple[Puzzle, ...]) -> None:
    """The position is whole and sound, the solution may be done there and leads to where it is said to lead."""
    assert found
    for each in found:
        s = hex_.load(each.position)
        assert not hex_.faults(s) and hex_.actors(s) == (each.seat,)
        actions = [*map(hex_.parse, each.solution)]
        for n, action in enumerate(actions):
            assert hex_.check(position_after(hex_, s, each.seat, actions[:n]), each.seat, action) is None
        assert position_digest(hex_, position_after(hex_, s, each.seat, actions)) == each.end
        assert each.grade == grade_puzzle(each.found_by) and {*each.found_by} <= {*GRADING_LEVELS}
        assert each.chance > 0 and 0 <= each.source.phase <= 2


def test_the_same_seed_finds_the_same_puzzles(hex_: Game[Any], found: tuple[Puzzle, ...]) -> None:
    assert find_puzzles(hex_, SMALL, "h 0") == found
    assert find_puzzles(hex_, SMALL, "h 1") != found


def test_the_best_turn_is_right_and_others_lose_by_it(hex_: Game[Any], found: tuple[Puzzle, ...]) -> None:
    each = found[0]
    s = hex_.load(each.position)
    assert assess_turn(hex_, s, each, [*map(hex_.parse, each.solution)]) is None
    for text in each.also:
        assert assess_turn(hex_, s, each, [*map(hex_.parse, text)]) is None
    known = {each.solution, *each.also}
    others = [action for action in hex_.legal_actions(s, each.seat) if (str(action),) not in known]
    losses = [assess_turn(hex_, s, each, [action]) for action in others]
    worse = [loss for loss in losses if loss is not None]
    assert len(worse) > len(others) / 2
    assert all(loss.cost > 0 and tuple(map(str, loss.actions)) == each.solution for loss in worse)
    assert f"{explain_turn(hex_, s, each.seat, worse[0].actions)}"


def test_a_turn_is_over_when_somebody_else_decides(hex_: Game[Any], found: tuple[Puzzle, ...]) -> None:
    each = found[0]
    s = hex_.load(each.position)
    actions = [*map(hex_.parse, each.solution)]
    assert not is_turn_over(hex_, s, s, each.seat, ())
    assert is_turn_over(hex_, position_after(hex_, s, each.seat, actions), s, each.seat, actions)


def test_where_there_is_little_to_choose_there_is_no_puzzle() -> None:
    """To take one match wins at once, but there are three ways only."""
    assert find_clear_best(NIM, Table(5, 0), 0, 0.04, "a seed") is None


# --- turns weighed against each other


def trial(name: str, points: float, *chances: float) -> TurnTrial:
    turn = PlannedTurn((), name, PositionValue((Term("points", points, Text("points")),), 0.5))
    return TurnTrial(turn, False, [PlayoutOutcome(chance, 0.0) for chance in chances])


def test_a_lead_is_surer_the_more_courses_say_the_same() -> None:
    few, many = (trial("one", 1, *[0.6] * n).lead(trial("two", 0, *[0.5] * n)) for n in (4, 64))
    assert few.worth == pytest.approx(many.worth) == pytest.approx(0.1)
    assert many.error < few.error and many.least > 0.08
    shaky = trial("one", 1, *[0.9, 0.3] * 32).lead(trial("two", 0, *[0.5] * 64))
    assert shaky.worth == pytest.approx(0.1) and shaky.least < 0.05


def test_the_best_has_to_be_clear_of_all_that_is_not_as_good() -> None:
    best = trial("best", 3, *[0.6] * 32)
    far, near = trial("far", 0, *[0.4] * 32), trial("near", 2, *[0.58] * 32)
    twins = [trial(f"twin {n}", 3, *[0.6] * 32) for n in range(5)]
    strangers = [trial(f"stranger {n}", n / 2, *[0.6] * 32) for n in range(3)]
    clear = find_answer([best, *twins, far], 0.04)
    assert clear is not None and clear.ends == {"best", *(each.turn.end for each in twins)}
    assert clear.lead.worth == pytest.approx(0.2)
    assert find_answer([best, near, far], 0.04) is None, "something lies between"
    assert find_answer([best, *strangers, far], 0.04) is None, "too many different turns are as good"
    assert find_answer([best], 0.04) is None, "nothing else could be done"
    assert find_answer([trial("won", 9, *[0.99] * 32), far], 0.04) is None, "it is decided already"


def test_what_is_seen_to_be_the_same_is_the_same_unless_it_is_surely_worse() -> None:
    best = trial("best", 3, *[0.6, 0.5] * 8)
    assert is_as_good(best, trial("twin", 3, *[0.5, 0.56] * 8))
    assert not is_as_good(best, trial("twin", 3, *[0.5, 0.4] * 8))
    assert not is_as_good(best, trial("other", 2, *[0.5, 0.56] * 8))


def test_a_grade_is_how_many_levels_do_not_find_it() -> None:
    assert [grade_puzzle(GRADING_LEVELS[n:]) for n in range(5)] == [1, 2, 3, 4, 5]
    assert grade_puzzle(("random", "hard")) == 4, "who draws by lot finds nothing"


# --- as text


def test_a_file_of_puzzles_is_read_as_it_was_written() -> None:
    puzzles = [puzzle(2, also=(("take 2",), ("take 3", "take 1"))), puzzle(1)]
    text = "# Nim\n\n" + "".join(map(write_puzzle, puzzles))
    assert read_puzzles(text, "nim") == (puzzles[1], puzzles[0])
    assert read_puzzles("", "nim") == ()


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("take 1", "Line 2 is no puzzle."),
        ("[]", "Line 2 is no puzzle."),
        ("{}", "Line 2 is no puzzle."),
        (json.dumps(puzzle(2)._asdict()), "Line 2 is no puzzle."),
        (write_puzzle(puzzle(2)).replace('["take 1"]', '"take 1"'), "Line 2 is no puzzle."),
        (write_puzzle(puzzle(2)).replace('{"players":2}', "7"), "Line 2 is no puzzle."),
        (write_puzzle(puzzle(2, chance=float("nan"))), "Line 2 is no puzzle."),
        (write_puzzle(puzzle(2)).replace('"grade":2', '"grade":Infinity'), "Line 2 is no puzzle."),
        (write_puzzle(puzzle(-5)), "Line 2 is no puzzle."),
        (write_puzzle(puzzle(10**4000)), "Line 2 is no puzzle."),
        ("[" * 100_000, "Line 2 is no puzzle."),
        (write_puzzle(puzzle(2, game="sand")), "Line 2 is a puzzle of sand, not of nim."),
        (write_puzzle(puzzle(2, game="sand" * 9999)), f"Line 2 is a puzzle of {'sand' * 10}, not of nim."),
        (write_puzzle(puzzle(2, rules=10**4000)), "Line 2 is no puzzle."),
        (write_puzzle(puzzle(1)), "Line 2 has the same number as another: 1."),
    ],
)
def test_what_is_no_puzzle_is_said_with_its_line(line: str, told: str) -> None:
    with pytest.raises(RuleError, match=told):
        read_puzzles(write_puzzle(puzzle(1)) + line, "nim")


def test_what_some_editors_begin_a_file_with_is_no_part_of_it() -> None:
    assert read_puzzles("\ufeff" + write_puzzle(puzzle(1)), "nim") == (puzzle(1),)
    assert read_puzzles("\ufeff# Nim\n" + write_puzzle(puzzle(1)), "nim") == (puzzle(1),)


def test_a_game_without_a_file_has_no_puzzles(hex_: Game[Any]) -> None:
    assert load_puzzles(hex_) == ()


# --- the one of a day

DAYS = [f"2026-{month:02}-{day:02}" for month in (1, 2, 11, 12) for day in range(1, 29)]


def test_the_puzzle_of_a_day_is_the_same_everywhere_and_for_ever() -> None:
    puzzles = [puzzle(number, game="sand") for number in range(1, 31)]
    days = ("2026-01-01", "2026-11-20", "2026-11-21", "2027-02-28", "2028-02-29")
    assert [puzzle_of_the_day(day, puzzles).number for day in days] == [15, 29, 4, 21, 12]
    games = ("princess", "sand", "beasts", "kaguya")
    assert [game_of_the_day(day, games) for day in days] == ["princess", "kaguya", "beasts", "sand", "beasts"]


def test_every_game_has_its_days_and_most_puzzles_have() -> None:
    games = ("princess", "sand", "beasts", "kaguya")
    assert {game_of_the_day(day, games) for day in DAYS} == {*games}
    puzzles = [puzzle(number) for number in range(1, 31)]
    assert len({puzzle_of_the_day(day, puzzles).number for day in DAYS}) > 20


def test_a_puzzle_that_is_added_takes_only_its_own_days() -> None:
    before, added = [puzzle(number) for number in range(1, 31)], puzzle(31)
    changed = [
        (puzzle_of_the_day(day, before), puzzle_of_the_day(day, [added, *before]))
        for day in DAYS
        if puzzle_of_the_day(day, before) != puzzle_of_the_day(day, [added, *before])
    ]
    assert 0 < len(changed) < len(DAYS) / 5
    assert {new.number for _, new in changed} == {31}
