"""Puzzles on the screens of an app: the list of puzzles, and a board for each try."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime

from tilehall.engine import load_game
from tilehall.tui.config.user_dirs import UserDirs
from tilehall.tui.features.puzzles.choice_screen import PuzzlesScreen
from tilehall.tui.features.puzzles.screen import PuzzlePresenter
from tilehall.tui.features.puzzles.series import (
    PuzzleSeries,
    describe_puzzle_of_day,
    open_next,
    open_puzzle_of_day,
    puzzle_lists,
)
from tilehall.tui.screens.base_app import BaseApp
from tilehall.tui.tables.thinking.background import ProcessPool, ThreadThinker


class PuzzleFlow:
    """Shows puzzles until the user leaves them."""

    def __init__(self, app: BaseApp, user_dirs: UserDirs, thinker: Callable[[], ProcessPool | ThreadThinker]) -> None:
        self.app = app
        self.user_dirs = user_dirs
        self.thinker = thinker
        self.presenter: PuzzlePresenter | None = None
        """The presenter of the puzzles that are on the screen."""

    async def choose(self, name: str) -> None:
        """Show the list of puzzles, with the cursor on this game, and the puzzles that the user chooses."""
        chosen: str | None = name
        while chosen is not None:
            today = describe_puzzle_of_day(_today(), self.user_dirs)
            screen = PuzzlesScreen(self.app.look, today, puzzle_lists(self.user_dirs), chosen)
            chosen = await self.app.push_screen_wait(screen)
            if chosen is not None:
                await self.solve_next(chosen)

    async def solve_next(self, name: str) -> None:
        """Show the next puzzle of a game; without a name, that of today. Raises UserError if there is none."""
        if name:
            await self.solve(open_next(load_game(name), self.user_dirs, time.monotonic))
        else:
            await self.solve(open_puzzle_of_day(_today(), self.user_dirs, time.monotonic))

    async def solve(self, series: PuzzleSeries) -> None:
        """Show one puzzle after the other."""
        app, thinker = self.app, self.thinker()
        self.presenter = presenter = PuzzlePresenter(series, app.settings, thinker, thinker, app.warn)
        look = app.look_for(series.rules.package)
        try:
            while await app.push_screen_wait(presenter.board(look)) == "rematch":
                look, presenter.settings = app.look_for(series.rules.package), app.settings
        finally:
            # Hints count even if the user quits the program.
            series.leave()
            self.presenter = None

    def handle_key(self, key: str) -> None:
        """Execute a key of the puzzle."""
        if self.presenter is not None:
            self.presenter.handle_key(key)


def _today() -> str:
    return f"{datetime.now(UTC):%Y-%m-%d}"
