"""What a scene is: how one game's position is laid out and drawn, and which place on screen a word means. No rules."""

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
"""Where a word of a rulebook stands: in a drawing a letter may be that of a column."""


@runtime_checkable
class BoardRenderer(BoardReader[S], Protocol[S]):
    """How one game is shown. `BaseRenderer` has everything that has a sensible default."""

    minimum_size: tuple[int, int]
    """The smallest area, columns and rows, in which the board can be drawn."""

    def paint(self, view: View[S], width: int, height: int) -> Drawing:
        """The board."""

    def paint_hand(self, view: View[S], width: int, height: int) -> Drawing:
        """What a player holds and works at, in large."""

    def legend(self, look: Look) -> Mapping[str, Text]:
        """The symbols of the board and what they mean."""

    def style_word(self, look: Look, word: str, where: WordContext) -> StyledLine:
        """A word of the rulebook that means a component, letter by letter in its colours; empty if it means none."""

    def badges(self, look: Look, state: S, seat: SeatNo) -> StyledLine:
        """What everybody must know of a player at a glance, in a few cells; empty where the points say it."""


class AllEvents:
    """Contains whatever is asked for: all events are news to a scene that knows none by name."""

    def __contains__(self, key: object) -> bool:
        return True


ALL_EVENTS = AllEvents()


class BaseRenderer(Generic[S]):
    """What most scenes have in common: they declare what is special to them, and draw."""

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
        """A zone for each field, a place for each word."""
        return ((field, word),)

    def targets_at(self, view: CursorContext[S], place: Place) -> tuple[Place, ...]:
        return (place,)

    def cursor_places(self, view: CursorContext[S], targets: Sequence[Place]) -> Sequence[Place]:
        return targets

    def digit_places(self, view: CursorContext[S]) -> Sequence[Place]:
        return ()

    def sort_key(self, place: Place) -> tuple[str, ...]:
        """Zone by zone, cells such as D4 row by row."""
        zone, name = place
        if len(name) == 2 and name[1].isdigit():
            return (zone, name[1], name[0])
        return (zone, name, "")

    def preferred_places(self, view: CursorContext[S], places: Sequence[Place]) -> Sequence[Place]:
        return places

    def summarize_events(self, state: S, key: str, seat: SeatNo, marks: Sequence[str]) -> Text | None:
        """Each is told."""
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
        """No place has a thing: what it is says `describe`."""
        return None

    def refusal_at(self, view: CursorContext[S], place: Place) -> Refusal | None:
        """Nothing is known of that."""
        return None

    def paint_hand(self, view: View[S], width: int, height: int) -> Drawing:
        """Nothing is held."""
        drawing = Drawing(Picture(width, height, view.look.table))
        words = view.look.clip(view.say(Text("Everything lies on the table.")), width - 2)
        drawing.picture.put(1, 0, words, view.look.muted)
        return drawing

    def legend(self, look: Look) -> Mapping[str, Text]:
        return {}

    def style_word(self, look: Look, word: str, where: WordContext) -> StyledLine:
        """No word means a component."""
        return ()

    def describe_pick(self, view: CursorContext[S], place: Place) -> Text:
        """By its name, or by its word where it has none."""
        return self.place_name(place) or literal_text(place[1])

    def badges(self, look: Look, state: S, seat: SeatNo) -> StyledLine:
        """The points so far."""
        return ()

    def seat_style(self, look: Look, seat: SeatNo) -> Style:
        """In the colour of the seat."""
        return look.seat(seat)

    def chip(self, look: Look, piece: Piece) -> StyledLine:
        """As words."""
        return ()
