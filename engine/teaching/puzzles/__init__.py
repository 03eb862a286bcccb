"""Puzzles: positions with one clearly best turn. How they are kept, how they are found, and who has solved one.

>>> from tilehall.engine import load_game
>>> [puzzle.number for puzzle in load_puzzles(load_game("kaguya"))[:3]]
[1, 2, 3]
"""

from tilehall.engine.teaching.puzzles.puzzle_files import (
    FIRST_OWN_NUMBER,
    GRADES,
    GRADING_LEVELS,
    Puzzle,
    PuzzleSource,
    game_of_the_day,
    load_puzzles,
    puzzle_of_the_day,
    read_puzzles,
    write_puzzle,
)
from tilehall.engine.teaching.puzzles.puzzle_search import (
    GAP,
    PuzzleSettings,
    assess_turn,
    explain_turn,
    find_puzzles,
    is_turn_over,
)

__all__ = [
    "FIRST_OWN_NUMBER",
    "GAP",
    "GRADES",
    "GRADING_LEVELS",
    "Puzzle",
    "PuzzleSettings",
    "PuzzleSource",
    "assess_turn",
    "explain_turn",
    "find_puzzles",
    "game_of_the_day",
    "is_turn_over",
    "load_puzzles",
    "puzzle_of_the_day",
    "read_puzzles",
    "write_puzzle",
]
