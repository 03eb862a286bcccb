"""The board of a level, and what its own keys do."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from tilehall.engine import Text, join_spaces
from tilehall.tui.config.look import Look
from tilehall.tui.config.progress import LessonTry
from tilehall.tui.config.settings import Settings
from tilehall.tui.features.lessons.learner_seat import LearnerSeat, LessonMode, LevelProgress, make_lesson_try
from tilehall.tui.features.lessons.lesson_text import LessonSurroundings
from tilehall.tui.features.lessons.sequence import AfterTry
from tilehall.tui.features.lessons.widget import LessonChrome
from tilehall.tui.key_map import bind_keys
from tilehall.tui.player.messages.status_message import StatusMessage
from tilehall.tui.screens.board import BoardScreen
from tilehall.tui.screens.scoring import Destination

TICK = 1.0
"""Seconds after which it is looked whether it is time for a hint."""

THEN: Mapping[Destination, AfterTry] = {"rematch": "again", "show": "show", "next": "next", "others": "others"}
"""Where one goes after the board; from all others one leaves."""


class LevelPresenter:
    """One try at a level before one screen."""

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
        """`note` hears what came of it as soon as that is decided."""
        self.seat = seat
        self.note = note
        self.lecture: LessonSurroundings[Any] = LessonSurroundings(seat, course, bind_keys(settings), clock, way)
        settings = settings.with_value("coach", "on" if way == "play" else "off")
        self.board = BoardScreen(
            look, self.seat, settings, around=self.lecture, chrome=partial(LessonChrome, self.lecture)
        )
        self.board.when_scored = self._counted
        self.board.behind_score = Text("back to the lesson")
        # Whoever has not done what was to be done is told why first of all.
        self.board.shows_result = lambda: self.lecture.solved or way != "play"
        self.board.rule_in_force = self.lecture.first_rule
        self.lecture.attach_player(self.board.player)
        if (intro := seat.attempt.lesson.intro) and way == "play" and not seat.attempt.known:
            self.board.player.say(StatusMessage(join_spaces(intro), "info", recap=intro, title=seat.now.rules.title))
        self.stop = self.seat.subscribe(self._changed)
        self._steps = self.seat.now.number

    def _changed(self) -> None:
        if self.seat.verdict is not None:
            self.note(self.result())
        if self.seat.now.number != self._steps:
            self._steps = self.seat.now.number
            self.lecture.note_progress()

    def tick(self) -> None:
        """Time has passed."""
        if self.lecture.tick(self.board.is_active):
            self.board.paint()

    async def handle_key(self, key: str) -> None:
        """A key that belongs to the level."""
        match self.lecture.command_for(key):
            case None if self.lecture.way != "play" and not self.lecture.over:
                await self._show()
            case "again":
                self.board.close_with("rematch")
            case "show" | "next" | "others" as wish:
                self.board.close_with(wish)
            case "score":
                self.board.show_score()
        self.board.paint()

    def _counted(self) -> None:
        self.lecture.score_seen = True

    async def _show(self) -> None:
        """The next step; after a step of one's own it begins anew."""
        if await self.lecture.show_step():
            self.board.play_on()
        else:
            self.board.close_with("show")

    def result(self) -> LessonTry:
        """What came of it."""
        return make_lesson_try(self.seat, self.lecture.way, self.lecture.hints_given, self.lecture.stopwatch.total)
