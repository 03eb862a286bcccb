"""Lessons on the screens of an app: the list of lessons, and a board for each try."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tilehall.engine import load_game
from tilehall.tui.config.progress import Progress
from tilehall.tui.features.lessons.choice_screen import LessonsScreen
from tilehall.tui.features.lessons.learner_seat import LearnerSeat, LessonMode, LevelProgress
from tilehall.tui.features.lessons.screen import THEN, TICK, LevelPresenter
from tilehall.tui.features.lessons.sequence import (
    FirstGame,
    LessonRequest,
    LessonSequence,
    TryRecorder,
    TryResult,
    lesson_list,
    lesson_lists,
)
from tilehall.tui.screens.base_app import BaseApp
from tilehall.tui.tables.computer_players import TableServices
from tilehall.tui.tables.thinking.background import TaskRunner
from tilehall.tui.tables.thinking.thinkers import Thinker


class LessonFlow:
    """Shows lessons until the user leaves them."""

    def __init__(
        self, app: BaseApp, progress: Progress, thinker: Callable[[], Thinker], warm_up: Callable[[str], None]
    ) -> None:
        """`warm_up` is called with the id of a game whose computer players will be needed."""
        self.app = app
        self.progress = progress
        self.thinker = thinker
        self.warm_up = warm_up
        self.presenter: LevelPresenter | None = None
        """The presenter of the try that is on the screen."""

    async def run(self, wanted: LessonRequest) -> FirstGame | None:
        """Show lessons. Returns the game to play after the last one, or None. Raises UserError."""
        sequence = LessonSequence(self.progress, self._services, self._teach, self.app.warn, self._choose)
        return await sequence.run(wanted)

    def _services(self) -> TableServices:
        """Return the services for the table of one try."""
        return TableServices(self.thinker(), TaskRunner())

    def handle_key(self, key: str) -> None:
        """Execute a key of the level."""
        if self.presenter is not None:
            self.app.run_blocking(self.presenter.handle_key(key))

    async def _teach(
        self, seat: LearnerSeat[Any], course: LevelProgress, mode: LessonMode, recorder: TryRecorder
    ) -> TryResult:
        """Show one try at a level."""
        rules, app = seat.now.rules, self.app
        self.warm_up(rules.id)
        presenter = LevelPresenter(app.look_for(rules.package), seat, course, app.settings, mode, note=recorder.record)
        self.presenter = presenter
        ticking, result = app.set_interval(TICK, presenter.tick), None
        try:
            answer = await app.push_screen_wait(presenter.board)
            result = TryResult(THEN.get(answer or "home", "leave"), presenter.result())
        finally:
            ticking.stop()
            self.presenter = None
            if result is None:
                # Quitting the program leaves the lesson, too.
                recorder.record(presenter.result())
        return result

    async def _choose(self, name: str) -> LessonRequest | None:
        """Show the lessons of a game, or of another that the user chooses. Returns the lesson, or None."""
        every = lesson_lists(self.progress, self.app.warn)
        while True:
            own, look = lesson_list(load_game(name), self.progress), self.app.look_for(load_game(name).package)
            screen = LessonsScreen(look, own, [each for each in every if each.game != name])
            chosen = await self.app.push_screen_wait(screen)
            if chosen is None or chosen.level:
                return chosen
            name = chosen.game
