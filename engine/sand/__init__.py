"""Realm of Sand: runes laid from tiles become buildings, and what they are paid with comes back or runs away.

>>> from tilehall.engine.sand import SAND
>>> from tilehall.engine import Setup
>>> s = SAND.start(Setup(2))
>>> SAND.actors(s), [str(a) for a in SAND.legal(s, -1)]
((-1,), ['first 0', 'first 1'])
"""

from tilehall.engine.sand.components import (
    BASE,
    BOXES,
    DARK,
    ELEMENTS,
    GRID,
    LEVELS,
    LIGHT,
    NO_POWER,
    Card,
    Components,
    Form,
    Tile,
    coloured,
    components,
)
from tilehall.engine.sand.outlook import Nearness, dark_needed, last_round, nearness, next_rank, not_owned, ready
from tilehall.engine.sand.play import SAND, Sand
from tilehall.engine.sand.scoring import rank_name
from tilehall.engine.sand.state import CLEAR, FRESH, HOLE, PURPLE, READY, ROW, UNLIMITED, Magician, State

__all__ = [
    "BASE",
    "BOXES",
    "CLEAR",
    "DARK",
    "ELEMENTS",
    "FRESH",
    "GRID",
    "HOLE",
    "LEVELS",
    "LIGHT",
    "NO_POWER",
    "PURPLE",
    "READY",
    "ROW",
    "SAND",
    "UNLIMITED",
    "Card",
    "Components",
    "Form",
    "Magician",
    "Nearness",
    "Sand",
    "State",
    "Tile",
    "coloured",
    "components",
    "dark_needed",
    "last_round",
    "nearness",
    "next_rank",
    "not_owned",
    "rank_name",
    "ready",
]
