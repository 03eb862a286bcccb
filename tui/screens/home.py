"""The first screen: go on, begin anew, watch, read, set."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.screen import Screen

from engine import games
from tui.files import Library, Saved
from tui.look import Look
from tui.paint import Picture
from tui.scenes.tiles import MEDIUM, face, label
from tui.widgets.form import Form, Row

HUES = ("red", "orange", "yellow", "green", "blue", "purple", "white", "clear")
WELCOME = (
    "Welcome. Choose a game below and press Enter; a computer player is waiting.",
    "Arrows move, Enter chooses, u takes back, i gives a hint, ? opens the rules.",
    "Everything you may do is marked; what you may not do is explained.",
)


class Menu(Form):
    """The home screen's form, under the name of the house in tiles."""

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
        picture.put(2, 5, "Tile games at a terminal", look.muted)
        return 7


class HomeScreen(Screen[str]):
    """Ends with what was chosen: `continue`, `new GAME`, `demo GAME`, `rules GAME`, `settings`, `quit`."""

    def __init__(self, look: Look, library: Library) -> None:
        super().__init__()
        self.look = look
        self.library = library

    def compose(self) -> ComposeResult:
        yield Menu(self.look, "Tilehall", self._rows(), close="quit")

    def on_mount(self) -> None:
        if not self.library.saved():
            self.query_one(Menu).note = ""

    def _rows(self) -> list[Row]:
        waiting = [saved for saved in self.library.saved() if not saved.over]
        rows = [_continue(waiting[0])] if waiting else []
        rows += [Row(f"new {game.id}", f"Play {game.title}", help=game.credit + ".") for game in games()]
        if len(waiting) > 1:
            rows.append(
                Row("games", "All games", f"{len(waiting)} wait to be played on", help="Continue another game.")
            )
        for game in games():
            rows.append(
                Row(f"demo {game.id}", f"Watch {game.title}", help="Computer players; every step is explained.")
            )
            rows.append(Row(f"rules {game.id}", f"Rules of {game.title}", help="Searchable, paragraph by paragraph."))
        rows.append(Row("settings", "Settings", help="Colours, characters, keys and more."))
        rows.append(Row("quit", "Quit"))
        return rows

    def on_form_pushed(self, event: Form.Pushed) -> None:
        self.dismiss(event.id)

    def on_form_closed(self) -> None:
        self.dismiss("quit")


def _continue(saved: Saved) -> Row:
    names = ", ".join(saved.header.names)
    return Row("continue", "Continue", f"{saved.header.game}: {names}, step {saved.steps}", help="Back to the table.")
