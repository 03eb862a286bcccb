"""Finds the thing to explain at a place. Imported on demand: explanations are not needed to draw the first board."""

from __future__ import annotations

from collections.abc import Mapping

from tilehall.engine.games.princess import PrincessState, components, victim_seat
from tilehall.engine.games.princess import explain as engine
from tilehall.engine.teaching.things import PLAYER, Thing
from tilehall.tui.boards.princess.pieces import (
    DECK,
    DISPLAY,
    GEMS,
    HOLD,
    HUNTER,
    IN_HAND,
    OWN,
    PASSAGES,
    PILE,
    PRINCESS,
    RUNE,
    SIDE,
    STEPS,
    STOCK,
    THEIRS,
    TRACK,
    VICTIM,
    WAY,
)
from tilehall.tui.player.view import CursorContext
from tilehall.tui.terminal.output.drawing import Place

UNIQUE_THINGS: Mapping[str, str] = {
    STOCK: engine.SPRITE,
    GEMS: engine.GEM,
    TRACK: engine.TRACK,
    PILE: engine.STACK,
    DECK: engine.DECK,
    HOLD: engine.HOLD,
}
"""The zones of unique things."""
FIGURES: Mapping[str, str] = {STEPS: engine.TRACK, PASSAGES: engine.PASSAGES, PRINCESS: engine.PRINCESS}


def thing_at(view: CursorContext[PrincessState], place: Place) -> Thing | None:
    zone, word = place
    if zone == OWN:
        return Thing(engine.CELL, word, view.seat)
    if zone == VICTIM:
        return Thing(engine.CELL, word, victim_seat(view.state, view.seat))
    if zone in THEIRS:
        return Thing(engine.CELL, word, THEIRS.index(zone))
    if zone in (DISPLAY, IN_HAND):
        return Thing(engine.TILE, word)
    if zone == RUNE and word in components().card_numbers:
        return Thing(engine.RUNE, word)
    if zone == SIDE:
        return Thing(engine.SIDE, word)
    if zone == HUNTER:
        return Thing(PLAYER, "", int(word))
    kind = FIGURES.get(word) if zone == WAY else UNIQUE_THINGS.get(zone)
    return Thing(kind, kind) if kind else None
