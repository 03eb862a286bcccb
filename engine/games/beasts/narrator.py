"""What the game says about itself: previews, sentences for actions, the terms behind points, usage for statistics."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tilehall.engine.core.base_game import BaseNarrator
from tilehall.engine.core.game import Action, Event, PointsOrigin, ReceiptLine, ReceiptPart, SeatNo
from tilehall.engine.core.geometry import bits
from tilehall.engine.core.text import Text, TextArgument
from tilehall.engine.core.usage import ThingUsage, UsageField, UsageTable, pieces_in, usage_from_table
from tilehall.engine.games.beasts import events, preview
from tilehall.engine.games.beasts.components import Edge, components
from tilehall.engine.games.beasts.names import beast, piece_look
from tilehall.engine.games.beasts.state import BeastsBoard, BeastsState

FENCED = frozenset({"fence", "card", "die"})
CAUGHT = frozenset({"capture"})
NAMED: UsageTable = {
    "add": UsageField("beast", "beast", "add beast"),
    "move": UsageField("beast", "beast", "move beast"),
    "capture": UsageField("beast", "beast"),
    "card": UsageField("card", "card", "lay card"),
    "draw": UsageField("card", "card", "draw card"),
    "discard": UsageField("card", "cards"),
}
DICE = {"die": ("place die", "die"), "roll": ("roll", "dice"), "reroll": ("roll", "dice")}
"""For events that name dice: the name of the use, and the field with those dice."""


class BeastsNarrator(BaseNarrator[BeastsState]):
    preview = staticmethod(preview.preview)

    def describe_action(self, seat: SeatNo, a: Action) -> Text:
        return events.describe_action(seat, a) or super().describe_action(seat, a)

    def derive_points(self, s: BeastsState, line: ReceiptLine) -> PointsOrigin:
        return _derive_points(s, line)

    def usage(self, event: Event) -> Iterable[ThingUsage]:
        return _usage(event)


def _derive_points(s: BeastsState, line: ReceiptLine) -> PointsOrigin:
    """The terms that a line of this position's receipt adds up (B-4.42 to B-4.46)."""
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


def _faces(dice: TextArgument) -> Iterator[str]:
    """The faces of dice, of any colour."""
    names = components().face_names
    for piece in pieces_in(dice):
        shown = piece_look(piece)
        if shown is not None:
            yield str(names[shown.face])


def _usage(event: Event) -> Iterator[ThingUsage]:
    if event.key not in DICE:
        yield from usage_from_table(NAMED, event)
        return
    deed, field = DICE[event.key]
    yield ThingUsage(event.key if event.key == "reroll" else deed)
    for face in _faces(event.text.args[field]):
        yield ThingUsage(deed, "face", face)
