"""The set-up of a game: players, options and seed."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal

from textual import work
from textual.app import ComposeResult

from tilehall.engine import OFFERED_LEVELS, Game, RecordPlayer, Setup, Text, UserError, join_commas
from tilehall.tui.boards.covers import COLUMNS, ROWS, draw_cover
from tilehall.tui.boards.panel import draw_framed_panel, draw_ruled_panel
from tilehall.tui.boards.pixels import draw_dots, scale_dots, shrink_picture
from tilehall.tui.boards.registry import renderer_for
from tilehall.tui.boards.renderer import BoardRenderer
from tilehall.tui.config.look import Look
from tilehall.tui.config.progress import Progress
from tilehall.tui.key_map import screen_keys
from tilehall.tui.player.player import PlayerControls as ShownTo
from tilehall.tui.screens.game_options import GameOptions, OptionValues
from tilehall.tui.tables.seat import spectator_seat
from tilehall.tui.tables.seating import seat_players
from tilehall.tui.tables.table import Table
from tilehall.tui.tables.thinking.background import run_in_thread
from tilehall.tui.terminal.output.cache import SourceCache
from tilehall.tui.terminal.output.drawing import Rect
from tilehall.tui.terminal.output.picture import Picture
from tilehall.tui.terminal.result_screen import ResultScreen
from tilehall.tui.widgets.form import WIDE, Form, SidePanel
from tilehall.tui.widgets.form_row import FormRow

KIND_HELP = {"human": Text("Somebody at this keyboard.")} | {level.id: level.about for level in OFFERED_LEVELS}
KIND_NAMES = {"human": Text("human")} | {level.id: level.title for level in OFFERED_LEVELS}
KINDS = tuple(KIND_HELP)
EXAMPLE = "7"
"""The seed of the previewed board."""
LEARN = screen_keys("setup").label("learn")
PAUSE = 0.15
"""Seconds without a change after which the preview is drawn."""
LEAST = 12
"""Lines for the reduced preview, below its title."""
BOARD = 86
"""Columns for the preview in full size."""


@dataclass(frozen=True, slots=True)
class GameSetup:
    """The result of the set-up."""

    game: str
    players: tuple[RecordPlayer, ...]
    options: tuple[tuple[str, str], ...]
    seed: str


class SetupScreen(ResultScreen[GameSetup | Literal["learn"] | None]):
    """Its result is a table to open, "learn" to learn the game first, or None.

    It starts with the last set-up, or with the easiest game.
    """

    def __init__(self, look: Look, game: Game[Any], progress: Progress) -> None:
        super().__init__()
        self.solved_lessons = progress.solved_lessons(game.id)
        self.look = look
        self.game = game
        self.options = GameOptions(game)
        self.progress = progress
        self.begins: StartPreview | None = None
        """A preview of the initial position, for an example seed."""

    def compose(self) -> ComposeResult:
        values = self._usable(self.progress.last_setup(self.game.id)) or self.options.easiest()
        form = Form(self.look, Text("{title}: set up", title=self.game.title), self._rows(values))
        form.extra_hints = (
            ((LEARN, Text("lessons") if self.solved_lessons else Text("learn it first")),) if self._teaches() else ()
        )
        form.side_panel = SidePanel(2 * COLUMNS + 8, self._box, BOARD)
        yield form

    def _teaches(self) -> bool:
        """Whether to offer lessons: there are some, and the game was never played."""
        if self.progress.last_setup(self.game.id):
            return False
        from tilehall.engine.teaching.lessons import lesson_ids

        return not set(lesson_ids(self.game)) <= self.solved_lessons

    def on_form_typed(self, event: Form.Typed) -> None:
        if screen_keys("setup").command(event.key) == "learn" and self._teaches():
            self.close_with("learn")

    def on_resize(self) -> None:
        if self.begins is None:
            self._look_at(_values(self.query_one(Form)))

    @work(exclusive=True)
    async def _look_at(self, values: OptionValues) -> None:
        """Computes the preview for these values."""
        if self.size.width < WIDE:
            return
        # The user may still be typing.
        await asyncio.sleep(PAUSE)
        # A refusal or error will be raised again when the game is started.
        with suppress(Exception):
            self.begins = await run_in_thread(partial(StartPreview, self._arranged(values, EXAMPLE), self.look))
            for form in self.query(Form):
                form.set_look(self.look, form.side_panel)

    def _box(self, columns: int, lines: int) -> Picture:
        """Paints the game's box and the preview below it, for windows with room beside the list."""
        look, board = self.look, self.begins
        picture = Picture(columns, lines, look.table)
        draw_dots(picture, 0, 0, scale_dots(draw_cover(self.game.id, look), 2), look)
        if board is None or lines < ROWS + 1 + LEAST:
            return picture.part(0, 0, columns, ROWS)
        title = look.say(Text("As it begins"))
        if columns >= board.least[0] + 4 and lines >= ROWS + 1 + board.least[1] + 2:
            inside = draw_framed_panel(picture, Rect(0, ROWS + 1, columns, lines - ROWS - 1), title, look)
            picture.paste(inside.x, inside.y, board.paint(inside.width, inside.height))
        else:
            inside = draw_ruled_panel(picture, Rect(0, ROWS + 1, min(columns, 2 * COLUMNS + 8), LEAST), title, look)
            draw_dots(picture, inside.x, inside.y, shrink_picture(board.paint(*board.least), 2, look), look)
        return picture

    def _usable(self, values: Mapping[str, str]) -> OptionValues:
        """The remembered values that still exist."""
        allowed = {option.id: option for option in self.game.options}
        found = {}
        for name, value in values.items():
            known = name in allowed and allowed[name].allows(value)
            seated = name.startswith("name") or (name.startswith("kind") and value in KINDS)
            if known or seated or (name == "players" and value in self.options.numbers()):
                found[name] = value
        return found

    def _rows(self, values: OptionValues) -> list[FormRow]:
        count = int(values.get("players", str(min(max(2, self.game.player_counts[0]), self.game.player_counts[-1]))))
        seats = [self._seat(n, player.name, values) for n, player in enumerate(seat_players((), count))]
        options = self.options.rows(values, count)
        if options:
            options[0] = _beginning(options[0], Text("The game"))
        summary = self._summary(seats, options)
        begin = Text("Enter begins the game; arrows go to what can be set.")
        if self._teaches():
            begin = Text("Enter begins the game. New to it? {key} first teaches it in short lessons.", key=LEARN)
            if self.solved_lessons:
                begin = Text("Enter begins the game. {key} goes on with its lessons.", key=LEARN)
        seed_help = Text("The same seed gives the same deal. Empty: a new one is made up.")
        return [
            FormRow("start", Text("Start the game"), "summary", said={"summary": summary}, help=begin),
            FormRow(
                "players",
                Text("Players"),
                f"{count}",
                self.options.numbers(),
                Text("How many sit at the table."),
                section=Text("Who plays"),
            ),
            *seats,
            *options,
            FormRow("seed", Text("Seed"), values.get("seed", ""), help=seed_help, typed=True),
        ]

    def _seat(self, n: int, name: str, values: OptionValues) -> FormRow:
        """A row for a seat: its symbol, the player's name, and the kind of player."""
        kind = values.get(f"kind{n}", "human" if n == 0 else "normal")
        told = Text("{kind} Letters change the name, left and right who plays.", kind=KIND_HELP[kind])
        how = Text("Letters change the name, left and right who plays.")
        mark = (self.look.glyphs.seat(n), self.look.seat(n))
        label, written = Text("Seat {n}", n=n + 1), values.get(f"name{n}", name)
        seat = FormRow(f"seat{n}", label, kind, KINDS, told, KIND_NAMES, typed=True, text=written, mark=mark)
        return replace(seat, meanings=KIND_HELP, how=how)

    def _summary(self, seats: list[FormRow], options: list[FormRow]) -> Text:
        """A sentence with the players and the changed options."""
        who = join_commas(Text("{name} ({kind})", name=seat.text, kind=seat.current_label) for seat in seats)
        usual = {option.id: option.default for option in self.game.options}
        other = next((row.current_label for row in options if row.value != usual[row.id]), None)
        return Text("{who}; {option}.", who=who, option=other) if other else Text("{who}.", who=who)

    def on_form_changed(self, event: Form.Changed) -> None:
        form = self.query_one(Form)
        values = _values(form)
        self.options.apply_choice(values, event.row.id, event.row.value)
        form.set_rows(self._rows(values), event.row.id)
        self._look_at(_values(form))

    def _arranged(self, values: OptionValues, seed: str) -> GameSetup:
        """Converts the values to a GameSetup. Raises UserError."""
        players = tuple(
            RecordPlayer(values[f"name{n}"].strip().replace(" ", "_"), values[f"kind{n}"])
            for n in range(int(values["players"]))
        )
        if len({player.name for player in players}) < len(players):
            raise UserError(Text("Two players have the same name."))
        return GameSetup(self.game.id, players, self.options.changed_values(values), seed)

    def on_form_pushed(self, event: Form.Pushed) -> None:
        form = self.query_one(Form)
        values = _values(form)
        try:
            chosen = self._arranged(values, values["seed"].strip() or secrets.token_hex(8))
            self.game.start(Setup(len(chosen.players), chosen.options))
        except UserError as error:
            form.say(error.text)
            return
        self.progress.save_setup(self.game.id, {name: value for name, value in values.items() if name != "seed"})
        self.close_with(chosen)

    def on_form_closed(self) -> None:
        self.close_with(None)


class StartPreview:
    """The initial board of a game as everybody sees it. Raises UserError."""

    def __init__(self, arrangement: GameSetup, look: Look) -> None:
        table = Table.open(arrangement.game, arrangement.players, arrangement.options, arrangement.seed)
        self._scene: BoardRenderer[Any] = renderer_for(arrangement.game)
        self._view = ShownTo(spectator_seat(table), self._scene).view(look)
        self._kept = SourceCache[Picture]()
        self.least = self._scene.minimum_size

    def paint(self, columns: int, lines: int) -> Picture:
        """Paints the board in so many columns and lines."""
        size = max(columns, self.least[0]), max(lines, self.least[1])
        return self._kept.get("", size, lambda: self._scene.paint(self._view, *size).picture)


def _values(form: Form) -> OptionValues:
    """The values by id: a seat has a name and a kind."""
    values: OptionValues = {}
    for row in form.rows:
        if row.mark:
            number = row.id.removeprefix("seat")
            values |= {f"name{number}": row.text, f"kind{number}": row.value}
        else:
            values[row.id] = row.value
    return values


def _beginning(row: FormRow, section: Text) -> FormRow:
    return replace(row, section=section)
