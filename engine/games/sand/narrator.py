"""What the game says about itself: previews, sentences for actions, the terms behind points, usage for statistics."""

from __future__ import annotations

from collections.abc import Iterable

from tilehall.engine.core.base_game import BaseNarrator
from tilehall.engine.core.game import Action, Event, PointsOrigin, ReceiptLine, ReceiptPart, SeatNo
from tilehall.engine.core.geometry import bits
from tilehall.engine.core.text import Text
from tilehall.engine.core.usage import ThingUsage, UsageField, UsageTable, usage_from_table
from tilehall.engine.games.sand import events, preview
from tilehall.engine.games.sand.components import components
from tilehall.engine.games.sand.scoring import building_line
from tilehall.engine.games.sand.state import SandState

COMPLETE_KEYS = frozenset({"complete"})
NAMED: UsageTable = {
    "complete": UsageField("building", "card"),
    "take": UsageField("tile", "tile"),
    "disk": UsageField("disk", "disk", "summon disk"),
    "trade": UsageField("disk", "get", "trade for disk"),
    "exchange": UsageField("tile", "other", "exchange for tile"),
    "board": UsageField("power", "power", "begin with board"),
}


class SandNarrator(BaseNarrator[SandState]):
    preview = staticmethod(preview.preview)

    def describe_action(self, seat: SeatNo, a: Action) -> Text:
        return events.describe_action(seat, a) or super().describe_action(seat, a)

    def derive_points(self, s: SandState, line: ReceiptLine) -> PointsOrigin:
        return _derive_points(s, line)

    def usage(self, event: Event) -> Iterable[ThingUsage]:
        return usage_from_table(NAMED, event)


def _derive_points(s: SandState, line: ReceiptLine) -> PointsOrigin:
    """The building behind a line of this position's receipt (S-5.2)."""
    text = Text("{card}, a building of yours", card=line.text)
    own = [card for card in bits(s.magicians[line.seat].tableau) if building_line(line.seat, card) == line]
    return PointsOrigin(
        (ReceiptPart(line.points, text),), COMPLETE_KEYS, tuple(components().cards[card].id for card in own)
    )
