"""The first screen: resume, start, watch, read, and settings."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Literal

from textual import work
from textual.app import ComposeResult

from tilehall.engine import (
    BUILT_IN_GAMES,
    CHANCE,
    Text,
    Who,
    list_game_problems,
    list_games,
    literal_text,
)
from tilehall.tui.boards.pixels import shrink_picture
from tilehall.tui.config.look import Look
from tilehall.tui.config.progress import Progress
from tilehall.tui.key_map import screen_keys
from tilehall.tui.screens.home_entries import HomeEntries
from tilehall.tui.tables.history.replay import Replay
from tilehall.tui.tables.storage.saved_games import SavedGame
from tilehall.tui.tables.storage.store import Library
from tilehall.tui.tables.table import Table
from tilehall.tui.tables.thinking.background import run_in_thread
from tilehall.tui.terminal.result_screen import ResultScreen
from tilehall.tui.widgets.home_menu import HomeMenu
from tilehall.tui.widgets.home_picture import SavedGamePreview

CLOSE, FAR = 2, 4
"""Scales at which the board of the saved game is reduced."""
ROOM = 48
"""Columns beside that board in the smallest window."""
TITLE = "Tilehall"
RETURNS = ("games", "learn", "lessons", "puzzle", "demo", "rules", "settings")
"""Entries that the cursor returns to when their screens are closed."""


@dataclass(frozen=True, slots=True)
class HomeChoice:
    """The chosen screen, and the game it is for."""

    kind: Literal["continue", "games", "learn", "lessons", "new", "puzzle", "demo", "rules", "settings", "quit"]
    game: str = ""


class HomeScreen(ResultScreen[HomeChoice]):
    """Its result is the chosen entry. The cursor starts on the entry `back`."""

    def __init__(self, look: Look, library: Library, learned: Progress, back: HomeChoice | None = None) -> None:
        super().__init__()
        self.look = look
        self.library = library
        self.learned = learned
        self.back = back
        self.offered = HomeEntries(library)

    @property
    def menu(self) -> HomeMenu:
        return self.query_one(HomeMenu)

    def compose(self) -> ComposeResult:
        page = self.offered.picture(self.look)
        back = self.back
        if back is not None and back.kind in RETURNS:
            ids = [entry.id for entry in page.entries]
            page.game = back.game if back.game in ids else page.game
            room = "learn" if back.kind == "lessons" else back.kind
            page.at = ids.index(room) if room in ids else 0
        yield HomeMenu(page)

    def on_mount(self) -> None:
        # Add-on games load slowly: the built-in ones are shown first.
        self.call_after_refresh(self._show_addon_games)
        self.call_after_refresh(self._look_for_lesson)
        if self.offered.newest:
            self.call_after_refresh(self._look_at, self.offered.newest)

    def _show_addon_games(self) -> None:
        if not list_game_problems() and len(list_games()) == len(BUILT_IN_GAMES):
            return
        self.offered.boxes = list_games()
        for menu in self.query(HomeMenu):  # none, if the user has already gone on
            menu.page.problems = list_game_problems()
            menu.set_entries(self.offered.entries())

    @work
    async def _look_for_lesson(self) -> None:
        """Finds the next lesson, once the games are loaded."""
        from tilehall.tui.features.lessons.next_lesson import learned_games, next_lesson

        # The error will be raised again, and handled, when the lesson is opened.
        with suppress(Exception):
            self.offered.lesson = await run_in_thread(partial(next_lesson, self.learned))
            if self.learned.read_tries():
                self.offered.finished = await run_in_thread(partial(learned_games, self.learned))
            self.offered.all_known = self.offered.lesson is None
            for menu in self.query(HomeMenu):
                menu.set_entries(self.offered.entries())

    @work
    async def _look_at(self, saved: SavedGame) -> None:
        """Shows the position of the saved game, once it is read."""
        # The error will be raised again, and handled, when the game is opened.
        with suppress(Exception):
            preview = await run_in_thread(partial(_preview, saved, self.library, self.look))
            for menu in self.query(HomeMenu):
                menu.show_preview(preview)

    # --- choices --------------------------------------------------------------------------------------------------

    def on_home_menu_chosen(self, event: HomeMenu.Chosen) -> None:
        match event.id:
            case "continue" | "games" | "settings" | "quit":
                self.close_with(HomeChoice(event.id, self.menu.page.game))
            case "learn":
                self.close_with(
                    HomeChoice(event.id, self.offered.lesson.game if self.offered.lesson else self.menu.page.game)
                )
            case "puzzle" | "demo" | "rules":
                self.close_with(HomeChoice(event.id, self.menu.page.game))
            case new:
                self.close_with(HomeChoice("new", new))

    def on_home_menu_asked(self, event: HomeMenu.Asked) -> None:
        if event.what != "keys":
            self.close_with(HomeChoice("lessons" if event.what == "learn" else event.what, self.menu.page.game))
            return
        from tilehall.tui.screens.pages import screen_keys_page

        self.app.push_screen(screen_keys_page(self.look, literal_text(TITLE), screen_keys("home").help()))

    def on_home_menu_closed(self) -> None:
        self.close_with(HomeChoice("quit"))


def _preview(saved: SavedGame, library: Library, look: Look) -> SavedGamePreview:
    """The board of a saved game as all its local players may see it. Raises RecordError."""
    from tilehall.tui.boards.registry import renderer_for
    from tilehall.tui.player.player import PlayerControls
    from tilehall.tui.widgets.players_line import players_line

    table = Table.open_read_only(saved.path, library)
    replay = Replay(table)
    replay.go(replay.steps)
    drawn, moment = renderer_for(saved.header.game), replay.now
    board = drawn.paint(PlayerControls(replay, drawn).view(look), *drawn.minimum_size).picture
    due = [Who(seat) for seat in moment.due if seat != CHANCE]
    turn = Text("{who} is to play.", who=due[0]) if len(due) == 1 else Text("All decide at the same time.")
    small, large = shrink_picture(board, FAR, look), shrink_picture(board, CLOSE, look)
    return SavedGamePreview(small, large, moment.title, players_line(moment, drawn, look, ROOM), turn, moment.names)
