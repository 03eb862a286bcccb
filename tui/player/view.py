"""What a renderer is given of a player: the position as it is seen, the cursor, the picks; and what it must answer."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from rich.style import Style

from tilehall.engine import Action, Piece, Refusal, SeatNo, Text
from tilehall.tui.config.look import Look
from tilehall.tui.key_map import KeyBindings, default_keys
from tilehall.tui.player.selection import ActionPlaces, Selection
from tilehall.tui.tables.moment import LogEntry
from tilehall.tui.terminal.output.drawing import Place
from tilehall.tui.terminal.output.styled_text import StyledLine

if TYPE_CHECKING:
    from tilehall.engine.teaching.things import Thing

S = TypeVar("S")


class Chips(Protocol):
    """Draws what a sentence names."""

    def __hash__(self) -> int:
        """Drawings are cached by who made them."""

    def chip(self, look: Look, piece: Piece) -> StyledLine:
        """A component in a few cells of one line; empty if its words shall stand there."""

    def seat_style(self, look: Look, seat: SeatNo) -> Style:
        """The style of a player's name."""


class WordChips:
    """Leaves components as words, and writes names in the colours of their seats."""

    def chip(self, look: Look, piece: Piece) -> StyledLine:
        return ()

    def seat_style(self, look: Look, seat: SeatNo) -> Style:
        return look.seat(seat)


@dataclass(slots=True)
class CursorContext(Generic[S]):
    """The position and the cursor: what is needed to describe a place and to aim at it."""

    state: S
    seat: SeatNo
    names: Sequence[str]
    selection: Selection[S] | None = None
    cursor: Place | None = None
    rotation: int = 0
    """Quarter turns of the piece in hand."""
    flipped: bool = False


@dataclass(slots=True)
class View(CursorContext[S]):
    """All that a board is drawn from."""

    look: Look = field(kw_only=True)
    is_own: bool = field(default=True, kw_only=True)
    """Whether the viewer sits at this seat; otherwise the board says whose it is."""
    targets: frozenset[Place] = frozenset()
    """The places that may be picked now."""
    digit_places: Sequence[Place] = ()
    """What the digits 1 to 9 choose now: numbers are drawn on these and on nothing else."""
    marks: frozenset[str] = frozenset()
    """The words (cells, cards) that the latest events are about."""
    marked_seat: SeatNo = -1
    blocked: frozenset[str] = frozenset()
    """The words of what prevented what was tried just now."""
    hint_places: frozenset[Place] = frozenset()
    log: Sequence[LogEntry] = ()
    size: str = "auto"
    chips: Chips = field(default_factory=WordChips)
    keys: KeyBindings = field(default_factory=default_keys)
    """The viewer's keys, for texts that name one."""

    def say(self, text: Text) -> str:
        """A text in the viewer's language, with the players' names."""
        return self.look.say(text, self.names)


class BoardReader(ActionPlaces, Chips, Protocol[S]):
    """Translates between the words of a game's actions and the places of its board, and describes both."""

    rotation_decisions: frozenset[str]
    """Decisions whose choices are the four turns of a piece, in order."""
    virtual_zones: frozenset[str]
    """Zones whose places are not drawn: the cursor reaches them from other places, see `targets_at`."""
    paging_zones: frozenset[str]
    """Zones where the cursor only turns pages: nothing is chosen there."""

    @property
    def recap_events(self) -> Container[str]:
        """The keys of the events that a recap tells; the others can be left out."""

    def summarize_events(self, state: S, key: str, seat: SeatNo, marks: Sequence[str]) -> Text | None:
        """One sentence for all events of a turn with this key; None if a recap tells each of them."""

    @property
    def marked_events(self) -> Container[str]:
        """The keys of the events that stay marked on the board until the next such event."""

    @property
    def highlight_events(self) -> Container[str]:
        """The keys of great events: each is shown alone for a short while."""

    def targets_at(self, view: CursorContext[S], place: Place) -> tuple[Place, ...]:
        """The places that a cursor here means: this one, or those that the piece in hand would cover."""

    def cursor_places(self, view: CursorContext[S], targets: Sequence[Place]) -> Sequence[Place]:
        """The places where the cursor means these targets."""

    def digit_places(self, view: CursorContext[S]) -> Sequence[Place]:
        """The places that the digits 1 to 9 choose, in their order."""

    def sort_key(self, place: Place) -> tuple[str, ...]:
        """The key by which Tab sorts places."""

    def preferred_places(self, view: CursorContext[S], places: Sequence[Place]) -> Sequence[Place]:
        """Those of the places where the cursor should start; all of them if none is better."""

    def place_name(self, place: Place) -> Text:
        """The name of a place if it is written on the board; else an empty text."""

    def describe_pick(self, view: CursorContext[S], place: Place) -> Text:
        """A pick, as it is named behind the prompt."""

    def describe(self, view: CursorContext[S], place: Place) -> Text:
        """Describes what lies at a place."""

    def thing_at(self, view: CursorContext[S], place: Place) -> Thing | None:
        """The game's thing at a place; None if nothing there has a name."""

    def refusal_at(self, view: CursorContext[S], place: Place) -> Refusal | None:
        """Why what lies at a place is useless now, wherever it would go; else None."""

    def describe_verb(self, verb: str) -> Text:
        """What actions with this verb do, in a word or two, as in *declare*."""

    def describe_action(self, view: CursorContext[S], action: Action) -> Text:
        """Describes an action as in the list of choices."""
