"""Finds the thing to explain at a place. Imported on demand: explanations are not needed to draw the first board."""

from __future__ import annotations

from collections.abc import Mapping

from tilehall.engine.games.sand import SandState, components
from tilehall.engine.games.sand import explain as engine
from tilehall.engine.teaching.things import NOBODY, PLAYER, Thing
from tilehall.tui.boards.sand.placement import (
    CARD,
    DECK,
    OWN,
    POWER,
    QUEEN,
    QUEUE,
    RESERVE,
    RING,
    RIVAL,
    SCORE,
    SQUARE,
    SUPPLY,
    THEIRS,
    TILE,
)
from tilehall.tui.player.view import CursorContext
from tilehall.tui.terminal.output.drawing import Place

KINDS: Mapping[str, str] = {
    OWN: engine.BOX,
    CARD: engine.CARD,
    TILE: engine.TILE,
    RING: engine.TILE,
    RESERVE: engine.DISK,
    SUPPLY: engine.DISK,
    DECK: engine.DECK,
    SQUARE: engine.SQUARE,
}
"""The zones whose places are named like the thing there."""


def thing_at(view: CursorContext[SandState], place: Place) -> Thing | None:
    zone, word = place
    if zone in THEIRS:
        return Thing(engine.BOX, word, THEIRS.index(zone))
    if zone == QUEUE:
        return _queued(view.state, int(word) - 1)
    if zone == POWER:
        return Thing(word, word)
    if zone == RIVAL:
        return Thing(PLAYER, "", int(word))
    if zone == QUEEN:
        return Thing(engine.CIRCLE, engine.CIRCLE)
    if zone == SCORE:
        return Thing(engine.SCORE, engine.SCORE, view.seat)
    kind = KINDS.get(zone)
    return Thing(kind, word, view.seat if zone == OWN else NOBODY) if kind else None


def _queued(s: SandState, n: int) -> Thing | None:
    """Returns the tile at this place of the circle."""
    return Thing(engine.TILE, components().tiles[s.circle[n]].id) if n < len(s.circle) else None
