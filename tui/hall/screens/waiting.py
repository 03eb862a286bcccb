"""The waiting room of a table: who sits where, what friends type, computers for free chairs, and the start."""

from __future__ import annotations

import time
from collections.abc import Coroutine, Iterator, Sequence
from datetime import tzinfo
from typing import Any, Literal

from textual.app import ComposeResult

from tilehall.engine import OFFERED_LEVELS, Text, UserError, literal_text
from tilehall.tui.boards.covers import COLUMNS, ROWS, draw_cover
from tilehall.tui.boards.pixels import draw_dots, scale_dots
from tilehall.tui.config.look import Look
from tilehall.tui.features.rules.screen import RulesScreen
from tilehall.tui.hall import words
from tilehall.tui.hall.client_state import ClientState
from tilehall.tui.hall.levels import level_of
from tilehall.tui.hall.listing import ListedChair, TableListing, rules_text
from tilehall.tui.hall.screens.asking import guest_code
from tilehall.tui.hall.screens.listening import listens
from tilehall.tui.hall.screens.table import NOBODY_YET, SAY
from tilehall.tui.hall.screens.talk import TalkScreen
from tilehall.tui.key_map import screen_keys
from tilehall.tui.terminal.output.cells import wrap
from tilehall.tui.terminal.output.picture import Picture
from tilehall.tui.terminal.result_screen import ResultScreen
from tilehall.tui.widgets.double_press import DoublePress
from tilehall.tui.widgets.form import Form, SidePanel
from tilehall.tui.widgets.form_row import FormRow

LEVELS = {"": Text("free")} | {level.id: Text("computer, {level}", level=level.title) for level in OFFERED_LEVELS}
USUAL = "normal"
WaitingResult = Literal["begun", "lobby", "up", "gone"]
ABOUT = {level.id: level.about for level in OFFERED_LEVELS}
LATEST = 3
"""So many of the lines that were said last stand in the room."""
KEYS = screen_keys("waiting room")


class Chairs(Form):
    """The chairs, below what friends have to type."""

    lines: tuple[tuple[Text, bool], ...] = ()
    """What stands above the chairs; what is to be copied is strong."""

    def head(self, picture: Picture) -> int:
        y, look = super().head(picture) - 1, self.look
        for text, copied in self.lines:
            for line in wrap(look.say(text), picture.width - 4):
                picture.put(4 if copied else 2, y, line, look.accent if copied else look.muted)
                y += 1
        return y + 1


