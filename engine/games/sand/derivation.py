"""Where the stars of a line of the receipt come from: the building, and the step that completed it (S-5.2)."""

from __future__ import annotations

from tilehall.engine.core.game import Line, Origin, Part
from tilehall.engine.core.geometry import bits
from tilehall.engine.core.text import Text
from tilehall.engine.games.sand.components import components
from tilehall.engine.games.sand.scoring import line_of
from tilehall.engine.games.sand.state import State

COMPLETED = frozenset({"complete"})


def derive(s: State, line: Line) -> Origin:
    """The building of a line of this position's receipt."""
    text = Text("{card}, a building of yours", card=line.text)
    own = [card for card in bits(s.magicians[line.seat].tableau) if line_of(line.seat, card) == line]
    return Origin((Part(line.points, text),), COMPLETED, tuple(components().cards[card].id for card in own))
