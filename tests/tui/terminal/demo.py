"""A board of 8x8 tiles with panels beside it, drawn on one Canvas: what the kernel is measured with.

`python -m tests.tui.terminal.demo` reads its terminal from the environment. Keys: arrows, t (toast), m (dialog),
x (an exception), ctrl+l, ctrl+z, q; other letters it says.
"""

import os
import sys
from typing import ClassVar

from rich.style import Style
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.events import Key
from textual.screen import ModalScreen
from textual.widgets import Static

from tilehall.tui.terminal.app import TerminalApp
from tilehall.tui.terminal.capabilities import Terminal
from tilehall.tui.terminal.output.canvas import Canvas
from tilehall.tui.terminal.output.picture import Picture

TABLE = Style(color="#c8ccd4", bgcolor="#12141a")
QUIET = Style(color="#6b7280", bgcolor="#12141a")
TITLE = Style(color="#e5b567", bgcolor="#12141a", bold=True)
FACES = [
    Style(color="#ffffff", bgcolor="#2f5fa8"),
    Style(color="#1b1b1b", bgcolor="#e0b040"),
    Style(color="#ffffff", bgcolor="#8a3f6a"),
    Style(color="#1b1b1b", bgcolor="#8fc27a"),
    Style(color="#ffffff", bgcolor="#31353f"),
]
GLYPHS = "♞✦❖⚑✚"
CURSOR = Style(color="#12141a", bgcolor="#f4f4f4", bold=True)


def paint(cursor: int) -> Picture:
    picture = Picture(80, 22, TABLE)
    for cell in range(64):
        x, y = 2 + cell % 8 * 5, 2 + cell // 8 * 2
        face = FACES[(cell * 7 + cell // 8) % len(FACES)]
        style = CURSOR if cell == cursor else face
        picture.fill(x, y, 5, 2, style)
        picture.put(x + 2, y, GLYPHS[cell % len(GLYPHS)], style)
        picture.put(x + 1, y + 1, f"{cell:>3}", style)
        if cell == cursor:
            picture.put(x, y, "[", style)
            picture.put(x + 4, y, "]", style)
    paint_panels(picture, cursor)
    return picture


def paint_panels(picture: Picture, cursor: int) -> None:
    for panel, name in enumerate(("Aki 竹取", "Bo", "Céline")):
        top = 1 + panel * 6
        picture.put(46, top, name, TITLE)
        for line in range(4):
            picture.put(46, top + 1 + line, f"{'─' * 8} {line}: gems {panel + line}  runes {line * 2}", QUIET)
    picture.put(2, 20, f"Cell {'ABCDEFGH'[cursor % 8]}{cursor // 8 + 1}", TABLE)
    picture.put(12, 20, "arrows move, q leaves", QUIET)


class Dialog(ModalScreen[None]):
    CSS = "Dialog { align: center middle; } #box { width: 30; height: 5; background: $panel; border: round $primary; }"
    BINDINGS: ClassVar = [Binding("escape", "dismiss", "Close")]

    def compose(self) -> ComposeResult:
        with Vertical(id="box"):
            yield Static("A dialog")


class Demo(TerminalApp[None]):
    CSS = "#status { height: 1; }"
    BINDINGS: ClassVar = [
        Binding("q", "quit", "Quit"),
        Binding("m", "dialog", "Dialog"),
        Binding("t", "toast", "Toast"),
        Binding("x", "fail", "Fail"),
        Binding("ctrl+l", "repaint", "Repaint"),
        Binding("ctrl+z", "suspend_process", "Sleep"),
        *(Binding(key, f"move({step})", key) for key, step in (("left", -1), ("right", 1), ("up", -8), ("down", 8))),
    ]
    cursor = 0

    def compose(self) -> ComposeResult:
        yield Canvas(id="board")
        yield Static("ready", id="status", markup=False)

    def on_mount(self) -> None:
        self.query_one(Canvas).show(paint(self.cursor))

    def action_move(self, step: int) -> None:
        self.cursor = (self.cursor + step) % 64
        self.query_one(Canvas).show(paint(self.cursor))

    def on_canvas_pressed(self, event: Canvas.Pressed) -> None:
        self.query_one("#status", Static).update(f"pressed {event.x},{event.y}")

    def on_key(self, event: Key) -> None:
        if event.is_printable:
            self.query_one("#status", Static).update(f"letter {event.character}")

    def action_dialog(self) -> None:
        self.push_screen(Dialog())

    def action_toast(self) -> None:
        self.notify("a toast")

    def action_fail(self) -> None:
        raise RuntimeError("failed on purpose")


def main() -> int:
    app = Demo(Terminal.guess(os.environ, sys.stdout.encoding))
    app.run()
    return app.return_code or 0


if __name__ == "__main__":
    sys.exit(main())
