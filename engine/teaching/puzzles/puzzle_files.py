"""Puzzles: positions with one clearly best turn, kept beside each game, and the one that everybody gets today.

A game keeps its puzzles in puzzles.jsonl, one to a line, as `write_puzzle` writes them. Whoever solves one sees what
the
seat to play may see; what that hides stands in the position as somebody imagined it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from functools import cache
from hashlib import blake2b
from math import isfinite
from typing import Any, NamedTuple

from tilehall.engine.ai.levels import OFFERED_LEVELS
from tilehall.engine.core.game import Game, Position, RuleError, SeatNo
from tilehall.engine.core.package_data import read_optional_package_text
from tilehall.engine.core.text import Text

FILE = "teaching/puzzles.jsonl"
BOM = "\ufeff"
"""What some editors begin a file with."""
QUOTED = 40
"""So much is repeated of a name that a stranger's file has for a game."""
FIRST_OWN_NUMBER = 501
"""What somebody finds for himself is numbered from here: below there is room for the game's own."""
LAST = 999_999
"""What is longer is no number to call a puzzle by, nor one of a version."""
GRADES = range(1, 6)
"""1 is easy, 5 is hard: one more for every level that is asked and does not find it."""
GRADING_LEVELS = tuple(level.id for level in OFFERED_LEVELS if level.id != "random")
"""The levels that are asked. What one finds who draws by lot says nothing."""


