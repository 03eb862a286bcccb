"""The plain scene: any game, drawn from what the engine alone says of it. A grid, a list of choices, and words.

Words of actions that look like cells (D4) lie on a grid, all others in a list. What lies where is read off the form of
the position's data; what is left of it is told in words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from re import split
from typing import TypeVar

from tilehall.engine import Game, RuleError
from tilehall.tui.kernel.drawing import Drawing, Place, Rect
from tilehall.tui.kernel.paint import Picture
from tilehall.tui.look import Look
from tilehall.tui.play.view import Glance, View
from tilehall.tui.scenes.plain import facts, grid, panels
from tilehall.tui.scenes.plain.cells import Extent
from tilehall.tui.scenes.plain.choices import LISTED, NUMBERED, PAGE, Item, Listing, field_of, zone_of
from tilehall.tui.scenes.plain.facts import Facts
from tilehall.tui.scenes.plain.grid import GRID
from tilehall.tui.scenes.plain.panels import Panel
from tilehall.tui.scenes.plain.vocabulary import learned
from tilehall.tui.scenes.scene import EVERY, BaseScene
from tilehall.tui.scenes.text import log
from tilehall.tui.scenes.tiles import heading
from tilehall.tui.words import plain, words

S = TypeVar("S")
PANEL = 28
"""The fewest columns for the panels beside a grid."""
WIDE = 100
"""From here on there are two columns of panels."""


class PlainScene(BaseScene[S]):
    """Draws the positions of any game."""

    news = EVERY
    traces = EVERY
    leafing = frozenset({PAGE})

    def __init__(self, game: Game[S]) -> None:
        self.game = game
        self.vocabulary = learned(game)
        self.words = words(game.id)
        self._facts: Facts[S] | None = None
        self._usual = Extent.of(self.vocabulary.cells)
        self._extent = Extent()

    # --- places and words -----------------------------------------------------------------------------------------

    def places_of(self, verb: str, field: str, word: str) -> tuple[Place, ...]:
        on_grid = self.vocabulary.on_grid((verb, field), word)
        return ((GRID if on_grid else zone_of(field, self.vocabulary.ranks.get(field, 0)), word),)

    def numbered(self, view: Glance[S]) -> Sequence[Place]:
        return [item.place for item in self._items(view)][:NUMBERED]

    def order(self, place: Place) -> tuple[str, ...]:
        """The grid row by row, then the lists; numbers in names by their value."""
        zone, name = place
        if zone == GRID:
            return ("", name[1:].zfill(2), name[0])
        return (zone, *(part.zfill(6) if part.isdecimal() else part for part in split(r"(\d+)", name)))

    def describe(self, view: Glance[S], place: Place) -> str:
        zone, name = place
        if zone == PAGE:
            return f"Page {name} of the choices."
        if zone != GRID:
            return f"{field_of(zone).capitalize()} {name}."
        found = self._read(view)
        if self.words is not plain:
            try:
                return self.words.look(found.position, view.names, view.seat, name)[0]
            except RuleError:
                pass  # a word that looks like a cell, and is something else
        lies = found.marks(view.seat).get(name, ())
        told = (mark.text if mark.seat is None else view.names[mark.seat] for mark in lies)
        return f"{name}: {', '.join(told) or 'empty'}."

    def legend(self, look: Look) -> Mapping[str, str]:
        glyphs = look.glyphs
        return {
            glyphs.legal: "may be chosen",
            glyphs.check: "is chosen already",
            glyphs.last: "what happened last",
            glyphs.play: "here is the hint",
        }

    def _read(self, view: Glance[S]) -> Facts[S]:
        """What this position says."""
        known = self._facts
        if known is None or known.state is not view.state or known.seat != view.seat:
            # A grid never shrinks while it is looked at: not every position tells of all its cells.
            self._extent = self._extent.with_(Extent.of(facts.choosable(self.game, self.vocabulary, view)))
            known = self._facts = facts.read(self.game, self.words, view, self._extent or self._usual)
            told = (Extent.of(ground.cells) for ground in known.grounds)
            self._extent = reduce(Extent.with_, told, self._extent)
        return known

    def _items(self, view: Glance[S]) -> list[Item]:
        """What is listed now: all that may be picked next, and what is picked."""
        if view.picker is None:
            return []
        places = dict.fromkeys([*view.picker.targets(), *view.picker.picks])
        alone = {choice.places[0]: choice.text for choice in view.picker.choices if len(choice.places) == 1}
        listed = sorted((place for place in places if place[0].startswith(LISTED)), key=self.order)
        return [Item(place, self._named(place, alone.get(place, ""))) for place in listed]

    def _named(self, place: Place, action: str) -> str:
        """A word, and what it means if the game has a word for that."""
        gloss = self.words.gloss(action) if action else ""
        return f"{place[1]}  {gloss}" if gloss else place[1]

    # --- painting -------------------------------------------------------------------------------------------------

    def paint(self, view: View[S], width: int, height: int) -> Drawing:
        drawing = Drawing(Picture(width, height, view.look.table))
        found = self._read(view)
        area = Rect(1, 0, width - 2, height)
        if self._extent:
            room = Rect(1, 0, width - PANEL - 4, height)
            used = min(room.width, grid.width_of(self._extent, grid.size_of(self._extent, room, view.size)))
            grid.paint(drawing, view, self._extent, found.marks(view.seat), Rect(1, 0, used, height))
            area = Rect(used + 3, 0, width - used - 4, height)
        self._panels(drawing, view, found, area)
        return drawing

    def _panels(self, drawing: Drawing, view: View[S], found: Facts[S], area: Rect) -> None:
        """In one column or two: what there is to choose and what is known, who plays and what has happened."""
        two = area.width >= (WIDE if self._extent else 2 * PANEL)
        wide = area.width * 3 // 5 if two else area.width
        picture = drawing.picture
        who, story = panels.players(picture, view, found), self._story(picture, view, area)
        first = [
            self._list(drawing, view, wide),
            panels.others(picture, view, found, self._extent, wide),
            panels.table(picture, view, found, wide),
        ]
        if two:
            panels.stack(Rect(area.x, area.y, wide, area.height), first)
            panels.stack(Rect(area.x + wide + 2, area.y, area.width - wide - 2, area.height), [who, story])
        else:
            panels.stack(area, [who, first[0], first[2], story, first[1]])

    def _list(self, drawing: Drawing, view: View[S], room: int) -> Panel:
        listing = Listing(self._items(view), room)
        return Panel(listing.height, min(listing.height, 6), lambda area: listing.paint(drawing, view, area))

    def _story(self, picture: Picture, view: View[S], area: Rect) -> Panel:
        """The log, as long as the column is."""
        return Panel(area.height, 4, lambda room: log(picture, view, room))

    def hand(self, view: View[S], width: int, height: int) -> Drawing:
        """The whole position in words, in as many columns as there is room for."""
        drawing = Drawing(Picture(width, height, view.look.table))
        found = self._read(view)
        heading(drawing.picture, 1, 0, width - 2, "Table", view.look)
        sentences = self.words.describe(found.position, view.names, view.seat)
        column = max(30, (width - 2) // (1 + len(sentences) // max(1, height - 2)))
        lines = panels.told(sentences, min(column, 76), view.look)
        panels.spread(drawing.picture, lines, Rect(1, 1, width - 2, height - 1))
        return drawing
