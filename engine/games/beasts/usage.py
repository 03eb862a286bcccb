"""With which beasts, cards and faces of dice somebody has done what, for those who count games."""

from __future__ import annotations

from collections.abc import Iterator

from tilehall.engine.core.game import Event
from tilehall.engine.core.text import Value
from tilehall.engine.core.usage import Naming, Namings, Used, by_table, pieces_in
from tilehall.engine.games.beasts.components import components
from tilehall.engine.games.beasts.names import likeness

NAMED: Namings = {
    "add": Naming("beast", "beast", "add beast"),
    "move": Naming("beast", "beast", "move beast"),
    "capture": Naming("beast", "beast"),
    "card": Naming("card", "card", "lay card"),
    "draw": Naming("card", "card", "draw card"),
    "discard": Naming("card", "cards"),
}
DICE = {"die": ("place die", "die"), "roll": ("roll", "dice"), "reroll": ("roll", "dice")}
"""For events that name dice what that is called, and the field with those that it is about."""


def used(event: Event) -> Iterator[Used]:
    if event.key not in DICE:
        yield from by_table(NAMED, event)
        return
    deed, field = DICE[event.key]
    yield Used(event.key if event.key == "reroll" else deed)
    for face in _faces(event.text.args[field]):
        yield Used(deed, "face", face)


def _faces(dice: Value) -> Iterator[str]:
    """What dice show, whosever they are."""
    names = components().face_names
    for piece in pieces_in(dice):
        shown = likeness(piece)
        if shown is not None:
            yield str(names[shown.face])
