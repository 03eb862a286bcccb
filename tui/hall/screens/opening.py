"""Opening a table: which game, how many chairs, who may sit down, how long one may think."""

from __future__ import annotations

from dataclasses import replace

from textual.app import ComposeResult

from tilehall.engine import BUILT_IN_GAMES, Setup, Text, UserError, load_game
from tilehall.tui.boards.covers import COLUMNS, ROWS, draw_cover
from tilehall.tui.boards.pixels import draw_dots, scale_dots
from tilehall.tui.config.look import Look
from tilehall.tui.hall import words
from tilehall.tui.hall.protocol import Clock, TableSettings
from tilehall.tui.screens.game_options import GameOptions, OptionValues
from tilehall.tui.terminal.output.picture import Picture
from tilehall.tui.terminal.result_screen import ResultScreen
from tilehall.tui.widgets.form import Form, SidePanel
from tilehall.tui.widgets.form_row import FormRow

CLOCKS: dict[str, Clock] = {
    "off": Clock(),
    "turn 1": Clock("turn", 60),
    "turn 5": Clock("turn", 300),
    "day": Clock("turn", 86400),
    "game 15": Clock("game", 900),
    "game 60": Clock("game", 3600),
}
"""What is offered; off first."""
ON = ("on", "off")
SAID = {"on": Text("yes"), "off": Text("no")}


class OpenScreen(ResultScreen[TableSettings | None]):
    """Ends with a table as it is wished for, or None. Begins with what was chosen here last."""

    def __init__(self, look: Look, wish: TableSettings | None = None) -> None:
        super().__init__()
        self.look = look
        self.values = _values(wish) if wish else _easiest(next(iter(BUILT_IN_GAMES)))

    def compose(self) -> ComposeResult:
        form = Form(self.look, Text("Open a table"), self._rows())
        form.side_panel = SidePanel(2 * COLUMNS + 8, self._box)
        yield form

    def _box(self, columns: int, lines: int) -> Picture:
        """The picture on the box of the game."""
        picture = Picture(columns, min(lines, ROWS), self.look.table)
        draw_dots(picture, 0, 0, scale_dots(draw_cover(self.values["game"], self.look), 2), self.look)
        return picture

    # --- the rows -------------------------------------------------------------------------------------------------

    def _rows(self) -> list[FormRow]:
        values, titles = self.values, {name: box.title for name, box in BUILT_IN_GAMES.items()}
        options = GameOptions(load_game(values["game"]))
        count = int(values["seats"])
        about = BUILT_IN_GAMES[values["game"]].summary
        told = Text("{game}, {n} chair", "{game}, {n} chairs", n=count, game=titles[values["game"]])
        begin = Text("Enter opens the table; you sit down first. Arrows go to what can be set.")
        rows = [
            FormRow("open", Text("Open the table"), "told", said={"told": told}, help=begin),
            FormRow(
                "game",
                Text("Game"),
                values["game"],
                tuple(BUILT_IN_GAMES),
                about,
                titles,
                section=Text("What is played"),
            ),
            FormRow(
                "seats", Text("Chairs"), values["seats"], options.numbers(), Text("Computers may sit on some of them.")
            ),
        ]
        guests = [
            FormRow("code", Text("Who may join"), values["code"], ON, CODE, CODES, section=Text("Who, and how fast")),
            FormRow("clock", Text("Clock"), values["clock"], tuple(CLOCKS), CLOCK, CLOCKED),
            FormRow("aids", Text("Hints"), values["aids"], ON, AIDS, SAID),
            FormRow("chat", Text("Watchers may talk"), values["chat"], ON, CHAT, SAID),
        ]
        found = options.rows(values, count)
        if found:
            found[0] = replace(found[0], section=Text("The rules"))
        return [*rows, *guests, *found]

    def on_form_changed(self, event: Form.Changed) -> None:
        form, row = self.query_one(Form), event.row
        values = {each.id: each.value for each in form.rows if not each.button}
        if row.id == "game":
            kept = {name: values[name] for name in ("code", "clock", "aids", "chat")}
            values = _easiest(row.value) | kept
        else:
            GameOptions(load_game(values["game"])).apply_choice(values, row.id, row.value)
        self.values = values
        form.set_rows(self._rows(), row.id)
        self.values |= {each.id: each.value for each in form.rows if not each.button}

    def _wish(self) -> TableSettings:
        """What these values mean. Raises UserError if nobody could play so."""
        values, rules = self.values, load_game(self.values["game"])
        whole = {option.id: option.default for option in rules.options} | values
        asked = GameOptions(rules).changed_values(whole)
        rules.start(Setup(int(values["seats"]), asked))
        yes = {name: values[name] == "on" for name in ("code", "aids", "chat")}
        return TableSettings(rules.id, int(values["seats"]), asked, clock=CLOCKS[values["clock"]], **yes)

    def on_form_pushed(self, event: Form.Pushed) -> None:
        try:
            self.close_with(self._wish())
        except UserError as error:
            self.query_one(Form).say(error.text)

    def on_form_closed(self) -> None:
        self.close_with(None)


CODE = Text("Everybody in the hall, or only those to whom you give its code.")
CODES = {"off": Text("everybody"), "on": Text("only with a code")}
CLOCK = Text("Whoever runs out of time has a computer play on until they come back.")
CLOCKED = {name: words.timed(clock) if clock.kind != "off" else Text("none") for name, clock in CLOCKS.items()}
AIDS = Text("Hints, and what a choice would bring; for everybody at the table alike.")
CHAT = Text("Whether those who only watch may read and write what is said at the table.")


def _easiest(name: str) -> OptionValues:
    """The settings of the first table that a person opens."""
    options = GameOptions(load_game(name))
    usual = {"game": name, "seats": options.numbers()[0], "code": "off", "clock": "off", "aids": "on", "chat": "off"}
    seats = f"{max(2, int(usual['seats']))}"
    return usual | {"seats": seats} | options.easiest()


def _values(wish: TableSettings) -> OptionValues:
    clock = next((name for name, clock in CLOCKS.items() if clock == wish.clock), "off")
    flags = {"code": wish.code, "aids": wish.aids, "chat": wish.chat}
    said = {name: "on" if flag else "off" for name, flag in flags.items()}
    options = GameOptions(load_game(wish.game)).complete_values(dict(wish.options))
    return {"game": wish.game, "seats": f"{wish.seats}", "clock": clock, **said, **options}
