"""With which buildings, tiles, disks and powers somebody has done what, for those who count games."""

from __future__ import annotations

from collections.abc import Iterable

from tilehall.engine.core.game import Event
from tilehall.engine.core.usage import ThingUsage, UsageField, UsageTable, usage_from_table

NAMED: UsageTable = {
    "complete": UsageField("building", "card"),
    "take": UsageField("tile", "tile"),
    "disk": UsageField("disk", "disk", "summon disk"),
    "trade": UsageField("disk", "get", "trade for disk"),
    "exchange": UsageField("tile", "other", "exchange for tile"),
    "board": UsageField("power", "power", "begin with board"),
}


def usage(event: Event) -> Iterable[ThingUsage]:
    return usage_from_table(NAMED, event)
