"""Kaguyahime: furniture dealers court a princess with secret offers and rooms that please her.

>>> from tilehall.engine.games.kaguya import KAGUYA
>>> from tilehall.engine import Setup
>>> s = KAGUYA.start(Setup(2))
>>> KAGUYA.actors(s), [str(a) for a in KAGUYA.legal_actions(s, -1)]
((-1,), ['value R', 'value B', 'value G', 'value P'])
"""

from tilehall.engine.games.kaguya.actions import (
    LETTERS,
    ChoosePlantCube,
    ChooseTile,
    ChooseTileCell,
    ChooseTileRotation,
    DealCube,
    DealDesignTile,
    DealValue,
    GiveCube,
    Present,
    TakeBreakCubes,
    TakeCube,
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
    BoardArea,
    KaguyaComponents,
    KaguyaTile,
    components,
)
from tilehall.engine.games.kaguya.game import KAGUYA, Kaguya
from tilehall.engine.games.kaguya.names import (
    counts,
    cube,
    fist_contents,
    half,
    laid_tile,
    room,
    room_name,
    short_tile,
    tile,
    tile_name,
    turned_tile,
)
from tilehall.engine.games.kaguya.preview import totals_ahead
from tilehall.engine.games.kaguya.rooms import UNPLANTED, Rooms, covered_quarters, largest_room
from tilehall.engine.games.kaguya.scoring import RoomContest, room_contests
from tilehall.engine.games.kaguya.state import (
    EMPTY,
    NONE,
    KaguyaBoard,
    KaguyaState,
    Merchant,
    bonus_rate,
    colour_values,
    combination_total,
)

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
    "BoardArea",
    "ChoosePlantCube",
    "ChooseTile",
    "ChooseTileCell",
    "ChooseTileRotation",
    "DealCube",
    "DealDesignTile",
    "DealValue",
    "GiveCube",
    "Kaguya",
    "KaguyaBoard",
    "KaguyaComponents",
    "KaguyaState",
    "KaguyaTile",
    "Merchant",
    "Present",
    "RoomContest",
    "Rooms",
    "TakeBreakCubes",
    "TakeCube",
    "bonus_rate",
    "colour_values",
    "combination_total",
    "components",
    "counts",
    "covered_quarters",
    "cube",
    "fist_contents",
    "half",
    "laid_tile",
    "largest_room",
    "presentations",
    "room",
    "room_contests",
    "room_name",
    "short_tile",
    "tile",
    "tile_name",
    "totals_ahead",
    "turned_tile",
]
