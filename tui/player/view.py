"""What a scene is shown of a player: the position as he sees it, and where his attention is."""

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
    """How what a sentence names is drawn in it."""

    def __hash__(self) -> int:
        """What was drawn once is remembered by who drew it."""

    def chip(self, look: Look, piece: Piece) -> StyledLine:
        """A component in a few cells of one line; empty where its words are to stand there."""

    def seat_style(self, look: Look, seat: SeatNo) -> Style:
        """How a player's name is written."""


class WordChips:
    """Components as words, names in the colours of their seats."""

    def chip(self, look: Look, piece: Piece) -> StyledLine:
        return ()

    def seat_style(self, look: Look, seat: SeatNo) -> Style:
        return look.seat(seat)


@dataclass(slots=True)
class CursorContext(Generic[S]):
    """As much as is needed to say what something is and to aim at it."""

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
    """What is to be drawn, and in which look."""

    look: Look = field(kw_only=True)
    is_own: bool = field(default=True, kw_only=True)
    """Whether it is for who sits at this seat; whoever else is shown its board reads whose it is."""
    targets: frozenset[Place] = frozenset()
    """The places that may be picked now."""
    digit_places: Sequence[Place] = ()
    """What the digits 1 to 9 choose now: numbers are drawn on these and on nothing else."""
    marks: frozenset[str] = frozenset()
    """The words (cells, cards) that the last events concern."""
    marked_seat: SeatNo = -1
    blocked: frozenset[str] = frozenset()
    """The words of what is in the way of what was tried just now."""
    hint_places: frozenset[Place] = frozenset()
    log: Sequence[LogEntry] = ()
    size: str = "auto"
    chips: Chips = field(default_factory=WordChips)
    keys: KeyBindings = field(default_factory=default_keys)
    """What the keys of whoever looks are, where one is to be named."""

    def say(self, text: Text) -> str:
        """A text in the language of whoever looks, with the players' names."""
        return self.look.say(text, self.names)


class BoardReader(ActionPlaces, Chips, Protocol[S]):
    """How the words of a game's actions and the places of its board mean each other."""

    rotation_decisions: frozenset[str]
    """Decisions whose choices are the four turns of a piece, in order."""
    virtual_zones: frozenset[str]
    """Zones without places of their own on screen: the cursor on other places means theirs, see `targets_at`."""
    paging_zones: frozenset[str]
    """Zones of places that only show more of something: the cursor may stand there, and there is nothing to choose."""

    @property
    def recap_events(self) -> Container[str]:
        """The keys of the events that a recap tells; the others follow from them."""

    def summarize_events(self, state: S, key: str, seat: SeatNo, marks: Sequence[str]) -> Text | None:
        """All events of a player's turn with this key in one sentence, for a recap; None where each is told."""

    @property
    def marked_events(self) -> Container[str]:
        """The keys of the events whose marks stay on the board until the next such event."""

    @property
    def highlight_events(self) -> Container[str]:
        """The keys of the events that are great moments: each is shown alone for a short while."""

    def targets_at(self, view: CursorContext[S], place: Place) -> tuple[Place, ...]:
        """The places that the cursor means here: itself, or where the piece in hand would lie, turned as it is."""

    def cursor_places(self, view: CursorContext[S], targets: Sequence[Place]) -> Sequence[Place]:
        """The places of the cursor that mean these targets, without those that only come after others."""

    def digit_places(self, view: CursorContext[S]) -> Sequence[Place]:
        """The places that the digits 1 to 9 choose."""

    def sort_key(self, place: Place) -> tuple[str, ...]:
        """By what Tab sorts places."""

    def preferred_places(self, view: CursorContext[S], places: Sequence[Place]) -> Sequence[Place]:
        """Those among these places at which the cursor best begins; all of them if none is better than another."""

    def place_name(self, place: Place) -> Text:
        """The name of a place where one can find it on the board by that; else nothing."""

    def describe_pick(self, view: CursorContext[S], place: Place) -> Text:
        """What is picked, as it is named behind the prompt."""

    def describe(self, view: CursorContext[S], place: Place) -> Text:
        """What lies at a place, in words."""

    def thing_at(self, view: CursorContext[S], place: Place) -> Thing | None:
        """What can be seen at a place, or is a sight, as the game knows it; None where nothing has a name there."""

    def refusal_at(self, view: CursorContext[S], place: Place) -> Refusal | None:
        """Why what lies at a place is of no use at all now; None if it is, or if that goes by where it is to go."""

    def describe_verb(self, verb: str) -> Text:
        """What actions with this verb do, in a word or two: `declare`."""

    def describe_action(self, view: CursorContext[S], action: Action) -> Text:
        """An action for the list of choices, in a player's words."""
