"""What the house and a screen tell each other: plain data, fit to be sent to another process, and nothing secret in it
that the person at the screen may not know."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol

from tilehall.engine import Action, Advice, Header, Text
from tilehall.engine import SeatNo as Number
from tilehall.tui.hall.figures import Family
from tilehall.tui.tables.moment import Curtain, Moment, SeenStep

if TYPE_CHECKING:
    from tilehall.tui.hall.listing import TableListing

DUE_LONG = 60.0
"""Seconds that somebody may think before the others may let a computer player stand in, though he is here."""
State = Literal["waiting", "running", "over"]
Clocked = Literal["off", "turn", "game"]


class Caller(NamedTuple):
    """Who knocks. Without key and user it is a guest."""

    name: str = ""
    """As whom they would like to come in."""
    fingerprint: str = ""
    """Of the key that they have proven to have, as OpenSSH writes it: `SHA256:...`."""
    user: str = ""
    """Of the system, for whoever is logged in on the same machine."""
    password: str = ""
    """Of the house, where it has one."""
    address: str = ""
    """Where they come from; empty for whoever is on the same machine."""

    @property
    def key(self) -> str:
        """What they are known by."""
        return self.fingerprint or (f"user:{self.user}" if self.user else "")


class Person(NamedTuple):
    """Somebody who has come in."""

    id: int
    """The number on this server; negative for guests, who are known as long as they have a screen or a chair."""
    name: str
    guest: bool = False


class Clock(NamedTuple):
    """How much time there is to think."""

    kind: Clocked = "off"
    seconds: int = 0
    """For a turn, or for a whole game."""


class TableSettings(NamedTuple):
    """A table as somebody wants it to be opened."""

    game: str
    seats: int
    options: tuple[tuple[str, str], ...] = ()
    code: bool = False
    """Whether only those may sit down who know its code."""
    aids: bool = True
    clock: Clock = Clock()
    chat: bool = False
    """Whether onlookers may read and write what is said at the table."""


class Request(NamedTuple):
    """Something that the others have to agree to."""

    kind: Literal["undo", "stand-in"]
    by: Number
    about: Number
    """Whose steps are taken back, or whom a computer player stands in for."""
    asked: tuple[Number, ...]
    """Who has not answered yet."""
    steps: int = 0
    """So many are taken back, those of others and of the dealer included."""


class ChatLine(NamedTuple):
    """What somebody said at a table."""

    at: float
    name: str
    text: str


class Spoken(NamedTuple):
    """What was said at a table."""

    lines: tuple[ChatLine, ...]
    new: int = 0
    """So many of them, the last ones, were said while one was away."""


class SeatChange(NamedTuple):
    """What one seat may know after a change at its table: a `Moment` without what stays the same."""

    number: int
    viewpoint: Number | None
    seat: Number
    must_decide: bool
    due: tuple[Number, ...]
    state: Any
    """The position as this viewpoint sees it."""
    seen_steps: tuple[SeenStep, ...]
    """All of them, or those after the first `kept`."""
    barrier: Text | None
    curtain: Curtain | None
    seed: str
    trouble: Text | None
    kept: int = 0
    """So many steps are as they were in the change before."""
    thinks: bool = False
    """Whether a computer player thinks now who can be hurried from here."""

    @classmethod
    def from_moment(cls, moment: Moment[Any], **others: Any) -> SeatChange:
        """A change to this moment; `others` are fields that differ from it."""
        names = [name for name in cls._fields if name not in ("kept", "thinks", *others)]
        return cls(**{name: getattr(moment, name) for name in names}, **others)

    def to_moment(self, **others: Any) -> Moment[Any]:
        """The moment after the change; `others` are fields that differ from it, or that stay the same all game."""
        told = self._asdict()
        del told["kept"], told["thinks"]
        return Moment(**{**told, **others})


# --- what is told without being asked for ---------------------------------------------------------------------------


class Listed(NamedTuple):
    """Tables as they are now; those that are gone are named by their numbers."""

    listings: tuple[TableListing, ...]
    gone: tuple[int, ...] = ()


class Changed(NamedTuple):
    """A table that one sits at, or watches, has changed."""

    table: int
    change: SeatChange


class Thinking(NamedTuple):
    """A computer player there has begun or ended to think."""

    table: int
    thinks: bool


class Said(NamedTuple):
    """Somebody has said something at a table where one sits, wherever one is, or that one watches."""

    table: int
    line: ChatLine


class Requested(NamedTuple):
    """What one is asked to agree to at a table; None: nothing any more, and why."""

    table: int
    request: Request | None
    told: Text | None = None


class Called(NamedTuple):
    """It is one's turn at a table that one is not looking at."""

    table: int


class Shut(NamedTuple):
    """A table at which one sits, or that one watches, is closed for good, for this reason."""

    table: int
    why: Text


class Closing(NamedTuple):
    """The house asks to leave, for this reason."""

    why: Text


CLOSES = Text("The hall closes now. Your games are kept: come again in a while.")
"""Why, when it is closed in order."""
News = Listed | Changed | Thinking | Said | Requested | Called | Shut | Closing
Heard = Callable[[News], None]


class Seated(NamedTuple):
    """What is told to whoever comes to a table."""

    header: Header
    change: SeatChange
    said: Spoken
    request: Request | None


