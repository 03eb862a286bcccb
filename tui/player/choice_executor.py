"""What a player's hand does at the table, choice by choice: a choice and the passes it took are taken back together."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Generic, NamedTuple, TypeVar

from tilehall.engine import Action, Text
from tilehall.engine import SeatNo as Number
from tilehall.tui.player.consequence import Consequence, consequence_of
from tilehall.tui.player.selection import ActionChoice
from tilehall.tui.tables.moment import Moment
from tilehall.tui.tables.seat import Seat
from tilehall.tui.tables.storage.disk_errors import NotSaved

S = TypeVar("S")
MAX_FORCED = 12
"""Steps without a choice that are made in one go."""


class ForcedStep(NamedTuple):
    """A step that was no choice."""

    action: Action
    why: Text | None
    """Why nothing else could be done, where that needs a word."""


class ChoiceExecutor(Generic[S]):
    """Acts at one seat. Each deed raises UserError if it may not be done."""

    def __init__(self, seat: Seat[S]) -> None:
        self.seat = seat
        self._made: list[int] = []
        """How many steps each of the latest choices took."""
        self._undone: list[int] = []
        """The same of the choices that were taken back."""

    @property
    def has_acted(self) -> bool:
        """Whether this hand has acted, or taken back, since the turn came to it."""
        return bool(self._made)

    def end_turn(self) -> None:
        """The turn has gone to somebody else."""
        self._made.clear()

    async def act(self, choice: ActionChoice[Any], before: Moment[S], ending: bool) -> list[ForcedStep]:
        """Passes what is to be passed, then does the chosen action, and what nobody could choose after it.

        `ending` also where that ends the turn.
        """
        self._undone.clear()
        forced: list[ForcedStep] = []
        try:
            await self.seat.act(*choice.passes, choice.action)
            # What cannot be written down is left to be wanted: the choice itself is done.
            with suppress(NotSaved):
                while len(forced) < MAX_FORCED:
                    action = find_forced_action(self.seat.now, before.seat, ending)
                    if action is None:
                        break
                    step = ForcedStep(action, self.seat.now.decision.single_choice_text)
                    await self.seat.act(action)
                    forced.append(step)
        finally:
            now = self.seat.now
            if made := sum(deed.seat == before.seat for deed in now.seen_steps[before.number :]):
                self._made.append(made)
            if before.seat not in now.due:
                self.end_turn()
        return forced

    async def undo(self) -> Action:
        """Takes the latest choice back; the action that was its beginning."""
        undone = await _stepped(self._made, self._undone, self.seat.undo)
        self._made = self._made or [0]
        return undone[0]

    async def redo(self) -> Action:
        """Does the choice that was taken back last again; the action that it came to."""
        return (await _stepped(self._undone, self._made, self.seat.redo))[-1]

    async def restart(self) -> int:
        """Takes back everything since something new was shown; how many steps that were."""
        count = await self.seat.restart()
        self._undone.clear()
        self._made = [0]
        return count


async def _stepped(there: list[int], here: list[int], step: Callable[[], Awaitable[Action]]) -> list[Action]:
    """The steps of the latest choice there, which are then counted here; what cannot be made may be wanted again."""
    count, made = (there[-1] if there else 0) or 1, list[Action]()
    try:
        while len(made) < count:
            made.append(await step())
    finally:
        if made:
            rest = count - len(made)
            there[-1:] = [rest] if rest else []
            here.append(len(made))
    return made


def find_forced_action(now: Moment[S], seat: Number, ending: bool) -> Action | None:
    """The only thing that this seat can do now, if it takes nothing away: it can be taken back, and is no secret.

    Or if nothing is left but to end the turn, for who wants that to happen by itself.
    """
    if not now.must_decide or now.seat != seat or now.due != (seat,) or len(now.legal) != 1:
        return None
    (action,) = now.legal
    follows, final = consequence_of(now.rules, now.state, seat, action), action.verb in now.decision.final_verbs
    if ending and final:
        return action if follows is Consequence.OTHERS else None
    return action if follows is Consequence.SAME and not final else None
