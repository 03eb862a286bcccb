"""Where the stars of a line of the receipt come from: the building, and the step that completed it (S-5.2)."""

from __future__ import annotations

from tilehall.engine.game import Line, Origin, Part
from tilehall.engine.geometry import bits
from tilehall.engine.sand.components import components
from tilehall.engine.sand.scoring import line_of
from tilehall.engine.sand.state import State
from tilehall.engine.text import Text

COMPLETED = frozenset({"complete"})


def derive(s: State, line: Line) -> Origin:
    """The building of a line of this position's receipt."""
    text = Text("{card}, a building of yours", card=line.text)
    own = [card for card in bits(s.magicians[line.seat].tableau) if line_of(line.seat, card) == line]
    return Origin((Part(line.points, text),), COMPLETED, tuple(components().cards[card].id for card in own))
