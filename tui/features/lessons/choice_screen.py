"""The list of lessons: the levels of a game, which are solved, and the other games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.style import Style
from textual.app import ComposeResult

from tilehall.engine import Text
from tilehall.tui.config.look import Look
from tilehall.tui.features.lessons.sequence import LessonList, LessonRequest
from tilehall.tui.terminal.result_screen import ResultScreen
from tilehall.tui.widgets.form import Form
from tilehall.tui.widgets.form_row import FormRow

LEVEL = "level "
"""Distinguishes the ids of levels from those of games."""


class LessonsScreen(ResultScreen[LessonRequest | None]):
    """Lets the user choose; the result is a level, another game (without a level), or None."""

    def __init__(self, look: Look, shelf: LessonList, others: Sequence[LessonList]) -> None:
        super().__init__()
        self.look = look
        self.shelf = shelf
        self.others = others

    def compose(self) -> ComposeResult:
        title = Text("{title}: lessons", title=self.shelf.title)
        form = Form(self.look, title, list(self._rows()))
        following = (n for n, lesson in enumerate(self.shelf.lessons) if lesson.id not in self.shelf.solved)
        form.at = next(following, 0)
        yield form

    def _rows(self) -> Iterator[FormRow]:
        for n, lesson in enumerate(self.shelf.lessons, 1):
            done = lesson.id in self.shelf.solved
            label = Text("{n}  {title}", n=n, title=lesson.title)
            help = Text("Solved. Enter plays it once more.") if done else Text("Not solved yet. Enter plays it.")
            yield FormRow(f"{LEVEL}{lesson.id}", label, help=help, mark=self._mark(done))
        for n, other in enumerate(self.others):
            section = Text("Other games") if n == 0 else Text("")
            help = Text("Enter shows its lessons.")
            said, mark = {"told": lessons_done_text(other)}, self._mark(other.all_solved)
            yield FormRow(
                other.game, other.title, "told", said=said, help=help, section=section, listed=True, mark=mark
            )

    def _mark(self, done: bool) -> tuple[str, Style]:
        look = self.look
        return (look.glyphs.check, look.on_table(look.palette.good)) if done else (look.glyphs.track_todo, look.muted)

    def on_form_pushed(self, event: Form.Pushed) -> None:
        if event.id.startswith(LEVEL):
            self.close_with(LessonRequest(self.shelf.game, event.id.removeprefix(LEVEL)))
        else:
            self.close_with(LessonRequest(event.id))

    def on_form_closed(self) -> None:
        self.close_with(None)


def lessons_done_text(shelf: LessonList) -> Text:
    """Return how many lessons are solved."""
    return Text("{done} of {all} solved", done=len(shelf.solved), all=len(shelf.lessons))
