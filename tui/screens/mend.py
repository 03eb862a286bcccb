"""A saved game that is damaged: what is wrong, and how far it can be played on."""

from __future__ import annotations

from textual.app import ComposeResult

from tilehall.engine import Text, plain
from tilehall.tui.house.store import Damaged
from tilehall.tui.kernel.room import Room
from tilehall.tui.look import Look
from tilehall.tui.widgets.form import Form, Row


class MendScreen(Room[bool]):
    """Ends with whether the game is to be played on from where it holds."""

    def __init__(self, look: Look, damaged: Damaged) -> None:
        super().__init__()
        self.look = look
        self.damaged = damaged

    def compose(self) -> ComposeResult:
        aside = Text("What is damaged stays in the folder, in a file of its own.")
        mend = Row("mend", Text("Play on from step {step}", step=self.damaged.step), help=aside)
        leave = Row("leave", Text("Leave it as it is"), help=plain(self.damaged.path.name))
        form = Form(self.look, Text("A damaged game"), [mend, leave])
        form.note = self.damaged.text
        yield form

    def on_form_pushed(self, event: Form.Pushed) -> None:
        self.leave_with(event.id == "mend")

    def on_form_closed(self) -> None:
        self.leave_with(False)
