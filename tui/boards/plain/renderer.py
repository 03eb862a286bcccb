"""The plain renderer: draws any game from what the engine alone provides, as a grid, a list of choices and words.

Words of actions that look like cells (D4) are places on a grid, all others on a list. What is on the cells is read
from the form of the position's data; the rest of the data is written in words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from re import split
from typing import TYPE_CHECKING, TypeVar

from tilehall.engine import Action, Game, Piece, RuleError, Text, Who, join_commas, join_spaces
from tilehall.tui.boards.log_panel import draw_log
from tilehall.tui.boards.plain import facts, grid, panels, wording
from tilehall.tui.boards.plain.action_words import learn_action_words
from tilehall.tui.boards.plain.cells import GridExtent
from tilehall.tui.boards.plain.choice_list import (
    LIST_ZONE,
    NUMBERED,
    PAGE,
    ChoiceItem,
    ChoiceList,
    field_zone,
    make_item,
    zone_field,
)
from tilehall.tui.boards.plain.facts import Facts
from tilehall.tui.boards.plain.grid import GRID
from tilehall.tui.boards.plain.panels import Panel
from tilehall.tui.boards.plain.position import Mark
from tilehall.tui.boards.plain.wording import translate_word
from tilehall.tui.boards.renderer import ALL_EVENTS, BaseRenderer
from tilehall.tui.boards.tiles import draw_heading
from tilehall.tui.boards.wording import wording_for
from tilehall.tui.config.look import Look
from tilehall.tui.player.view import CursorContext, View
from tilehall.tui.terminal.output.cells import width as width_of
from tilehall.tui.terminal.output.drawing import Drawing, Place, Rect
from tilehall.tui.terminal.output.picture import Picture
from tilehall.tui.terminal.output.styled_text import StyledLine

if TYPE_CHECKING:
    from tilehall.engine.teaching.things import Thing

S = TypeVar("S")
PANEL = 28
"""The fewest columns for the panels beside a grid."""
CHIP = 6
"""The longest short name that is drawn in a sentence."""
WIDE = 100
"""From here on there are two columns of panels."""


class PlainRenderer(BaseRenderer[S]):
    """Draws the positions of any game."""

    recap_events = ALL_EVENTS
    marked_events = ALL_EVENTS
    paging_zones = frozenset({PAGE})

    def __init__(self, game: Game[S]) -> None:
        self.game = game
        self.action_words = learn_action_words(game)
        self.wording = wording_for(game.id)
        self._facts: Facts[S] | None = None
        self._usual_extent = GridExtent.from_cells(self.action_words.cells)
        self._extent = GridExtent()

    # --- places and words -----------------------------------------------------------------------------------------

    def places_of(self, verb: str, field: str, word: str) -> tuple[Place, ...]:
        on_grid = self.action_words.is_cell_word((verb, field), word)
        return ((GRID if on_grid else field_zone(field, self.action_words.ranks.get(field, 0)), word),)

    def digit_places(self, view: CursorContext[S]) -> Sequence[Place]:
        return self._listed_choices(view)[:NUMBERED]

    def sort_key(self, place: Place) -> tuple[str, ...]:
        """Sorts the grid row by row before the lists; numbers in names by value."""
        zone, name = place
        if zone == GRID:
            return ("", name[1:].zfill(2), name[0])
        return (zone, *(part.zfill(6) if part.isdecimal() else part for part in split(r"(\d+)", name)))

    def describe_verb(self, verb: str) -> Text:
        return translate_word(verb)

    def describe_action(self, view: CursorContext[S], action: Action) -> Text:
        return join_spaces(map(translate_word, (action.verb, *action.words)))

    def describe(self, view: CursorContext[S], place: Place) -> Text:
        zone, name = place
        if zone == PAGE:
            return Text("Page {page} of the choices.", page=name)
        if zone != GRID:
            return Text("Here: {field} {word}.", field=translate_word(zone_field(zone)), word=translate_word(name))
        found = self._read(view)
        if self.wording is not wording:
            try:
                return self.wording.describe_thing(found.position, view.names, view.seat, name)[0]
            except RuleError:
                pass  # a word that looks like a cell, and is something else
        lies = found.marks(view.seat).get(name, ())
        things = (translate_word(mark.text) if mark.seat is None else Who(mark.seat) for mark in lies)
        return Text("{cell}: {things}.", cell=name, things=join_commas(things, Text("empty")))

    def thing_at(self, view: CursorContext[S], place: Place) -> Thing | None:
        """Finds the thing by its word; of several with one name the viewer's own."""
        named_so = [each for each in self.game.teacher.things(view.state, view.seat) if each.word == place[1]]
        return next((each for each in named_so if each.seat == view.seat), named_so[0] if named_so else None)

    def legend(self, look: Look) -> Mapping[str, Text]:
        glyphs = look.glyphs
        return {
            glyphs.legal: Text("may be chosen"),
            glyphs.check: Text("is chosen already"),
            glyphs.last: Text("what happened last"),
            glyphs.hint: Text("here is the hint"),
        }

    def chip(self, look: Look, piece: Piece) -> StyledLine:
        """Returns a short name in the colour that it has on the grid."""
        if piece.name is not None or width_of(piece.id) > CHIP:
            return ()
        return ((piece.id, grid.mark_style(Mark(piece.id), look)),)

    def _read(self, view: CursorContext[S]) -> Facts[S]:
        """Returns the facts of this position, read once per position."""
        known = self._facts
        if known is None or known.state is not view.state or known.seat != view.seat:
            # Not every position names all cells, so the grid never shrinks.
            self._extent = self._extent.union(
                GridExtent.from_cells(facts.choosable_cells(self.game, self.action_words, view))
            )
            known = self._facts = facts.read_facts(self.game, self.wording, view, self._extent or self._usual_extent)
            told = (GridExtent.from_cells(ground.cells) for ground in known.cell_groups)
            self._extent = reduce(GridExtent.union, told, self._extent)
        return known

    def _listed_choices(self, view: CursorContext[S]) -> list[Place]:
        """Returns the places on the list: those that may be picked next, and the picked ones."""
        if view.selection is None:
            return []
        places = dict.fromkeys([*view.selection.targets(), *view.selection.picks])
        return sorted((place for place in places if place[0].startswith(LIST_ZONE)), key=self.sort_key)

    def _items(self, view: View[S]) -> list[ChoiceItem]:
        """Returns the items of `_listed_choices`, with their texts."""
        choices = view.selection.choices if view.selection is not None else []
        alone = {choice.places[0]: choice.action for choice in choices if len(choice.places) == 1}
        return [make_item(place, self._meaning(place, alone.get(place)), view) for place in self._listed_choices(view)]

    def _meaning(self, place: Place, action: Action | None) -> Text:
        """Returns a word, and its meaning if the wording explains it."""
        meaning = self.wording.explain_action(action) if action is not None else None
        return (
            Text("{word}  {meaning}", word=translate_word(place[1]), meaning=meaning)
            if meaning
            else translate_word(place[1])
        )

    # --- painting -------------------------------------------------------------------------------------------------

    def paint(self, view: View[S], width: int, height: int) -> Drawing:
        drawing = Drawing(Picture(width, height, view.look.table))
        found = self._read(view)
        area = Rect(1, 0, width - 2, height)
        if self._extent:
            room = Rect(1, 0, width - PANEL - 4, height)
            used = min(room.width, grid.grid_width(self._extent, grid.fit_grid(self._extent, room, view.size)))
            grid.paint_grid(drawing, view, self._extent, found.marks(view.seat), Rect(1, 0, used, height))
            area = Rect(used + 3, 0, width - used - 4, height)
        self._panels(drawing, view, found, area)
        return drawing

    def _panels(self, drawing: Drawing, view: View[S], found: Facts[S], area: Rect) -> None:
        """Draws the panels in one column or two: choices and position, then players and log."""
        two = area.width >= (WIDE if self._extent else 2 * PANEL)
        wide = area.width * 3 // 5 if two else area.width
        picture = drawing.picture
        who, story = panels.players_panel(picture, view, found), self._story(drawing, view, area)
        first = [
            self._list(drawing, view, wide),
            panels.others_panel(picture, view, found, self._extent, wide),
            panels.position_panel(picture, view, found, wide),
        ]
        if two:
            panels.stack_panels(Rect(area.x, area.y, wide, area.height), first)
            panels.stack_panels(Rect(area.x + wide + 2, area.y, area.width - wide - 2, area.height), [who, story])
        else:
            panels.stack_panels(area, [who, first[0], first[2], story, first[1]])

    def _list(self, drawing: Drawing, view: View[S], room: int) -> Panel:
        listing = ChoiceList(self._items(view), room)
        return Panel(listing.height, min(listing.height, 6), lambda area: listing.paint(drawing, view, area))

    def _story(self, drawing: Drawing, view: View[S], area: Rect) -> Panel:
        """Makes the panel of the log, which fills the rest of the column."""

        def paint(room: Rect) -> None:
            drawing.log = room
            draw_log(drawing.picture, view, room)

        return Panel(area.height, 4, paint)

    def paint_hand(self, view: View[S], width: int, height: int) -> Drawing:
        """Draws the whole position in words, in as many columns as fit."""
        drawing = Drawing(Picture(width, height, view.look.table))
        found = self._read(view)
        draw_heading(drawing.picture, 1, 0, width - 2, view.say(Text("Table")), view.look)
        sentences = self.wording.describe(found.position, view.names, view.seat)
        column = max(30, (width - 2) // (1 + len(sentences) // max(1, height - 2)))
        lines = panels.wrap_sentences(view, sentences, min(column, 76))
        panels.draw_in_columns(drawing.picture, lines, Rect(1, 1, width - 2, height - 1), view.look)
        return drawing
