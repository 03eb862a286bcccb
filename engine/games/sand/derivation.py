"""Where the stars of a line of the receipt come from: the building, and the step that completed it (S-5.2)."""

from __future__ import annotations

from tilehall.engine.core.game import PointsOrigin, ReceiptLine, ReceiptPart
from tilehall.engine.core.geometry import bits
from tilehall.engine.core.text import Text
from tilehall.engine.games.sand.components import components
from tilehall.engine.games.sand.scoring import building_line
from tilehall.engine.games.sand.state import SandState

COMPLETE_KEYS = frozenset({"complete"})


def derive_points(s: SandState, line: ReceiptLine) -> PointsOrigin:
    """The building of a line of this position's receipt."""
    text = Text("{card}, a building of yours", card=line.text)
    own = [card for card in bits(s.magicians[line.seat].tableau) if building_line(line.seat, card) == line]
    return PointsOrigin(
        (ReceiptPart(line.points, text),), COMPLETE_KEYS, tuple(components().cards[card].id for card in own)
    )
