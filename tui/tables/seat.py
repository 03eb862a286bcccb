"""A seat: the handle with which one viewpoint sees a table and acts there.

Screens cannot tell whether it belongs to a player with a screen of their own, to several people at one keyboard, to a
spectator, to a replay, or to somebody in a hall.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from tilehall.engine import (
    CHANCE,
    Action,
    Advice,
    Header,
    IllegalActionError,
    RecordEntry,
    Refusal,
    Rng,
    SeatNo,
    Step,
    Text,
    UserError,
    Who,
    join_and,
)
from tilehall.tui.tables.computer_players import ComputerPlayers
from tilehall.tui.tables.history.reasons import reason_for_step
from tilehall.tui.tables.listeners import UntilRead, WhenBroken, WhenChanged
from tilehall.tui.tables.match_changes import (
    MatchChange,
    perform_actions_after,
    redo_last,
    take_back,
    take_back_all,
    undone_steps,
)
from tilehall.tui.tables.moment import Moment
from tilehall.tui.tables.seen_steps import StepViewer
from tilehall.tui.tables.table import Table
from tilehall.tui.tables.thinking.thinkers import COMPARE, HINT, Thought
from tilehall.tui.tables.viewpoint import (
    ONLY_WATCHES,
    PlayerTracker,
    SharedTracker,
    SpectatorTracker,
    ViewpointState,
    ViewpointTracker,
)

if TYPE_CHECKING:
    from tilehall.tui.tables.history.replay import Replay, ReviewCache

S = TypeVar("S")
UNAIDED = Text("There are no hints at this table: everybody thinks alone until the game is over.")


class ConsentRequested(UserError):
    """The others at the table are asked first: nothing has been done yet, and nothing is refused."""


class Seat(Protocol[S]):
    """What screens, lines and programs know of a table."""

    @property
    def header(self) -> Header:
        """The game, its players and options."""

    @property
    def number(self) -> SeatNo | None:
        """The seat number that may act here now; None if none may."""

    @property
    def now(self) -> Moment[S]:
        """What may be known here; the same object until something changes."""

    def subscribe(
        self,
        when_changed: WhenChanged,
        until_read: UntilRead | None = None,
        when_broken: WhenBroken | None = None,
    ) -> Callable[[], None]:
        """Call back after every change; the result ends that. Computer players wait for `until_read`.

        A callback that raises is called no more, and `when_broken` gets the error.
        """

    async def act(self, *actions: Action | str) -> None:
        """Do these actions, one after the other. Raises UserError at the first that may not be done."""

    async def undo(self) -> Action:
        """Take the last step back, and return its action.

        Raises IllegalActionError with what stands in the way, ConsentRequested where others have to agree.
        """

    async def redo(self) -> Action:
        """Do again what was taken back last, and return its action."""

    async def restart(self) -> int:
        """Take back as much as possible, and return how many steps. Raises like `undo`."""

    async def hint(self) -> Advice:
        """What a good player would do here. Raises UserError."""

    async def compare(self, *actions: Action) -> Advice:
        """What these actions, the last of which is the choice, lose against the hint. Raises UserError."""

    def reason_for(self, step: int) -> Text | None:
        """Why a computer player made this step; None if that may not be told."""

    async def run_computers(self) -> None:
        """Wait while the computer players play, until a person has to decide."""

    @property
    def is_thinking(self) -> bool:
        """Whether a computer player thinks now, who can be hurried from here."""

    def hurry(self) -> None:
        """Have the computer player who thinks now, or will next, do the best found so far.

        No-op for a spectator of a game with people.
        """

    def continue_unsaved(self) -> None:
        """Play on even if nothing can be saved."""

    async def open_replay(self) -> Replay[S]:
        """The game so far, to be stepped through."""

    def raise_curtain(self) -> None:
        """Show the view of the player whose turn it is, who looks alone."""

    def lower_curtain(self) -> None:
        """Hide that view again."""


class TableSeat(Generic[S]):
    """A seat at a table of this process.

    >>> from tilehall.engine import RecordPlayer
    >>> seat = keyboard_seat(Table.open("princess", (RecordPlayer("Aki"), RecordPlayer("Bo", "random")), seed="8"))
    >>> seat.now.must_decide, [str(action) for action in seat.now.legal]
    (True, ['side a', 'side b'])
    """

    def __init__(self, table: Table[S], tracker: ViewpointTracker, computers: ComputerPlayers[S] | None = None) -> None:
        """`computers` play the other seats; those of one table share them. Without any they play in the caller."""
        self._table = table
        self._computers = computers or ComputerPlayers(table)
        self._services = self._computers.services
        self._header = replace(table.header, position="")
        """Without the position that the game began at, which may hold secrets."""
        self._tracker = tracker
        self._review_cache: ReviewCache | None = None
        self._step_viewer = StepViewer(table.rules, frank=not table.humans, aids=table.header.aids)
        self._latest_view: tuple[ViewpointState, Moment[S]] | None = None
        self._version = -1

    @property
    def header(self) -> Header:
        return self._header

    @property
    def number(self) -> SeatNo | None:
        return self.now.seat if self.now.must_decide else None

    @property
    def now(self) -> Moment[S]:
        return self._view()[1]

    def _view(self) -> tuple[ViewpointState, Moment[S]]:
        """Who looks from here, and what they see; worked out once a change."""
        if self._latest_view is None or self._version != self._table.version:
            self._version = self._table.version
            sight = self._tracker.update(self._table.match)
            self._latest_view = sight, self._make_moment(sight)
        return self._latest_view

    def _make_moment(self, sight: ViewpointState) -> Moment[S]:
        table, match = self._table, self._table.match
        return Moment(
            rules=table.rules,
            header=self._header,
            number=len(match.steps),
            viewpoint=sight.viewpoint,
            seat=sight.front,
            must_decide=sight.actor is not None and sight.curtain is None,
            due=match.actors(),
            state=match.view(sight.viewpoint),
            seen_steps=self._step_viewer.view_steps(match.steps, sight.viewpoint, match.is_over, table.reasons),
            barrier=sight.undo_barrier
            or (ONLY_WATCHES if sight.undo_seat is None else match.undo_barrier(sight.undo_seat)),
            shared=sight.shared,
            guarded=sight.guarded,
            curtain=sight.curtain,
            record=table.store.name if table.store else "",
            place=table.store.place if table.store else "",
            seed=table.seed if match.is_over or not table.humans else "",
            elsewhere=table.elsewhere,
            trouble=table.saver.trouble,
        )

    def subscribe(
        self,
        when_changed: WhenChanged,
        until_read: UntilRead | None = None,
        when_broken: WhenBroken | None = None,
    ) -> Callable[[], None]:
        return self._computers.subscribe(when_changed, until_read, when_broken)

    async def act(self, *actions: Action | str) -> None:
        number, steps = self._require_actor(), self.now.number
        self._tracker.note_action(number)
        await self._change(perform_actions_after(steps, number, actions))

    async def _change(self, change: MatchChange[S]) -> list[RecordEntry[S]]:
        return await self._table.change(change, self._services.writer)

    def _require_actor(self) -> SeatNo:
        number = self.number
        if number is None:
            due = join_and(Who(n) for n in self.now.due if n != CHANCE)
            waits = Text("It is the turn of {due}.", due=due) if due else Text("The game is over.")
            raise IllegalActionError(Refusal("", waits))
        return number

    async def undo(self) -> Action:
        return undone_steps(await self._change(take_back(self._require_undo_seat())))[0].action

    async def redo(self) -> Action:
        undone = self._table.match.undone_steps
        whose = undone[-1].seat if undone else None
        if whose is not None and whose not in self._tracker.people:
            raise IllegalActionError(Refusal("", Text("What was taken back last was done by {who}.", who=Who(whose))))
        made = await self._change(redo_last)
        return next(entry for entry in made if isinstance(entry, Step)).action

    async def restart(self) -> int:
        return len(await self._change(take_back_all(self._require_undo_seat())))

    def _require_undo_seat(self) -> SeatNo:
        sight, _ = self._view()
        if sight.undo_seat is None:
            raise IllegalActionError(Refusal("", sight.undo_barrier or ONLY_WATCHES))
        return sight.undo_seat

    async def hint(self) -> Advice:
        return await self._services.thinker.think(self._thought_about(HINT))

    async def compare(self, *actions: Action) -> Advice:
        return await self._services.thinker.think(self._thought_about(COMPARE)._replace(own=actions))

    def _thought_about(self, asked: str) -> Thought:
        number, now = self._require_actor(), self.now
        # Where several people look, a hint must not reveal what only one of them knows.
        known = now.state if now.viewpoint is not None else now.rules.sample_state(now.state, Rng(str(now.number)))
        return Thought(self.header.game, asked, known, number, str(now.number))

    def reason_for(self, step: int) -> Text | None:
        return reason_for_step(self._table, step)

    async def run_computers(self) -> None:
        await self._computers.run()

    @property
    def is_thinking(self) -> bool:
        return self._computers.is_thinking and self._may_hurry

    @property
    def _may_hurry(self) -> bool:
        return bool(self._tracker.people) or not self._table.humans

    def hurry(self) -> None:
        if self._may_hurry:
            self._computers.hurry()

    def continue_unsaved(self) -> None:
        self._table.saver.plays_unsaved = True

    async def open_replay(self) -> Replay[S]:
        # A board is painted without it.
        from tilehall.tui.tables.history.replay import Replay, ReviewCache

        self._review_cache = self._review_cache or ReviewCache()
        return Replay(self._table, self._table.steps, self._services, self._review_cache)

    def raise_curtain(self) -> None:
        self._tracker.raise_curtain()
        self._latest_view = None

    def lower_curtain(self) -> None:
        self._tracker.lower_curtain()
        self._latest_view = None


def player_seat(table: Table[S], number: SeatNo, computers: ComputerPlayers[S] | None = None) -> TableSeat[S]:
    """The seat of one player at a screen of their own."""
    return TableSeat(table, PlayerTracker(number), computers)


def spectator_seat(table: Table[S], computers: ComputerPlayers[S] | None = None) -> TableSeat[S]:
    """The seat of somebody who watches."""
    return TableSeat(table, SpectatorTracker(), computers)


def keyboard_seat(table: Table[S], computers: ComputerPlayers[S] | None = None) -> TableSeat[S]:
    """The seat for all people at one keyboard; a spectator's, if only computers play."""
    people = table.humans
    if not people:
        return spectator_seat(table, computers)
    if len(people) == 1:
        return player_seat(table, people[0], computers)
    return TableSeat(table, SharedTracker(people), computers)
