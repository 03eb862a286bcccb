"""Finds the thing to explain at a place. Imported on demand: explanations are not needed to draw the first board."""

from __future__ import annotations

from collections.abc import Mapping

from tilehall.engine.games.beasts import BeastsState, components
from tilehall.engine.games.beasts import explain as engine
from tilehall.engine.teaching.things import Thing
from tilehall.tui.boards.beasts.facts import BEAST, CARD, DIE, EDGE, SLOT, SQUARE
from tilehall.tui.boards.beasts.panels import BLACK, DECK, FREE, HANDS, POOL, THEIRS
from tilehall.tui.player.view import CursorContext
from tilehall.tui.terminal.output.drawing import Place

KINDS: Mapping[str, str] = {SLOT: engine.SLOT, SQUARE: engine.SQUARE, BEAST: engine.BEAST}
"""The zones whose places are named like the thing there."""


def thing_at(view: CursorContext[BeastsState], place: Place) -> Thing | None:
    (zone, word), s = place, view.state
    if zone == EDGE:
        carded = s.board.carded >> components().edge_numbers[word] & 1
        return Thing(engine.FENCE if carded else engine.LINE, word)
    if zone == DIE:
        return Thing(engine.DIE, word, view.seat)
    if zone == THEIRS:
        return Thing(engine.DIE, word, max(s.seat, 0))
    if zone == CARD:
        # The second of two equal cards has a number behind its letter.
        return Thing(engine.CARD, word[0], view.seat)
    if zone in HANDS:
        return Thing(engine.CARD, word[0], HANDS.index(zone))
    if zone in (DECK, POOL):
        return Thing(engine.DECK if zone == DECK else engine.POOL, zone, int(word))
    if zone in (FREE, BLACK):
        kind = engine.BOARD if zone == FREE else engine.BLACK
        return Thing(kind, kind)
    return Thing(KINDS[zone], word) if zone in KINDS else None
