"""The first screen: go on, begin anew, watch, read, set."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Literal

from textual import work
from textual.app import ComposeResult

from tilehall.engine import (
    BUILT_IN_GAMES,
    CHANCE,
    Announcement,
    Text,
    Who,
    join_commas,
    join_spaces,
    list_game_problems,
    list_games,
    literal_text,
)
from tilehall.tui.config.look import Look
from tilehall.tui.config.progress import Progress
from tilehall.tui.key_map import screen_keys
from tilehall.tui.tables.storage.saved_games import SavedGame
from tilehall.tui.tables.storage.store import Library
from tilehall.tui.tables.thinking.background import run_in_thread
from tilehall.tui.terminal.result_screen import ResultScreen
from tilehall.tui.widgets.home_menu import HomeEntry, HomeMenu, SavedGamePreview

if TYPE_CHECKING:
    from tilehall.tui.features.lessons.next_lesson import NextLesson

WELCOME = (
    Text("Welcome. Press Enter to learn a game by playing, or choose one to play."),
    Text("Arrows move, Enter chooses, u takes back, i gives a hint, ? opens the rules."),
    Text("Everything you may do is marked; what you may not do is explained."),
)
SHORT_LESSONS = Text("Short lessons on a real board, a minute each, and then a first game.")
ALL_LEARNED = Text("All lessons are solved; choose any of them to play it once more.")
CLOSE, FAR = 2, 4
"""How many times smaller the board of a game that waits is shown."""
ROOM = 48
"""Columns beside it in the smallest window."""
TITLE = "Tilehall"


@dataclass(frozen=True, slots=True)
class HomeChoice:
    """Where to go from home, and for which game."""

    kind: Literal["continue", "games", "learn", "lessons", "new", "puzzle", "demo", "rules", "settings", "quit"]
    game: str = ""


class HomeScreen(ResultScreen[HomeChoice]):
    """Ends with what was chosen. `back` is where one comes from: the cursor stands there."""

    def __init__(self, look: Look, library: Library, learned: Progress, back: HomeChoice | None = None) -> None:
        super().__init__()
        self.look = look
        self.library = library
        self.learned = learned
        self.lesson: NextLesson | None = None
        """The lesson to go on with, once it is known."""
        self.finished: tuple[Text, ...] = ()
        """The games of which all lessons are solved."""
        self.all_known = False
        """Whether there is no lesson to go on with."""
        self.back = back
        self.boxes = tuple(BUILT_IN_GAMES.values())
        self.newest = next(library.unfinished_games(), None)

    @property
    def menu(self) -> HomeMenu:
        return self.query_one(HomeMenu)

    def compose(self) -> ComposeResult:
        lobby = HomeMenu(self.look, self._entries(), () if self.library.names() else WELCOME)
        if self.back is not None and self.back.kind in (
            "games",
            "learn",
            "lessons",
            "puzzle",
            "demo",
            "rules",
            "settings",
        ):
            ids = [entry.id for entry in lobby.entries]
            lobby.game = self.back.game if self.back.game in ids else lobby.game
            room = "learn" if self.back.kind == "lessons" else self.back.kind
            lobby.at = ids.index(room) if room in ids else 0
        yield lobby

    def on_mount(self) -> None:
        # The games of the house are shown without waiting for what other packages may take their time to load.
        self.call_after_refresh(self._welcome_guests)
        self.call_after_refresh(self._look_for_lesson)
        if self.newest:
            self.call_after_refresh(self._look_at, self.newest)

    def _welcome_guests(self) -> None:
        if not list_game_problems() and len(list_games()) == len(BUILT_IN_GAMES):
            return
        self.boxes = list_games()
        for lobby in self.query(HomeMenu):  # none, if somebody has gone on already
            lobby.problems = list_game_problems()
            lobby.set_entries(self._entries())

    @work
    async def _look_for_lesson(self) -> None:
        """Which lesson is next, as soon as the games have been asked."""
        from tilehall.tui.features.lessons.next_lesson import learned_games, next_lesson

        # An error, even one of ours, comes again when the lesson is opened, and is dealt with there.
        with suppress(Exception):
            self.lesson = await run_in_thread(partial(next_lesson, self.learned))
            if self.learned.read_tries():
                self.finished = await run_in_thread(partial(learned_games, self.learned))
            self.all_known = self.lesson is None
            for lobby in self.query(HomeMenu):
                lobby.set_entries(self._entries())

    @work
    async def _look_at(self, saved: SavedGame) -> None:
        """The position of the game that waits, as soon as it is read."""
        # An error, even one of ours, comes again when the game is opened, and is dealt with there.
        with suppress(Exception):
            preview = await run_in_thread(partial(_preview, saved, self.library, self.look))
            for lobby in self.query(HomeMenu):
                lobby.show_preview(preview)

    def _entries(self) -> list[HomeEntry]:
        known = self.library.names()
        found = [self._continue(self.newest)] if self.newest else []
        alone = not known and not self.all_known
        found += self._lessons(alone=True) if alone else []
        for box in self.boxes:
            found.append(HomeEntry(box.id, Text("Play {title}", title=self._title(box)), box.summary, box))
        if known:
            found.append(HomeEntry("games", Text("All games"), _all_games(*self.library.count_unfinished())))
        found += [] if alone else self._lessons(alone=False)
        found.append(HomeEntry("demo", Text("Watch")))
        found.append(
            HomeEntry("puzzle", Text("Puzzles"), Text("Find the one best turn: the puzzle of today, and more."))
        )
        found.append(HomeEntry("rules", Text("Rules")))
        found.append(HomeEntry("settings", Text("Settings"), Text("Colours, characters, language, keys and more.")))
        found.append(HomeEntry("quit", Text("Quit"), Text("Leaves Tilehall; every game is kept.")))
        return found

    def _lessons(self, alone: bool) -> list[HomeEntry]:
        """The next lesson, named where it stands `alone` in its line."""
        lesson = self.lesson
        if lesson is None:
            return [HomeEntry("learn", Text("Learn"), ALL_LEARNED if self.all_known else SHORT_LESSONS)]
        title, n, count = lesson.title, lesson.number, lesson.all
        if alone:
            label = Text("Learn {title}: lesson {n} of {all}", title=title, n=n, all=count)
            return [HomeEntry("learn", label, join_spaces([*self._learned(), SHORT_LESSONS]))]
        about = Text("{title}, lesson {n} of {all}.", title=title, n=n, all=count)
        return [HomeEntry("learn", Text("Learn"), join_spaces([about, *self._learned(), SHORT_LESSONS]))]

    def _learned(self) -> list[Text]:
        """What is finished."""
        return [Text("Learned: {games}.", games=join_commas(self.finished))] if self.finished else []

    def _continue(self, saved: SavedGame) -> HomeEntry:
        title = next(
            (self._title(box) for box in self.boxes if box.id == saved.header.game), literal_text(saved.header.game)
        )
        where = Text(
            "{title}: {names}, step {step}", title=title, names=join_commas(saved.header.names), step=saved.steps
        )
        return HomeEntry("continue", Text("Continue"), where)

    def _title(self, box: Announcement) -> Text:
        """The title; where two games are called alike the id is added."""
        alike = sum(other.title == box.title for other in self.boxes)
        return box.title if alike == 1 else Text("{title} ({id})", title=box.title, id=box.id)

    # --- where to go ----------------------------------------------------------------------------------------------

    def on_home_menu_chosen(self, event: HomeMenu.Chosen) -> None:
        match event.id:
            case "continue" | "games" | "settings" | "quit":
                self.close_with(HomeChoice(event.id, self.menu.game))
            case "learn":
                self.close_with(HomeChoice(event.id, self.lesson.game if self.lesson else self.menu.game))
            case "puzzle" | "demo" | "rules":
                self.close_with(HomeChoice(event.id, self.menu.game))
            case new:
                self.close_with(HomeChoice("new", new))

    def on_home_menu_asked(self, event: HomeMenu.Asked) -> None:
        if event.what != "keys":
            self.close_with(HomeChoice("lessons" if event.what == "learn" else event.what, self.menu.game))
            return
        from tilehall.tui.screens.pages import screen_keys_page

        self.app.push_screen(screen_keys_page(self.look, literal_text(TITLE), screen_keys("home").help()))

    def on_home_menu_closed(self) -> None:
        self.close_with(HomeChoice("quit"))


def _all_games(waiting: int, unread: int) -> Text:
    how_many = Text("{n} waits to be played on", "{n} wait to be played on", n=waiting)
    if unread:
        how_many = Text("{waiting}; {n} cannot be read", "{waiting}; {n} cannot be read", waiting=how_many, n=unread)
    return Text("{games}. Play one on, look at those that are over, replay or delete them.", games=how_many)


def _preview(saved: SavedGame, library: Library, look: Look) -> SavedGamePreview:
    """The board of a saved game as those who play it may see it together. Raises RecordError."""
    from tilehall.tui.boards.pixels import shrink_picture
    from tilehall.tui.boards.registry import renderer_for
    from tilehall.tui.player.player import PlayerControls
    from tilehall.tui.tables.history.replay import Replay
    from tilehall.tui.tables.table import Table
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
