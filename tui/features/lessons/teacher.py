"""Helps with a level: gives hints after some time, maps its keys to commands, and shows the solution."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, Literal, TypeVar

from tilehall.engine import Action, Text, UserError, join_spaces, literal_text
from tilehall.engine.teaching.lessons import REFUSED_MARK
from tilehall.tui.features.lessons.lesson_text import OTHERS_KEY, STEP_KEY
from tilehall.tui.features.lessons.level_state import LevelState
from tilehall.tui.key_map import key_label
from tilehall.tui.player.messages.status_message import StatusMessage
from tilehall.tui.player.player import PlayerControls

S = TypeVar("S")
HINT_TIMES = (20.0, 40.0, 60.0)
"""Seconds without progress before the automatic hints: where, what, why."""
LessonCommand = Literal["again", "show", "score", "next", "others"]


class ProgressStopwatch:
    """Measures the time without progress, and the total time.

    >>> seconds = iter([0.0, 5.0, 65.0, 67.0, 70.0])
    >>> patience = ProgressStopwatch(lambda: next(seconds))
    >>> patience.count_time(), patience.skip_time(), patience.count_time(), patience.waited
    (None, None, None, 7.0)
    >>> patience.restart(), patience.count_time(), patience.waited, patience.total
    (None, None, 3.0, 10.0)
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self.clock = clock
        self.waited = 0.0
        """Seconds since the last progress."""
        self.total = 0.0
        self._last = clock()

    def count_time(self) -> None:
        """Count the time since the last call."""
        before, self._last = self._last, self.clock()
        self.waited += self._last - before
        self.total += self._last - before

    def skip_time(self) -> None:
        """Do not count the time since the last call."""
        self._last = self.clock()

    def restart(self) -> None:
        """Note progress."""
        self.waited = 0.0


class LessonTeacher(Generic[S]):
    """Helps one player with one try at a level."""

    def __init__(self, state: LevelState[S], player: PlayerControls[S], clock: Callable[[], float]) -> None:
        self.state = state
        self.player = player
        self.stopwatch = ProgressStopwatch(clock)
        self._timed_hints = 0
        """The number of automatic hints since the last progress."""
        if state.mode != "play":
            tip = Text("{key} shows it, step by step. Or play yourself.", key=key_label(STEP_KEY))
            player.status.show_tip(StatusMessage(tip, "hint"))

    def tick(self, seen: bool) -> bool:
        """Count the time since the last tick if the board was `seen`. Returns whether a hint was given."""
        if not seen or self.state.over or self.state.mode != "play":
            self.stopwatch.skip_time()
            return False
        self.stopwatch.count_time()
        due = sum(self.stopwatch.waited >= after for after in HINT_TIMES)
        if due <= self._timed_hints:
            return False
        self._timed_hints = due
        self.show_next_hint()
        return True

    def note_progress(self) -> None:
        """Restart the time for hints, and hide the last hint."""
        self.stopwatch.restart()
        self._timed_hints = 0
        self.player.status.show_tip(None)

    def show_next_hint(self) -> None:
        """Show the next hint; the last one again if there are no more."""
        hints, at = self.state.lesson.hints, self.state.hints_given
        at = min(at, len(hints) - 1)
        self.state.hints_given = at + 1
        self.player.status.show(None)
        self.player.status.show_tip(StatusMessage(hints[at], "hint"))

    def command_for(self, key: str) -> LessonCommand | None:
        """Return the command for a key of the level; None if there is none, or a hint was shown instead."""
        state, is_hint = self.state, key in self.player.options.keys["hint"]
        if not state.over:
            if state.mode != "play":
                return None
            if state.hints_given == len(state.lesson.hints):
                return "show"
            self.player.focus.pending = None
            self.show_next_hint()
            return None
        if is_hint:
            return None if state.solved or state.mode != "play" else "show"
        if key == OTHERS_KEY:
            return "others"
        if state.has_unseen_score:
            return "score"
        return "next" if state.solved and state.mode != "show" else "again"

    # --- how it is done -------------------------------------------------------------------------------------------

    async def show_step(self) -> bool:
        """Play the next step of the solution and tell its events. False if the player has acted himself."""
        state, steps = self.state, self.state.lesson.solution
        legal = sum(not step.startswith(REFUSED_MARK) for step in steps[: state.steps_shown])
        if legal != state.seat.attempt.actions or state.steps_shown == len(steps):
            return False
        step = steps[state.steps_shown].removeprefix(REFUSED_MARK)
        state.steps_shown += 1
        before, named = state.seat.now.number, literal_text(step)
        try:
            action = state.seat.now.rules.parse(step)
            named = self._point_at(action)
            await state.seat.act(action)
        except UserError as error:
            told = Text("Tried: {action}. {refusal}", action=named, refusal=error.text)
            said = StatusMessage(told, "bad", error.rule)
        else:
            said = self._news_since(before)
        self.player.catch_up()
        self.player.status.say(said)
        return True

    def _point_at(self, action: Action) -> Text:
        """Move the cursor to the place that an action names last. Returns the action in words."""
        focus = self.player.focus
        if focus.selection is None:
            return literal_text(str(action))
        words = zip(focus.selection.decision.fields.get(action.verb, ()), action.words, strict=False)
        meant = [place for name, word in words for place in focus.reader.places_of(action.verb, name, word)]
        focus.cursor.place = next((p for p in reversed(meant) if p in focus.place_areas), focus.cursor.place)
        return focus.reader.describe_action(focus.context(), action)

    def _news_since(self, step: int) -> StatusMessage:
        """Return the events since a step."""
        entries = self.state.seat.now.log_since(step)
        rule = entries[0].rule if entries else ""
        return StatusMessage(join_spaces(entry.text for entry in entries), "info", rule)
