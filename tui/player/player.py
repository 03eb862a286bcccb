"""The controls of one player at a seat: cursor, choices, hints, news and messages. Knows neither games nor screens.

A screen calls a command, carries out the intent that it answers, and asks for a `View` to draw. Everything here can be
tested without a terminal.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Generic, TypeVar

from tilehall.engine import Action, Text, UserError, join_spaces
from tilehall.tui.config.look import Look
from tilehall.tui.player.choice_executor import ChoiceExecutor, describe_steps
from tilehall.tui.player.chooser import Chooser
from tilehall.tui.player.focus import ControlOptions, Focus
from tilehall.tui.player.hints import Advisor, Hints
from tilehall.tui.player.hurry_offer import HurryOffer
from tilehall.tui.player.messages.status_message import StatusMessage
from tilehall.tui.player.navigation import Navigation
from tilehall.tui.player.news import News
from tilehall.tui.player.selection import ActionChoice, Intent, Selection
from tilehall.tui.player.status_line import StatusLine
from tilehall.tui.player.view import BoardReader, CursorContext, View
from tilehall.tui.tables.moment import Moment
from tilehall.tui.tables.seat import ConsentRequested, Seat
from tilehall.tui.tables.storage.disk_errors import NotSaved
from tilehall.tui.tables.thinking.thinkers import InlineRunner, Runner
from tilehall.tui.terminal.output.drawing import Place

if TYPE_CHECKING:
    from tilehall.tui.player.shown_choices import ShownChoices

S = TypeVar("S")
UNSAVED = Text("{again} tries again, {on} plays on unsaved.", again="r", on="p")
COACHED_STEPS = 24
"""Steps of one's own for which the prompt says how to choose."""


