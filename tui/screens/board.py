"""The board: keys become commands, commands move the cursor or act, computer players play in between."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Literal

from textual import work
from textual.app import ComposeResult
from textual.message import Message as TextualMessage
from textual.screen import Screen

from tilehall.engine import Turned
from tilehall.tui.house.table import Table
from tilehall.tui.keys import bound, command_of, listing
from tilehall.tui.look import Look
from tilehall.tui.play.sitting import Message, Sitting
from tilehall.tui.scenes import scene, seat_style
from tilehall.tui.screens.reader import ReaderScreen
from tilehall.tui.screens.scoring import Answer, ScoringScreen
from tilehall.tui.settings import Settings
from tilehall.tui.widgets import chrome
from tilehall.tui.widgets.board import Board
from tilehall.tui.widgets.pager import TextLine

if TYPE_CHECKING:
    from tilehall.tui.screens.curtain import Raised

PACES = {"calm": 0.6, "quick": 0.15, "at once": 0.0}
CAPTION = 1.6
"""Seconds a caption of a demo stays at speed 1."""
SIZES = ("auto", "small", "medium", "large")
Way = Literal["play", "demo"]


class BoardScreen(Screen[Answer]):
    """Ends with where to go next. `way` is `demo` where computer players show the rules step by step."""

    class SettingsAsked(TextualMessage):
        """The player wants to change the settings; the app knows how, and calls `wear`."""

    def __init__(self, look: Look, table: Table, settings: Settings, way: Way = "play", speed: float = 1.0) -> None:
        super().__init__()
        self.look = look
        self.table = table
        self.settings = settings
        self.way = way
        self.speed = speed
        self.sitting = Sitting(table, scene(table.header.game), settings["confirm"] == "ask")
        self.sitting.size = settings["tiles"]
        self.keys = bound(settings)
        self.commands = command_of(settings)
        self.paused = asyncio.Event()
        self.paused.set()
        self.hurry = False
        self.curtain = False
        """Whether the curtain hangs."""
        self.told: Message | None = None
        """What a computer player did, as it was said last."""

    def compose(self) -> ComposeResult:
        yield Board()

    def on_mount(self) -> None:
        self.play_computers()

    def on_resize(self) -> None:
        self.paint()

    def paint(self) -> None:
        board = self.query_one(Board)
        if self.size.width and self.size.height:
            drawing = chrome.paint(self.sitting, self.look, self.size.width, self.size.height, self.keys)
            board.draw(drawing, self.sitting.cursor)
        if self.sitting.covered and not self.curtain:
            self._hang_curtain()

    def _hang_curtain(self) -> None:
        from tilehall.tui.screens.curtain import CurtainScreen

        self.curtain = True
        self.app.push_screen(CurtainScreen(self.look, self.sitting), self._curtain_raised)

    def _curtain_raised(self, answer: Raised | None) -> None:
        self.curtain = False
        if answer == "leave":
            self.do_leave()
            return
        if answer == "look":
            self.sitting.look()
        else:
            self.sitting.regret()
        self.paint()

    def wear(self, look: Look, settings: Settings) -> None:
        """Another look, other keys."""
        self.look, self.settings = look, settings
        self.keys, self.commands = bound(settings), command_of(settings)
        self.sitting.confirm, self.sitting.size = settings["confirm"] == "ask", settings["tiles"]
        self.paint()

    # --- keys and clicks ------------------------------------------------------------------------------------------

    def on_board_typed(self, event: Board.Typed) -> None:
        self.hurry = self.way == "play"
        if event.char.isdigit() and event.char != "0" and self.sitting.mine:
            self._acted(self.sitting.digit(int(event.char)))
        elif self.way == "demo" and event.key == "space":
            self.command("pause")
        elif event.key in self.commands:
            self.command(self.commands[event.key])
        elif event.char and not self._letter(event.char):
            self.sitting.message = None
        self.paint()

    def _letter(self, char: str) -> bool:
        steps = len(self.table.match.steps)
        known = self.sitting.letter(char)
        self._acted(len(self.table.match.steps) != steps)
        return known

    def on_board_clicked(self, event: Board.Clicked) -> None:
        self.sitting.point(event.place)
        if self.sitting.mine:
            self._acted(self.sitting.choose())
        self.paint()

    def command(self, name: str) -> None:
        """Does what a key, or an entry of the palette, asks for."""
        doing = getattr(self, f"do_{name}", None)
        if doing is not None:
            doing()

    def run_command(self, name: str) -> None:
        """The same, from the palette."""
        self.command(name)
        self.paint()

    def do_left(self) -> None:
        self._move("left")

    def do_right(self) -> None:
        self._move("right")

    def do_up(self) -> None:
        self._move("up")

    def do_down(self) -> None:
        self._move("down")

    def _move(self, direction: str) -> None:
        drawing = self.query_one(Board).drawing
        if drawing:
            self.sitting.move(direction, drawing)

    def do_next(self) -> None:
        self.sitting.hop(1)

    def do_previous(self) -> None:
        self.sitting.hop(-1)

    def do_first(self) -> None:
        self.sitting.jump(0)

    def do_last(self) -> None:
        self.sitting.jump(-1)

    def do_next_zone(self) -> None:
        self.sitting.leap(1)

    def do_previous_zone(self) -> None:
        self.sitting.leap(-1)

    def do_choose(self) -> None:
        self._acted(self.sitting.choose())

    def do_toggle(self) -> None:
        self._acted(self.sitting.choose() if self.sitting.pending else self.sitting.toggle())

    def do_skip(self) -> None:
        self._acted(self.sitting.skip())

    def do_back(self) -> None:
        self.sitting.back()

    def do_turn(self) -> None:
        self.sitting.rotate(1)

    def do_turn_back(self) -> None:
        self.sitting.rotate(-1)

    def do_flip(self) -> None:
        self.sitting.flip()

    def do_undo(self) -> None:
        self.sitting.undo()

    def do_redo(self) -> None:
        self.sitting.redo()
        self.play_computers()

    def do_restart(self) -> None:
        self.sitting.restart()

    def do_hint(self) -> None:
        self.sitting.hint()

    def do_why(self) -> None:
        self.sitting.refuse()

    def do_describe(self) -> None:
        self.sitting.describe()

    def do_rules(self) -> None:
        from tilehall.tui.screens.rules import RulesScreen

        self.app.push_screen(RulesScreen(self.look, self.table.header.game, self.sitting.rule))

    def do_hand(self) -> None:
        from tilehall.tui.screens.hand import HandScreen

        self.app.push_screen(HandScreen(self.look, self.sitting, self.keys["hand"][0]))

    def do_log(self) -> None:
        lines = log_lines(self.sitting, self.look)
        self.app.push_screen(ReaderScreen(self.look, "What has happened", lines, len(lines)))

    def do_score(self) -> None:
        self.app.push_screen(ScoringScreen(self.look, self.table), self._after_scoring)

    def do_hide(self) -> None:
        if self.sitting.guarded and self.sitting.mine:
            self.sitting.hide()

    def do_size(self) -> None:
        self.sitting.size = SIZES[(SIZES.index(self.sitting.size) + 1) % len(SIZES)]
        self.sitting.message = Message(f"Tile size: {self.sitting.size}, where there is room.")

    def do_settings(self) -> None:
        self.post_message(self.SettingsAsked())

    def do_keys(self) -> None:
        self.app.push_screen(
            ReaderScreen(self.look, "Keys and symbols", key_lines(self.sitting, self.look, self.settings))
        )

    def do_pause(self) -> None:
        if self.way != "demo":
            return
        if self.paused.is_set():
            self.paused.clear()
            self.sitting.message = Message("Paused. Space goes on.", "hint")
        else:
            self.paused.set()

    def do_leave(self) -> None:
        """Nothing is lost by it: the game is kept, and Continue brings it back."""
        self.dismiss("home")

    # --- the game goes on -----------------------------------------------------------------------------------------

    def _acted(self, done: bool) -> None:
        if done:
            self.play_computers()

    @work(exclusive=True)
    async def play_computers(self) -> None:
        """Lets the computer players play until a person has to decide, outside the event loop."""
        self.hurry, played = False, False
        while (due := self.table.due()) and not self.table.is_human(due[0]):
            steps = len(self.table.match.steps)
            advice = await asyncio.to_thread(self.table.thinking(due[0]))
            await self.paused.wait()
            if len(self.table.match.steps) != steps:
                # What it thought about was taken back meanwhile.
                continue
            turned, played = self.table.act(due[0], advice.action), True
            await self._show(turned)
        if played and self.sitting.message is self.told:
            # Nobody has begun to choose while it was told: a whole recap takes its place.
            self.sitting.settle()
        self.paint()
        if self.table.over:
            self.app.push_screen(ScoringScreen(self.look, self.table), self._after_scoring)
        elif played and self.settings["bell"] == "my turn" and self.table.humans:
            self.app.bell()

    async def _show(self, turned: Turned[Any]) -> None:
        """What a computer player did, for as long as it takes to read."""
        entries = [entry for step in turned.moves for entry in self.table.entries(step, self.sitting.eyes)]
        self.sitting.settle()
        if self.way == "demo":
            for entry in entries:
                self.sitting.message = Message(entry.text, "info", entry.rule)
                self.sitting.rule = entry.rule
                self.paint()
                await asyncio.sleep(CAPTION / self.speed if self.speed else 0)
                await self.paused.wait()
            return
        if not entries:
            return
        self.told = Message(" ".join(entry.text for entry in entries), "info", entries[0].rule)
        self.sitting.message = self.told
        self.paint()
        if not self.hurry:
            await asyncio.sleep(PACES[self.settings["pace"]])

    def _after_scoring(self, answer: Answer | None) -> None:
        if answer in ("rematch", "home"):
            self.dismiss(answer)
            return
        if self.table.over:
            self.sitting.message = Message("The game is over. c shows the score, q leaves the table.")
        self.paint()


def log_lines(sitting: Sitting, look: Look) -> list[TextLine]:
    """The whole log, newest last."""
    names = sitting.table.names
    lines: list[TextLine] = []
    for entry in sitting.table.log(sitting.eyes):
        style = seat_style(sitting.table.header.game, look, entry.seat) if entry.seat >= 0 else look.muted
        who = names[entry.seat] if entry.seat >= 0 else ""
        who = who if entry.text.startswith(who) else ""
        rest = entry.text.removeprefix(who)
        lines.append(
            [(f"{entry.step:>4}  ", look.muted), (who, style), (rest, look.text), (f"  {entry.rule}", look.muted)]
        )
    return lines or [[("Nothing has happened yet.", look.muted)]]


def key_lines(sitting: Sitting, look: Look, settings: Settings) -> list[TextLine]:
    """All keys, then the symbols of the board."""
    lines: list[TextLine] = [[(f"{keys:<16}", look.accent), (text, look.text)] for _, keys, text in listing(settings)]
    lines += [[("1-9", look.accent), ("             Choose a numbered tile or entry.", look.text)]]
    lines += [[("", look.text)], [("Symbols", look.accent)]]
    legend = sitting.scene.legend(look)
    return lines + [[(f"{sign:<16}", look.strong), (words, look.text)] for sign, words in legend.items()]
