"""Kaguyahime: furniture dealers court a princess with secret offers and rooms that please her.

>>> from tilehall.engine.games.kaguya import KAGUYA
>>> from tilehall.engine import Setup
>>> s = KAGUYA.start(Setup(2))
>>> KAGUYA.actors(s), [str(a) for a in KAGUYA.legal(s, -1)]
((-1,), ['value R', 'value B', 'value G', 'value P'])
"""

from tilehall.engine.games.kaguya.actions import (
    LETTERS,
    Break,
    Cell,
    Cube,
    Give,
    Lay,
    Pick,
    Plant,
    Present,
    Rot,
    Row,
    Take,
    Value,
    presentations,
)
from tilehall.engine.games.kaguya.components import (
    CELLS,
    CLEAR,
    COLOURS,
    KINDS,
    NAMES,
    PLANT,
    QUARTERS,
    YELLOW,
    Components,
    Side,
    Tile,
    components,
)
from tilehall.engine.games.kaguya.game import KAGUYA, Kaguya
from tilehall.engine.games.kaguya.names import (
    counts,
    cube,
    half,
    hand,
    laid,
    room,
    room_name,
    short,
    tile,
    tile_name,
    turned,
)
from tilehall.engine.games.kaguya.preview import ahead, growth
from tilehall.engine.games.kaguya.rooms import UNPLANTED, Rooms, covered, largest
from tilehall.engine.games.kaguya.scoring import Contest, contests
from tilehall.engine.games.kaguya.state import EMPTY, NONE, Board, Merchant, State, bonus_rate, total, worth

__all__ = [
    "CELLS",
    "CLEAR",
    "COLOURS",
    "EMPTY",
    "KAGUYA",
    "KINDS",
    "LETTERS",
    "NAMES",
    "NONE",
    "PLANT",
    "QUARTERS",
    "UNPLANTED",
    "YELLOW",
    "Board",
    "Break",
    "Cell",
    "Components",
    "Contest",
    "Cube",
    "Give",
    "Kaguya",
    "Lay",
    "Merchant",
    "Pick",
    "Plant",
    "Present",
    "Rooms",
    "Rot",
    "Row",
    "Side",
    "State",
    "Take",
    "Tile",
    "Value",
    "ahead",
    "bonus_rate",
    "components",
    "contests",
    "counts",
    "covered",
    "cube",
    "growth",
    "half",
    "hand",
    "laid",
    "largest",
    "presentations",
    "room",
    "room_name",
    "short",
    "tile",
    "tile_name",
    "total",
    "turned",
    "worth",
]
