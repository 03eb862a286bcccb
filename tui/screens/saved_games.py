"""All saved games, unfinished and finished ones, and problems with unreadable ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import tzinfo
from pathlib import Path
from typing import Literal

from rich.style import Style
from textual.app import ComposeResult
from textual.events import Key
from textual.message import Message

from tilehall.engine import BUILT_IN_GAMES, Text, UserError, join_commas, join_spaces, literal_text
from tilehall.tui.config.look import Look
from tilehall.tui.key_map import screen_keys
from tilehall.tui.tables.storage.disk_errors import system_error_text
from tilehall.tui.tables.storage.saved_games import SavedGame
from tilehall.tui.tables.storage.store import WITHOUT_HEAD, Library
from tilehall.tui.terminal.output.cells import wrap
from tilehall.tui.terminal.output.picture import Picture
from tilehall.tui.terminal.result_screen import ResultScreen
from tilehall.tui.timestamps import format_local
from tilehall.tui.widgets.form import Form
from tilehall.tui.widgets.form_row import FormRow

KEYS = screen_keys("saved games")
SHOWN = 3
"""Number of unreadable games that are named."""


class SavedGamesForm(Form):
    """The games, below a few lines about unreadable ones."""

    problems: tuple[Text, ...] = ()
    doomed = ""
    """The game that is deleted if the next key confirms it."""

    @dataclass
    class Wanted(Message):
        """An action on a game was requested."""

        name: str
        what: Literal["replay", "delete"]

    def on_key(self, event: Key) -> None:
        # The form handles its own keys after this method.
        doomed, self.doomed = self.doomed, ""
        here = self.rows[self.at].id
        command = KEYS.command(event.key)
        if not here or not (doomed or command in ("replay", "delete")):
            return
        event.stop()
        event.prevent_default()
        if doomed and command == "confirm":
            self.post_message(self.Wanted(doomed, "delete"))
        elif doomed:
            self.say(Text("It is kept."))
        elif command == "replay":
            self.post_message(self.Wanted(here, "replay"))
        else:
            self.doomed = here
            self.say(Text("Delete {game} for good? y deletes it, any other key keeps it.", game=here))

    def head(self, picture: Picture) -> int:
        y, look = super().head(picture), self.look
        for text, style in self._told():
            for line in wrap(look.say(text), picture.width - 4):
                picture.put(2, y, line, style)
                y += 1
        return y + bool(self.problems)

    def _told(self) -> Iterator[tuple[Text, Style]]:
        yield from ((problem, self.look.warn) for problem in self.problems[:SHOWN])
        if (more := len(self.problems) - SHOWN) > 0:
            yield _more(more), self.look.warn
        if self.problems:
            yield WITHOUT_HEAD, self.look.muted


def _more(n: int) -> Text:
    return Text("{n} more; '{command}' names it.", "{n} more; '{command}' names them.", n=n, command="tilehall games")


@dataclass(frozen=True, slots=True)
class SavedGameChoice:
    """A saved game, and whether to play on or to replay it."""

    path: Path
    what: Literal["play", "replay"]
    step: int = 0
    """The first step of the replay."""


class SavedGamesScreen(ResultScreen[SavedGameChoice | None]):
    """Its result is a game with what to do with it, or None."""

    def __init__(self, look: Look, library: Library) -> None:
        super().__init__()
        self.look = look
        self.library = library
        self.saved = library.saved_games()
        self.problems = tuple(library.problems())

    def compose(self) -> ComposeResult:
        shelf = SavedGamesForm(self.look, Text("All games"), self._rows())
        shelf.problems = self.problems
        if self.saved:
            shelf.extra_hints = tuple(KEYS.hints(self.look.glyphs, "replay", "delete"))
        yield shelf

    def _rows(self) -> list[FormRow]:
        waiting = [saved for saved in self.saved if not saved.over]
        ended = [saved for saved in self.saved if saved.over]
        rows = _rows(waiting, Text("Waiting to be played on"), Text("Enter plays on."), self.library.zone)
        rows += _rows(ended, Text("Over"), Text("Enter shows how it ended, with its score."), self.library.zone)
        return rows or [FormRow("", Text("Back"))]

    def on_form_pushed(self, event: Form.Pushed) -> None:
        saved = self._named(event.id)
        self.close_with(_opened(saved) if saved else None)

    def on_saved_games_form_wanted(self, event: SavedGamesForm.Wanted) -> None:
        saved = self._named(event.name)
        if saved and event.what == "replay":
            self.close_with(SavedGameChoice(saved.path, "replay"))
        elif saved:
            self._delete(saved)

    def _delete(self, saved: SavedGame) -> None:
        shelf = self.query_one(SavedGamesForm)
        try:
            self.library.delete(saved.path)
        except UserError as error:
            shelf.say(error.text)
            return
        except OSError as error:
            shelf.say(Text("{file}: {why}.", file=saved.path.name, why=system_error_text(error)))
            return
        self.saved = self.library.saved_games()
        shelf.set_rows(self._rows())
        shelf.say(Text("{game} is deleted.", game=saved.name))

    def _named(self, name: str) -> SavedGame | None:
        return next((saved for saved in self.saved if saved.name == name), None)

    def on_form_closed(self) -> None:
        self.close_with(None)


def _opened(saved: SavedGame) -> SavedGameChoice:
    """A finished game is replayed from its end."""
    return SavedGameChoice(saved.path, "replay", saved.steps) if saved.over else SavedGameChoice(saved.path, "play")


def _rows(games: Sequence[SavedGame], section: Text, help: Text, zone: tzinfo | None) -> list[FormRow]:
    """A row for each game, below a common heading."""
    return [_row(saved, help, zone, section if n == 0 else Text("")) for n, saved in enumerate(games)]


def _row(saved: SavedGame, help: Text, zone: tzinfo | None, section: Text) -> FormRow:
    box = BUILT_IN_GAMES.get(saved.header.game)
    when = format_local(saved.changed, zone)
    what = Text("{names}: step {step}, {when}", names=join_commas(saved.header.names), step=saved.steps, when=when)
    if saved.over:
        what = Text("{result}; {when}", result=saved.result, when=when)
    told = join_spaces([help, Text("It is kept as {file}.", file=saved.path.name)])
    title = box.title if box else literal_text(saved.header.game)
    return FormRow(saved.name, title, "what", said={"what": what}, help=told, section=section)