class PlayerControls(Generic[S]):
    """One player's seat, and the objects that its commands belong to."""

    def __init__(
        self,
        seat: Seat[S],
        reader: BoardReader[S],
        options: ControlOptions | None = None,
        runner: Runner | None = None,
        note_refusal: Callable[[StatusMessage], None] = lambda message: None,
    ) -> None:
        """Hints are thought of in `runner`.

        `note_refusal` is called with what is refused before it reaches the table.
        """
        self.seat = seat
        self.options = options or ControlOptions()
        self.advisor = Advisor(seat, runner or InlineRunner())
        self.focus = Focus(seat.now, reader, self.options)
        self.status = StatusLine(self.focus, self.advisor, note_refusal)
        self.navigation = Navigation(self.focus, self.status)
        self.chooser = Chooser(self.focus, self.status)
        self.hints = Hints(self.advisor, self.focus, self.status)
        self.news = News(seat, self.focus, self.status)
        self.executor = ChoiceExecutor(seat)
        self.hurry_offer = HurryOffer()
        self.takeover_offered = False
        """Whether a game that is only watched may be played on here."""
        self.shown_choices: ShownChoices[S] | None = None
        """What could have been done, at a moment of a record."""
        self.busy = False
        """Whether an intent is being carried out: changes are looked at when it is done."""
        self._front = -1
        """Who had to decide here last."""
        self._is_new = True
        self.reset_decision()

    @property
    def moment(self) -> Moment[S]:
        return self.focus.moment

    @property
    def cursor(self) -> Place | None:
        return self.focus.cursor.place

    @property
    def must_decide(self) -> bool:
        return self.focus.selection is not None

    @property
    def shows_coaching(self) -> bool:
        """Whether the prompt says how to choose."""
        return self.options.coach == "on" or (self.options.coach == "auto" and self._is_new)

    @property
    def is_masked(self) -> bool:
        """Whether this player decides at a table that others see too, with all hands masked."""
        return self.must_decide and self.focus.moment.guarded and self.focus.moment.viewpoint is None

    # --- changes at the table -------------------------------------------------------------------------------------

    def catch_up(self) -> bool:
        """Takes over what has changed at the table: whose turn it is, what others did. False if nothing has."""
        before, now = self.focus.moment, self.seat.now
        if self.busy or now is before:
            return False
        self.focus.moment = now
        if self.advisor.is_thinking:
            self.advisor.cancel()
        self._update_hurry_offer(before)
        if self._keep_picks(before):
            return True
        self.status.show(None)
        self.reset_decision()
        if self.status.message is None and now.curtain is None:
            self.news.tell_change(before)
        return True

    def _update_hurry_offer(self, before: Moment[S]) -> None:
        """An offer to hurry others ends with one's own turn; for who watches, with each turn."""
        now = self.focus.moment
        if not now.humans and now.due != before.due:
            self.hurry_offer.reset()
        elif now.must_decide or now.curtain or all(seat in now.humans for seat in now.due):
            self.hurry_offer.offer(False)

    def _keep_picks(self, before: Moment[S]) -> bool:
        """Keeps the picks, if only others have given their part of a common decision. False if they may not stay."""
        now, old = self.focus.moment, self.focus.selection
        if old is None or not (now.must_decide and before.must_decide):
            return False
        if now.seat != before.seat or now.number <= before.number:
            return False
        if any(step.seat == now.seat for step in now.seen_steps[before.number :]):
            return False
        new = Selection.for_state(now.rules, now.state, now.seat, self.focus.reader)
        if [choice.text for choice in new.choices] != [choice.text for choice in old.choices]:
            return False
        new.picks = old.picks
        self.focus.set_selection(new)
        return True

    def reset_decision(self) -> None:
        """Begins a new decision, or none: what may be chosen, and where the cursor stands."""
        focus, now, turned = self.focus, self.focus.moment, self.focus.cursor.rotation
        focus.pending = None
        if focus.labels.all:
            focus.labels.clear()
        focus.cursor.reset_rotation()
        advisor = self.advisor
        if advisor.is_thinking or advisor.advice is not None or self.hints.hinted_at is not None:
            self.hints.reset()
        self.news.reset()
        if not now.must_decide:
            focus.set_selection(None)
            self.status.show(None if now.curtain else self.status.message)
            return
        if now.seat != self._front:
            # Where another player has looked is nobody else's concern.
            focus.cursor.place = None
            focus.cursor.latest_places.clear()
        if now.seat != self._front or not self.executor.has_acted:
            self.news.announce_turn()
        self._front = now.seat
        self._is_new = [step.seat for step in now.seen_steps].count(now.seat) <= COACHED_STEPS
        selection = Selection.from_legal(now.rules, now.state, now.seat, focus.reader, now.decision, now.legal)
        focus.set_selection(selection)
        # Who is new to the game begins to read at its beginning.
        self.status.last_rule = "" if self._is_new else selection.decision.rule
        focus.place_cursor()
        if turned and selection.decision.kind in focus.reader.rotation_decisions:
            turns = focus.stops()
            # Not every place leaves room for every turn.
            focus.cursor.place = turns[turned] if turned < len(turns) else focus.cursor.place
        if self.options.confirm and self.status.message is None and len(selection.choices) == 1:
            # There is nothing to choose: what comes is said, and one key does it.
            focus.pending = selection.choices[0]

    # --- what is drawn --------------------------------------------------------------------------------------------

    def view(self, look: Look) -> View[S]:
        """What is to be drawn now."""
        focus, now, message = self.focus, self.focus.moment, self.status.message
        selection, cursor, recent = focus.selection, focus.cursor, self.news.recent_events()
        view = View(
            now.state,
            now.seat,
            now.names,
            look=look,
            log=recent.log,
            size=self.options.tile_size,
            chips=focus.reader,
            keys=self.options.keys,
            is_own=now.seat in now.humans,
        )
        if self.shown_choices is not None:
            return self.shown_choices.apply_to(view)
        view.selection = selection
        view.cursor, view.rotation, view.flipped = cursor.place, cursor.rotation, cursor.flipped
        view.targets = selection.pickable() if selection else frozenset()
        view.marks, view.marked_seat = recent.marks, recent.seat
        view.blocked = frozenset(message.marks) if message else frozenset()
        view.digit_places = focus.digit_places()
        view.hint_places = self.hints.places()
        return view

    def show_choices(self, actions: Sequence[Action]) -> None:
        """Shows on the board of a record what could have been done, as a hint is shown; no actions show nothing."""
        # Loaded when it is needed: no first board waits for those who look back.
        from tilehall.tui.player.shown_choices import find_shown_choices

        self.shown_choices = find_shown_choices(self.focus.moment, self.focus.reader, actions) if actions else None

    # --- commands -------------------------------------------------------------------------------------------------

    def go_back(self) -> bool:
        """One step back: the question, a hint that is thought of, a pick, the message and the hint, the list.

        False if there was nothing to go back from.
        """
        focus, status, unwanted = self.focus, self.status, self.hints.withdraw()
        if focus.pending:
            focus.pending = None
            return True
        if unwanted:
            status.show(None if focus.selection is None else status.message)
            return True
        if focus.selection and focus.selection.picks:
            if status.message and status.message.tone == "bad":
                # Why something did not go with the pick is of no use any more.
                status.show(None)
            return focus.drop_pick()
        had_advice = self.advisor.advice is not None
        had_message = status.dismiss_all()
        self.advisor.reset()
        return had_message or had_advice or focus.leave_menu()

    def retry_unsaved(self) -> Intent | None:
        """Tries again what could not be saved."""
        return self.status.unsaved_intent

    def continue_unsaved(self) -> Intent | None:
        """Does what could not be saved, and all that follows, without saving it."""
        self.seat.continue_unsaved()
        return self.status.unsaved_intent

    def look(self) -> None:
        """Raises the curtain: the player whose turn it is looks."""
        self.seat.raise_curtain()
        self._front = -1
        self.catch_up()

    def hide(self) -> None:
        """Lowers the curtain again."""
        if not self.focus.moment.guarded or self.is_masked:
            self.status.say(StatusMessage(Text("There is nothing to hide from others at this screen.")))
            return
        self.seat.lower_curtain()
        self.catch_up()

    # --- done at the table ----------------------------------------------------------------------------------------

    async def carry_out(self, intent: Intent) -> None:
        """Does at the table what is wanted, takes over what has changed, and says what came of it."""
        self.busy, self.focus.pending, self.status.unsaved_intent = True, None, None
        said: StatusMessage | None = None
        try:
            if isinstance(intent, str):
                said = StatusMessage(await self._change_history(intent))
            else:
                said = await self._do_choice(intent)
        except NotSaved as error:
            self.status.unsaved_intent = intent
            said = StatusMessage(join_spaces([error.text, UNSAVED]), "bad")
        except ConsentRequested as error:
            said = StatusMessage(error.text)
        except UserError as error:
            said = StatusMessage(error.text, "bad", error.rule)
        finally:
            self.busy = False
        self.catch_up()
        if said is None:
            return
        # At a shared screen whoever sits there next does not read what this player has done.
        shown = said if self.must_decide or not self.focus.moment.guarded else None
        if isinstance(intent, str):
            self.status.say(shown)
        else:
            self.status.report(shown)

    async def _do_choice(self, choice: ActionChoice[S]) -> StatusMessage | None:
        self.status.show(None)
        guide = self.focus.guide()
        forced = await self.executor.act(choice, self.focus.moment, ending=not self.options.confirm)
        return describe_steps(self.focus.reader, guide, self._context_now(), choice, forced)

    async def _change_history(self, command: str) -> Text:
        """Takes back, or does again; answers what to say of it."""
        describe = self.focus.reader.describe_action
        if command == "undo":
            action = await self.executor.undo()
            return Text("Taken back: {action}.", action=describe(self._context_now(), action))
        if command == "redo":
            before = self._context_now()
            return Text("Done again: {action}.", action=describe(before, await self.executor.redo()))
        return Text(
            "Taken back: {n} step, to what was last shown.",
            "Taken back: {n} steps, to what was last shown.",
            n=await self.executor.restart(),
        )

    def _context_now(self) -> CursorContext[S]:
        """The table as it stands, before `catch_up`."""
        now = self.seat.now
        return CursorContext(now.state, now.seat, now.names)
