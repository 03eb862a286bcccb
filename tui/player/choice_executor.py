"""Does choices at the table: a choice, and the steps that came with it, are taken back together."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any, Generic, NamedTuple, TypeVar

from tilehall.engine import Action, SeatNo, Text, join_commas, join_spaces
from tilehall.tui.player.messages.guide import Consequence, Guide, consequence_of
from tilehall.tui.player.messages.status_message import StatusMessage
from tilehall.tui.player.selection import MENU, ActionChoice
from tilehall.tui.player.view import BoardReader, CursorContext
from tilehall.tui.tables.moment import Moment
from tilehall.tui.tables.seat import Seat
from tilehall.tui.tables.storage.disk_errors import NotSaved

S = TypeVar("S")
MAX_FORCED = 12
"""Steps without a choice that are done in one go."""


class ForcedStep(NamedTuple):
    """A step that was done because nothing else could be."""

    action: Action
    why: Text | None
    """Why nothing else could be done, where that needs a word."""


class ChoiceExecutor(Generic[S]):
    """Acts at one seat. Each method raises UserError if the seat refuses, NotSaved if it could not be written down."""

    def __init__(self, seat: Seat[S]) -> None:
        self.seat = seat
        self._made: list[int] = []
        """How many steps each of the latest choices took."""
        self._undone: list[int] = []
        """The same of the choices that were taken back."""

    @property
    def has_acted(self) -> bool:
        """Whether something was done or taken back here since the turn came."""
        return bool(self._made)

    def end_turn(self) -> None:
        """Forgets the choices of a turn that is over."""
        self._made.clear()

    async def act(self, choice: ActionChoice[Any], before: Moment[S], ending: bool) -> list[ForcedStep]:
        """Passes what is to be passed, does the chosen action, then the forced steps after it, which are answered.

        With `ending` a forced step may also end the turn.
        """
        self._undone.clear()
        forced: list[ForcedStep] = []
        try:
            await self.seat.act(*choice.passes, choice.action)
            # A forced step that cannot be saved is left to the player: the choice itself is done.
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
            if made := sum(step.seat == before.seat for step in now.seen_steps[before.number :]):
                self._made.append(made)
            if before.seat not in now.due:
                self.end_turn()
        return forced

    async def undo(self) -> Action:
        """Takes the latest choice back; answers the action that it began with."""
        undone = await _stepped(self._made, self._undone, self.seat.undo)
        self._made = self._made or [0]
        return undone[0]

    async def redo(self) -> Action:
        """Does again the choice that was taken back last; answers its last action."""
        return (await _stepped(self._undone, self._made, self.seat.redo))[-1]

    async def restart(self) -> int:
        """Takes back everything since something new was shown; answers how many steps."""
        count = await self.seat.restart()
        self._undone.clear()
        self._made = [0]
        return count


async def _stepped(there: list[int], here: list[int], step: Callable[[], Awaitable[Action]]) -> list[Action]:
    """Makes the steps of the latest choice in `there`, and counts them in `here`; the rest stays counted in `there`."""
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


def find_forced_action(now: Moment[S], seat: SeatNo, ending: bool) -> Action | None:
    """The only thing that this seat can do now, if it can be taken back and is no secret; else None.

    With `ending` also the step that only ends the turn.
    """
    if not now.must_decide or now.seat != seat or now.due != (seat,) or len(now.legal) != 1:
        return None
    (action,) = now.legal
    final = action.verb in now.decision.final_verbs
    if final and not ending:
        return None
    wanted = Consequence.OTHERS if final else Consequence.SAME
    return action if consequence_of(now.rules, now.state, seat, action) is wanted else None


def describe_steps(
    reader: BoardReader[S],
    guide: Guide[S] | None,
    now: CursorContext[S],
    choice: ActionChoice[S],
    forced: Sequence[ForcedStep],
) -> StatusMessage | None:
    """Says what a choice did beside what was pointed at: what it passed, and the forced steps. None if nothing.

    `guide` is from before the choice, `now` from after it.
    """
    told: list[Text] = []
    if guide is not None and (passed := guide.passed_text(choice)):
        told.append(Text("Passed on the way: {deeds}.", deeds=passed))
    if guide is not None and _was_partial(guide, choice):
        done = reader.describe_action(guide.context, choice.action)
        told.append(Text("Done, in the only way there was: {choice}.", choice=done))
    if forced:
        deeds = join_commas(_with_reason(reader.describe_action(now, step.action), step.why) for step in forced)
        told.append(Text("Then there was no choice: {deeds}.", deeds=deeds))
    return StatusMessage(join_spaces(told)) if told else None


def _with_reason(deed: Text, why: Text | None) -> Text:
    return Text("{deed} ({why})", deed=deed, why=why) if why else deed


def _was_partial(guide: Guide[S], choice: ActionChoice[S]) -> bool:
    """Whether the cursor, as the piece in hand was turned, pointed at a part of the choice only.

    Not after a hint, which was not the only choice there, nor for what was chosen among what a pick left.
    """
    if guide.cursor[0] == MENU or guide.selection.picks:
        return False
    aimed = guide.aimed_places()
    return guide.selection.matching(*aimed) == [choice] and not set(aimed).issuperset(choice.places)
