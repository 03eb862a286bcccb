"""The first screen: go on, begin anew, watch, read, set."""

from __future__ import annotations

from textual.app import ComposeResult

from tilehall.engine import BUILT_IN, Box
from tilehall.tui.house.store import Library, Saved
from tilehall.tui.kernel.paint import Picture
from tilehall.tui.kernel.room import Room
from tilehall.tui.look import Look
from tilehall.tui.scenes.tiles import MEDIUM, face, label
from tilehall.tui.widgets.form import Form, Row

HUES = ("red", "orange", "yellow", "green", "blue", "purple", "white", "clear")
WELCOME = (
    "Welcome. Choose a game below and press Enter; a computer player is waiting.",
    "Arrows move, Enter chooses, u takes back, i gives a hint, ? opens the rules.",
    "Everything you may do is marked; what you may not do is explained.",
)


class Menu(Form):
    """The home screen's form, under the name of the house in tiles, and a greeting for who is here first."""

    greeting: tuple[str, ...] = ()

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
        for n, line in enumerate(self.greeting or ("Tile games at a terminal.",)):
            picture.put(2, 5 + n, line, look.muted)
        return 6 + max(1, len(self.greeting))


class HomeScreen(Room[str]):
    """Ends with what was chosen: `continue`, `new GAME`, `demo GAME`, `rules GAME`, `settings`, `quit`."""

    def __init__(self, look: Look, library: Library) -> None:
        super().__init__()
        self.look = look
        self.library = library

    def compose(self) -> ComposeResult:
        menu = Menu(self.look, "Tilehall", self._rows(), close="quit")
        menu.greeting = () if self.library.saved() else WELCOME
        yield menu

    def _rows(self) -> list[Row]:
        waiting = [saved for saved in self.library.saved() if not saved.over]
        rows = [_continue(waiting[0])] if waiting else []
        rows += [Row(f"new {name}", f"Play {game.title}", help=_about(game)) for name, game in BUILT_IN.items()]
        if len(waiting) > 1:
            rows.append(
                Row("games", "All games", f"{len(waiting)} wait to be played on", help="Continue another game.")
            )
        titles = tuple(game.title for game in BUILT_IN.values())
        watch = "Computer players; every step is explained with its rule."
        rows.append(Row("demo", "Watch", titles[0], titles, help=watch, push=True))
        rows.append(Row("rules", "Rules", titles[0], titles, help="Searchable, paragraph by paragraph.", push=True))
        rows.append(Row("settings", "Settings", help="Colours, characters, keys and more."))
        rows.append(Row("quit", "Quit"))
        return rows

    def on_form_pushed(self, event: Form.Pushed) -> None:
        chosen = next((name for name, game in BUILT_IN.items() if game.title == event.value), "")
        self.leave_with(f"{event.id} {chosen}".strip())

    def on_form_closed(self) -> None:
        self.leave_with("quit")


def _about(game: Box) -> str:
    return f"{game.seats.start} to {game.seats.stop - 1} players. {game.credit}."


def _continue(saved: Saved) -> Row:
    names = ", ".join(saved.header.names)
    return Row("continue", "Continue", f"{saved.header.game}: {names}, step {saved.steps}", help="Back to the table.")
