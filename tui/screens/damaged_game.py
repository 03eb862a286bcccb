"""A damaged saved game: what is wrong, and up to which step it can be played on."""

from __future__ import annotations

from textual.app import ComposeResult

from tilehall.engine import Text
from tilehall.tui.config.look import Look
from tilehall.tui.tables.storage.store import DamagedRecord
from tilehall.tui.terminal.output.cells import wrap
from tilehall.tui.terminal.output.picture import Picture
from tilehall.tui.terminal.result_screen import ResultScreen
from tilehall.tui.widgets.form import Form
from tilehall.tui.widgets.form_row import FormRow

ASIDE = Text("Before anything is changed, all that is in the file is kept beside it.")


class DamageForm(Form):
    """The choices, below a description of the damage."""

    problem = Text("")

    def head(self, picture: Picture) -> int:
        y, look = super().head(picture), self.look
        for text, style in ((self.problem, look.text), (ASIDE, look.muted)):
            for line in wrap(look.say(text), picture.width - 4):
                picture.put(2, y, line, style)
                y += 1
        return y + 1


class DamagedGameScreen(ResultScreen[bool]):
    """Its result is whether to play on from the last valid step."""

    def __init__(self, look: Look, damaged: DamagedRecord) -> None:
        super().__init__()
        self.look = look
        self.damaged = damaged

    def compose(self) -> ComposeResult:
        leave = FormRow("leave", Text("Leave it as it is"))
        mend = FormRow("mend", Text("Play on from step {step}", step=self.damaged.step))
        form = DamageForm(self.look, Text("A damaged game"), [leave, mend])
        form.problem = self.damaged.text
        yield form

    def on_form_pushed(self, event: Form.Pushed) -> None:
        self.close_with(event.id == "mend")

    def on_form_closed(self) -> None:
        self.close_with(False)
