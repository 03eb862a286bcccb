"""The choice between the tour of a game and a whole game of computer players."""

from __future__ import annotations

from typing import Any, Literal

from textual.app import ComposeResult

from tilehall.engine import Game, Text
from tilehall.tui.config.look import Look
from tilehall.tui.terminal.result_screen import ResultScreen
from tilehall.tui.widgets.form import Form
from tilehall.tui.widgets.form_row import FormRow

DemoChoice = Literal["tour", "game"]
TOUR = Text("All there is to it in under four minutes: stretches of games, with a word before each.")
GAME = Text("Computer players play to the end; every step is explained with its reason and its rule.")


class DemoChoiceScreen(ResultScreen[DemoChoice | None]):
    """Lets the user choose a demo; the result is None if there is no choice."""

    def __init__(self, look: Look, rules: Game[Any]) -> None:
        super().__init__()
        self.look = look
        self.rules = rules

    def compose(self) -> ComposeResult:
        rows = [
            FormRow("tour", Text("The tour of {title}", title=self.rules.title), help=TOUR),
            FormRow("game", Text("A game from its beginning"), help=GAME),
        ]
        yield Form(self.look, Text("Watch"), rows)

    def on_form_pushed(self, event: Form.Pushed) -> None:
        self.close_with("tour" if event.id == "tour" else "game")

    def on_form_closed(self) -> None:
        self.close_with(None)
