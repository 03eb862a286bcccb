"""What one player is told: the answer to the last key, an open question, or what is under the cursor."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

from tilehall.engine import Text, join_spaces
from tilehall.tui.player.focus import Focus
from tilehall.tui.player.hints import Advisor
from tilehall.tui.player.messages.refusals import explain_refusal, waiting_message
from tilehall.tui.player.messages.status_message import StatusMessage
from tilehall.tui.player.selection import MENU, Intent

S = TypeVar("S")
HINT_PENDING = Text("The table thinks about a hint.")


class StatusLine(Generic[S]):
    """The message of one player, and what is told where there is none."""

    def __init__(self, focus: Focus[S], advisor: Advisor[S], note_refusal: Callable[[StatusMessage], None]) -> None:
        """`note_refusal` is called with what is refused before it reaches the table."""
        self.focus = focus
        self.advisor = advisor
        self.message: StatusMessage | None = None
        self.tip: StatusMessage | None = None
        """Shown where there is no message, instead of what is under the cursor."""
        self.last_rule = ""
        """The rule that was named last: help opens there."""
        self.recap_position = -1
        """Which turn of the others is being told, step by step; -1 for none."""
        self.unsaved_intent: Intent | None = None
        """What was not done because it could not be saved; it may be tried again."""
        self._note_refusal = note_refusal

    # --- what is said ---------------------------------------------------------------------------------------------

    def show(self, message: StatusMessage | None) -> None:
        """Replaces the message; an open question stays behind it."""
        self.message = message

    def say(self, message: StatusMessage | None) -> None:
        """Replaces the message and drops the open question: Enter must not answer what the message hides."""
        self.message = message
        if message is not None:
            self.focus.pending = None

    def show_tip(self, tip: StatusMessage | None) -> None:
        self.tip = tip

    def report(self, done: StatusMessage | None) -> None:
        """Says what was done, followed by the question that is open now."""
        pending, asked = self.focus.pending, self.confirmation()
        if done is None or asked is None or done.tone == "bad":
            self.say(done)
            return
        self.say(done._replace(text=join_spaces([done.text, asked.text])))
        self.focus.pending = pending

    def refuse(self, message: StatusMessage) -> None:
        """Says why something may not be done; help opens at its rule."""
        self.say(message)
        self.last_rule = message.rule or self.last_rule
        self._note_refusal(message)

    def refuse_place(self) -> None:
        """Says why the place under the cursor may not be chosen, and what may."""
        guide, self.focus.pending = self.focus.guide(), None
        areas = self.focus.place_areas
        self.refuse(explain_refusal(guide, areas) if guide else waiting_message(self.focus.moment))

    def describe_place(self) -> None:
        """Says what is under the cursor, whoever has to decide."""
        focus, place = self.focus, self.focus.cursor.place
        focus.pending = None
        if place and place[0] != MENU:
            self.message = StatusMessage(focus.reader.describe(focus.context(), place))
        elif focus.guide():
            self.message = self.cursor_message()

    def dismiss(self) -> None:
        """Drops what the last key led to: message, question, jump labels and recap. What is unsaved stays told."""
        if self.unsaved_intent is None:
            self.message = None
        self.focus.pending = None
        if self.focus.labels.all:
            self.focus.labels.clear()
        self.recap_position = -1
        self.focus.cursor.remember_place()

    def dismiss_all(self) -> bool:
        """Drops message, tip and what is unsaved. False if there was nothing to read."""
        had, self.message, self.tip, self.unsaved_intent = bool(self.message or self.tip), None, None, None
        return had

    def clear_blocked(self) -> None:
        """No longer lights up what was in the way of something."""
        if self.message is not None and self.message.marks:
            self.message = self.message._replace(marks=())

    # --- what is shown --------------------------------------------------------------------------------------------

    def current(self) -> StatusMessage:
        """What is to be said now: a message, a question, or what the place under the cursor would bring."""
        said = self.message or self.confirmation()
        if said is None and self.advisor.is_slow and self.focus.selection is not None:
            return StatusMessage(join_spaces([HINT_PENDING, self.cursor_message().text]))
        return said or self.tip or self.cursor_message()

    def confirmation(self) -> StatusMessage | None:
        """The question whether the choice that waits for Enter is meant."""
        focus, guide = self.focus, self.focus.guide()
        if guide is None or focus.pending is None:
            return None
        if self._asks_for_rest():
            choice = focus.reader.describe_action(guide.context, focus.pending.action)
            told = Text("Only this is left: {choice}. Enter does it, Esc goes back.", choice=choice)
            return StatusMessage(told, "hint")
        return StatusMessage(guide.confirmation(focus.pending), "hint")

    def _asks_for_rest(self) -> bool:
        """Whether Enter is asked for only because the choice is more than what was pointed at."""
        focus, guide = self.focus, self.focus.guide()
        if guide is None or focus.pending is None or not focus.options.confirms_partial:
            return False
        return not guide.is_irreversible(focus.pending)

    def cursor_message(self) -> StatusMessage:
        """What the place under the cursor is, and what choosing it would bring."""
        guide = self.focus.guide()
        return StatusMessage(guide.describe_with_use() if guide else Text(""))

    def shorter_cursor_messages(self) -> Iterator[StatusMessage]:
        """The same in less and less, where nothing but what is pointed at is said."""
        guide = self.focus.guide()
        told = self.message or self.focus.pending or self.tip or self.advisor.is_slow
        if guide and not told and guide.cursor[0] != MENU:
            yield from map(StatusMessage, guide.shorter_descriptions())

    def shorter_confirmations(self) -> Iterator[StatusMessage]:
        """The question whether a choice is meant, in less and less."""
        guide, pending = self.focus.guide(), self.focus.pending
        if guide and pending and not self.message and not self._asks_for_rest():
            yield from (StatusMessage(text, "hint") for text in guide.shorter_confirmations(pending))

    def cursor_note(self) -> StatusMessage:
        """What the place under the cursor is, below what is said of something else; nothing is said twice."""
        guide = self.focus.guide()
        if guide is None or self.message is None or self.focus.pending:
            return StatusMessage(Text(""))
        is_said = guide.cursor[0] != MENU and (self.message.names_place or self.message.text == guide.describe_place())
        return StatusMessage(guide.use_text() if is_said else guide.describe_with_use())

    # --- hints that wait for Enter --------------------------------------------------------------------------------

    @property
    def asks_first(self) -> bool:
        """Whether a hint is told that Enter does not do yet, but asks about."""
        return self.message is not None and self.message.asks_first

    @property
    def has_more_hint(self) -> bool:
        """Whether what waits for Enter is the hint that is told, and there is more to tell of it."""
        said = self.message
        return self.focus.pending is not None and said is not None and said.tone == "hint" and not said.is_complete
