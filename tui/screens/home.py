"""The first screen: go on, begin anew, watch, read, set."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from textual.app import ComposeResult

from tilehall.engine import BUILT_IN, Box, Text, boxes, listed, plain, problems
from tilehall.tui.house.records import Saved
from tilehall.tui.house.store import Library
from tilehall.tui.kernel.paint import Picture
from tilehall.tui.kernel.room import Room
from tilehall.tui.look import Look
from tilehall.tui.scenes.tiles import MEDIUM, face, label
from tilehall.tui.widgets.form import Form, Row

HUES = ("red", "orange", "yellow", "green", "blue", "purple", "white", "clear")
SHOWN = 2
"""So many lines of problems."""
WELCOME = (
    Text("Welcome. Choose a game below and press Enter; a computer player is waiting."),
    Text("Arrows move, Enter chooses, u takes back, i gives a hint, ? opens the rules."),
    Text("Everything you may do is marked; what you may not do is explained."),
)


class Menu(Form):
    """The home screen's form, under the name of the house in tiles, with a greeting for who is here first.

    Below stands in a quiet line what is wrong with a game of another package; the rest of it tells `tilehall doctor`.
    """

    greeting: tuple[Text, ...] = ()
    problems: tuple[Text, ...] = ()

    def head(self, picture: Picture) -> int:
        look = self.look
        if picture.width < 62 or picture.height < 20:
            return super().head(picture)
        x = 2
        for letter, hue in zip("TILEHALL", HUES, strict=True):
            style = look.face(look.palette.hue(hue))
            face(picture, x, 1, MEDIUM, style, look)
            label(picture, x, 1, MEDIUM, letter, style)
            x += MEDIUM.pitch
        lines = [*(self.greeting or (Text("Tile games at a terminal."),)), *self._troubles()]
        for n, line in enumerate(lines):
            picture.put(2, 5 + n, look.clip(look.say(line), picture.width - 4), look.muted)
        return 6 + len(lines)

    def _troubles(self) -> list[Text]:
        if len(self.problems) <= SHOWN:
            return list(self.problems)
        more = len(self.problems) - SHOWN + 1
        return [
            *self.problems[: SHOWN - 1],
            Text(
                "{n} more game is left out; {doctor} says why.",
                "{n} more games are left out; {doctor} says why.",
                n=more,
                doctor="tilehall doctor",
            ),
        ]


@dataclass(frozen=True, slots=True)
class Errand:
    """Where to go from home, and for which game."""

    kind: Literal["continue", "games", "new", "demo", "rules", "settings", "quit"]
    game: str = ""


class HomeScreen(Room[Errand]):
    """Ends with what was chosen."""

    def __init__(self, look: Look, library: Library) -> None:
        super().__init__()
        self.look = look
        self.library = library
        self.boxes = tuple(BUILT_IN.values())
        self.titles = _titles(self.boxes)
        self.games: dict[str, str] = {}
        """The games that can be begun, by their rows."""

    def compose(self) -> ComposeResult:
        menu = Menu(self.look, Text("Tilehall"), self._rows(), close=Text("quit"))
        menu.greeting = () if self.library.names() else WELCOME
        yield menu

    def on_mount(self) -> None:
        # The games of the house are shown without waiting for what other packages may take their time to load.
        self.call_after_refresh(self._welcome_guests)

    def _welcome_guests(self) -> None:
        if not problems() and len(boxes()) == len(BUILT_IN):
            return
        self.boxes = boxes()
        self.titles = _titles(self.boxes)
        for menu in self.query(Menu):  # none, if somebody has gone on already
            menu.problems = problems()
            menu.set_rows(self._rows())

    def _rows(self) -> list[Row]:
        newest = next(self.library.waiting(), None)
        rows = [self._continue(newest)] if newest else []
        for box in self.boxes:
            row = Row(f"new {box.id}", Text("Play {title}", title=self.titles[box.id]), help=_about(box))
            self.games[row.id] = box.id
            rows.append(row)
        waiting, unread = self.library.waits()
        if waiting > 1 or unread:
            rows.append(_all_games(waiting, unread))
        ids, titles = tuple(self.titles), self.titles
        watch = Text("Computer players; every step is explained with its rule.")
        rows.append(Row("demo", Text("Watch"), ids[0], ids, watch, titles, push=True))
        read = Text("Searchable, paragraph by paragraph.")
        rows.append(Row("rules", Text("Rules"), ids[0], ids, read, titles, push=True))
        rows.append(Row("settings", Text("Settings"), help=Text("Colours, characters, language, keys and more.")))
        rows.append(Row("quit", Text("Quit")))
        return rows

    def on_form_pushed(self, event: Form.Pushed) -> None:
        match event.id:
            case "continue" | "games" | "settings" | "quit":
                self.leave_with(Errand(event.id))
            case "demo" | "rules":
                self.leave_with(Errand(event.id, event.value))
            case new:
                self.leave_with(Errand("new", self.games[new]))

    def on_form_closed(self) -> None:
        self.leave_with(Errand("quit"))

    def _continue(self, saved: Saved) -> Row:
        title = self.titles.get(saved.header.game, plain(saved.header.game))
        where = Text("{title}: {names}, step {step}", title=title, names=listed(saved.header.names), step=saved.steps)
        return Row("continue", Text("Continue"), "step", said={"step": where}, help=Text("Back to the table."))


def _titles(found: Sequence[Box]) -> dict[str, Text]:
    """The title of each game by its id; where two are called alike the id is added."""
    titles = [box.title for box in found]
    return {
        box.id: box.title if titles.count(box.title) == 1 else Text("{title} ({id})", title=box.title, id=box.id)
        for box in found
    }


def _about(game: Box) -> Text:
    least, most = game.seats[0], game.seats[-1]
    if least == most:
        return Text("{n} player. {credit}.", "{n} players. {credit}.", n=most, credit=game.credit)
    return Text("{least} to {most} players. {credit}.", least=least, most=most, credit=game.credit)


def _all_games(waiting: int, unread: int) -> Row:
    how_many = Text("{n} waits to be played on", "{n} wait to be played on", n=waiting)
    if unread:
        how_many = Text("{waiting}; {n} cannot be read", "{waiting}; {n} cannot be read", waiting=how_many, n=unread)
    return Row("games", Text("All games"), "games", said={"games": how_many}, help=Text("Continue another game."))
