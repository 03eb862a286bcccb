"""The first screen: go on, begin anew, watch, read, set."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult

from tilehall.engine import BUILT_IN, Box, boxes, problems
from tilehall.tui.house.store import Library, Saved
from tilehall.tui.kernel.cells import clip
from tilehall.tui.kernel.paint import Picture
from tilehall.tui.kernel.room import Room
from tilehall.tui.look import Look
from tilehall.tui.scenes.tiles import MEDIUM, face, label
from tilehall.tui.widgets.form import Form, Row

HUES = ("red", "orange", "yellow", "green", "blue", "purple", "white", "clear")
SHOWN = 2
"""So many lines of problems."""
WELCOME = (
    "Welcome. Choose a game below and press Enter; a computer player is waiting.",
    "Arrows move, Enter chooses, u takes back, i gives a hint, ? opens the rules.",
    "Everything you may do is marked; what you may not do is explained.",
)


class Menu(Form):
    """The home screen's form, under the name of the house in tiles, with a greeting for who is here first.

    Below stands in a quiet line what is wrong with a game of another package; the rest of it tells `tilehall doctor`.
    """

    greeting: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()

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
        lines = [*(self.greeting or ("Tile games at a terminal.",)), *self._troubles()]
        for n, line in enumerate(lines):
            picture.put(2, 5 + n, clip(line, picture.width - 4, look.glyphs.ellipsis), look.muted)
        return 6 + len(lines)

    def _troubles(self) -> list[str]:
        if len(self.problems) <= SHOWN:
            return list(self.problems)
        more = len(self.problems) - SHOWN + 1
        return [*self.problems[: SHOWN - 1], f"{more} more games are left out; tilehall doctor says why."]


class HomeScreen(Room[str]):
    """Ends with what was chosen: `continue`, `new GAME`, `demo GAME`, `rules GAME`, `settings`, `quit`."""

    def __init__(self, look: Look, library: Library) -> None:
        super().__init__()
        self.look = look
        self.library = library
        self.boxes = tuple(BUILT_IN.values())
        self.titles = _titles(self.boxes)

    def compose(self) -> ComposeResult:
        menu = Menu(self.look, "Tilehall", self._rows(), close="quit")
        menu.greeting = () if self.library.saved() else WELCOME
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
        waiting = [saved for saved in self.library.saved() if not saved.over]
        rows = [_continue(waiting[0])] if waiting else []
        rows += [Row(f"new {box.id}", f"Play {self.titles[box.id]}", help=_about(box)) for box in self.boxes]
        if len(waiting) > 1:
            rows.append(
                Row("games", "All games", f"{len(waiting)} wait to be played on", help="Continue another game.")
            )
        titles = tuple(self.titles.values())
        watch = "Computer players; every step is explained with its rule."
        rows.append(Row("demo", "Watch", titles[0], titles, help=watch, push=True))
        rows.append(Row("rules", "Rules", titles[0], titles, help="Searchable, paragraph by paragraph.", push=True))
        rows.append(Row("settings", "Settings", help="Colours, characters, keys and more."))
        rows.append(Row("quit", "Quit"))
        return rows

    def on_form_pushed(self, event: Form.Pushed) -> None:
        chosen = next((name for name, title in self.titles.items() if title == event.value), "")
        self.leave_with(f"{event.id} {chosen}".strip())

    def on_form_closed(self) -> None:
        self.leave_with("quit")


def _titles(found: Sequence[Box]) -> dict[str, str]:
    """The title of each game by its id; where two are called alike the id is added."""
    titles = [box.title for box in found]
    return {box.id: box.title if titles.count(box.title) == 1 else f"{box.title} ({box.id})" for box in found}


def _about(game: Box) -> str:
    least, most = game.seats[0], game.seats[-1]
    return f"{least if least == most else f'{least} to {most}'} players. {game.credit}."


def _continue(saved: Saved) -> Row:
    names = ", ".join(saved.header.names)
    return Row("continue", "Continue", f"{saved.header.game}: {names}, step {saved.steps}", help="Back to the table.")
