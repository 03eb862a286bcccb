"""What a scene is: how one game's position is laid out and drawn, and which place on screen a word means. No rules."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from typing import TYPE_CHECKING, Generic, Literal, Protocol, TypeVar, runtime_checkable

from rich.style import Style

from tilehall.engine import Action, Piece, Refusal, Seat, Text, plain
from tilehall.tui.config.look import Look
from tilehall.tui.player.view import Glance, Reading, View
from tilehall.tui.terminal.output.drawing import Drawing, Place
from tilehall.tui.terminal.output.picture import Picture
from tilehall.tui.terminal.output.styled_text import Styled

if TYPE_CHECKING:
    from tilehall.engine.teaching.things import Thing

S = TypeVar("S")
Where = Literal["text", "table", "drawing"]
"""Where a word of a rulebook stands: in a drawing a letter may be that of a column."""


@runtime_checkable
class Scene(Reading[S], Protocol[S]):
    """How one game is shown. `BaseScene` has everything that has a sensible default."""

    minimum: tuple[int, int]
    """The smallest area, columns and rows, in which the board can be drawn."""

    def paint(self, view: View[S], width: int, height: int) -> Drawing:
        """The board."""

    def hand(self, view: View[S], width: int, height: int) -> Drawing:
        """What a player holds and works at, in large."""

    def legend(self, look: Look) -> Mapping[str, Text]:
        """The symbols of the board and what they mean."""

    def spelled(self, look: Look, word: str, where: Where) -> Styled:
        """A word of the rulebook that means a component, letter by letter in its colours; empty if it means none."""

    def badges(self, look: Look, state: S, seat: Seat) -> Styled:
        """What everybody must know of a player at a glance, in a few cells; empty where the points say it."""


class Every:
    """Contains whatever is asked for: all events are news to a scene that knows none by name."""

    def __contains__(self, key: object) -> bool:
        return True


EVERY = Every()


class BaseScene(Generic[S]):
    """What most scenes have in common: they declare what is special to them, and draw."""

    minimum = (79, 19)
    sets: frozenset[str] = frozenset()
    pointed: frozenset[str] = frozenset()
    passing: frozenset[str] = frozenset()
    quarter_turns: frozenset[str] = frozenset()
    aimed: frozenset[str] = frozenset()
    leafing: frozenset[str] = frozenset()
    news: Container[str] = frozenset()
    traces: Container[str] = frozenset()
    moments: Container[str] = frozenset()

    def places_of(self, verb: str, field: str, word: str) -> tuple[Place, ...]:
        """A zone for each field, a place for each word."""
        return ((field, word),)

    def aim(self, view: Glance[S], place: Place) -> tuple[Place, ...]:
        return (place,)

    def spots(self, view: Glance[S], targets: Sequence[Place]) -> Sequence[Place]:
        return targets

    def numbered(self, view: Glance[S]) -> Sequence[Place]:
        return ()

    def order(self, place: Place) -> tuple[str, ...]:
        """Zone by zone, cells such as D4 row by row."""
        zone, name = place
        if len(name) == 2 and name[1].isdigit():
            return (zone, name[1], name[0])
        return (zone, name, "")

    def promising(self, view: Glance[S], places: Sequence[Place]) -> Sequence[Place]:
        return places

    def in_one(self, state: S, key: str, seat: Seat, marks: Sequence[str]) -> Text | None:
        """Each is told."""
        return None

    def spot_name(self, place: Place) -> Text:
        return plain(place[1] if len(place[1]) > 1 else "")

    def deed(self, verb: str) -> Text:
        return plain(verb)

    def choice(self, view: Glance[S], action: Action) -> Text:
        return plain(str(action))

    def describe(self, view: Glance[S], place: Place) -> Text:
        return plain(place[1])

    def thing(self, view: Glance[S], place: Place) -> Thing | None:
        """No place has a thing: what it is says `describe`."""
        return None

    def idle(self, view: Glance[S], place: Place) -> Refusal | None:
        """Nothing is known of that."""
        return None

    def hand(self, view: View[S], width: int, height: int) -> Drawing:
        """Nothing is held."""
        drawing = Drawing(Picture(width, height, view.look.table))
        words = view.look.clip(view.say(Text("Everything lies on the table.")), width - 2)
        drawing.picture.put(1, 0, words, view.look.muted)
        return drawing

    def legend(self, look: Look) -> Mapping[str, Text]:
        return {}

    def spelled(self, look: Look, word: str, where: Where) -> Styled:
        """No word means a component."""
        return ()

    def picked(self, view: Glance[S], place: Place) -> Text:
        """By its name, or by its word where it has none."""
        return self.spot_name(place) or plain(place[1])

    def badges(self, look: Look, state: S, seat: Seat) -> Styled:
        """The points so far."""
        return ()

    def seat_style(self, look: Look, seat: Seat) -> Style:
        """In the colour of the seat."""
        return look.seat(seat)

    def chip(self, look: Look, piece: Piece) -> Styled:
        """As words."""
        return ()
