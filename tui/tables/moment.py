"""What one viewpoint may know at one step: made once a change, immutable, cheap to keep.

Legal actions, refusals, previews and points are worked out here, on the position as the viewpoint sees it, when they
are first asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Generic, NamedTuple, TypeVar

from tilehall.engine import (
    Action,
    Decision,
    Game,
    GameResult,
    Header,
    Receipt,
    Refusal,
    SeatNo,
    Text,
)

S = TypeVar("S")


class LogEntry(NamedTuple):
    """One line of the log: the step it belongs to, whose it was, and the sentence."""

    step: int
    seat: SeatNo
    text: Text
    rule: str
    marks: tuple[str, ...]
    key: str


class SeenStep(NamedTuple):
    """One step of the game as a viewpoint may know it."""

    number: int
    seat: SeatNo
    action: Action | None
    """None where it is still a secret."""
    rule: str
    """The rule of the decision, where no entry tells what was decided."""
    entries: tuple[LogEntry, ...]
    together: bool
    """Whether several seats owed this decision together."""
    why: Text | None = None
    """A computer player's reason, where everybody may know it."""


class Curtain(NamedTuple):
    """Hides a shared screen until the player whose turn it is says that nobody else looks."""

    waits_for: SeatNo
    may_take_back: SeatNo | None
    """Who may still take back what was done before it fell."""


@dataclass(frozen=True)
class Moment(Generic[S]):
    """What one viewpoint knows after so many steps."""

    rules: Game[S]
    header: Header
    number: int
    """How many steps have been made."""
    viewpoint: SeatNo | None
    """Whose view this is; None for what everybody may see."""
    seat: SeatNo
    """Who decides here, or whose things are shown first."""
    must_decide: bool
    """Whether the person who looks has to decide."""
    due: tuple[SeatNo, ...]
    state: S
    """The position as this viewpoint sees it."""
    seen_steps: tuple[SeenStep, ...]
    barrier: Text | None = None
    """Why the seat in front cannot take anything back now; None if it can."""
    shared: bool = False
    """Whether several people share the screen."""
    guarded: bool = False
    """Whether their views differ."""
    curtain: Curtain | None = None
    record: str = ""
    """The name of the saved game; empty if it is not saved."""
    place: str = ""
    """Where it is saved, for people."""
    elsewhere: bool = False
    """Whether another program plays it, and it is only looked at here."""
    replayed: bool = False
    """Whether it is a moment of a record, in which nothing can be done."""
    trouble: Text | None = None
    """Why not all of the game is saved."""
    seed: str = ""
    """Empty until the game is over, unless only computers play."""

    @cached_property
    def names(self) -> tuple[str, ...]:
        return self.header.names

    @property
    def title(self) -> Text:
        """The title of the game, and whether its components are changed."""
        return Text("Changed box: {title}", title=self.rules.title) if self.header.box else self.rules.title

    @property
    def over(self) -> bool:
        return not self.due

    @cached_property
    def humans(self) -> tuple[SeatNo, ...]:
        """The seats of people, here or elsewhere."""
        return tuple(n for n, player in enumerate(self.header.players) if player.kind == "human")

    @cached_property
    def log(self) -> tuple[LogEntry, ...]:
        """All that has happened, in the words that this viewpoint may read."""
        return self.log_since(0)

    def log_since(self, step: int) -> tuple[LogEntry, ...]:
        """What has happened after this step."""
        found: list[LogEntry] = []
        for deed in self.seen_steps[step:]:
            found += deed.entries
        return tuple(found)

    @cached_property
    def last_own_step(self) -> int:
        """The number of the latest step of the seat in front; 0 if it has done nothing yet."""
        for deed in reversed(self.seen_steps):
            if deed.seat == self.seat:
                return deed.number
        return 0

    # --- the decision, seen from here -----------------------------------------------------------------------------

    @cached_property
    def decision(self) -> Decision:
        """What the seat in front has to decide."""
        return self.rules.decision(self.state, self.seat)

    @cached_property
    def legal(self) -> Sequence[Action]:
        """What the seat in front may do."""
        return self.rules.legal_actions(self.state, self.seat)

    def check(self, action: Action) -> Refusal | None:
        """The first rule that the action breaks, or None."""
        return self.rules.check(self.state, self.seat, action)

    def foresee(self, action: Action) -> tuple[Text, ...]:
        """What a legal action would bring, in short phrases."""
        return self.rules.narrator.preview(self.state, self.seat, action)

    # --- points ---------------------------------------------------------------------------------------------------

    @cached_property
    def receipt(self) -> Receipt:
        return self.rules.receipt(self.state)

    @cached_property
    def standing(self) -> GameResult | None:
        return self.rules.final_result(self.state)
