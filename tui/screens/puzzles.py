"""Which puzzle: the one of today, or the next of a game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from textual.app import ComposeResult

from tilehall.engine import Text
from tilehall.tui.kernel.room import Room
from tilehall.tui.look import Look
from tilehall.tui.solving import Shelf
from tilehall.tui.widgets.form import Form
from tilehall.tui.widgets.row import Row

TODAY = "today"
DAILY = Text("The same for everybody; afterwards it is three lines to paste.")
ONE_BEST = Text("Positions with one clearly best turn, for you to find: the easiest that you have not solved.")


class PuzzlesScreen(Room[str | None]):
    """Ends with the id of a game, with nothing for the puzzle of today, or with None."""

    def __init__(self, look: Look, today: Text, shelves: Sequence[Shelf], at: str = "") -> None:
        """`today` says which game it is today, and whether that is done."""
        super().__init__()
        self.look = look
        self.today = today
        self.shelves = shelves
        self.at = at

    def compose(self) -> ComposeResult:
        form = Form(self.look, Text("Puzzles"), list(self._rows()))
        form.at = next((n for n, row in enumerate(form.rows) if row.id == self.at), 0)
        yield form

    def _rows(self) -> Iterator[Row]:
        yield Row(TODAY, Text("The puzzle of today"), "told", said={"told": self.today}, help=DAILY)
        for n, shelf in enumerate(self.shelves):
            section = Text("One after the other") if n == 0 else Text("")
            yield Row(shelf.game, shelf.title, "told", said={"told": told(shelf)}, help=ONE_BEST, section=section)

    def on_form_pushed(self, event: Form.Pushed) -> None:
        self.leave_with("" if event.id == TODAY else event.id)

    def on_form_closed(self) -> None:
        self.leave_with(None)


def told(shelf: Shelf) -> Text:
    """How many are done."""
    return Text("{done} of {all} solved", done=shelf.solved, all=shelf.puzzles)
