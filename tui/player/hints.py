"""Hints for one player: thought of beside everything else, told step by step, good for one moment only."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING, Generic, TypeVar

from tilehall.engine import Action, Advice, Text, UserError
from tilehall.tui.key_map import key_label_for
from tilehall.tui.player.focus import Focus
from tilehall.tui.player.messages import hint_text
from tilehall.tui.player.messages.status_message import StatusMessage, put_before_news
from tilehall.tui.player.selection import MENU, ActionChoice
from tilehall.tui.tables.moment import Moment
from tilehall.tui.tables.seat import UNAIDED, Seat
from tilehall.tui.tables.thinking.thinkers import Runner
from tilehall.tui.terminal.output.drawing import Place

if TYPE_CHECKING:
    from tilehall.tui.player.status_line import StatusLine

S = TypeVar("S")
AdviceRequest = Callable[[], Awaitable[Advice]]
NO_HINTS_HERE = Text("Hints are for whoever plays here.")


class Advisor(Generic[S]):
    """Asks a seat for advice in a runner, and keeps the answers of one moment."""

    def __init__(self, seat: Seat[S], runner: Runner) -> None:
        self.seat = seat
        self.runner = runner
        self.advice: Advice | None = None
        self.compared: Advice | None = None
        """The latest comparison of another choice with the advice."""
        self.is_thinking = False
        self.is_slow = False
        """Whether it thinks for so long that this is worth saying."""

    async def think(self) -> None:
        """Returns when there is advice, or it was cancelled. Raises UserError where none can be given."""
        found = await self._request(self.seat.hint)
        self.advice = found or self.advice

    async def compare(self, *actions: Action) -> None:
        """Like `think`, for what another choice, behind what it passes, loses against the advice."""
        self.compared = None
        self.compared = await self._request(partial(self.seat.compare, *actions))

    async def _request(self, question: AdviceRequest) -> Advice | None:
        """The answer; None if the moment has passed or the request was cancelled."""
        self.cancel()
        self.is_thinking = True
        found: list[Advice] = []
        await self.runner.run(partial(self._think, self.seat.now, question, found.append))
        return found[0] if found else None

    async def _think(self, moment: Moment[S], question: AdviceRequest, answer: Callable[[Advice], None]) -> None:
        try:
            advice = await question()
        except Exception:
            self.is_thinking = self.is_slow = False
            raise
        # Whoever cancelled it may have asked again meanwhile: then nothing here is ours to change.
        self.is_thinking = self.is_slow = False
        if self.seat.now is moment:
            answer(advice)

    def mark_slow(self) -> None:
        """Notes that a request still under way has taken long."""
        self.is_slow = self.is_thinking

    def cancel(self) -> bool:
        """Stops the request under way. False if there is none."""
        if not self.is_thinking:
            return False
        self.is_thinking = self.is_slow = False
        self.runner.stop()
        return True

    def reset(self) -> None:
        """Forgets the advice: it was for another moment."""
        self.cancel()
        self.advice = self.compared = None


class Hints(Generic[S]):
    """What one player asks for and is told: first where, then what, why and what for; of another choice what it loses.

    A caller asks `prepare` first; if it answers True, it awaits `show`.
    """

    def __init__(self, advisor: Advisor[S], focus: Focus[S], status: StatusLine[S]) -> None:
        self.advisor = advisor
        self.focus = focus
        self.status = status
        self.is_requested = False
        """Whether a hint was asked for while others decided: it is for one's own next decision."""
        self.hinted_at: Place | None = None
        """Where the cursor was when the hint was told."""
        self._keeps_picks = False
        """Whether a choice of one's own was begun when a hint was asked for first: it stays."""

    def reset(self) -> None:
        """Forgets the hint: it was for another decision."""
        self.advisor.reset()
        self.hinted_at = None

    def withdraw(self) -> bool:
        """Cancels a hint that was asked for and is not there yet. False if there is none."""
        was_wanted, self.is_requested = self.advisor.cancel() or self.is_requested, False
        return was_wanted

    def places(self) -> frozenset[Place]:
        """Where the hint is, unless something else has been picked instead."""
        if self.advisor.advice is None:
            return frozenset()
        places, selection = self._advised_places(), self.focus.selection
        elsewhere = selection is not None and not places >= set(selection.picks)
        return frozenset() if elsewhere else places

    def _advised_places(self) -> frozenset[Place]:
        choice = self._advised()
        return frozenset(choice.places or ((MENU, choice.text),)) if choice else frozenset()

    def _advised(self) -> ActionChoice[S] | None:
        """The choice that the hint is, behind what its plan passes before."""
        advice, selection = self.advisor.advice, self.focus.selection
        if advice is None or selection is None:
            return None
        return hint_text.find_advised_choice(selection, advice)

    def _named(self, action: Action) -> Text:
        return self.focus.reader.describe_action(self.focus.context(), action)

    def _key(self) -> str:
        return key_label_for(self.focus.options.keys, "hint")

    # --- before thinking ------------------------------------------------------------------------------------------

    def prepare(self) -> bool:
        """Whether a hint is to be thought of. What is known is said at once; what is being thought of is cancelled.

        While others decide the wish is kept; asked again, it is dropped.
        """
        focus, status, selection = self.focus, self.status, self.focus.selection
        if self.advisor.cancel():
            return False
        if not focus.help_allowed:
            status.say(StatusMessage(UNAIDED))
            return False
        if selection is None:
            status.say(StatusMessage(self._keep_wish()))
            return False
        asked, more = focus.pending, status.has_more_hint
        self._keeps_picks = bool(selection.picks) or (asked is not None and len(selection.choices) > 1)
        status.message, focus.pending, status.unsaved_intent = None, None, None
        if self.advisor.advice is None or self._other_choice() is not None:
            return True
        self._tell(self.advisor.advice, asked, more)
        return False

    def _tell(self, advice: Advice, asked: ActionChoice[S] | None, more: bool) -> None:
        """What the hint is; where that is told already, what for."""
        choice = self._advised()
        self.go_to_hint()
        self.focus.pending = choice
        asks_first = choice is not None and self.focus.must_confirm(choice)
        if more and asked is choice:
            self.status.show(hint_text.hint_reason_message(advice, self._named, asks_first))
            return
        wise = self._named(choice.action if choice else advice.action)
        self.status.show(hint_text.hint_message(wise, advice, asks_first))

    def _keep_wish(self) -> Text:
        """What is said of a hint that cannot be thought of yet."""
        moment = self.focus.moment
        if moment.over:
            return Text("The game is over: there is nothing left to hint at.")
        if not moment.humans:
            return NO_HINTS_HERE
        self.is_requested = not self.is_requested
        if not self.is_requested:
            return Text("No hint then.")
        return Text("The hint comes as soon as it is your turn. {key} again: no hint.", key=self._key())

    def take_requested(self) -> bool:
        """Whether a hint that was asked for while others decided is to be thought of now."""
        wanted = self.is_requested and self.focus.selection is not None
        self.is_requested = self.is_requested and not wanted
        return wanted

    # --- when it is there -----------------------------------------------------------------------------------------

    async def show(self) -> None:
        """Thinks, and says where a good player would look; of another choice what it loses.

        The answer may be late: nothing else that is asked here is hidden then, and what others have done stays told.
        """
        focus, status, advisor = self.focus, self.status, self.advisor
        moment, news, first = focus.moment, status.message, advisor.advice is None
        try:
            if first:
                await advisor.think()
            # What somebody is about to do is measured at once, and stays in hand.
            other = self._other_choice() if self._keeps_picks or not first else None
            if other is not None:
                await advisor.compare(*other.passes, other.action)
        except UserError as error:
            found: StatusMessage | None = StatusMessage(error.text, "bad", error.rule)
        else:
            found = self._loss(other, first) if other is not None else self._compare_picks()
        if focus.moment is not moment or focus.pending is not None or status.unsaved_intent is not None:
            return
        if not found:
            self.go_to_hint()
            found = self._where()
        if found:
            status.show(put_before_news(found, news) if news is not None and status.message is news else found)

    def go_to_hint(self) -> None:
        """Moves the cursor to what has not been picked yet of the hint; what was picked for another is dropped."""
        focus, choice, selection = self.focus, self._advised(), self.focus.selection
        if choice is None or selection is None:
            return
        while not set(choice.places) >= set(selection.picks) and selection.drop_last_pick():
            pass
        wanted = [place for place in choice.places if place not in selection.picks]
        aimed = [place for place in wanted if place[0] in focus.reader.virtual_zones]
        spots = [place for place in wanted if place not in aimed and place in selection.pickable()]
        if aimed and not spots:
            spots = list(focus.reader.cursor_places(focus.context(), aimed))
        stops = focus.stops()
        found = [place for place in ((MENU, choice.text), *spots, *wanted) if place in stops]
        focus.cursor.place = self.hinted_at = found[0] if found else focus.cursor.place

    def _other_choice(self) -> ActionChoice[S] | None:
        """The choice under the cursor, if it went there from the hint and has not been compared with it yet."""
        guide = self.focus.guide()
        found = guide.choices() if guide and guide.cursor != self.hinted_at else []
        if len(found) != 1 or found[0] is self._advised() or self.advisor.advice is None:
            return None
        compared = self.advisor.compared
        return None if compared is not None and compared.action == found[0].action else found[0]

    def _where(self) -> StatusMessage | None:
        """Where the hint is."""
        guide = self.focus.guide()
        if self.advisor.advice is None or guide is None:
            return None
        return StatusMessage(guide.hint_location(self._advised_places()), "hint")

    def _loss(self, choice: ActionChoice[S], first: bool) -> StatusMessage | None:
        """What a choice loses against the hint; `first`: the hint was not told yet."""
        compared = self.advisor.compared
        if compared is None:
            return None
        return hint_text.loss_message(self._named(choice.action), compared, self._key() if first else "")

    def _compare_picks(self) -> StatusMessage | None:
        """That the hint is what was picked, or leads elsewhere than what was begun; else None."""
        choice, selection = self._advised(), self.focus.selection
        if choice is None or selection is None or not selection.picks:
            return None
        if sorted(choice.places) == sorted(selection.picks):
            return hint_text.same_choice_message(self._key())
        if set(choice.places) >= set(selection.picks):
            return None
        return hint_text.kept_picks_message(self._key())
