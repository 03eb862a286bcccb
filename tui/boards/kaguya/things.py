"""Finds the thing to explain at a place. Imported on demand: explanations are not needed to draw the first board."""

from __future__ import annotations

from collections.abc import Mapping

from tilehall.engine.games.kaguya import EMPTY, LETTERS, KaguyaState, components
from tilehall.engine.games.kaguya import explain as engine
from tilehall.engine.teaching.things import Thing
from tilehall.tui.boards.kaguya.cube_kinds import CUBE, DISK, FAVOUR, ROOM, STORE, VALUE
from tilehall.tui.boards.kaguya.fist import FIST, ORDER
from tilehall.tui.boards.kaguya.floor_plan import CELL
from tilehall.tui.boards.kaguya.offer import IN_HAND_ZONE, LATER, TIES, TILE
from tilehall.tui.player.view import CursorContext
from tilehall.tui.terminal.output.drawing import Place

UNIQUE_THINGS: Mapping[str, str] = {
    STORE: engine.STORAGE,
    FAVOUR: engine.TRACK,
    TIES: engine.TIES,
    ORDER: engine.ORDER,
    "princess": engine.PRINCESS,
    "track": engine.TRACK,
}
"""The zones of unique things."""


def thing_at(view: CursorContext[KaguyaState], place: Place) -> Thing | None:
    zone, word = place
    if zone == CELL:
        return Thing(engine.CELL, word)
    if zone in (CUBE, VALUE):
        return Thing(engine.DISK if word == DISK else engine.CUBE, word)
    if zone == TILE:
        return _in_row(view.state, int(word))
    if zone in (LATER, IN_HAND_ZONE):
        return _tile(components().tile_numbers[word])
    if zone == ROOM:
        return Thing(engine.ROOM, components().rooms[LETTERS.index(word)])
    if zone == FIST:
        return Thing(engine.FIST, FIST, int(word))
    if zone == engine.SCREEN:
        return Thing(engine.SCREEN, engine.SCREEN, int(word))
    return Thing(UNIQUE_THINGS[zone], UNIQUE_THINGS[zone]) if zone in UNIQUE_THINGS else None


def _tile(number: int) -> Thing:
    each = components().tiles[number]
    return Thing(engine.PLANT if each.plant else engine.TILE, each.id)


def _in_row(s: KaguyaState, row: int) -> Thing:
    """Returns the tile of a row in this round, or the table if it has been taken."""
    column = s.column(s.round) if s.table else b""
    if row > len(column) or column[row - 1] == EMPTY:
        return Thing(engine.TABLE, engine.TABLE)
    return _tile(column[row - 1])
