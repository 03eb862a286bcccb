"""Merlin's Beast Hunt: fences of cards between dice, and beasts captured inside them.

>>> from tilehall.engine.beasts import BEASTS
>>> from tilehall.engine import Setup
>>> s = BEASTS.start(Setup(2, (("first_seat", "1"),)))
>>> BEASTS.actors(s), [str(a) for a in BEASTS.legal(s, -1)]
((-1,), ['draw W', 'draw T', 'draw L', 'draw B'])
"""

from tilehall.engine.beasts.components import BEAST, NEUTRAL, WILD, Beast, Components, Edge, Hole, Square, components
from tilehall.engine.beasts.fences import Outcome, Worth, catchable, lacking, outcome, reinforced, shut, worth
from tilehall.engine.beasts.outlook import GAIN, WARNING, Prospect, bounds, fitting_edges, prospects, span
from tilehall.engine.beasts.play import BEASTS, Beasts
from tilehall.engine.beasts.rules import placeable
from tilehall.engine.beasts.state import NONE, Board, Hunter, State
from tilehall.engine.beasts.telling import dice_laid
from tilehall.engine.beasts.unplayable import idle_beasts, idle_card, idle_die
from tilehall.engine.beasts.uses import Use, best_use, by_promise, nearest_homes
from tilehall.engine.geometry import bits

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
