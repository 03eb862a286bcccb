"""All saved games that can be played on, and what is wrong with those that cannot even be read."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import tzinfo
from pathlib import Path

from rich.style import Style
from textual.app import ComposeResult

from tilehall.engine import Text, listed, plain
from tilehall.tui.clock import local
from tilehall.tui.house.records import Saved
from tilehall.tui.house.store import WITHOUT_HEAD, Library
from tilehall.tui.kernel.cells import wrap
from tilehall.tui.kernel.paint import Picture
from tilehall.tui.kernel.room import Room
from tilehall.tui.look import Look
from tilehall.tui.widgets.form import Form, Row

SHOWN = 3
"""So many of those that cannot be read are named."""


class Shelf(Form):
    """The games, under a few lines about those that cannot be read."""

    problems: tuple[Text, ...] = ()

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


class GamesScreen(Room[Path | None]):
    """Ends with the path of a game, or None."""

    def __init__(self, look: Look, library: Library) -> None:
        super().__init__()
        self.look = look
        self.zone = library.zone
        self.waiting = list(library.waiting())
        self.problems = tuple(library.problems())

    def compose(self) -> ComposeResult:
        rows = [_row(saved, self.zone) for saved in self.waiting] or [Row("", Text("Back"))]
        shelf = Shelf(self.look, Text("Games to be played on"), rows)
        shelf.problems = self.problems
        yield shelf

    def on_form_pushed(self, event: Form.Pushed) -> None:
        self.leave_with(next((saved.path for saved in self.waiting if saved.name == event.id), None))

    def on_form_closed(self) -> None:
        self.leave_with(None)


def _row(saved: Saved, zone: tzinfo | None) -> Row:
    when = local(saved.changed, zone)
    what = Text("{names}: step {step}, {when}", names=listed(saved.header.names), step=saved.steps, when=when)
    return Row(saved.name, plain(saved.header.game), "what", said={"what": what}, help=plain(saved.path.name))
