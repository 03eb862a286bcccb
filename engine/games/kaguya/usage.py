"""With which tiles and cubes somebody has done what, for those who count games."""

from __future__ import annotations

from collections.abc import Iterator

from tilehall.engine.core.game import Event
from tilehall.engine.core.usage import Naming, Namings, Used, by_table, words_in
from tilehall.engine.games.kaguya.components import components

NAMED: Namings = {
    "take": Naming("cube", "cube", "take cube"),
    "give": Naming("cube", "cube", "give cube"),
    "break": Naming("cube", "cubes", "take in the break"),
    "plant": Naming("cube", "cube"),
}


def used(event: Event) -> Iterator[Used]:
    if event.key == "lay":
        yield from _laid(event)
        return
    if event.key == "reveal":
        yield from _held(event.marks[0])
        return
    if event.key == "plant" and event.rule == "K-4.35":
        # No cube was there to be put on it.
        yield Used("plant nothing")
        return
    yield from by_table(NAMED, event)


def _laid(event: Event) -> Iterator[Used]:
    """A tile, for oneself or for the princess; those with a houseplant are things of their own."""
    deed = "lay for the princess" if event.rule == "K-4.25" else "lay"
    yield Used(deed)
    if event.rule == "K-4.32":
        yield Used("lay, penalised")
    box = components()
    for word in words_in(event.text.args["tile"]):
        yield Used(deed, "plant" if box.tiles[box.tile_numbers[word]].plant else "tile", word)


def _held(shown: str) -> Iterator[Used]:
    """What was in a fist, as records write it: `RR`, `C*`, `-`. Two of a kind are used twice."""
    yield Used("hold")
    kinds = components().kinds
    yield from (Used("hold", "cube", letter) for letter in shown if letter in kinds)
    if shown.endswith("*"):
        yield Used("hold", "disk", "*")
