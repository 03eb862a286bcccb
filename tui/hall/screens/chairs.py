"""Which chair to sit down on, where several are free."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult

from tilehall.engine import SeatNo as Number
from tilehall.engine import Text, literal_text
from tilehall.tui.config.look import Look
from tilehall.tui.hall import words
from tilehall.tui.hall.client_state import ClientState
from tilehall.tui.hall.listing import TableListing
from tilehall.tui.hall.parts import how
from tilehall.tui.hall.screens.listening import listens
from tilehall.tui.terminal.result_screen import ResultScreen
from tilehall.tui.widgets.form import Form
from tilehall.tui.widgets.form_row import NOTHING, FormRow

SIT = Text("Enter sits down here.")


def free(listing: TableListing) -> Sequence[Number]:
    """The chairs that nobody has."""
    return [seat for seat, chair in enumerate(listing.chairs) if not chair.name]


class ChairScreen(ResultScreen[Number | None]):
    """Ends with a chair, or None. The first that is free is offered."""

    def __init__(self, look: Look, known: ClientState, table: int) -> None:
        super().__init__()
        self.look = look
        self.known = known
        self.table = table
        self.listing = known.listings[table]

    def compose(self) -> ComposeResult:
        title = Text("{game}: table {number}", game=words.title_of(self.listing.game), number=self.table)
        form = Form(self.look, title, self._rows())
        form.at = next(iter(free(self.listing)), 0)
        yield form

    def on_mount(self) -> None:
        listens(self, self.known, self.look_again)

    def look_again(self) -> None:
        """Somebody else may have sat down meanwhile, or the game has begun."""
        self.listing = self.known.listings.get(self.table, self.listing)
        for form in self.query(Form):
            form.set_rows(self._rows())

    def _rows(self) -> list[FormRow]:
        found = [self._row(seat) for seat in range(len(self.listing.chairs))]
        return [found[0].with_section(Text("Where do you sit down?")), *found[1:]]

    def _row(self, seat: Number) -> FormRow:
        chair, mark = self.listing.chairs[seat], (self.look.glyphs.seat(seat), self.look.seat(seat))
        label = literal_text(chair.name) if chair.name else Text("Chair {n}", n=seat + 1)
        help = NOTHING if chair.name else SIT
        return FormRow(f"chair{seat}", label, "told", said={"told": how(chair, self.listing)}, help=help, mark=mark)

    def on_form_pushed(self, event: Form.Pushed) -> None:
        seat = int(event.id.removeprefix("chair"))
        if seat in free(self.listing):
            self.close_with(seat)
        else:
            self.query_one(Form).say(Text("This chair is taken."))

    def on_form_closed(self) -> None:
        self.close_with(None)
