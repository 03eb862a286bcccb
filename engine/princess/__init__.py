"""The Princess and Magic Tile: a race through the witch's manor with runes laid from tiles.

>>> from tilehall.engine.princess import PRINCESS
>>> from tilehall.engine import Setup
>>> s = PRINCESS.start(Setup(2, (("start_seat", "0"),)))
>>> PRINCESS.actors(s), [str(a) for a in PRINCESS.legal(s, -1)]
((-1,), ['board B1', 'board B2', 'board B3', 'board B4'])
"""

from tilehall.engine.geometry import bits
from tilehall.engine.princess.combos import in_play
from tilehall.engine.princess.components import EMPTY, LATTICE, Card, Components, components
from tilehall.engine.princess.manor import advance
from tilehall.engine.princess.matching import value, witness
from tilehall.engine.princess.outlook import (
    FAR,
    Nearness,
    best_cells,
    dearest,
    gem_serves,
    nearness,
    promising,
)
from tilehall.engine.princess.play import PRINCESS, Princess
from tilehall.engine.princess.rules import victim_seat
from tilehall.engine.princess.scoring import Lead, lead
from tilehall.engine.princess.state import HOLE, NO_KIND, Hunter, State, Tableau

__all__ = [
    "EMPTY",
    "FAR",
    "HOLE",
    "LATTICE",
    "NO_KIND",
    "PRINCESS",
    "Card",
    "Components",
    "Hunter",
    "Lead",
    "Nearness",
    "Princess",
    "State",
    "Tableau",
    "advance",
    "best_cells",
    "bits",
    "components",
    "dearest",
    "gem_serves",
    "in_play",
    "lead",
    "nearness",
    "promising",
    "value",
    "victim_seat",
    "witness",
]
