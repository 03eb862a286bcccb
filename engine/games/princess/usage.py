"""With which runes, tiles and sides somebody has done what, for those who count games."""

from __future__ import annotations

from collections.abc import Iterable

from tilehall.engine.core.game import Event
from tilehall.engine.core.usage import Naming, Namings, Used, by_table

NAMED: Namings = {
    "declare": Naming("rune", "rune"),
    "hold": Naming("rune", "rune"),
    "remove": Naming("rune", "rune"),
    "lay": Naming("tile", "tile"),
    # The event is of the one who was robbed.
    "steal": Naming("tile", "tile", "robbed of"),
    "side": Naming("side", "side"),
}


def used(event: Event) -> Iterable[Used]:
    return by_table(NAMED, event)
