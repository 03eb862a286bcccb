"""A few lines to fill in: the code of a table; one's own name, and codes for further keys."""

from __future__ import annotations

from textual.app import ComposeResult

from tilehall.engine import Text, UserError, literal_text
from tilehall.tui.config.look import Look
from tilehall.tui.hall.client_state import ClientState
from tilehall.tui.terminal.result_screen import ResultScreen
from tilehall.tui.widgets.form import Form
from tilehall.tui.widgets.form_row import FormRow

ANOTHER = Text("Another key of yours")


class CodeScreen(ResultScreen[str | None]):
    """Ends with a code, or None."""

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.look = look

    def compose(self) -> ComposeResult:
        help = Text("Type the code that you were given, then Enter.")
        code = FormRow("code", Text("The code"), typed=True, help=help, push=True)
        yield Form(self.look, Text("Join a table by its code"), [code])

    def on_form_pushed(self, event: Form.Pushed) -> None:
        if event.value:
            self.close_with(event.value)
        else:
            self.query_one(Form).say(Text("Type the code first."))

    def on_form_closed(self) -> None:
        self.close_with(None)


class OneselfScreen(ResultScreen[None]):
    """One's name, and the keys that one comes with."""

    def __init__(self, look: Look, known: ClientState) -> None:
        super().__init__()
        self.look = look
        self.known = known
        self.code = ""

    def compose(self) -> ComposeResult:
        title = Text("You are {name} here", name=self.known.person.name)
        yield Form(self.look, title, self._rows(self.known.person.name, ""))

    def _rows(self, name: str, typed: str) -> list[FormRow]:
        if self.known.person.guest:
            return [
                FormRow("code", Text("Code of before"), typed, typed=True, help=AGAIN, push=True),
                FormRow(
                    "guest", Text("Your code now"), "told", said={"told": literal_text(self.known.code)}, help=GUEST
                ),
            ]
        got = (
            Text("type {code} there within ten minutes", code=self.code)
            if self.code
            else Text("for your other machine")
        )
        return [
            FormRow("name", Text("Name"), name, typed=True, help=Text("What the others call you.")),
            FormRow("rename", Text("Take this name"), "told", said={"told": Text("if nobody else has it")}),
            FormRow("get", Text("Get a code"), "told", said={"told": got}, help=GET, section=ANOTHER),
            FormRow("code", Text("Code"), typed, typed=True, help=USE, push=True),
            FormRow("use", Text("Use this code"), "told", said={"told": Text("and be the same person with this key")}),
        ]

    async def on_form_pushed(self, event: Form.Pushed) -> None:
        form, visit = self.query_one(Form), self.known.visit
        if event.id == "guest":
            self.close_with()
            return
        try:
            if event.id == "rename":
                person = await visit.rename(form.value("name").strip())
                form.title = Text("You are {name} here", name=person.name)
            elif event.id == "get":
                self.code = await visit.key_code()
            elif event.id in ("use", "code"):
                person = await visit.use_key_code(form.value("code").strip())
                await self.known.enter()
                form.title = Text("You are {name} here", name=person.name)
        except UserError as error:
            form.say(error.text)
            return
        typed = {row.id: row.typed_text for row in form.rows if row.typed}
        form.set_rows(self._rows(typed.get("name", ""), typed["code"]), event.id)

    def on_form_closed(self) -> None:
        self.close_with()


GET = Text("Come with the other key, open this page there, and type the code: from then on both keys are you.")
USE = Text("The code that you got here when you came with your other key.")
AGAIN = Text("Were you here before as a guest? Type the code that you had, then Enter: your chairs are yours again.")
GUEST = Text("A guest who sits nowhere is forgotten on leaving. Come with an ssh key, and your name stays yours.")


def guest_code(code: str) -> Text:
    """How a guest comes back."""
    return Text("As a guest you come back with the code {code}: press n in the lobby.", code=code)
