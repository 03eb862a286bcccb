"""The board of a level, and the effects of its own keys."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from tilehall.engine import Text, join_spaces
from tilehall.tui.boards.registry import BoardRenderer
from tilehall.tui.config.look import Look
from tilehall.tui.config.progress import LessonTry
from tilehall.tui.config.settings import Settings
from tilehall.tui.features.lessons.learner_seat import LearnerSeat, LessonMode, LevelProgress, make_lesson_try
from tilehall.tui.features.lessons.lesson_text import LessonSurroundings
from tilehall.tui.features.lessons.level_state import LevelState
from tilehall.tui.features.lessons.sequence import AfterTry
from tilehall.tui.features.lessons.teacher import LessonTeacher
from tilehall.tui.features.lessons.widget import LessonChrome
from tilehall.tui.player.focus import ControlOptions
from tilehall.tui.player.messages.status_message import StatusMessage
from tilehall.tui.player.player import PlayerControls
from tilehall.tui.screens.board import BoardScreen
from tilehall.tui.screens.board_purpose import BoardParts, BoardPurpose, Destination
from tilehall.tui.tables.seat import Seat
from tilehall.tui.tables.thinking.background import TaskRunner

TICK = 1.0
"""Seconds between two checks whether a hint is due."""

THEN: Mapping[Destination, AfterTry] = {"rematch": "again", "show": "show", "next": "next", "others": "others"}
"""What may follow the board; all other answers leave the lessons."""


class LessonPurpose(BoardPurpose):
    """A board that is shown for a level."""

    back_text = Text("back to the lesson")

    def __init__(self, state: LevelState[Any]) -> None:
        super().__init__()
        self.state = state

    def build(self, seat: Seat[Any], renderer: BoardRenderer[Any], options: ControlOptions) -> BoardParts:
        options = replace(options, confirms_partial=True, shows_outcome=self.state.lesson.outlook)
        player: PlayerControls[Any] = PlayerControls(seat, renderer, options, TaskRunner(), self.state.note_refusal)
        self._lesson = LessonSurroundings(self.state, player)
        return BoardParts(player, self._lesson, LessonChrome(self._lesson, renderer))

    @property
    def shows_result(self) -> bool:
        # If the try has failed the reason comes first.
        return self.state.solved or self.state.mode != "play"

    def note_result_shown(self) -> None:
        self.state.note_score_seen()

    def first_rule(self) -> str:
        return self._lesson.first_rule()


class LevelPresenter:
    """Presents one try at a level on one screen."""

    def __init__(
        self,
        look: Look,
        seat: LearnerSeat[Any],
        course: LevelProgress,
        settings: Settings,
        way: LessonMode = "play",
        clock: Callable[[], float] = time.monotonic,
        note: Callable[[LessonTry], None] = lambda made: None,
    ) -> None:
        """`note` is called with the result as soon as the try is decided."""
        self.seat = seat
        self.note = note
        self.state: LevelState[Any] = LevelState(seat, course, way)
        settings = settings.with_value("coach", "on" if way == "play" else "off")
        self.board = BoardScreen(look, self.seat, settings, LessonPurpose(self.state))
        self.teacher: LessonTeacher[Any] = LessonTeacher(self.state, self.board.player, clock)
        if (intro := seat.attempt.lesson.intro) and way == "play" and not seat.attempt.known:
            told = StatusMessage(join_spaces(intro), "info", recap=intro, title=seat.now.rules.title)
            self.board.player.status.say(told)
        self.stop = self.seat.subscribe(self._changed)
        self._steps = self.seat.now.number

    def _changed(self) -> None:
        if self.seat.verdict is not None:
            self.note(self.result())
        if self.seat.now.number != self._steps:
            self._steps = self.seat.now.number
            self.teacher.note_progress()

    def tick(self) -> None:
        """Show a hint if one is due."""
        if self.teacher.tick(self.board.is_active):
            self.board.paint()

    async def handle_key(self, key: str) -> None:
        """Execute a key of the level."""
        match self.teacher.command_for(key):
            case None if self.state.mode != "play" and not self.state.over:
                await self._show()
            case "again":
                self.board.close_with("rematch")
            case "show" | "next" | "others" as wish:
                self.board.close_with(wish)
            case "score":
                self.board.views.show_score()
        self.board.paint()

    async def _show(self) -> None:
        """Show the next step of the solution; after the learner's own steps it begins anew."""
        if await self.teacher.show_step():
            self.board.play_on()
        else:
            self.board.close_with("show")

    def result(self) -> LessonTry:
        """Return the report on the try."""
        return make_lesson_try(self.seat, self.state.mode, self.state.hints_given, self.teacher.stopwatch.total)