class PuzzleSource(NamedTuple):
    """The game that a puzzle was found in: it can be played again from this."""

    seed: str
    step: int
    """So many steps had been made,"""
    steps: int
    """of so many in the whole game."""
    level: str
    """Who played it."""

    @property
    def phase(self) -> int:
        """0 in the first third of the game, 1 in the middle, 2 in the last.

        >>> example_puzzle().source.phase
        1
        """
        return min(3 * self.step // max(self.steps, 1), 2)


class Puzzle(NamedTuple):
    """A position and its best turn."""

    game: str
    rules: int
    """The version of the rules that it was found by."""
    number: int
    """People call it by that: sand 17."""
    grade: int
    kind: str
    """The decision that the turn begins with."""
    seat: SeatNo
    position: Position
    solution: tuple[str, ...]
    """Up to the next draw, or to somebody else's decision."""
    end: str
    """The digest of the position that it leads to."""
    also: tuple[tuple[str, ...], ...]
    """Other turns that are as good."""
    chance: float
    """How much likelier it makes to win than the best of all others."""
    points: float
    """By how many points it is better."""
    found_by: tuple[str, ...]
    """The levels that find it."""
    source: PuzzleSource

    @property
    def name(self) -> str:
        """What people call it.

        >>> example_puzzle().name
        'sand 17'
        """
        return f"{self.game} {self.number}"

    @property
    def mark(self) -> str:
        """What it is, whatever its number: the same position, seat and solution are the same puzzle.

        >>> example_puzzle().mark == example_puzzle()._replace(number=3).mark != example_puzzle()._replace(seat=1).mark
        True
        """
        what = json.dumps([self.game, self.position, self.seat, self.solution], sort_keys=True)
        return blake2b(what.encode(), digest_size=8).hexdigest()


def example_puzzle() -> Puzzle:
    """One that is as short as can be."""
    source = PuzzleSource("a seed 3", 12, 30, "hard")
    return Puzzle(
        "sand", 1, 17, 2, "PRE", 0, {"players": 2}, ("place 1",), "00c0ffee", (), 0.1, 2.0, ("normal", "hard"), source
    )


def grade_puzzle(found_by: Iterable[str]) -> int:
    """The fewer levels find it, the harder it is.

    >>> grade_puzzle(GRADING_LEVELS), grade_puzzle(["hard", "master"]), grade_puzzle([])
    (1, 3, 5)
    """
    return GRADES.stop - 1 - len({*found_by} & {*GRADING_LEVELS})


# --- as text ------------------------------------------------------------------------------------------------------


def write_puzzle(puzzle: Puzzle) -> str:
    """One line of JSON.

    >>> read_puzzles(write_puzzle(example_puzzle()), "sand")[0] == example_puzzle()
    True
    """
    data = puzzle._asdict() | {"source": puzzle.source._asdict()}
    return json.dumps(data, separators=(",", ":")) + "\n"


def read_puzzles(text: str, game: str) -> tuple[Puzzle, ...]:
    """The puzzles of a file, by their numbers. Empty lines, and those that begin with #, are for people.

    >>> read_puzzles("nonsense", "sand")
    Traceback (most recent call last):
    tilehall.engine.core.game.RuleError: Line 1 is no puzzle.
    """
    found: dict[int, Puzzle] = {}
    for n, line in enumerate(text.removeprefix(BOM).splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        puzzle = _puzzle(line)
        if puzzle is None:
            raise RuleError(Text("Line {n} is no puzzle.", n=n))
        if puzzle.game != game:
            other = puzzle.game[:QUOTED]
            raise RuleError(Text("Line {n} is a puzzle of {other}, not of {game}.", n=n, other=other, game=game))
        if puzzle.number in found:
            raise RuleError(Text("Line {n} has the same number as another: {number}.", n=n, number=puzzle.number))
        found[puzzle.number] = puzzle
    return tuple(found[number] for number in sorted(found))


def _puzzle(line: str) -> Puzzle | None:
    """The puzzle of a line, if it is one."""
    try:
        data = json.loads(line)
        source = data["source"]
        return Puzzle(
            game=str(data["game"]),
            rules=_number(data["rules"]),
            number=_number(data["number"]),
            grade=min(max(int(data["grade"]), GRADES.start), GRADES.stop - 1),
            kind=str(data["kind"]),
            seat=int(data["seat"]),
            position=dict(data["position"]),
            solution=_actions(data["solution"]),
            end=str(data["end"]),
            also=tuple(map(_actions, data["also"])),
            chance=_finite(data["chance"]),
            points=_finite(data["points"]),
            found_by=_actions(data["found_by"]),
            source=PuzzleSource(str(source["seed"]), int(source["step"]), int(source["steps"]), str(source["level"])),
        )
    except (ValueError, TypeError, LookupError, OverflowError, RecursionError):
        return None


def _number(found: Any) -> int:
    number = int(found)
    if not 0 <= number <= LAST:
        raise ValueError
    return number


def _finite(found: Any) -> float:
    value = float(found)
    if not isfinite(value):
        raise ValueError
    return value


def _actions(found: Any) -> tuple[str, ...]:
    if not isinstance(found, list):
        raise TypeError
    return tuple(map(str, found))


# --- those of a game ----------------------------------------------------------------------------------------------


def load_puzzles(game: Game[Any]) -> tuple[Puzzle, ...]:
    """The puzzles that came with a game; none for most guests. Raises RuleError if they cannot be read."""
    return _load_puzzles(game.package, game.id)


@cache
def _load_puzzles(package: str, game: str) -> tuple[Puzzle, ...]:
    try:
        text = read_optional_package_text(package, FILE)
        return read_puzzles(text, game) if text else ()
    except RuleError as error:
        raise RuleError(Text("{package}, {file}: {problem}", package=package, file=FILE, problem=error.text)) from error
    except UnicodeDecodeError as error:
        raise RuleError(Text("{file} is no file of puzzles.", file=f"{package}, {FILE}")) from error


# --- the one of a day ---------------------------------------------------------------------------------------------


def puzzle_of_the_day(day: str, puzzles: Sequence[Puzzle]) -> Puzzle:
    """The puzzle of a date, the same on every machine and for ever, as long as these are the puzzles.

    The one whose number and date together have the greatest hash: one that is added takes only the days that it wins.

    >>> puzzle_of_the_day("2026-11-20", [example_puzzle()]).name
    'sand 17'
    """
    return max(puzzles, key=lambda puzzle: draw_for_date(day, puzzle.name))


def game_of_the_day(day: str, games: Sequence[str]) -> str:
    """The game of a date.

    >>> game_of_the_day("2026-11-20", ["sand"])
    'sand'
    """
    return max(games, key=lambda game: draw_for_date(day, game))


def draw_for_date(day: str, name: str) -> bytes:
    """What is drawn for a name on a date: bytes that are to be compared."""
    return blake2b(f"{day} {name}".encode(), digest_size=8).digest()
