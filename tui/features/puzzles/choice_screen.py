"""Which puzzle: the one of today, or the next of a game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from textual.app import ComposeResult

from tilehall.engine import Text, listed
from tilehall.tui.config.look import Look
from tilehall.tui.features.puzzles.puzzle_text import all_done, called
from tilehall.tui.features.puzzles.series import Shelf
from tilehall.tui.terminal.result_screen import Room
from tilehall.tui.widgets.form import Form
from tilehall.tui.widgets.form_row import Row

TODAY = "today"
DAILY = Text("The same for everybody; afterwards it is three lines to paste.")


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
        yield Row(TODAY, Text("The puzzle of today"), "told", said={"told": self.today}, help=DAILY, listed=True)
        for n, shelf in enumerate(self.shelves):
            section = Text("One after the other") if n == 0 else Text("")
            said, help = {"told": told(shelf)}, about(shelf)
            yield Row(shelf.game, shelf.title, "told", said=said, help=help, section=section, listed=True)

    def on_form_pushed(self, event: Form.Pushed) -> None:
        self.leave_with("" if event.id == TODAY else event.id)

    def on_form_closed(self) -> None:
        self.leave_with(None)


def told(shelf: Shelf) -> Text:
    """How many are done."""
    if not shelf.puzzles:
        return Text("cannot be read")
    return Text("{done} of {all} solved", done=shelf.solved, all=len(shelf.puzzles))


def about(shelf: Shelf) -> Text:
    """What comes next, and how hard those are that are left."""
    if shelf.next is None:
        return shelf.trouble or all_done(shelf.puzzles)
    left = listed(Text("{n} of grade {grade}", n=n, grade=grade) for grade, n in sorted(shelf.left.items()))
    return Text("Find the one clearly best turn. Next: {puzzle}. Left: {left}.", puzzle=called(shelf.next), left=left)
