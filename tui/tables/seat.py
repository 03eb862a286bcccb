"""A seat: all that one pair of eyes may have and do at a table.

Nothing above it knows whether it is a player with a screen of his own, several people at one keyboard, a spectator or
a moment of a replay. Seats of players elsewhere will keep the same promises.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from tilehall.engine import CHANCE, Action, Advice, Header, Refusal, Refused, Rng, RuleError, Step, Text, Who, both
from tilehall.engine import Seat as Number
from tilehall.tui.tables.listeners import UntilRead, WhenBroken, WhenChanged
from tilehall.tui.tables.moment import Moment
from tilehall.tui.tables.seen_steps import Teller
from tilehall.tui.tables.table import Table, acting_after, doing_again, taken_back, taking_all_back, taking_back
from tilehall.tui.tables.thinking.thinkers import COMPARE, HINT, Thought
from tilehall.tui.tables.viewpoint import ONLY_WATCHES, Eyes, Onlooker, OwnEyes, SharedEyes, Sight

if TYPE_CHECKING:
    from tilehall.tui.tables.history.replay import Replay

S = TypeVar("S")
UNAIDED = Text("There are no hints at this table: everybody thinks alone until the game is over.")


class AskedFor(RuleError):
    """It is not done, and not refused either: others are asked first."""


class Seat(Protocol[S]):
    """One pair of eyes at a table."""

    @property
    def header(self) -> Header:
        """The game, who plays, by which options."""

    @property
    def number(self) -> Number | None:
        """Who may act here now; None for a spectator."""

    @property
    def now(self) -> Moment[S]:
        """What may be known now; the same object as long as nothing changes."""

    def told(
        self,
        when_changed: WhenChanged,
        until_read: UntilRead | None = None,
        when_broken: WhenBroken | None = None,
    ) -> Callable[[], None]:
        """Calls back after every change; the answer ends that. Computer players wait for `until_read`.

        If one of the two raises, it is called no more, and `when_broken` is.
        """

    async def act(self, *actions: Action | str) -> None:
        """Does these actions, one after the other. Raises RuleError at the first that may not be done."""

    async def undo(self) -> Action:
        """Takes the last step back, and says what it was.

        Raises Refused with what stands in the way, AskedFor where others have to agree.
        """

    async def redo(self) -> Action:
        """Does again what was taken back last, and says what it was."""

    async def restart(self) -> int:
        """Takes back as much as possible, and says how many steps that was."""

    async def hint(self) -> Advice:
        """What a good player would do here."""

    async def compare(self, *actions: Action) -> Advice:
        """What a choice of one's own, behind what it passes, loses against that."""

    def why(self, step: int) -> Text | None:
        """Why a computer player made this step, where everybody may hear it."""

    async def settled(self) -> None:
        """Lets the computer players play until a person has to decide."""

    @property
    def thinks(self) -> bool:
        """Whether a computer player thinks now, who can be hurried from here."""

    def hurry(self) -> None:
        """The computer player who thinks now, or will next, does the best found so far.

        Whoever watches people play hurries none.
        """

    def go_on_unkept(self) -> None:
        """From now on play goes on even if nothing can be written down."""

    async def review(self) -> Replay[S]:
        """The game so far, to be stepped through by whoever sits here."""

    def look(self) -> None:
        """Raises the curtain: the player whose turn it is looks, alone."""

    def hide(self) -> None:
        """The curtain falls again."""


