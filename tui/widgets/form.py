"""A list of settings and buttons, operated by arrow keys; used by the set-up, the settings and other lists."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, NamedTuple

from textual.events import Key, Resize
from textual.message import Message

from tilehall.engine import Text
from tilehall.tui.boards.panel import draw_panel
from tilehall.tui.boards.tiles import draw_heading
from tilehall.tui.config.look import Look
from tilehall.tui.key_map import screen_keys
from tilehall.tui.terminal.output import cells
from tilehall.tui.terminal.output.canvas import Canvas
from tilehall.tui.terminal.output.drawing import Rect
from tilehall.tui.terminal.output.picture import Picture
from tilehall.tui.widgets.form_row import NOTHING, FormRow, meaning
from tilehall.tui.widgets.key_hints import KeyHint, draw_footer

BACK: Final = Text("back")
BESIDE = 50
"""Columns that rows need before a panel is drawn beside them."""
WIDE, COLUMN = 100, 40
"""Columns of the screen from which on help is drawn beside the rows, and columns of that help."""
ENOUGH = 64
"""Columns that the rows must keep if a panel gets its best width."""
HELP = 2
"""Lines for the help below the rows."""
MEANING = 5
"""Minimal lines of a panel with all values of a row."""
FEW = ("section", "row")
"""Kinds of lines that are left where there is no room for the others."""
LONGEST = 32
"""Characters that may be typed into a row."""
FIELD = 14
"""Columns of the text field of a row that also has values."""


class FormLine(NamedTuple):
    """A line of the list: blank, a section heading, a row, or the continuation of a value."""

    row: int
    kind: Literal["air", "section", "row", "more"]
    words: str = ""
    indent: int = 0


class SidePanel(NamedTuple):
    """A panel beside the rows: its minimal columns, its drawing function, and its best columns if rows have room."""

    columns: int
    drawn: Callable[[int, int], Picture]
    best: int = 0


class Form(Canvas, can_focus=True):
    """Rows with a cursor. Left and right change a value, letters are typed into a text, Enter presses a button."""

    extra_hints: tuple[KeyHint, ...] = ()
    """Additional keys of the row under the cursor, for the footer."""

    @dataclass
    class Changed(Message):
        row: FormRow

    @dataclass
    class Pushed(Message):
        id: str
        value: str = ""

    @dataclass
    class Typed(Message):
        """A key without a meaning for the form was pressed on this row."""

        id: str
        key: str

    @dataclass
    class Closed(Message):
        """Esc or q was pressed."""

    def __init__(self, look: Look, title: Text, rows: Sequence[FormRow], close: Text = BACK) -> None:
        super().__init__()
        self.look = look
        self.title = title
        self.rows = list(rows)
        self.at = 0
        self.close = close
        self.note = NOTHING
        self.top = 0
        self.fresh = True
        """Whether the next letter replaces the text of the row."""
        self.drawn: dict[int, int] = {}
        """The index of the row on each line."""
        self.side_panel: SidePanel | None = None
        """The panel beside the rows, shown if there is room."""

    @property
    def pointed(self) -> str:
        """The label of the row under the cursor."""
        return self.look.say(self.rows[self.at].label).strip()

    def set_rows(self, rows: Sequence[FormRow], at: str | None = None) -> None:
        """Replaces the rows; the cursor stays on the row with the same id if there is one."""
        wanted = at or (self.rows[self.at].id if self.rows else "")
        self.rows = list(rows)
        self.at = next((n for n, row in enumerate(self.rows) if row.id == wanted), min(self.at, len(rows) - 1))
        self._paint()

    def value(self, name: str) -> str:
        return next(row.value for row in self.rows if row.id == name)

    def set_look(self, look: Look, aside: SidePanel | None) -> None:
        """Replaces the look and the panel, and repaints."""
        self.look, self.side_panel = look, aside
        self._paint()

    def say(self, note: Text) -> None:
        """Shows a sentence above the footer until the next key."""
        self.note = note
        self._paint()

    # --- keys -----------------------------------------------------------------------------------------------------

    def on_key(self, event: Key) -> None:
        if event.key.startswith("ctrl+") and screen_keys("form").command(event.key) != "wipe":
            return
        event.stop()
        event.prevent_default()
        self.note = NOTHING
        row, key = self.rows[self.at], screen_keys("form").command(event.key)
        if row.typed and event.character and event.character.isprintable():
            # The key is a letter of the text.
            key = ""
        match key:
            case "up" | "down":
                self._go(-1 if key == "up" else 1)
            case "first" | "last":
                self._go(-self.at if key == "first" else -1 - self.at)
            case "back":
                self.post_message(self.Closed())
            case "left" | "right" if row.values:
                self._cycle(row, -1 if key == "left" else 1)
            case _ if row.typed:
                self._type(row, event, key)
            case "choose" if row.button or row.push:
                self.post_message(self.Pushed(row.id, row.value))
            case "choose" if row.values:
                self._cycle(row, 1)
            case _:
                self.post_message(self.Typed(row.id, event.key))
        self._paint()

    def _go(self, step: int) -> None:
        self.at, self.fresh = (self.at + step) % len(self.rows), True

    def _cycle(self, row: FormRow, step: int) -> None:
        at = row.values.index(row.value) if row.value in row.values else 0
        self._change(replace(row, value=row.values[(at + step) % len(row.values)]))

    def _type(self, row: FormRow, event: Key, command: str) -> None:
        """Types a letter; the first one replaces a text that was not typed here."""
        written, fresh = row.typed_text, self.fresh
        self.fresh = False
        if command == "choose" and row.push:
            self.post_message(self.Pushed(row.id, written.strip()))
        elif command == "choose":
            self._go(1)
        elif command == "erase":
            self._change(row.with_text(written[:-1]))
        elif command == "wipe":
            self._change(row.with_text(""))
        elif event.character and event.character.isprintable() and (fresh or len(written) < LONGEST):
            self._change(row.with_text(event.character if fresh else written + event.character))

    def _change(self, row: FormRow) -> None:
        self.rows[self.at] = row
        self.post_message(self.Changed(row))

    def on_canvas_pressed(self, event: Canvas.Pressed) -> None:
        if event.y not in self.drawn:
            return
        self._go(self.drawn[event.y] - self.at)
        row = self.rows[self.at]
        if row.button or row.push:
            self.post_message(self.Pushed(row.id, row.value))
        elif row.values:
            self._cycle(row, 1)
        self._paint()

    # --- painting -------------------------------------------------------------------------------------------------

    def on_resize(self, event: Resize) -> None:
        self._paint()

    def head(self, picture: Picture) -> int:
        """Draws what is above the rows; returns the number of lines it takes."""
        look = self.look
        picture.put(2, 1, look.clip(look.say(self.title), picture.width - 4), look.accent)
        return 3

    def _paint(self) -> None:
        look = self.look
        if (picture := self.blank(look.table)) is None:
            return
        width, height = picture.width, picture.height
        top = self.head(picture)
        area, beside = self._areas(width, height, top)
        end = self._rows(picture, area)
        told = self._meaning(picture, Rect(area.x, end + 1, area.width, height - 2 - end))
        if beside:
            shown = self._aside(picture, beside)
            below = Rect(beside.x, beside.y + shown, beside.width, beside.height - shown)
            told = told or self._help(picture, below)
        self._below(picture, look.say(self.note or (NOTHING if told else self.rows[self.at].help)))
        draw_footer(picture, look, height - 1, self._keys())
        self.show(picture)

    def _areas(self, width: int, height: int, top: int) -> tuple[Rect, Rect | None]:
        """The areas of the rows and, if there is room, of the help or panel beside them."""
        room = max(1, height - top - 1 - HELP)
        needed = self.side_panel.columns + 2 if self.side_panel else COLUMN
        if (self.side_panel and width >= BESIDE + self.side_panel.columns + 3) or width >= WIDE:
            needed = max(needed, COLUMN) if width >= WIDE else needed
            if self.side_panel and width - self.side_panel.best - 5 >= ENOUGH:
                needed = max(needed, self.side_panel.best)
            left = min(width - needed - 5, 2 * COLUMN + 10)
            if left >= self._least():
                return Rect(2, top, left, room), Rect(left + 4, top, width - left - 6, room)
        return Rect(2, top, width - 4, room), None

    def _least(self) -> int:
        """The columns at which no row with both a text field and a value is cut."""
        labels = max((self._label(row) for row in self.rows if not row.button), default=0)
        behind = [cells.width(self.look.say(row.current_label)) for row in self.rows if row.typed and row.values]
        return labels + FIELD + max(behind) + 12 if behind else 0

    def _rows(self, picture: Picture, area: Rect) -> int:
        """Draws the rows with their sections, as many as fit; returns the line below them."""
        look, lines = self.look, self._lines(area)
        at = next(n for n, line in enumerate(lines) if (line.row, line.kind) == (self.at, "row"))
        first = at - 1 if at and lines[at - 1].kind == "section" else at
        self.top = max(0, min(self.top, first), at - area.height + 1)
        labels = self._labels(area)
        self.drawn = {}
        shown = lines[self.top : self.top + area.height]
        for y, line in enumerate(shown, area.y):
            if line.kind == "section":
                draw_heading(picture, area.x, y, area.width - 2, line.words, look)
            elif line.kind == "more":
                lit = line.row == self.at or not self.rows[line.row].button
                picture.put(area.x + line.indent, y, line.words, look.text if lit else look.muted)
            elif line.kind == "row":
                self.drawn[y] = line.row
                self._row(picture, line, y, labels, area)
        right = area.x + area.width
        if self.top:
            picture.put(right, area.y, look.glyphs.arrow_up, look.strong)
        if self.top + area.height < len(lines):
            picture.put(right, area.y + area.height - 1, look.glyphs.arrow_down, look.strong)
        return area.y + len(shown)

    def _labels(self, area: Rect) -> int:
        """The columns of the labels before values."""
        return min(max((self._label(row) for row in self.rows if not row.button), default=0), area.width // 2)

    def _lines(self, area: Rect) -> list[FormLine]:
        """All lines, if there is room with blank lines before sections and with long values in full."""
        found: list[FormLine] = []
        for n, row in enumerate(self.rows):
            if row.section:
                found += [FormLine(n, "air"), FormLine(n, "section", self.look.say(row.section))]
            indent = 2 + (self._own_label(row) + 2 if row.button else self._labels(area) + 4)
            first, *more = [""] if row.typed else cells.wrap(self.look.say(row.current_label), area.width - indent - 3)
            found += [FormLine(n, "row", first), *(FormLine(n, "more", words, indent) for words in more)]
        for left_out in ((), ("air",)):
            lines = [line for line in found if line.kind not in left_out]
            if len(lines) <= area.height:
                return lines
        return [line._replace(words=line.words if line.kind == "section" else "") for line in found if line.kind in FEW]

    def _aside(self, picture: Picture, area: Rect) -> int:
        """Draws the panel beside the rows; returns the number of lines it takes."""
        if self.side_panel is None:
            return 0
        shown = self.side_panel.drawn(area.width, area.height)
        picture.paste(area.x, area.y, shown)
        return shown.height + 1

    def _help(self, picture: Picture, area: Rect) -> bool:
        """Draws the help of the row under the cursor in a panel; returns whether there was room."""
        look, row = self.look, self.rows[self.at]
        area = area._replace(width=min(area.width, COLUMN + 20))
        words = cells.wrap(look.say(row.help), area.width - 4)
        if picture.width < WIDE or not row.help or len(words) + 2 > area.height + HELP:
            return False
        room = draw_panel(picture, area._replace(height=len(words) + 2), look.say(row.label).strip(), look)
        for n, line in enumerate(words):
            picture.put(room.x, room.y + n, line, look.text)
        return True

    def _meaning(self, picture: Picture, area: Rect) -> bool:
        """Draws all values of the row under the cursor with their meanings in a panel; returns whether it fit."""
        look, row = self.look, self.rows[self.at]
        if len(row.values) < 2 or area.height < MEANING:
            return False
        lines = meaning(row, look, area.width - 4)
        if len(lines) + 2 > area.height:
            return False
        room = draw_panel(picture, area._replace(height=len(lines) + 2), look.say(row.label).strip(), look, row.rule)
        for n, (line, style) in enumerate(lines):
            picture.put(room.x, room.y + n, line, style)
        return True

    def _own_label(self, row: FormRow) -> int:
        """The columns of a button's label."""
        return max(map(self._label, (each for each in self.rows if each.listed))) if row.listed else self._label(row)

    def _label(self, row: FormRow) -> int:
        return cells.width(self.look.say(row.label)) + (cells.width(row.mark[0]) + 1 if row.mark else 0)

    def _below(self, picture: Picture, words: str) -> None:
        look, width = self.look, picture.width
        style = look.bad if self.note else look.muted
        said = cells.fold(words, width - 4, HELP, look.glyphs.ellipsis)
        for n, line in enumerate(said):
            picture.put(2, picture.height - 1 - len(said) + n, line, style)

    def _keys(self) -> list[KeyHint]:
        row = self.rows[self.at]
        wanted = (
            ("up", len(self.rows) > 1),
            ("type", row.typed),
            ("left", bool(row.values)),
            ("choose", row.push or not (row.typed or row.values)),
        )
        keys, glyphs = screen_keys("form"), self.look.glyphs
        found = keys.hints(glyphs, *(command for command, does in wanted if does))
        return [*found, *(() if row.typed else self.extra_hints), keys.hint(glyphs, "back", self.close)]

    def _row(self, picture: Picture, line: FormLine, y: int, labels: int, area: Rect) -> None:
        """Draws a row with so many columns for its label; the one under the cursor is in brackets."""
        look, x, end = self.look, area.x + 2, area.x + area.width
        row, here = self.rows[line.row], line.row == self.at
        value = line.words or look.say(row.current_label)
        pointed = look.on_table(look.palette.cursor, bold=True)
        style = pointed if here else look.strong if row.button or row.push else look.muted
        room = end - x - 1 if row.button else labels
        start = x
        if row.mark:
            x = picture.put(x, y, f"{row.mark[0]} ", row.mark[1])
        words = look.clip(look.say(row.label), room - (x - start))
        x = picture.put(x, y, words, style)
        if here:
            picture.put(start - 1, y, look.glyphs.cursor_l, pointed)
            picture.put(x, y, look.glyphs.cursor_r, pointed)
        if row.button:
            x = start + self._own_label(row) + 2
            picture.put(x, y, look.clip(value, end - x - 1), look.text if here else look.muted)
            return
        x = start + labels + 4
        if row.typed:
            self._field(picture, row, x, y, x + FIELD if row.values else end - 1, here)
            x += FIELD + 4
        if row.values:
            shown = picture.put(x, y, look.clip(value, end - x - 2), look.text)
            if here:
                picture.put(x - 2, y, look.glyphs.arrow_left + " ", look.accent)
                picture.put(shown, y, " " + look.glyphs.arrow_right, look.accent)

    def _field(self, picture: Picture, row: FormRow, x: int, y: int, stop: int, here: bool) -> None:
        """Draws a text field, scrolled to its end; text that the next letter replaces is highlighted."""
        look, value = self.look, row.typed_text
        while cells.width(value) > max(1, stop - x - 1):
            value = value[1:]
        lit = look.style("black" if look.ansi else look.palette.background, look.palette.cursor)
        end = picture.put(x, y, value, lit if here and self.fresh else look.text)
        if here:
            picture.put(end, y, "_" if look.colourless else " ", lit)
