"""Puzzles: positions with one clearly best turn. How they are kept, how they are found, and who has solved one.

>>> from tilehall.engine import game
>>> [puzzle.number for puzzle in shipped(game("kaguya"))[:3]]
[1, 2, 3]
"""

from tilehall.engine.teaching.puzzles.puzzle_files import (
    ASKED,
    GRADES,
    OWN,
    Puzzle,
    Source,
    game_of_the_day,
    of_the_day,
    read,
    shipped,
    written,
)
from tilehall.engine.teaching.puzzles.puzzle_search import GAP, Terms, assessed, is_over, puzzles_in, why

__all__ = [
    "ASKED",
    "GAP",
    "GRADES",
    "OWN",
    "Puzzle",
    "Source",
    "Terms",
    "assessed",
    "game_of_the_day",
    "is_over",
    "of_the_day",
    "puzzles_in",
    "read",
    "shipped",
    "why",
    "written",
]