class TableSeat(Generic[S]):
    """A seat at a table of this process.

    >>> from tilehall.engine import Player
    >>> seat = keyboard(Table.open("princess", (Player("Aki"), Player("Bo", "random")), seed="8"))
    >>> seat.now.mine, [str(action) for action in seat.now.legal]
    (True, ['side a', 'side b'])
    """

    def __init__(self, table: Table[S], eyes: Eyes) -> None:
        self._table = table
        self._header = replace(table.header, position="")
        """Without the position that the game began at: it tells what only some may know."""
        self._eyes = eyes
        self._teller = Teller(table.rules, frank=not table.humans, aids=table.header.aids)
        self._looked: tuple[Sight, Moment[S]] | None = None
        self._version = -1

    @property
    def header(self) -> Header:
        return self._header

    @property
    def number(self) -> Number | None:
        return self.now.seat if self.now.mine else None

    @property
    def now(self) -> Moment[S]:
        return self._look()[1]

    def _look(self) -> tuple[Sight, Moment[S]]:
        """How these eyes look at the table, and what they see there."""
        if self._looked is None or self._version != self._table.version:
            self._version = self._table.version
            sight = self._eyes.sight(self._table.match)
            self._looked = sight, self._seen(sight)
        return self._looked

    def _seen(self, sight: Sight) -> Moment[S]:
        table, match = self._table, self._table.match
        return Moment(
            rules=table.rules,
            header=self._header,
            number=len(match.steps),
            eyes=sight.eyes,
            seat=sight.front,
            mine=sight.acts is not None and sight.curtain is None,
            due=match.actors(),
            state=match.view(sight.eyes),
            deeds=self._teller.deeds(match.steps, sight.eyes, match.over, table.whys),
            barrier=sight.stays or (ONLY_WATCHES if sight.takes_back is None else match.barrier(sight.takes_back)),
            shared=sight.shared,
            guarded=sight.guarded,
            curtain=sight.curtain,
            record=table.store.name if table.store else "",
            place=table.store.place if table.store else "",
            seed=table.seed if match.over or not table.humans else "",
            elsewhere=table.elsewhere,
            trouble=table.trouble,
        )

    def told(
        self,
        when_changed: WhenChanged,
        until_read: UntilRead | None = None,
        when_broken: WhenBroken | None = None,
    ) -> Callable[[], None]:
        return self._table.told(when_changed, until_read, when_broken)

    async def act(self, *actions: Action | str) -> None:
        number, steps = self._acting(), self.now.number
        self._eyes.acted(number)
        await self._table.change(acting_after(steps, number, actions))

    def _acting(self) -> Number:
        number = self.number
        if number is None:
            due = both(Who(n) for n in self.now.due if n != CHANCE)
            waits = Text("It is the turn of {due}.", due=due) if due else Text("The game is over.")
            raise Refused(Refusal("", waits))
        return number

    async def undo(self) -> Action:
        return taken_back(await self._table.change(taking_back(self._taker())))[0].action

    async def redo(self) -> Action:
        whose = self._table.undone
        if whose is not None and whose not in self._eyes.people:
            raise Refused(Refusal("", Text("What was taken back last was done by {who}.", who=Who(whose))))
        made = await self._table.change(doing_again)
        return next(entry for entry in made if isinstance(entry, Step)).action

    async def restart(self) -> int:
        return len(await self._table.change(taking_all_back(self._taker())))

    def _taker(self) -> Number:
        sight, _ = self._look()
        if sight.takes_back is None:
            raise Refused(Refusal("", sight.stays or ONLY_WATCHES))
        return sight.takes_back

    async def hint(self) -> Advice:
        return await self._table.minds.think(self._question(HINT))

    async def compare(self, *actions: Action) -> Advice:
        return await self._table.minds.think(self._question(COMPARE)._replace(own=actions))

    def _question(self, asked: str) -> Thought:
        number, now = self._acting(), self.now
        # At a table that all may see nothing is said that only one player knows.
        known = now.state if now.eyes is not None else now.rules.imagine(now.state, Rng(str(now.number)))
        return Thought(self.header.game, asked, known, number, str(now.number))

    def why(self, step: int) -> Text | None:
        from tilehall.tui.tables.thinking.step_reason import why

        return why(self._table, step)

    async def settled(self) -> None:
        await self._table.settled()

    @property
    def thinks(self) -> bool:
        return self._table.thinks and self._may_hurry

    @property
    def _may_hurry(self) -> bool:
        return bool(self._eyes.people) or not self._table.humans

    def hurry(self) -> None:
        if self._may_hurry:
            self._table.hurry()

    def go_on_unkept(self) -> None:
        self._table.unkept = True

    async def review(self) -> Replay[S]:
        from tilehall.tui.tables.history.replay import Replay

        return Replay(self._table, len(self._table.match.steps))

    def look(self) -> None:
        self._eyes.look()
        self._looked = None

    def hide(self) -> None:
        self._eyes.hide()
        self._looked = None


def player(table: Table[S], number: Number) -> TableSeat[S]:
    """The seat of one player at a screen of his own."""
    return TableSeat(table, OwnEyes(number))


def onlooker(table: Table[S]) -> TableSeat[S]:
    """The seat of somebody who watches."""
    return TableSeat(table, Onlooker())


def keyboard(table: Table[S]) -> TableSeat[S]:
    """The seat for all people at a table, at this one keyboard; to watch, if there are none."""
    people = table.humans
    if not people:
        return onlooker(table)
    return player(table, people[0]) if len(people) == 1 else TableSeat(table, SharedEyes(people))
