"""The entries of the home screen, made without Textual so that they can be painted before it is loaded."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

from tilehall.engine import BUILT_IN_GAMES, Text, join_commas, join_spaces, literal_text
from tilehall.tui.config.look import Look
from tilehall.tui.config.settings import Settings
from tilehall.tui.config.user_dirs import UserDirs
from tilehall.tui.screens.early_picture import show_early
from tilehall.tui.tables.storage.saved_games import SavedGame
from tilehall.tui.tables.storage.store import Library
from tilehall.tui.terminal.capabilities import Terminal
from tilehall.tui.terminal.output.picture import Picture
from tilehall.tui.widgets.home_picture import HomeEntry, HomePicture

if TYPE_CHECKING:
    from tilehall.engine import Announcement
    from tilehall.tui.features.lessons.next_lesson import NextLesson
    from tilehall.tui.terminal.drivers.first_picture import FirstPicture

WELCOME = (
    Text("Welcome. Press Enter to learn a game by playing, or choose one to play."),
    Text("Arrows move, Enter chooses, u takes back, i gives a hint, ? opens the rules."),
    Text("Everything you may do is marked; what you may not do is explained."),
)
SHORT_LESSONS = Text("Short lessons on a real board, a minute each, and then a first game.")
ALL_LEARNED = Text("All lessons are solved; choose any of them to play it once more.")


class HomeEntries:
    """The entries, as far as saved games and lessons are known."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self.boxes = tuple(BUILT_IN_GAMES.values())
        self.newest = next(library.unfinished_games(), None)
        self.lesson: NextLesson | None = None
        """The next lesson, once it is known."""
        self.finished: tuple[Text, ...] = ()
        """The games whose lessons are all solved."""
        self.all_known = False
        """Whether no lesson is left to go on with."""

    def picture(self, look: Look) -> HomePicture:
        """The home screen in its initial state."""
        return HomePicture(look, self.entries(), () if self.library.names() else WELCOME)

    def entries(self) -> list[HomeEntry]:
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
        """The entry of the next lesson, with its name if it is `alone` in its line."""
        lesson = self.lesson
        if lesson is None:
            return [HomeEntry("learn", Text("Learn"), ALL_LEARNED if self.all_known else SHORT_LESSONS)]
        title, n, count = lesson.title, lesson.number, lesson.all
        if alone:
            label = Text("Learn {title}: lesson {n} of {all}", title=title, n=n, all=count)
            return [HomeEntry("learn", label, join_spaces([*self._finished(), SHORT_LESSONS]))]
        about = Text("{title}, lesson {n} of {all}.", title=title, n=n, all=count)
        return [HomeEntry("learn", Text("Learn"), join_spaces([about, *self._finished(), SHORT_LESSONS]))]

    def _finished(self) -> list[Text]:
        """Messages about games whose lessons are all solved."""
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
        """The title, with the id if two games have the same title."""
        alike = sum(other.title == box.title for other in self.boxes)
        return box.title if alike == 1 else Text("{title} ({id})", title=box.title, id=box.id)


def _all_games(waiting: int, unread: int) -> Text:
    how_many = Text("{n} waits to be played on", "{n} wait to be played on", n=waiting)
    if unread:
        how_many = Text("{waiting}; {n} cannot be read", "{waiting}; {n} cannot be read", waiting=how_many, n=unread)
    return Text("{games}. Play one on, look at those that are over, replay or delete them.", games=how_many)


def show_early_home(
    terminal: Terminal, user_dirs: UserDirs, settings: Settings
) -> AbstractContextManager[FirstPicture | None]:
    """Context that shows the home screen before Textual is loaded."""

    def paint(look: Look, columns: int, lines: int) -> Picture:
        page = HomeEntries(Library(user_dirs.games)).picture(look)
        page.columns, page.lines = columns, lines
        return page.paint()

    return show_early(paint, terminal, user_dirs, settings)
