"""The record of a game on a screen: to be read, and how to have it as a file."""

from __future__ import annotations

from collections.abc import Iterator

from tilehall.engine import Text, literal_text
from tilehall.tui.config.look import Look
from tilehall.tui.screens.reader import ReaderScreen
from tilehall.tui.terminal.output.cells import wrap
from tilehall.tui.widgets.pager import TextLine

INDENT = "    "
"""Before the rest of a line that is longer than the screen is wide."""


def record_page(look: Look, number: int, record: str, door: str) -> ReaderScreen:
    """Whole whatever the width; `door` is the line by which one comes here, also for the file."""

    def written(columns: int) -> list[TextLine]:
        return [*_file(look, number, door, columns), *_lines(look, record, columns)]

    return ReaderScreen(look, literal_text("Tilehall"), Text("table {number}", number=number), written)


def _file(look: Look, number: int, door: str, columns: int) -> Iterator[TextLine]:
    told = Text("As a file, typed at a terminal of your own:")
    yield from ([(line, look.muted)] for line in wrap(look.say(told), columns))
    yield from ([(line, look.accent)] for line in wrap(f"{door} export {number} > {number}.tilehall", columns))
    yield []


def _lines(look: Look, record: str, columns: int) -> Iterator[TextLine]:
    for line in record.splitlines():
        # A line of a record has no blanks but between its words.
        first, *more = wrap(line, columns - len(INDENT))
        yield [(first, look.text)]
        yield from ([(INDENT + rest, look.text)] for rest in more)
