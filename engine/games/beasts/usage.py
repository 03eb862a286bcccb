"""With which beasts, cards and faces of dice somebody has done what, for those who count games."""

from __future__ import annotations

from collections.abc import Iterator

from tilehall.engine.core.game import Event
from tilehall.engine.core.text import TextArgument
from tilehall.engine.core.usage import ThingUsage, UsageField, UsageTable, pieces_in, usage_from_table
from tilehall.engine.games.beasts.components import components
from tilehall.engine.games.beasts.names import piece_look

NAMED: UsageTable = {
    "add": UsageField("beast", "beast", "add beast"),
    "move": UsageField("beast", "beast", "move beast"),
    "capture": UsageField("beast", "beast"),
    "card": UsageField("card", "card", "lay card"),
    "draw": UsageField("card", "card", "draw card"),
    "discard": UsageField("card", "cards"),
}
DICE = {"die": ("place die", "die"), "roll": ("roll", "dice"), "reroll": ("roll", "dice")}
"""For events that name dice what that is called, and the field with those that it is about."""


def usage(event: Event) -> Iterator[ThingUsage]:
    if event.key not in DICE:
        yield from usage_from_table(NAMED, event)
        return
    deed, field = DICE[event.key]
    yield ThingUsage(event.key if event.key == "reroll" else deed)
    for face in _faces(event.text.args[field]):
        yield ThingUsage(deed, "face", face)


def _faces(dice: TextArgument) -> Iterator[str]:
    """What dice show, whosever they are."""
    names = components().face_names
    for piece in pieces_in(dice):
        shown = piece_look(piece)
        if shown is not None:
            yield str(names[shown.face])
