"""What the game says about itself: previews, sentences for actions, the terms behind points, usage for statistics."""

from __future__ import annotations

from collections.abc import Iterable

from tilehall.engine.core.base_game import BaseNarrator
from tilehall.engine.core.game import Action, Event, PointsOrigin, ReceiptLine, ReceiptPart, SeatNo
from tilehall.engine.core.geometry import bits
from tilehall.engine.core.text import Text, join_semicolons
from tilehall.engine.core.usage import ThingUsage, UsageField, UsageTable, usage_from_table
from tilehall.engine.games.princess import events, preview
from tilehall.engine.games.princess.components import LATTICE, components
from tilehall.engine.games.princess.names import symbol
from tilehall.engine.games.princess.scoring import SPRITE_POINTS, bonus_lines
from tilehall.engine.games.princess.state import PrincessState

MOVE_KEYS = frozenset({"move"})
GOAL_KEYS = frozenset({"goal"})
TOP_TILE_KEYS = frozenset({"lay", "steal"})
"""Events that change which tile lies on top of a cell."""
NAMED: UsageTable = {
    "declare": UsageField("rune", "rune"),
    "hold": UsageField("rune", "rune"),
    "remove": UsageField("rune", "rune"),
    "lay": UsageField("tile", "tile"),
    # This event's seat is the victim.
    "steal": UsageField("tile", "tile", "robbed of"),
    "side": UsageField("side", "side"),
}


class PrincessNarrator(BaseNarrator[PrincessState]):
    preview = staticmethod(preview.preview)

    def describe_action(self, seat: SeatNo, a: Action) -> Text:
        return events.describe_action(seat, a) or super().describe_action(seat, a)

    def derive_points(self, s: PrincessState, line: ReceiptLine) -> PointsOrigin:
        return _derive_points(s, line)

    def usage(self, event: Event) -> Iterable[ThingUsage]:
        return usage_from_table(NAMED, event)


def _derive_points(s: PrincessState, line: ReceiptLine) -> PointsOrigin:
    """The terms that a line of this position's receipt adds up (P-5.4)."""
    hunter, box = s.hunters[line.seat], components()
    match line.part.split(" "):
        case ["shortfall"]:
            goal = ReceiptPart(-box.goal, Text("the GOAL is space {goal}", goal=box.goal))
            return PointsOrigin(
                (goal, ReceiptPart(hunter.space, Text("so far it is space {space}", space=hunter.space))), MOVE_KEYS
            )
        case ["rank"]:
            return PointsOrigin((ReceiptPart(line.points, line.text),), GOAL_KEYS)
        case ["leftover"]:
            return PointsOrigin((ReceiptPart(line.points, line.text),), MOVE_KEYS | GOAL_KEYS)
        case ["sprite"]:
            uses = (
                (hunter.extra, Text("extra tiles left: {n} x{points}", n=hunter.extra, points=SPRITE_POINTS)),
                (hunter.gem, Text("gems left: {n} x{points}", n=hunter.gem, points=SPRITE_POINTS)),
            )
            return PointsOrigin(tuple(ReceiptPart(SPRITE_POINTS * n, text) for n, text in uses if n))
        case ["sky", sign]:
            return _counted(s, line, box.attributes.index(sign))
    card = next(number for number in s.bonus if line in bonus_lines(s, number))
    return _counted(s, line, box.attributes.index(box.bonuses[card][0]))


def _counted(s: PrincessState, line: ReceiptLine, mark: int) -> PointsOrigin:
    """The tiles with a symbol, compared with the counts of the others."""
    counts = [hunter.tableau.marks[mark].bit_count() for hunter in s.hunters]
    others = join_semicolons(f"{count}" for seat, count in enumerate(counts) if seat != line.seat)
    text = Text(
        "{n} tile with {symbol}; the others have {others}",
        "{n} tiles with {symbol}; the others have {others}",
        n=counts[line.seat],
        symbol=symbol(mark),
        others=others,
    )
    cells = tuple(map(LATTICE.name, bits(s.hunters[line.seat].tableau.marks[mark])))
    parts = (ReceiptPart(line.points, text, cells),)
    return PointsOrigin(parts, TOP_TILE_KEYS, cells, latest=True) if cells else PointsOrigin(parts)
