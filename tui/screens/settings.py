"""The settings, from their schema. A change is written at once."""

from __future__ import annotations

from textual.app import ComposeResult

from tilehall.tui.kernel.room import Room
from tilehall.tui.look import Look
from tilehall.tui.settings import OPEN, SCHEMA, Settings
from tilehall.tui.widgets.form import Form, Row


class SettingsScreen(Room[Settings]):
    """Ends with the settings as they are now."""

    def __init__(self, look: Look, settings: Settings, themes: tuple[str, ...], glyphs: tuple[str, ...]) -> None:
        super().__init__()
        self.look = look
        self.settings = settings
        self.offered = {"theme": ("auto", *themes), "glyphs": ("auto", *glyphs)}

    def compose(self) -> ComposeResult:
        yield Form(self.look, "Settings", self._rows())

    def _rows(self) -> list[Row]:
        return [
            Row(each.id, each.title, self.settings[each.id], self._values(each.id, each.values), help=each.help)
            for each in SCHEMA
        ]

    def _values(self, name: str, usual: tuple[str, ...]) -> tuple[str, ...]:
        return self.offered[name] if name in OPEN else usual

    def on_form_changed(self, event: Form.Changed) -> None:
        self.settings = self.settings.having(event.row.id, event.row.value)

    def on_form_closed(self) -> None:
        self.leave_with(self.settings)
