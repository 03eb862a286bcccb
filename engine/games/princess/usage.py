"""With which runes, tiles and sides somebody has done what, for those who count games."""

from __future__ import annotations

from collections.abc import Iterable

from tilehall.engine.core.game import Event
from tilehall.engine.core.usage import ThingUsage, UsageField, UsageTable, usage_from_table

NAMED: UsageTable = {
    "declare": UsageField("rune", "rune"),
    "hold": UsageField("rune", "rune"),
    "remove": UsageField("rune", "rune"),
    "lay": UsageField("tile", "tile"),
    # The event is of the one who was robbed.
    "steal": UsageField("tile", "tile", "robbed of"),
    "side": UsageField("side", "side"),
}


def usage(event: Event) -> Iterable[ThingUsage]:
    return usage_from_table(NAMED, event)
