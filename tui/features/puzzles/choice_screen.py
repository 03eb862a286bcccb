"""The list of puzzles: the one of today, or the next of a game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from textual.app import ComposeResult

from tilehall.engine import Text, join_commas
from tilehall.tui.config.look import Look
from tilehall.tui.features.puzzles.puzzle_text import all_done_text, puzzle_title
from tilehall.tui.features.puzzles.series import PuzzleList
from tilehall.tui.terminal.result_screen import ResultScreen
from tilehall.tui.widgets.form import Form
from tilehall.tui.widgets.form_row import FormRow

TODAY = "today"
DAILY = Text("The same for everybody; afterwards it is three lines to paste.")


class PuzzlesScreen(ResultScreen[str | None]):
    """Lets the user choose; the result is the id of a game, an empty text for the puzzle of today, or None."""

    def __init__(self, look: Look, today: Text, shelves: Sequence[PuzzleList], at: str = "") -> None:
        """`today` is the game of today's puzzle, and whether that is done."""
        super().__init__()
        self.look = look
        self.today = today
        self.shelves = shelves
        self.at = at

    def compose(self) -> ComposeResult:
        form = Form(self.look, Text("Puzzles"), list(self._rows()))
        form.at = next((n for n, row in enumerate(form.rows) if row.id == self.at), 0)
        yield form

    def _rows(self) -> Iterator[FormRow]:
        yield FormRow(TODAY, Text("The puzzle of today"), "told", said={"told": self.today}, help=DAILY, listed=True)
        for n, shelf in enumerate(self.shelves):
            section = Text("One after the other") if n == 0 else Text("")
            said, help = {"told": puzzles_done_text(shelf)}, next_puzzle_text(shelf)
            yield FormRow(shelf.game, shelf.title, "told", said=said, help=help, section=section, listed=True)

    def on_form_pushed(self, event: Form.Pushed) -> None:
        self.close_with("" if event.id == TODAY else event.id)

    def on_form_closed(self) -> None:
        self.close_with(None)


def puzzles_done_text(shelf: PuzzleList) -> Text:
    """Return how many puzzles are done."""
    if not shelf.puzzles:
        return Text("cannot be read")
    return Text("{done} of {all} solved", done=shelf.solved, all=len(shelf.puzzles))


def next_puzzle_text(shelf: PuzzleList) -> Text:
    """Return the next puzzle of a game, and the grades of those that are left."""
    if shelf.next is None:
        return shelf.trouble or all_done_text(shelf.puzzles)
    left = join_commas(
        Text("{n} of grade {grade}", n=n, grade=grade) for grade, n in sorted(shelf.unsolved_by_grade.items())
    )
    return Text(
        "Find the one clearly best turn. Next: {puzzle}. Left: {left}.", puzzle=puzzle_title(shelf.next), left=left
    )
