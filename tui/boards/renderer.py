"""What a renderer is: lays out and draws positions of one game, and maps words of actions to places. No rules."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from typing import TYPE_CHECKING, Generic, Literal, Protocol, TypeVar, runtime_checkable

from rich.style import Style

from tilehall.engine import Action, Piece, Refusal, SeatNo, Text, literal_text
from tilehall.tui.config.look import Look
from tilehall.tui.player.view import BoardReader, CursorContext, View
from tilehall.tui.terminal.output.drawing import Drawing, Place
from tilehall.tui.terminal.output.picture import Picture
from tilehall.tui.terminal.output.styled_text import StyledLine

if TYPE_CHECKING:
    from tilehall.engine.teaching.things import Thing

S = TypeVar("S")
WordContext = Literal["text", "table", "drawing"]
"""Where a word of a rulebook occurs; in a drawing a letter may be the name of a column."""


@runtime_checkable
class BoardRenderer(BoardReader[S], Protocol[S]):
    """Draws one game and names its places. `BaseRenderer` implements everything that has a sensible default."""

    minimum_size: tuple[int, int]
    """The smallest area (columns, rows) in which the board can be drawn."""

    def paint(self, view: View[S], width: int, height: int) -> Drawing:
        """Draws the board in an area of this size."""

    def paint_hand(self, view: View[S], width: int, height: int) -> Drawing:
        """Draws the enlarged view of what a player holds and works at."""

    def legend(self, look: Look) -> Mapping[str, Text]:
        """Returns the symbols of the board with their meanings."""

    def style_word(self, look: Look, word: str, where: WordContext) -> StyledLine:
        """Styles a word of the rulebook that names a component like the component; empty if it names none."""

    def badges(self, look: Look, state: S, seat: SeatNo) -> StyledLine:
        """Returns the state of a player in a few cells, such as points and progress; empty if the points suffice."""


class AllEvents:
    """A set of event keys that contains every key: the default for renderers that do not list their events."""

    def __contains__(self, key: object) -> bool:
        return True


ALL_EVENTS = AllEvents()


class BaseRenderer(Generic[S]):
    """Defaults of most renderers: a subclass overrides what is special to its game, and `paint`."""

    minimum_size = (79, 19)
    set_decisions: frozenset[str] = frozenset()
    board_decisions: frozenset[str] = frozenset()
    passable_decisions: frozenset[str] = frozenset()
    rotation_decisions: frozenset[str] = frozenset()
    virtual_zones: frozenset[str] = frozenset()
    paging_zones: frozenset[str] = frozenset()
    recap_events: Container[str] = frozenset()
    marked_events: Container[str] = frozenset()
    highlight_events: Container[str] = frozenset()

    def places_of(self, verb: str, field: str, word: str) -> tuple[Place, ...]:
        """Returns one place: the field is the zone, the word its name."""
        return ((field, word),)

    def targets_at(self, view: CursorContext[S], place: Place) -> tuple[Place, ...]:
        return (place,)

    def cursor_places(self, view: CursorContext[S], targets: Sequence[Place]) -> Sequence[Place]:
        return targets

    def digit_places(self, view: CursorContext[S]) -> Sequence[Place]:
        return ()

    def sort_key(self, place: Place) -> tuple[str, ...]:
        """Sorts by zone, cells such as D4 row by row."""
        zone, name = place
        if len(name) == 2 and name[1].isdigit():
            return (zone, name[1], name[0])
        return (zone, name, "")

    def preferred_places(self, view: CursorContext[S], places: Sequence[Place]) -> Sequence[Place]:
        return places

    def summarize_events(self, state: S, key: str, seat: SeatNo, marks: Sequence[str]) -> Text | None:
        """Returns None: each event gets a sentence of its own."""
        return None

    def place_name(self, place: Place) -> Text:
        return literal_text(place[1] if len(place[1]) > 1 else "")

    def describe_verb(self, verb: str) -> Text:
        return literal_text(verb)

    def describe_action(self, view: CursorContext[S], action: Action) -> Text:
        return literal_text(str(action))

    def describe(self, view: CursorContext[S], place: Place) -> Text:
        return literal_text(place[1])

    def thing_at(self, view: CursorContext[S], place: Place) -> Thing | None:
        """Returns None: no place has an explanation beyond `describe`."""
        return None

    def refusal_at(self, view: CursorContext[S], place: Place) -> Refusal | None:
        """Returns None: no reason is known why a place cannot be chosen."""
        return None

    def paint_hand(self, view: View[S], width: int, height: int) -> Drawing:
        """Draws a sentence that nothing is hidden in a hand."""
        drawing = Drawing(Picture(width, height, view.look.table))
        words = view.look.clip(view.say(Text("Everything lies on the table.")), width - 2)
        drawing.picture.put(1, 0, words, view.look.muted)
        return drawing

    def legend(self, look: Look) -> Mapping[str, Text]:
        return {}

    def style_word(self, look: Look, word: str, where: WordContext) -> StyledLine:
        """Returns nothing: no word names a component."""
        return ()

    def describe_pick(self, view: CursorContext[S], place: Place) -> Text:
        """Returns the name of a picked place, or its word if it has no name."""
        return self.place_name(place) or literal_text(place[1])

    def badges(self, look: Look, state: S, seat: SeatNo) -> StyledLine:
        """Returns nothing: the points suffice."""
        return ()

    def seat_style(self, look: Look, seat: SeatNo) -> Style:
        """Returns the colour of the seat."""
        return look.seat(seat)

    def chip(self, look: Look, piece: Piece) -> StyledLine:
        """Returns nothing: components are written as words."""
        return ()
