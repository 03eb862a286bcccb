"""Merlin's Beast Hunt: fences of cards between dice, and beasts captured inside them.

>>> from tilehall.engine.games.beasts import BEASTS
>>> from tilehall.engine import Setup
>>> s = BEASTS.start(Setup(2, (("first_seat", "1"),)))
>>> BEASTS.actors(s), [str(a) for a in BEASTS.legal(s, -1)]
((-1,), ['draw W', 'draw T', 'draw L', 'draw B'])
"""

from tilehall.engine.core.geometry import bits
from tilehall.engine.games.beasts.components import (
    BEAST,
    NEUTRAL,
    WILD,
    Beast,
    Components,
    Edge,
    Hole,
    Square,
    components,
)
from tilehall.engine.games.beasts.die_uses import Use, best_use, by_promise, nearest_homes
from tilehall.engine.games.beasts.events import dice_laid
from tilehall.engine.games.beasts.fences import Outcome, Worth, catchable, lacking, outcome, reinforced, shut, worth
from tilehall.engine.games.beasts.game import BEASTS, Beasts
from tilehall.engine.games.beasts.preview import GAIN, WARNING, Prospect, bounds, fitting_edges, prospects, span
from tilehall.engine.games.beasts.rules import placeable
from tilehall.engine.games.beasts.state import NONE, Board, Hunter, State
from tilehall.engine.games.beasts.unplayable_pieces import idle_beasts, idle_card, idle_die

__all__ = [
    "BEAST",
    "BEASTS",
    "GAIN",
    "NEUTRAL",
    "NONE",
    "WARNING",
    "WILD",
    "Beast",
    "Beasts",
    "Board",
    "Components",
    "Edge",
    "Hole",
    "Hunter",
    "Outcome",
    "Prospect",
    "Square",
    "State",
    "Use",
    "Worth",
    "best_use",
    "bits",
    "bounds",
    "by_promise",
    "catchable",
    "components",
    "dice_laid",
    "fitting_edges",
    "idle_beasts",
    "idle_card",
    "idle_die",
    "lacking",
    "nearest_homes",
    "outcome",
    "placeable",
    "prospects",
    "reinforced",
    "shut",
    "span",
    "worth",
]
