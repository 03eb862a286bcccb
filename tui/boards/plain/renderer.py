"""The plain scene: any game, drawn from what the engine alone says of it. A grid, a list of choices, and words.

Words of actions that look like cells (D4) lie on a grid, all others in a list. What lies where is read off the form of
the position's data; what is left of it is told in words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from re import split
from typing import TYPE_CHECKING, TypeVar

from tilehall.engine import Action, Game, Piece, RuleError, Text, Who, listed, spaced
from tilehall.tui.boards.log_panel import log
from tilehall.tui.boards.plain import facts, grid, panels, wording
from tilehall.tui.boards.plain.action_words import learned
from tilehall.tui.boards.plain.cells import Extent
from tilehall.tui.boards.plain.choice_list import LISTED, NUMBERED, PAGE, Item, Listing, field_of, item, zone_of
from tilehall.tui.boards.plain.facts import Facts
from tilehall.tui.boards.plain.grid import GRID
from tilehall.tui.boards.plain.panels import Panel
from tilehall.tui.boards.plain.position import Mark
from tilehall.tui.boards.plain.wording import named
from tilehall.tui.boards.renderer import EVERY, BaseScene
from tilehall.tui.boards.tiles import heading
from tilehall.tui.boards.wording import words
from tilehall.tui.config.look import Look
from tilehall.tui.player.view import Glance, View
from tilehall.tui.terminal.output.cells import width as width_of
from tilehall.tui.terminal.output.drawing import Drawing, Place, Rect
from tilehall.tui.terminal.output.picture import Picture
from tilehall.tui.terminal.output.styled_text import Styled

if TYPE_CHECKING:
    from tilehall.engine.teaching.things import Thing

S = TypeVar("S")
PANEL = 28
"""The fewest columns for the panels beside a grid."""
CHIP = 6
"""The longest short name that is drawn in a sentence."""
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
        return self._listed(view)[:NUMBERED]

    def order(self, place: Place) -> tuple[str, ...]:
        """The grid row by row, then the lists; numbers in names by their value."""
        zone, name = place
        if zone == GRID:
            return ("", name[1:].zfill(2), name[0])
        return (zone, *(part.zfill(6) if part.isdecimal() else part for part in split(r"(\d+)", name)))

    def deed(self, verb: str) -> Text:
        return named(verb)

    def choice(self, view: Glance[S], action: Action) -> Text:
        return spaced(map(named, (action.verb, *action.words)))

    def describe(self, view: Glance[S], place: Place) -> Text:
        zone, name = place
        if zone == PAGE:
            return Text("Page {page} of the choices.", page=name)
        if zone != GRID:
            return Text("Here: {field} {word}.", field=named(field_of(zone)), word=named(name))
        found = self._read(view)
        if self.words is not wording:
            try:
                return self.words.look(found.position, view.names, view.seat, name)[0]
            except RuleError:
                pass  # a word that looks like a cell, and is something else
        lies = found.marks(view.seat).get(name, ())
        things = (named(mark.text) if mark.seat is None else Who(mark.seat) for mark in lies)
        return Text("{cell}: {things}.", cell=name, things=listed(things, Text("empty")))

    def thing(self, view: Glance[S], place: Place) -> Thing | None:
        """By its word; of two things with one name the one of whoever looks on."""
        named_so = [each for each in self.game.things(view.state, view.seat) if each.word == place[1]]
        return next((each for each in named_so if each.seat == view.seat), named_so[0] if named_so else None)

    def legend(self, look: Look) -> Mapping[str, Text]:
        glyphs = look.glyphs
        return {
            glyphs.legal: Text("may be chosen"),
            glyphs.check: Text("is chosen already"),
            glyphs.last: Text("what happened last"),
            glyphs.hint: Text("here is the hint"),
        }

    def chip(self, look: Look, piece: Piece) -> Styled:
        """A short name that says all there is, in the colour that it has on the grid."""
        if piece.name is not None or width_of(piece.id) > CHIP:
            return ()
        return ((piece.id, grid.style_of(Mark(piece.id), look)),)

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

    def _listed(self, view: Glance[S]) -> list[Place]:
        """What is listed now: all that may be picked next, and what is picked."""
        if view.picker is None:
            return []
        places = dict.fromkeys([*view.picker.targets(), *view.picker.picks])
        return sorted((place for place in places if place[0].startswith(LISTED)), key=self.order)

    def _items(self, view: View[S]) -> list[Item]:
        """The same with its words."""
        choices = view.picker.choices if view.picker is not None else []
        alone = {choice.places[0]: choice.action for choice in choices if len(choice.places) == 1}
        return [item(place, self._meaning(place, alone.get(place)), view) for place in self._listed(view)]

    def _meaning(self, place: Place, action: Action | None) -> Text:
        """A word, and what it means if the game has a word for that."""
        meaning = self.words.gloss(action) if action is not None else None
        return Text("{word}  {meaning}", word=named(place[1]), meaning=meaning) if meaning else named(place[1])

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
        who, story = panels.players(picture, view, found), self._story(drawing, view, area)
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

    def _story(self, drawing: Drawing, view: View[S], area: Rect) -> Panel:
        """The log, as long as the column is."""

        def paint(room: Rect) -> None:
            drawing.log = room
            log(drawing.picture, view, room)

        return Panel(area.height, 4, paint)

    def hand(self, view: View[S], width: int, height: int) -> Drawing:
        """The whole position in words, in as many columns as there is room for."""
        drawing = Drawing(Picture(width, height, view.look.table))
        found = self._read(view)
        heading(drawing.picture, 1, 0, width - 2, view.say(Text("Table")), view.look)
        sentences = self.words.describe(found.position, view.names, view.seat)
        column = max(30, (width - 2) // (1 + len(sentences) // max(1, height - 2)))
        lines = panels.told(view, sentences, min(column, 76))
        panels.spread(drawing.picture, lines, Rect(1, 1, width - 2, height - 1), view.look)
        return drawing
