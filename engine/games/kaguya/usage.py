"""With which tiles and cubes somebody has done what, for those who count games."""

from __future__ import annotations

from collections.abc import Iterator

from tilehall.engine.core.game import Event
from tilehall.engine.core.usage import ThingUsage, UsageField, UsageTable, usage_from_table, words_in
from tilehall.engine.games.kaguya.components import components

NAMED: UsageTable = {
    "take": UsageField("cube", "cube", "take cube"),
    "give": UsageField("cube", "cube", "give cube"),
    "break": UsageField("cube", "cubes", "take in the break"),
    "plant": UsageField("cube", "cube"),
}


def usage(event: Event) -> Iterator[ThingUsage]:
    if event.key == "lay":
        yield from _laid(event)
        return
    if event.key == "reveal":
        yield from _held(event.marks[0])
        return
    if event.key == "plant" and event.rule == "K-4.35":
        # No cube was there to be put on it.
        yield ThingUsage("plant nothing")
        return
    yield from usage_from_table(NAMED, event)


def _laid(event: Event) -> Iterator[ThingUsage]:
    """A tile, for oneself or for the princess; those with a houseplant are things of their own."""
    deed = "lay for the princess" if event.rule == "K-4.25" else "lay"
    yield ThingUsage(deed)
    if event.rule == "K-4.32":
        yield ThingUsage("lay, penalised")
    box = components()
    for word in words_in(event.text.args["tile"]):
        yield ThingUsage(deed, "plant" if box.tiles[box.tile_numbers[word]].plant else "tile", word)


def _held(shown: str) -> Iterator[ThingUsage]:
    """What was in a fist, as records write it: `RR`, `C*`, `-`. Two of a kind are used twice."""
    yield ThingUsage("hold")
    kinds = components().kinds
    yield from (ThingUsage("hold", "cube", letter) for letter in shown if letter in kinds)
    if shown.endswith("*"):
        yield ThingUsage("hold", "disk", "*")