class WaitingScreen(ResultScreen[WaitingResult]):
    """Ends when the game has begun, or with where one goes."""

    def __init__(
        self,
        look: Look,
        known: ClientState,
        number: int,
        door: str,
        rings: bool = False,
        zone: tzinfo | None = None,
        programs: Sequence[str] = (),
    ) -> None:
        """`door` is the line by which friends come to this house; it `rings` when somebody sits down.

        `programs` are the names of those that may be put on a chair.
        """
        super().__init__()
        named = {level_of(name): Text("program, {name}", name=name) for name in programs}
        self.levels = LEVELS | named
        """What may be put on a chair."""
        self.about = ABOUT | dict.fromkeys(named, Text("A program that the host of this hall has invited."))
        self.zone = zone
        self.rings = rings
        self.people = sum(chair.person != 0 for chair in known.listings[number].chairs)
        self.look = look
        self.known = known
        self.number = number
        self.door = door
        self.closing = DoublePress()

    @property
    def listing(self) -> TableListing:
        return self.known.listings[self.number]

    @property
    def hosts(self) -> bool:
        """Whether this person has opened the table."""
        return self.listing.host == self.known.person.name

    @property
    def alone(self) -> bool:
        """Whether no other person has a chair."""
        return sum(chair.person != 0 for chair in self.listing.chairs) == 1

    def compose(self) -> ComposeResult:
        title = Text("{game}: table {number}", game=words.title_of(self.listing.game), number=self.number)
        form = Chairs(self.look, title, self._rows(), close=Text("to the lobby"))
        form.extra_hints = tuple(KEYS.hints(self.look.glyphs, "say", "rules"))
        form.side_panel = SidePanel(2 * COLUMNS + 8, self._box)
        form.lines = tuple(self._lines())
        yield form

    def _box(self, columns: int, lines: int) -> Picture:
        picture = Picture(columns, min(lines, ROWS), self.look.table)
        draw_dots(picture, 0, 0, scale_dots(draw_cover(self.listing.game, self.look), 2), self.look)
        return picture

    def on_mount(self) -> None:
        listens(self, self.known, self.look_again)
        self._do(self._listen())

    async def _listen(self) -> None:
        """What was said here before is read now."""
        await self.known.listen(self.number)
        self.look_again()

    def look_again(self) -> None:
        """Somebody has come or gone, or has said something, or it has begun."""
        listing = self.known.listings.get(self.number)
        if listing is None:
            self.close_with("gone")
        elif listing.state != "waiting":
            self.close_with("begun")
        else:
            if self.is_active and self.known.talk(self.number).new:
                self._do(self._listen())
            before, self.people = self.people, sum(chair.person != 0 for chair in listing.chairs)
            if self.rings and self.people > before:
                self.app.bell()
            for form in self.query(Chairs):
                form.lines = tuple(self._lines())
                rows = self._rows()
                filled = form.rows[form.at].id == "fill" and all(row.id != "fill" for row in rows)
                # What was said of the chairs as they were.
                form.note = Text("")
                form.set_rows(rows, "start" if filled else None)

    # --- what is shown --------------------------------------------------------------------------------------------

    def _lines(self) -> list[tuple[Text, bool]]:
        back = [(guest_code(self.known.code), False)] if self.known.code else []
        return [*self._invitation(), *back]

    def _invitation(self) -> list[tuple[Text, bool]]:
        """What to tell one's friends."""
        code = self.known.codes.get(self.number, "")
        chosen = Text("{rules}.", rules=rules_text(self.listing))
        found = [
            (chosen, False),
            (Text("Your friends type this at a terminal:"), False),
            (literal_text(self.door), True),
        ]
        if code:
            return [*found, (Text("and then, in the lobby, c and this code:"), False), (literal_text(code), True)]
        if self.listing.code:
            return [*found, (Text("and then, in the lobby, c and the code of this table."), False)]
        return [*found, (Text("and choose table {number} in the lobby.", number=self.number), False)]

    def _rows(self) -> list[FormRow]:
        free = sum(not chair.name for chair in self.listing.chairs)
        chairs = [self._chair(n, chair) for n, chair in enumerate(self.listing.chairs)]
        left = Text("the table is closed, as nobody else is here") if self.alone else Text("your chair is free again")
        up = FormRow("up", Text("Get up"), "told", said={"told": left}, section=UP)
        after = [*self._said(), up]
        waits = Text("{host} starts the game when all chairs are taken.", host=self.listing.host)
        if not free:
            waits = Text("all chairs are taken: {host} starts the game.", host=self.listing.host)
        if not self.hosts:
            return [FormRow("wait", Text("Please wait"), "told", said={"told": waits}), *chairs, *after]
        rows = [FormRow("start", Text("Start the game"), "told", said={"told": self._missing(free)}, help=START)]
        if free:
            told = Text("a {level} one on each", level=words.level(USUAL))
            rows.append(FormRow("fill", Text("Let computers play"), "told", said={"told": told}, help=FILL))
        return [*rows, *chairs, *after]

    def _missing(self, free: int) -> Text:
        """Who is waited for."""
        late = sum(chair.expected for chair in self.listing.chairs)
        if free:
            return Text("{n} chair is free", "{n} chairs are free", n=free)
        if late:
            return Text("{n} player has not come yet", "{n} players have not come yet", n=late)
        return Text("all chairs are taken")

    def _said(self) -> Iterator[FormRow]:
        """What was said last, and the way to say something."""
        lines = self.known.talk(self.number).lines[-LATEST:]
        for n, line in enumerate(lines):
            section = Text("Said here") if n == 0 else Text("")
            yield FormRow(
                f"said{n}", literal_text(line.name), "told", said={"told": literal_text(line.text)}, section=section
            )
        told = Text("read by all who sit here") if lines else NOBODY_YET
        yield FormRow("say", SAY, "told", said={"told": told}, section=Text("") if lines else Text("Said here"))

    def _chair(self, n: int, chair: ListedChair) -> FormRow:
        mark = (self.look.glyphs.seat(n), self.look.seat(n))
        section = Text("Who sits here") if n == 0 else Text("")
        if chair.person:
            own = chair.person == self.known.person.id
            who = Text("you") if own else COMES if chair.expected else Text("here") if chair.here else Text("away")
            help = FREE if self.hosts and self._may_be_freed(chair) else Text("")
            return FormRow(
                f"chair{n}", literal_text(chair.name), "told", said={"told": who}, help=help, section=section, mark=mark
            )
        label = literal_text(chair.name) if chair.name else Text("Chair {n}", n=n + 1)
        if not self.hosts:
            said, help = {"told": self._sits(chair.level)}, Text("") if chair.name else MOVE
            return FormRow(f"chair{n}", label, "told", said=said, help=help, section=section, mark=mark)
        help = self.about.get(chair.level, Text("Left and right put a computer here. Enter moves you to this chair."))
        return FormRow(
            f"chair{n}",
            label,
            chair.level,
            tuple(self.levels),
            help,
            self.levels,
            section=section,
            mark=mark,
            how=Text("") if chair.name else MOVE,
            push=not chair.name,
        )

    def _sits(self, level: str) -> Text:
        return self.levels.get(level) or words.level(level)

    # --- what is done ---------------------------------------------------------------------------------------------

    def on_form_changed(self, event: Form.Changed) -> None:
        seat = int(event.row.id.removeprefix("chair"))
        self._do(self.known.visit.fill(self.number, seat, event.row.value))

    def on_form_pushed(self, event: Form.Pushed) -> None:
        if event.id == "start":
            self._do(self.known.visit.start(self.number))
        elif event.id == "fill":
            self._do(self._fill())
        elif event.id == "up":
            self._get_up()
        elif event.id.startswith("sa"):
            self.say()
        elif event.id.startswith("chair"):
            self._move(int(event.id.removeprefix("chair")))

    def _get_up(self) -> None:
        """For good, where that closes the table: asked first."""
        if self.closing.press(time.monotonic()) or not self.alone:
            self.close_with("up")
            return
        for form in self.query(Chairs):
            form.say(Text("Nobody else is here: Enter once more closes this table for good."))

    def _may_be_freed(self, chair: ListedChair) -> bool:
        """Whether the owner of this chair is away, or has not come yet."""
        return chair.person not in (0, self.known.person.id) and (chair.expected or not chair.here)

    def _move(self, seat: int) -> None:
        """Moves to a free chair; the host frees the chair of somebody who is away."""
        chair = self.listing.chairs[seat]
        if not chair.name:
            self._do(self._moved(seat))
        elif self.hosts and self._may_be_freed(chair):
            self._do(self.known.visit.fill(self.number, seat, ""))

    async def _moved(self, seat: int) -> None:
        await self.known.visit.join(self.number, seat)

    def on_form_typed(self, event: Form.Typed) -> None:
        match KEYS.command(event.key):
            case "say":
                self.say()
            case "rules":
                self.app.push_screen(RulesScreen(self.look, self.listing.game))

    def say(self) -> None:
        """Something is written; then it is said, and one is back here."""
        self.app.push_screen(TalkScreen(self.look, self.known, self.number, self.zone), self._written)

    def _written(self, words: str | None) -> None:
        if words:
            self._do(self.known.say(self.number, words))

    async def _fill(self) -> None:
        for n, chair in enumerate(self.listing.chairs):
            if not chair.name:
                await self.known.visit.fill(self.number, n, USUAL)

    def _do(self, deed: Coroutine[Any, Any, None]) -> None:
        """Runs a request to the hall and shows why it is refused."""
        self.run_worker(self._done(deed), exclusive=False)

    async def _done(self, deed: Coroutine[Any, Any, None]) -> None:
        try:
            await deed
        except UserError as error:
            for form in self.query(Chairs):
                form.set_rows(self._rows())
                form.say(error.text)

    def on_form_closed(self) -> None:
        self.close_with("lobby")


UP = Text("Or")
COMES = Text("has not come yet")
FREE = Text("Nobody is there. Enter frees this chair for somebody else.")
MOVE = Text("Enter moves you to this chair.")
START = Text("Enter begins the game for everybody here.")
FILL = Text("Computer players sit down on all free chairs; each can be changed below.")
