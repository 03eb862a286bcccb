"""A finished or saved game, stepped through: the same board, at any of its steps."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.screen import Screen

from tilehall.tui.house.table import Table
from tilehall.tui.keys import bound
from tilehall.tui.look import Look
from tilehall.tui.play.sitting import Message, Sitting
from tilehall.tui.scenes import scene
from tilehall.tui.screens.board import log_lines
from tilehall.tui.screens.reader import ReaderScreen
from tilehall.tui.screens.rules import RulesScreen
from tilehall.tui.screens.scoring import Answer, ScoringScreen
from tilehall.tui.settings import Settings
from tilehall.tui.widgets import chrome
from tilehall.tui.widgets.board import Board


class ReplayScreen(Screen[Answer]):
    """Left and right step, Home and End jump."""

    def __init__(self, look: Look, table: Table, settings: Settings, ply: int | None = None) -> None:
        super().__init__()
        self.look = look
        self.table = table
        self.keys = bound(settings)
        self.steps = list(table.match.steps)
        self.open = table.over or not table.rules.secrets
        """Whether what was done in secret may be named."""
        self.ply = 0 if ply is None else ply
        self.sitting = Sitting(table, scene(table.header.game), False)
        self.sitting.picker = None

    def compose(self) -> ComposeResult:
        yield Board()

    def on_resize(self) -> None:
        self.go(self.ply)

    def go(self, ply: int) -> None:
        """Shows the position after so many steps."""
        self.ply = max(0, min(ply, len(self.steps)))
        self.table.match.steps[:] = self.steps[: self.ply]
        self.sitting.picker = None
        last = self.steps[self.ply - 1] if self.ply else None
        told = " ".join(entry.text for entry in self.table.entries(last, None)) if last else "Before the first step."
        rule = last.events[0].rule if last and last.events else ""
        self.sitting.rule = rule
        action = str(last.action) if last and self.open else ""
        self.sitting.message = Message(
            f"{self.ply}/{len(self.steps)} {action}. {told}".replace(" . ", " ") if last else told, "info", rule
        )
        drawing = chrome.paint(self.sitting, self.look, self.size.width, self.size.height, self.keys)
        height = self.size.height
        keys = [
            (self.look.glyphs.arrow_left + self.look.glyphs.arrow_right, "step"),
            ("PgUp/PgDn", "turn"),
            ("Home/End", "ends"),
            ("o", "log"),
            ("?", "rule"),
            ("q", "leave"),
        ]
        chrome.footer(drawing.picture, self.look, height - 1, keys)
        self.query_one(Board).draw(drawing, None)

    def _turn(self, step: int) -> int:
        """The next step in this direction at which another player acts."""
        at = self.ply + step
        while 0 < at < len(self.steps) and self.steps[at - 1].seat == self.steps[at].seat:
            at += step
        return at

    def on_board_typed(self, event: Board.Typed) -> None:
        moves = {
            "left": self.ply - 1,
            "h": self.ply - 1,
            "right": self.ply + 1,
            "l": self.ply + 1,
            "space": self.ply + 1,
        }
        moves |= {"home": 0, "end": len(self.steps)}
        if event.key in ("pageup", "pagedown"):
            self.go(self._turn(1 if event.key == "pagedown" else -1))
        elif event.key in moves:
            self.go(moves[event.key])
        elif event.key == "o":
            self.app.push_screen(ReaderScreen(self.look, "What has happened", log_lines(self.sitting, self.look)))
        elif event.key == "c":
            self.app.push_screen(ScoringScreen(self.look, self.table))
        elif event.key in ("question_mark", "f1"):
            self.app.push_screen(RulesScreen(self.look, self.table.header.game, self.sitting.rule))
        elif event.key in ("q", "escape"):
            self.table.match.steps[:] = self.steps
            self.dismiss("home")
