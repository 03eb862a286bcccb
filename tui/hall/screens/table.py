"""The menu of a table: who is here, and what may be asked of the others."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import Literal

from textual.app import ComposeResult

from tilehall.engine import OFFERED_LEVELS, Text, literal_text
from tilehall.tui.config.look import Look
from tilehall.tui.hall import words
from tilehall.tui.hall.client_state import AtTable, ClientState
from tilehall.tui.hall.listing import TableListing
from tilehall.tui.hall.parts import how
from tilehall.tui.hall.protocol import DUE_LONG
from tilehall.tui.hall.screens.asking import guest_code
from tilehall.tui.hall.screens.listening import listens
from tilehall.tui.terminal.result_screen import ResultScreen
from tilehall.tui.widgets.form import Form
from tilehall.tui.widgets.form_row import NOTHING, FormRow

LEVELS = {level.id: level.title for level in OFFERED_LEVELS}
USUAL = "normal"


@dataclass(frozen=True, slots=True)
class TableRequest:
    """What was chosen from the menu of a table."""

    kind: Literal["say", "undo", "stand-in", "hand over", "take back", "export", "lobby"]
    about: int = 0
    level: str = USUAL


class TableScreen(ResultScreen[TableRequest | None]):
    """Ends with what is wanted, or None."""

    def __init__(self, look: Look, known: ClientState, at: AtTable) -> None:
        super().__init__()
        self.look = look
        self.known = known
        self.at = at

    @property
    def listing(self) -> TableListing:
        return self.known.listings[self.at.number]

    def compose(self) -> ComposeResult:
        title = Text("{game}: table {number}", game=words.title_of(self.listing.game), number=self.at.number)
        yield Form(self.look, title, self._rows(USUAL))

    def on_mount(self) -> None:
        listens(self, self.known, self.look_again)

    def look_again(self) -> None:
        if self.at.number not in self.known.listings:
            self.close_with()
            return
        for form in self.query(Form):
            level = next((row.value for row in form.rows if row.id == "hand over"), USUAL)
            form.set_rows(self._rows(level))

    # --- the rows -------------------------------------------------------------------------------------------------

    def _rows(self, level: str) -> list[FormRow]:
        listing = self.listing
        mine = listing.seat_of(self.known.person)
        lines = self.known.talk(self.at.number).lines
        said = words.said(lines[-1]) if lines else NOBODY_YET
        found = [_button("say", SAY, said)] if mine is not None or listing.chat else []
        if mine is not None and listing.state == "running":
            found += self._own(mine, level)
        if mine is not None and self.known.code:
            found.append(_button("oneself", Text("Your code"), guest_code(self.known.code)))
        found.append(_button("export", Text("The game as text"), Text("to be copied from the screen")))
        found.append(
            _button("lobby", Text("To the lobby"), Text("your chair stays yours") if mine is not None else NOTHING)
        )
        people = [self._person(seat, mine) for seat in range(len(listing.chairs))]
        people[0] = replace(people[0], section=Text("Who is here"))
        return [*found, *people]

    def _own(self, mine: int, level: str) -> list[FormRow]:
        if self.listing.chairs[mine].level:
            return [_button("take back", Text("Play again yourself"), Text("a computer plays for you now"))]
        undo = _button("undo", Text("Ask to take back"), Text("your last step, if the others agree"))
        hand = FormRow("hand over", Text("Let a computer play"), level, tuple(LEVELS), HAND, LEVELS, push=True)
        return [undo, hand]

    def _person(self, seat: int, mine: int | None) -> FormRow:
        listing, look = self.listing, self.look
        chair = listing.chairs[seat]
        told = how(chair, listing)
        left = self.known.left(listing.number, seat)
        if left is not None:
            told = Text("{what}, {time} left", what=told, time=words.ticking(left))
        if listing.state == "running" and seat in listing.due:
            told = Text("{what}; has to decide", what=told)
        help = ASKS if mine not in (None, seat) and _may_be_stood_in_for(listing, seat) else NOTHING
        mark = (look.glyphs.seat(seat), look.seat(seat))
        return FormRow(f"seat {seat}", literal_text(chair.name), "told", said={"told": told}, help=help, mark=mark)

    def on_form_pushed(self, event: Form.Pushed) -> None:
        match event.id:
            case "say" | "export" | "lobby" | "take back":
                self.close_with(TableRequest(event.id))
            case "oneself":
                self.close_with()
            case "undo":
                self.close_with(TableRequest("undo", self.listing.seat_of(self.known.person) or 0))
            case "hand over":
                self.close_with(TableRequest("hand over", level=event.value))
            case seat:
                self._about(int(seat.removeprefix("seat ")))

    def _about(self, seat: int) -> None:
        form = self.query_one(Form)
        if form.rows[form.at].help == ASKS:
            self.close_with(TableRequest("stand-in", seat))

    def on_form_closed(self) -> None:
        self.close_with()


def _may_be_stood_in_for(listing: TableListing, seat: int) -> bool:
    """Whether a stand-in may be asked for: the player is away, or has been due for long."""
    chair, long = listing.chairs[seat], time.time() - listing.since > DUE_LONG
    waited_for = not chair.here or (seat in listing.due and long)
    return listing.state == "running" and bool(chair.person) and not chair.level and waited_for


def _button(name: str, label: Text, told: Text) -> FormRow:
    return FormRow(name, label, "told", said={"told": told})


SAY = Text("Say something")
NOBODY_YET = Text("nothing has been said yet")
HAND = Text("A computer plays on your chair until you take it back here. Left and right choose how well.")
ASKS = Text("Enter asks the others whether a computer shall play here until its owner takes the chair back.")
