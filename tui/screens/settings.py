"""The settings, from their schema. A change is seen at once, on the screen and on a small board beside the list."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from textual.app import ComposeResult

from tilehall.engine import Text, plain
from tilehall.tui.config.look import Look
from tilehall.tui.config.settings import SCHEMA, Setting, Settings, said_of
from tilehall.tui.languages.language import codes, own_name
from tilehall.tui.terminal.result_screen import Room
from tilehall.tui.widgets.form import Aside, Form
from tilehall.tui.widgets.form_row import Row
from tilehall.tui.widgets.sample_board import WIDTH, sample


class SettingsScreen(Room[Settings]):
    """Ends with the settings as they are now. `dress` makes the look of settings, `offered` adds values to some."""

    def __init__(
        self, dress: Callable[[Settings], Look], settings: Settings, offered: dict[str, tuple[str, ...]]
    ) -> None:
        super().__init__()
        self.dress = dress
        self.settings = settings
        self.offered = offered

    def compose(self) -> ComposeResult:
        look = self.dress(self.settings)
        form = Form(look, Text("Settings"), [self._row(each) for each in SCHEMA])
        form.aside = Aside(WIDTH, partial(sample, look))
        yield form

    def _row(self, each: Setting) -> Row:
        values = self.offered.get(each.id, tuple(each.values))
        called = {value: said_of(each.id, value) for value in values}
        if each.id == "language":
            called |= {code: plain(own_name(code)) for code in codes()}
        return Row(each.id, each.title, self.settings[each.id], values, each.help, called)

    def on_form_changed(self, event: Form.Changed) -> None:
        self.settings = self.settings.having(event.row.id, event.row.value)
        look = self.dress(self.settings)
        self.query_one(Form).wear(look, Aside(WIDTH, partial(sample, look)))

    def on_form_closed(self) -> None:
        self.leave_with(self.settings)
