"""The settings screen, made from their schema. Changes show at once, on the screen and on a sample board."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from textual.app import ComposeResult

from tilehall.engine import Text, literal_text
from tilehall.tui.config.look import Look
from tilehall.tui.config.settings import SCHEMA, Setting, Settings, value_label
from tilehall.tui.languages.language import language_codes, own_name
from tilehall.tui.terminal.result_screen import ResultScreen
from tilehall.tui.widgets.form import Form, SidePanel
from tilehall.tui.widgets.form_row import FormRow
from tilehall.tui.widgets.sample_board import WIDTH, sample_board


class SettingsScreen(ResultScreen[Settings]):
    """Its result is the changed settings.

    `dress` makes the look for settings, `offered` adds values to some of them.
    """

    def __init__(
        self, dress: Callable[[Settings], Look], settings: Settings, offered: dict[str, tuple[str, ...]]
    ) -> None:
        super().__init__()
        self.look_for = dress
        self.settings = settings
        self.extra_values = offered

    def compose(self) -> ComposeResult:
        look = self.look_for(self.settings)
        form = Form(look, Text("Settings"), [self._row(each) for each in SCHEMA])
        form.side_panel = SidePanel(WIDTH, partial(sample_board, look))
        yield form

    def _row(self, each: Setting) -> FormRow:
        values = self.extra_values.get(each.id, tuple(each.values))
        called = {value: value_label(each.id, value) for value in values}
        if each.id == "language":
            called |= {code: literal_text(own_name(code)) for code in language_codes()}
        return FormRow(each.id, each.title, self.settings[each.id], values, each.help, called)

    def on_form_changed(self, event: Form.Changed) -> None:
        self.settings = self.settings.with_value(event.row.id, event.row.value)
        look = self.look_for(self.settings)
        self.query_one(Form).set_look(look, SidePanel(WIDTH, partial(sample_board, look)))

    def on_form_closed(self) -> None:
        self.close_with(self.settings)
