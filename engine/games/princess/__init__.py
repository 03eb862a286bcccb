"""The Princess and Magic Tile: a race through the witch's manor with runes laid from tiles.

>>> from tilehall.engine.games.princess import PRINCESS
>>> from tilehall.engine import Setup
>>> s = PRINCESS.start(Setup(2, (("start_seat", "0"),)))
>>> PRINCESS.actors(s), [str(a) for a in PRINCESS.legal_actions(s, -1)]
((-1,), ['board B1', 'board B2', 'board B3', 'board B4'])
"""

from tilehall.engine.core.geometry import bits
from tilehall.engine.games.princess.components import EMPTY, LATTICE, PrincessComponents, RuneCard, components
from tilehall.engine.games.princess.game import PRINCESS, Princess
from tilehall.engine.games.princess.movement import advance
from tilehall.engine.games.princess.pattern_matching import find_witness, rune_value, runes_in_play
from tilehall.engine.games.princess.preview import (
    UNREACHABLE,
    RuneNearness,
    best_cells,
    gem_extends_combo,
    most_missed_cells,
    nearness,
    suggest_cell,
)
from tilehall.engine.games.princess.rules import victim_seat
from tilehall.engine.games.princess.scoring import ScoreLead, score_lead
from tilehall.engine.games.princess.state import HOLE, NO_KIND, PrincessHunter, PrincessState, Tableau

__all__ = [
    "EMPTY",
    "HOLE",
    "LATTICE",
    "NO_KIND",
    "PRINCESS",
    "UNREACHABLE",
    "Princess",
    "PrincessComponents",
    "PrincessHunter",
    "PrincessState",
    "RuneCard",
    "RuneNearness",
    "ScoreLead",
    "Tableau",
    "advance",
    "best_cells",
    "bits",
    "components",
    "find_witness",
    "gem_extends_combo",
    "most_missed_cells",
    "nearness",
    "rune_value",
    "runes_in_play",
    "score_lead",
    "suggest_cell",
    "victim_seat",
]
