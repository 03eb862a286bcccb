"""A list of things to set or to choose, by arrows alone: the home screen, the set-up and the settings are forms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from textual.events import Key, Resize
from textual.message import Message

from tilehall.engine import Text, plain
from tilehall.tui.kernel import cells
from tilehall.tui.kernel.canvas import Canvas
from tilehall.tui.kernel.paint import Picture
from tilehall.tui.look import Look
from tilehall.tui.widgets.chrome import Hint, footer
from tilehall.tui.widgets.pager import wrapped

NOTHING: Final = Text("")
BACK: Final = Text("back")
BESIDE = 50
"""Columns that rows need before anything stands beside them."""
HELP = 2
"""Lines for the help of a row."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line: a button without values, a text to type if `typed`, otherwise a choice among values.

    A choice with `push` is a button as well: Enter pushes it with the value it shows.
    """

    id: str
    label: Text
    value: str = ""
    values: tuple[str, ...] = ()
    help: Text = NOTHING
    said: Mapping[str, Text] = field(default_factory=dict)
    """What values are called, where they are not called what they are."""
    typed: bool = False
    push: bool = False

    @property
    def button(self) -> bool:
        return not self.values and not self.typed

    @property
    def shown(self) -> Text:
        """The value as it is called."""
        return self.said.get(self.value, plain(self.value))


class Form(Canvas, can_focus=True):
    """Rows with a cursor. Left and right change a value, letters go into a text, Enter presses a button."""

    @dataclass
    class Changed(Message):
        row: Row

    @dataclass
    class Pushed(Message):
        id: str
        value: str = ""

    @dataclass
    class Closed(Message):
        """Esc or q was pressed."""

    def __init__(self, look: Look, title: Text, rows: Sequence[Row], close: Text = BACK) -> None:
        super().__init__()
        self.look = look
        self.title = title
        self.rows = list(rows)
        self.at = 0
        self.close = close
        self.note = NOTHING
        self.top = 0
        self.aside: Picture | None = None
        """What stands beside the rows, where there is room."""

    @property
    def pointed(self) -> str:
        """The label of the row under the cursor."""
        return self.look.say(self.rows[self.at].label).strip()

    def set_rows(self, rows: Sequence[Row], at: str | None = None) -> None:
        """Other rows; the cursor stays on the row with the same id if there is one."""
        wanted = at or (self.rows[self.at].id if self.rows else "")
        self.rows = list(rows)
        self.at = next((n for n, row in enumerate(self.rows) if row.id == wanted), min(self.at, len(rows) - 1))
        self._paint()

    def value(self, name: str) -> str:
        return next(row.value for row in self.rows if row.id == name)

    def wear(self, look: Look, aside: Picture | None) -> None:
        """Another look, and what is shown of it."""
        self.look, self.aside = look, aside
        self._paint()

    def say(self, note: Text) -> None:
        """A sentence in the line above the footer, until the next key."""
        self.note = note
        self._paint()

    # --- keys -----------------------------------------------------------------------------------------------------

    def on_key(self, event: Key) -> None:
        if event.key.startswith("ctrl+") and event.key != "ctrl+u":
            return
        event.stop()
        event.prevent_default()
        self.note = NOTHING
        row = self.rows[self.at]
        if event.key in ("up", "shift+tab") or (event.key == "k" and not row.typed):
            self._go(-1)
        elif event.key in ("down", "tab") or (event.key == "j" and not row.typed):
            self._go(1)
        elif event.key == "escape" or (event.key == "q" and not row.typed):
            self.post_message(self.Closed())
        elif row.typed:
            self._type(row, event)
        elif event.key in ("left", "h") and row.values:
            self._cycle(row, -1)
        elif event.key in ("enter", "space") and (row.button or row.push):
            self.post_message(self.Pushed(row.id, row.value))
        elif event.key in ("right", "l", "space", "enter") and row.values:
            self._cycle(row, 1)
        self._paint()

    def _go(self, step: int) -> None:
        self.at = (self.at + step) % len(self.rows)

    def _cycle(self, row: Row, step: int) -> None:
        at = row.values.index(row.value) if row.value in row.values else 0
        self._change(replace(row, value=row.values[(at + step) % len(row.values)]))

    def _type(self, row: Row, event: Key) -> None:
        if event.key == "enter":
            self._go(1)
        elif event.key == "backspace":
            self._change(replace(row, value=row.value[:-1]))
        elif event.key == "ctrl+u":
            self._change(replace(row, value=""))
        elif event.character and event.character.isprintable() and len(row.value) < 32:
            self._change(replace(row, value=row.value + event.character))

    def _change(self, row: Row) -> None:
        self.rows[self.at] = row
        self.post_message(self.Changed(row))

    # --- painting -------------------------------------------------------------------------------------------------

    def on_resize(self, event: Resize) -> None:
        self._paint()

    def head(self, picture: Picture) -> int:
        """What stands above the rows; the number of lines it takes."""
        look = self.look
        picture.put(2, 1, look.clip(look.say(self.title), picture.width - 4), look.accent)
        return 3

    def _paint(self) -> None:
        look, width, height = self.look, self.size.width, self.size.height
        if not width or not height:
            return
        picture = Picture(width, height, look.table)
        top = self.head(picture)
        room = max(1, height - top - 3)
        self.top = max(0, min(self.top, self.at), self.at - room + 1)
        labels = max((cells.width(look.say(row.label)) for row in self.rows if not row.button), default=0)
        beside = self.aside if self.aside and width >= BESIDE + self.aside.width + 3 else None
        space = width - 2 if beside is None else width - beside.width - 4
        for n, row in enumerate(self.rows[self.top : self.top + room]):
            self._row(picture, row, top + n, min(labels, space // 2), space, self.top + n == self.at)
        if beside is not None:
            picture.paste(width - beside.width - 2, top, beside)
        if self.top:
            picture.put(width - 2, top, look.glyphs.arrow_up, look.muted)
        if self.top + room < len(self.rows):
            picture.put(width - 2, top + room - 1, look.glyphs.arrow_down, look.muted)
        style = look.bad if self.note else look.muted
        said = wrapped(look.say(self.note or self.rows[self.at].help), width - 4, style)
        if len(said) > HELP:
            said = [*said[: HELP - 1], [(look.clip(said[HELP - 1][0][0] + " " * width, width - 4), style)]]
        for n, ((words, style),) in enumerate(said):
            picture.put(2, height - 1 - len(said) + n, words, style)
        footer(picture, look, height - 1, self._keys())
        self.show(picture)

    def _keys(self) -> list[Hint]:
        row, glyphs = self.rows[self.at], self.look.glyphs
        found: list[Hint] = [(glyphs.arrow_up + glyphs.arrow_down, Text("move"))]
        if row.values:
            found.append((glyphs.arrow_left + glyphs.arrow_right, Text("change")))
            found += [("Enter", Text("choose"))] if row.push else []
        elif row.typed:
            found.append(("A-Z", Text("type")))
        else:
            found.append(("Enter", Text("choose")))
        return [*found, ("Esc", self.close)]

    def _row(self, picture: Picture, row: Row, y: int, labels: int, space: int, here: bool) -> None:
        """A row with so many columns for its label, and so many in all."""
        look = self.look
        picture.put(2, y, look.glyphs.play if here else " ", look.accent)
        if row.button:
            end = picture.put(4, y, look.clip(look.say(row.label), space - 4), look.accent if here else look.strong)
            picture.put(end + 2, y, look.clip(look.say(row.shown), space - end - 2), look.muted)
            return
        strong = look.accent if row.push and here else look.strong if row.push or here else look.muted
        picture.put(4, y, look.clip(look.say(row.label), labels), strong)
        x = 4 + labels + 4
        if row.typed:
            self._field(picture, row.value, x, y, space, here)
            return
        end = picture.put(x, y, look.clip(look.say(row.shown), space - x - 2), look.text)
        if here:
            picture.put(x - 2, y, look.glyphs.arrow_left + " ", look.accent)
            picture.put(end, y, " " + look.glyphs.arrow_right, look.accent)

    def _field(self, picture: Picture, value: str, x: int, y: int, space: int, here: bool) -> None:
        """A text that is typed; of a long one its end is seen."""
        look = self.look
        while cells.width(value) > max(1, space - x - 1):
            value = value[1:]
        end = picture.put(x, y, value, look.text)
        if here:
            picture.put(end, y, " ", look.style(look.palette.background, look.palette.cursor))
