"""With which buildings, tiles, disks and powers somebody has done what, for those who count games."""

from __future__ import annotations

from collections.abc import Iterable

from tilehall.engine.core.game import Event
from tilehall.engine.core.usage import Naming, Namings, Used, by_table

NAMED: Namings = {
    "complete": Naming("building", "card"),
    "take": Naming("tile", "tile"),
    "disk": Naming("disk", "disk", "summon disk"),
    "trade": Naming("disk", "get", "trade for disk"),
    "exchange": Naming("tile", "other", "exchange for tile"),
    "board": Naming("power", "power", "begin with board"),
}


def used(event: Event) -> Iterable[Used]:
    return by_table(NAMED, event)
