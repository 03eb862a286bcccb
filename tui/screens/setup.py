"""Who plays, by which options, from which seed."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Any

from textual.app import ComposeResult

from tilehall.engine import Game, Option, Player, RuleError, Setup, Text, plain
from tilehall.engine.players import OFFERED
from tilehall.tui.house.company import at_table
from tilehall.tui.kernel.room import Room
from tilehall.tui.look import Look
from tilehall.tui.widgets.form import Form, Row

KIND_HELP = {"human": Text("Somebody at this keyboard.")} | {level.id: level.about for level in OFFERED}
KIND_NAMES = {"human": Text("human")} | {level.id: level.title for level in OFFERED}
KINDS = tuple(KIND_HELP)


@dataclass(frozen=True, slots=True)
class Arrangement:
    """What was set up."""

    game: str
    players: tuple[Player, ...]
    options: tuple[tuple[str, str], ...]
    seed: str


class SetupScreen(Room[Arrangement | None]):
    """Ends with a table to open, or None."""

    def __init__(self, look: Look, game: Game[Any]) -> None:
        super().__init__()
        self.look = look
        self.game = game

    def compose(self) -> ComposeResult:
        yield Form(self.look, Text("{title}: set up", title=self.game.title), self._rows({}))

    def _rows(self, values: dict[str, str]) -> list[Row]:
        seats = [str(n) for n in self.game.seats]
        count = values.get("players", str(min(max(2, self.game.seats[0]), self.game.seats[-1])))
        rows = [
            Row("start", Text("Start the game"), help=Text("Enter begins with what is set below.")),
            Row("players", Text("Players"), count, tuple(seats), Text("How many sit at the table.")),
        ]
        names = [player.name for player in at_table((), int(count))]
        for n in range(int(count)):
            kind = values.get(f"kind{n}", "human" if n == 0 else "normal")
            rows.append(
                Row(
                    f"name{n}",
                    Text("Seat {n}", n=n + 1),
                    values.get(f"name{n}", names[n]),
                    help=Text("The name at this seat."),
                    typed=True,
                )
            )
            rows.append(Row(f"kind{n}", Text("  played by"), kind, KINDS, KIND_HELP[kind], KIND_NAMES))
        rows += [_option_row(option, values.get(option.id, option.default)) for option in self.game.options]
        seed_help = Text("The same seed gives the same deal. Empty: a new one is made up.")
        rows.append(Row("seed", Text("Seed"), values.get("seed", ""), help=seed_help, typed=True))
        return rows

    def on_form_changed(self, event: Form.Changed) -> None:
        form = self.query_one(Form)
        values = {row.id: row.value for row in form.rows}
        option = next((option for option in self.game.options if option.id == event.row.id), None)
        for value, name, implied in option.implies if option else ():
            values[name] = implied if event.row.value == value else self._default(name)
        form.set_rows(self._rows(values), event.row.id)

    def _default(self, name: str) -> str:
        return next(option.default for option in self.game.options if option.id == name)

    def _asked(self, values: dict[str, str]) -> tuple[tuple[str, str], ...]:
        """The options that are not as the others imply."""
        usual = {option.id: option.default for option in self.game.options}
        for option in self.game.options:
            usual |= {name: implied for value, name, implied in option.implies if values[option.id] == value}
        return tuple((name, values[name]) for name, value in usual.items() if values[name] != value)

    def on_form_pushed(self, event: Form.Pushed) -> None:
        form = self.query_one(Form)
        values = {row.id: row.value for row in form.rows}
        try:
            players = tuple(
                Player(values[f"name{n}"].strip().replace(" ", "_"), values[f"kind{n}"])
                for n in range(int(values["players"]))
            )
            if len({player.name for player in players}) < len(players):
                raise RuleError(Text("Two players have the same name."))
            options = self._asked(values)
            chosen = Arrangement(self.game.id, players, options, values["seed"].strip() or secrets.token_hex(8))
            self.game.start(Setup(len(players), options))
        except RuleError as error:
            form.say(error.text)
            return
        self.leave_with(chosen)

    def on_form_closed(self) -> None:
        self.leave_with(None)


def _option_row(option: Option, value: str) -> Row:
    """A choice among the values, or a text to type where there are too many to list."""
    meanings = dict(zip(option.values, option.meanings, strict=True))
    asked = f"{option.id}={value}"
    if option.pattern:
        other = meanings.get(value) or option.others or plain(value)
        told = Text("{option}: {meaning} [{rule}]", option=asked, meaning=other, rule=option.rule)
        return Row(option.id, option.title, value, help=told, typed=True)
    told = Text("{option}: {meaning} [{rule}]", option=asked, meaning=meanings[value], rule=option.rule)
    return Row(option.id, option.title, value, option.values, told, meanings)
