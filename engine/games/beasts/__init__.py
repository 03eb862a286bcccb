"""Merlin's Beast Hunt: fences of cards between dice, and beasts captured inside them.

>>> from tilehall.engine.games.beasts import BEASTS
>>> from tilehall.engine import Setup
>>> s = BEASTS.start(Setup(2, (("first_seat", "1"),)))
>>> BEASTS.actors(s), [str(a) for a in BEASTS.legal_actions(s, -1)]
((-1,), ['draw W', 'draw T', 'draw L', 'draw B'])
"""

from tilehall.engine.core.geometry import bits
from tilehall.engine.games.beasts.components import (
    BEAST,
    NEUTRAL,
    WILD,
    Beast,
    BeastsComponents,
    Edge,
    Hole,
    Square,
    components,
)
from tilehall.engine.games.beasts.die_uses import DieUse, best_die_use, nearest_squares, slots_by_promise
from tilehall.engine.games.beasts.events import placed_dice_text
from tilehall.engine.games.beasts.fences import (
    can_be_caught,
    enclosed_squares,
    fence_worth,
    missing_cards_and_dice,
    turn_outcome,
)
from tilehall.engine.games.beasts.game import BEASTS, Beasts
from tilehall.engine.games.beasts.preview import (
    GAIN,
    WARNING,
    ActionEffect,
    action_effects,
    fence_bounds,
    fitting_edges,
    format_range,
)
from tilehall.engine.games.beasts.rules import open_slots_for
from tilehall.engine.games.beasts.state import NONE, BeastsBoard, BeastsHunter, BeastsState
from tilehall.engine.games.beasts.unplayable_pieces import (
    why_beasts_unplayable,
    why_card_unplayable,
    why_die_unplayable,
)

__all__ = [
    "BEAST",
    "BEASTS",
    "GAIN",
    "NEUTRAL",
    "NONE",
    "WARNING",
    "WILD",
    "ActionEffect",
    "Beast",
    "Beasts",
    "BeastsBoard",
    "BeastsComponents",
    "BeastsHunter",
    "BeastsState",
    "DieUse",
    "Edge",
    "Hole",
    "Square",
    "action_effects",
    "best_die_use",
    "bits",
    "can_be_caught",
    "components",
    "enclosed_squares",
    "fence_bounds",
    "fence_worth",
    "fitting_edges",
    "format_range",
    "missing_cards_and_dice",
    "nearest_squares",
    "open_slots_for",
    "placed_dice_text",
    "slots_by_promise",
    "turn_outcome",
    "why_beasts_unplayable",
    "why_card_unplayable",
    "why_die_unplayable",
]
