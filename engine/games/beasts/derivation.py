"""Where the points of a line of the receipt come from: dice, cards and beasts, and the steps (B-4.42 to B-4.46)."""

from __future__ import annotations

from tilehall.engine.core.game import PointsOrigin, ReceiptLine, ReceiptPart
from tilehall.engine.core.geometry import bits
from tilehall.engine.core.text import Text
from tilehall.engine.games.beasts.components import Edge, components
from tilehall.engine.games.beasts.names import beast
from tilehall.engine.games.beasts.state import BeastsBoard, BeastsState

FENCED = frozenset({"fence", "card", "die"})
CAUGHT = frozenset({"capture"})


def derive_points(s: BeastsState, line: ReceiptLine) -> PointsOrigin:
    """The terms of a line of this position's receipt."""
    box = components()
    if line.part in box.beast_numbers:
        kind = box.beast_numbers[line.part]
        worth = box.beasts[kind].points
        each = ReceiptPart(worth, Text("a captured {beast}", beast=beast(kind)))
        return PointsOrigin((each,) * s.hunters[line.seat].captured[kind], CAUGHT, (line.part,))
    edge = box.edges[box.edge_numbers[line.part.removeprefix("fence ")]]
    slots, text = _dice(s.board, edge, line)
    marks = (edge.id, *(box.slots[slot] for slot in bits(slots)))
    return PointsOrigin((ReceiptPart(line.points, text, marks),), FENCED, marks)


def _dice(board: BeastsBoard, edge: Edge, line: ReceiptLine) -> tuple[int, Text]:
    """The dice that a part of a fence's value is for, and what they are."""
    four = edge.four
    if line.rule == "B-4.42":
        return four, Text("a card between two pairs of dice")
    if line.rule == "B-4.43":
        return four & ~board.wild, Text("both of its ends show the type of the card")
    own = board.colours[line.seat] & four
    text = Text("{n} of its four dice is yours", "{n} of its four dice are yours", n=own.bit_count())
    return own, text