class GameHistory(NamedTuple):
    """A game so far as one pair of eyes may know it, to be stepped through."""

    header: Header
    viewpoint: Number | None
    states: tuple[Any, ...]
    """Before the first step, and after each."""
    deeds: tuple[SeenStep, ...]
    over: bool
    seed: str


class Played(NamedTuple):
    """A finished game in the library."""

    number: int
    game: str
    names: tuple[str, ...]
    result: str
    """Empty if the table was closed before the game was over."""
    ended: float
    steps: int


class HallInterface(Protocol):
    """All that one screen may ask of the house, on behalf of one person.

    Everything raises UserError with one sentence if it may not be. What happens is told to the `heard` that was handed
    over at the door, in order, and before the answer of what has caused it.
    """

    @property
    def person(self) -> Person:
        """On whose behalf."""

    # --- the lobby ------------------------------------------------------------------------------------------------

    async def lobby(self) -> tuple[TableListing, ...]:
        """All tables that wait or run, and one's own that ended of late; from now on `Listed` tells of changes."""

    async def open(self, wish: TableSettings) -> tuple[int, str]:
        """Opens a table and sits down at it: its number, and its code if it has one."""

    async def join(self, table: int, seat: Number | None = None, code: str = "") -> Number:
        """Sits down, on this chair or on the first that is free."""

    async def by_code(self, code: str) -> int:
        """The table that has this code."""

    async def leave(self, table: int) -> None:
        """Gets up: from a table that waits for good; from one that runs, a computer player stands in."""

    async def fill(self, table: int, seat: Number, level: str) -> None:
        """Who opened the table puts a computer player of this level on a free chair; an empty level frees it.

        So may be done with the chair of somebody who is not in the hall.
        """

    async def start(self, table: int) -> None:
        """Begins the game: all chairs have to be taken."""

    async def rematch(self, table: int) -> int:
        """The same people at a new table, everybody one seat on; who asks first opens it, the others are led there."""

    async def library(self) -> tuple[Played, ...]:
        """The games that ended here or were broken off, newest first."""

    async def export(self, table: int) -> str:
        """The record of a game: whole when it is over or its table was closed, else as its public knows it."""

    # --- at a table -----------------------------------------------------------------------------------------------

    async def come(self, table: int) -> Seated:
        """Looks at a table: from one's own chair, or as an onlooker. From now on `Changed` tells of changes."""

    async def go(self, table: int) -> None:
        """Looks away; one's chair stays one's own."""

    async def act(self, table: int, actions: tuple[Action | str, ...]) -> None: ...

    async def undo(self, table: int) -> Action | None:
        """Takes one's last step back; None if the others have been asked to agree first."""

    async def redo(self, table: int) -> Action: ...

    async def restart(self, table: int) -> int: ...

    async def hint(self, table: int) -> Advice: ...

    async def compare(self, table: int, actions: tuple[Action, ...]) -> Advice: ...

    async def hurry(self, table: int) -> None: ...

    async def read(self, table: int, steps: int) -> None:
        """All up to this step has been read on this screen: computer players may go on."""

    async def past(self, table: int) -> GameHistory: ...

    async def say(self, table: int, words: str) -> None: ...

    async def code(self, table: int) -> str:
        """By which others join this table; empty if all may. Only for those who sit there. Raises UserError."""

    async def said(self, table: int) -> Spoken:
        """What was said at a table where one sits; from now on it is no news any more."""

    async def unread(self) -> dict[int, int]:
        """How many lines were said while one was away, by table."""

    async def ask(self, table: int, request: Literal["undo", "stand-in"], about: Number) -> None:
        """Asks the others to agree."""

    async def agree(self, table: int, yes: bool) -> None: ...

    async def hand_over(self, table: int, level: str) -> None:
        """A computer player of this level plays on one's own chair until one takes it back."""

    async def take_back(self, table: int) -> None:
        """Plays oneself again."""

    # --- oneself --------------------------------------------------------------------------------------------------

    async def settings(self) -> dict[str, str]: ...

    async def keep_settings(self, changes: dict[str, str]) -> None: ...

    async def rename(self, name: str) -> Person: ...

    async def key_code(self) -> str:
        """A code that is typed by the same person, come with another key, within ten minutes.

        A guest's is typed by the same guest, come anew, as long as the house stands.
        """

    async def use_key_code(self, code: str) -> Person:
        """From now on the key that one came with is a key of the person who got this code.

        Without a key one is the guest who got it, back on the same chairs.
        """

    async def end(self) -> None:
        """The screen is closed."""


class HallHost(Protocol):
    """The house, as those at the door see it."""

    async def enter(self, caller: Caller, heard: Heard) -> HallInterface:
        """Lets somebody in. Raises UserError with one sentence if they may not come."""

    async def knows(self, key: str) -> bool:
        """Whether whoever has this key has been here before, and need not say the password."""

    async def fits(self, password: str) -> bool:
        """Whether this is the password of the house."""

    def desk(self) -> Mapping[str, Callable[..., Awaitable[Any]]]:
        """What whoever keeps the hall may ask for."""

    async def figures(self) -> Sequence[Family]:
        """What is told to programs that watch over the hall."""

    async def close(self) -> None:
        """Everything is kept, and nobody thinks any more."""
