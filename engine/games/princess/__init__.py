"""The Princess and Magic Tile: a race through the witch's manor with runes laid from tiles.

>>> from tilehall.engine.games.princess import PRINCESS
>>> from tilehall.engine import Setup
>>> s = PRINCESS.start(Setup(2, (("start_seat", "0"),)))
>>> PRINCESS.actors(s), [str(a) for a in PRINCESS.legal(s, -1)]
((-1,), ['board B1', 'board B2', 'board B3', 'board B4'])
"""

from tilehall.engine.core.geometry import bits
from tilehall.engine.games.princess.combos import in_play
from tilehall.engine.games.princess.components import EMPTY, LATTICE, Card, Components, components
from tilehall.engine.games.princess.game import PRINCESS, Princess
from tilehall.engine.games.princess.movement import advance
from tilehall.engine.games.princess.pattern_matching import value, witness
from tilehall.engine.games.princess.preview import FAR, Nearness, best_cells, dearest, gem_serves, nearness, promising
from tilehall.engine.games.princess.rules import victim_seat
from tilehall.engine.games.princess.scoring import Lead, lead
from tilehall.engine.games.princess.state import HOLE, NO_KIND, Hunter, State, Tableau

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
