"""The board of a level, and what its own keys do."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from tilehall.engine import Text, spaced
from tilehall.tui.config.lesson_progress import Try, made
from tilehall.tui.config.look import Look
from tilehall.tui.config.settings import Settings
from tilehall.tui.features.lessons.learner_seat import Course, LearnerSeat, Way
from tilehall.tui.features.lessons.lesson_text import Lecture
from tilehall.tui.features.lessons.sequence import Then
from tilehall.tui.features.lessons.widget import LessonChrome
from tilehall.tui.key_map import bound
from tilehall.tui.player.messages.status_message import Message
from tilehall.tui.screens.board import BoardScreen
from tilehall.tui.screens.scoring import Answer

TICK = 1.0
"""Seconds after which it is looked whether it is time for a hint."""

THEN: Mapping[Answer, Then] = {"rematch": "again", "show": "show", "next": "next", "others": "others"}
"""Where one goes after the board; from all others one leaves."""


class Learning:
    """One try at a level before one screen."""

    def __init__(
        self,
        look: Look,
        seat: LearnerSeat[Any],
        course: Course,
        settings: Settings,
        way: Way = "play",
        clock: Callable[[], float] = time.monotonic,
        note: Callable[[Try], None] = lambda made: None,
    ) -> None:
        """`note` hears what came of it as soon as that is decided."""
        self.seat = seat
        self.note = note
        self.lecture: Lecture[Any] = Lecture(seat, course, bound(settings), clock, way)
        settings = settings.having("coach", "on" if way == "play" else "off")
        self.board = BoardScreen(
            look, self.seat, settings, around=self.lecture, chrome=partial(LessonChrome, self.lecture)
        )
        self.board.when_scored = self._counted
        self.board.behind_score = Text("back to the lesson")
        # Whoever has not done what was to be done is told why first of all.
        self.board.shows_result = lambda: self.lecture.solved or way != "play"
        self.board.rule_in_force = self.lecture.rule
        self.lecture.attend(self.board.player)
        if (intro := seat.trial.lesson.intro) and way == "play" and not seat.trial.known:
            self.board.player.say(Message(spaced(intro), "info", story=intro, title=seat.now.rules.title))
        self.stop = self.seat.told(self._changed)
        self._steps = self.seat.now.number

    def _changed(self) -> None:
        if self.seat.verdict is not None:
            self.note(self.made())
        if self.seat.now.number != self._steps:
            self._steps = self.seat.now.number
            self.lecture.goes_on()

    def tick(self) -> None:
        """Time has passed."""
        if self.lecture.ticks(self.board.is_active):
            self.board.paint()

    async def press(self, key: str) -> None:
        """A key that belongs to the level."""
        match self.lecture.wish(key):
            case None if self.lecture.way != "play" and not self.lecture.over:
                await self._show()
            case "again":
                self.board.leave_with("rematch")
            case "show" | "next" | "others" as wish:
                self.board.leave_with(wish)
            case "score":
                self.board.show_score()
        self.board.paint()

    def _counted(self) -> None:
        self.lecture.counted = True

    async def _show(self) -> None:
        """The next step; after a step of one's own it begins anew."""
        if await self.lecture.show():
            self.board.play_on()
        else:
            self.board.leave_with("show")

    def made(self) -> Try:
        """What came of it."""
        return made(self.seat, self.lecture.way, self.lecture.given, self.lecture.patience.all)
