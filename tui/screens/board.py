"""The board screen: turns keys into commands, applies them to the cursor or the table, and paints the changes."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from textual import work
from textual.app import ComposeResult
from textual.geometry import Size
from textual.message import Message as TextualMessage

from tilehall.engine import Text
from tilehall.tui.boards.registry import BoardRenderer, renderer_for
from tilehall.tui.config.look import Look
from tilehall.tui.config.settings import Settings
from tilehall.tui.key_map import bind_keys, commands_by_key, key_label
from tilehall.tui.player.cursor import Direction
from tilehall.tui.player.focus import ControlOptions
from tilehall.tui.player.messages.status_message import StatusMessage
from tilehall.tui.player.pacing import Pacing
from tilehall.tui.player.player import PlayerControls
from tilehall.tui.player.selection import Intent
from tilehall.tui.screens.board_purpose import BoardPurpose, Destination
from tilehall.tui.screens.board_thinking import BoardThinking
from tilehall.tui.screens.board_views import BoardViews
from tilehall.tui.tables.moment import LogEntry
from tilehall.tui.tables.seat import Seat
from tilehall.tui.tables.viewpoint import ONLY_WATCHES
from tilehall.tui.terminal.result_screen import ResultScreen
from tilehall.tui.widgets.animator import LONG, BoardAnimator
from tilehall.tui.widgets.board import BoardCanvas

DIGITS = frozenset("123456789")
"""Keys that choose by number. Digits of other scripts count as letters here."""


class BoardScreen(ResultScreen[Destination]):
    """The board of one seat. Its result is where to go next."""

    @dataclass
    class SettingsAsked(TextualMessage):
        """The player wants to change the settings; the app shows them, and calls `set_look`."""

        board: BoardScreen

    @dataclass
    class Called(TextualMessage):
        """A key of the surroundings of the board was pressed."""

        board: BoardScreen
        key: str

    def __init__(self, look: Look, seat: Seat[Any], settings: Settings, purpose: BoardPurpose | None = None) -> None:
        super().__init__()
        self.look = look
        self.seat = seat
        self.settings = settings
        self.purpose = purpose or BoardPurpose()
        self.board = BoardCanvas()
        self.scene: BoardRenderer[Any] = renderer_for(seat.header.game)
        self.keys = bind_keys(settings)
        self.commands = commands_by_key(settings)
        self.player, self.surroundings, self.painter = self.purpose.build(
            seat, self.scene, ControlOptions.from_settings(settings)
        )
        self._reserve_keys()
        self.animator = BoardAnimator(self.board, self.scene)
        self.views = BoardViews(self)
        self.thinking = BoardThinking(self)
        show_event = partial(self.call_next, self.show_event)
        self.pacing = Pacing(self.player, self.purpose.mode != "play", settings, show_event)
        self.shown = asyncio.Event()
        """Set once the board, or a curtain before it, has been painted."""
        self._unsubscribe: list[Callable[[], None]] = []
        self._warned = False
        """Whether the player was warned that leaving loses the game."""

    def compose(self) -> ComposeResult:
        yield self.board

    def on_mount(self) -> None:
        self._unsubscribe = [
            # Changes may come from another thread or task: they are handled in this screen's own.
            self.seat.subscribe(lambda: self.call_next(self.catch_up), self.wait_until_read, self.report_error),
            self.surroundings.subscribe(partial(self.call_next, self._update_surroundings)),
        ]
        # The table may have changed since this screen was created.
        self.player.catch_up()
        if trouble := self.seat.now.trouble:
            self.player.status.show(StatusMessage(Text("This game is not kept: {why}.", why=trouble), "bad"))
        # The screen knows its size only later; without one it would be empty.
        self._draw(self.app.size)
        self.call_after_refresh(self.shown.set)
        self.play_on()

    def on_unmount(self) -> None:
        for unsubscribe in self._unsubscribe:
            unsubscribe()
        self.player.advisor.cancel()
        # A player who has left must not hold up computer players.
        self.pacing.release()

    def _update_surroundings(self) -> None:
        self._reserve_keys()
        self.paint()

    def _reserve_keys(self) -> None:
        """Reserves the keys of this screen, so that they are not used as letters of choices."""
        self.player.options.keys = {**self.keys, "": tuple(self.surroundings.keys)}

    def set_look(self, look: Look, settings: Settings) -> None:
        """Replaces the look and the settings."""
        options, wanted = self.player.options, ControlOptions.from_settings(settings)
        if settings["tiles"] != self.settings["tiles"]:
            options.tile_size = wanted.tile_size
        options.confirm, options.coach = wanted.confirm, wanted.coach
        self.look, self.settings = look, settings
        self.keys, self.commands = bind_keys(settings), commands_by_key(settings)
        self.pacing.set_pace(settings)
        self.player.status.show(None)
        self._update_surroundings()

    # --- painting -------------------------------------------------------------------------------------------------

    def on_resize(self) -> None:
        self.paint()

    def on_screen_resume(self) -> None:
        super().on_screen_resume()
        # What lay over the board had moved the terminal's cursor.
        self.paint()

    def paint(self) -> None:
        if self.views.is_peeking or not self.board.is_attached:
            # The screen may be closing when the table changes.
            return
        if self.size.width and self.size.height:
            self._draw(self.size)
        if self.player.focus.moment.curtain and not self.views.is_curtain_down:
            self.views.lower_curtain()

    def _draw(self, size: Size) -> None:
        drawing = self.painter.paint(self.look, size.width, size.height, self.keys)
        self.animator.show(drawing, self.player.cursor, self.player.focus.moment, self.look, self._motion_seconds)

    def _motion_seconds(self) -> float:
        """Seconds for an animation; 0 if there is none."""
        moves = self.app.animation_level != "none" and self.settings["animation"] != "off"
        return LONG if moves and self.pacing.pace else 0.0

    # --- keys and clicks ------------------------------------------------------------------------------------------

    async def on_board_canvas_typed(self, event: BoardCanvas.Typed) -> None:
        self.pacing.hurry()
        self.player.status.clear_blocked()
        await self._carry_out(self._resolve_key(event))

    def _resolve_key(self, event: BoardCanvas.Typed) -> Intent | None:
        """Runs the command of a key, or returns what it asks the table to do."""
        player, key = self.player, event.key
        if player.focus.labels.all:
            player.navigation.type_jump_label(event.char.casefold())
            return None
        if player.status.unsaved_intent is not None and event.char in UNSAVED_COMMANDS:
            return UNSAVED_COMMANDS[event.char](player)
        if player.takeover_offered and event.char == "p":
            self.close_with("play")
            return None
        if key in self.surroundings.keys:
            self.post_message(self.Called(self, key))
            return None
        if event.char in DIGITS and not player.moment.over:
            return player.chooser.choose_digit(int(event.char))
        if key in self.commands:
            command = self.commands[key]
            return (
                None
                if command == "choose" and self.pacing.hurry_others(time.monotonic())
                else self.resolve_command(command)
            )
        return self._resolve_letter(event.char)

    def _resolve_letter(self, letter: str) -> Intent | None:
        """Chooses the menu entry with this letter, or explains why it cannot be chosen now."""
        chooser = self.player.chooser

        def say(text: Text) -> str:
            return self.look.say(text, self.player.focus.moment.names)

        choice = chooser.menu_letters(say).get(letter)
        if choice is not None:
            return chooser.choose_entry(choice)
        if not chooser.explain_letter(letter, say) and letter:
            self.player.status.show(None)
        return None

    async def on_board_canvas_clicked(self, event: BoardCanvas.Clicked) -> None:
        self.pacing.hurry()
        self.player.navigation.point_at(event.place)
        await self._carry_out(self.player.chooser.choose() if self.player.must_decide else None)

    async def run_command(self, name: str) -> None:
        """Runs a command of the command palette."""
        await self._carry_out(self.resolve_command(name))

    def resolve_command(self, name: str) -> Intent | None:
        """Runs a command, or returns what it asks the table to do."""
        self._warned = self._warned and name == "leave"
        if name in CHOICE_COMMANDS and self.player.focus.moment.over:
            self.views.show_score()
        elif name in TABLE_COMMANDS and self.purpose.mode == "watch":
            self.player.status.show(StatusMessage(ONLY_WATCHES))
        elif name in TABLE_COMMANDS:
            return TABLE_COMMANDS[name](self.player)
        elif name in CURSOR_COMMANDS:
            CURSOR_COMMANDS[name](self.player)
        elif name in DIRECTIONS:
            if self.board.drawing:
                self.player.navigation.move(DIRECTIONS[name], self.board.drawing)
        elif name in VIEW_COMMANDS:
            VIEW_COMMANDS[name](self)
        return None

    async def _carry_out(self, intent: Intent | None) -> None:
        if intent is not None:
            await self.player.carry_out(intent)
            self.pacing.note_own_choice()
            self.player.hurry_offer.reset()
            self._go_on()
        self.paint()

    def leave(self) -> None:
        """Closes the screen; if the latest steps are not saved, warns once first."""
        trouble = self.seat.now.trouble
        if trouble is None or self.seat.now.over or self._warned:
            self.close_with("home")
            return
        self._warned = True
        leave = key_label(self.keys["leave"][0]) if self.keys["leave"] else "Ctrl+C"
        told = Text("The latest steps are not saved: {why}. {key} again leaves without them.", why=trouble, key=leave)
        self.player.status.say(StatusMessage(told, "bad"))

    # --- progress of the game -------------------------------------------------------------------------------------

    def catch_up(self) -> None:
        """Shows changes at the table; those of the player's own actions are painted already."""
        waited = not self.player.must_decide
        if not self.player.catch_up():
            return
        if waited and self.player.must_decide:
            self.player.hurry_offer.start_turn(time.monotonic())
            if self.settings["bell"] != "off":
                self.app.bell()
        self._go_on()
        self.paint()

    def _go_on(self) -> None:
        """Starts what follows by itself: computer players, the result, a hint that was requested before."""
        now = self.seat.now
        if now.over or any(seat not in now.humans for seat in now.due):
            self.play_on()
        if self.player.hints.is_requested:
            self.thinking.answer_requested_hint()

    @work(exclusive=True)
    async def play_on(self) -> None:
        """Waits for the computer players; shows the score at the end of the game."""
        # A thought before the first picture would delay it.
        await self.shown.wait()
        self.thinking.watch_others()
        await self.seat.run_computers()
        if not self.seat.now.over or not self.purpose.shows_result:
            return
        if self.purpose.mode == "play" and self.pacing.pace and self.player.news.tell_end():
            # The last steps of the others can be read before the result covers them.
            self.paint()
            await self.pacing.wait_for_key()
        if self.is_active:
            self.views.show_score()
        else:
            self.views.announce_end()

    async def wait_until_read(self) -> None:
        """Holds computer players back until the player has read what happened."""
        if await self.pacing.wait_until_read():
            self.thinking.watch_others()

    def offer_takeover(self, offered: bool) -> None:
        """Tells whether a watched game was abandoned and can be taken over here."""
        if offered and not self.player.takeover_offered:
            text = Text("Whoever played has left. {key} plays on here.", key="p")
            self.player.status.show(StatusMessage(text, "hint"))
        if offered != self.player.takeover_offered:
            self.player.takeover_offered = offered
            self.paint()

    def show_event(self, entry: LogEntry) -> None:
        """Shows a step of others as a message, for spectators and for special events."""
        self.player.status.show(StatusMessage(entry.text, "info", entry.rule))
        self.player.status.last_rule = entry.rule
        self.paint()


DIRECTIONS: Mapping[str, Direction] = {"left": "left", "right": "right", "up": "up", "down": "down"}
CURSOR_COMMANDS: Mapping[str, Callable[[PlayerControls[Any]], object]] = {
    "next": lambda player: player.navigation.go_to_next_stop(1),
    "previous": lambda player: player.navigation.go_to_next_stop(-1),
    "first": lambda player: player.navigation.go_to_stop(0),
    "last": lambda player: player.navigation.go_to_stop(-1),
    "next_zone": lambda player: player.navigation.go_to_next_zone(1),
    "previous_zone": lambda player: player.navigation.go_to_next_zone(-1),
    "back": PlayerControls.go_back,
    "turn": lambda player: player.navigation.rotate(1),
    "turn_back": lambda player: player.navigation.rotate(-1),
    "flip": lambda player: player.navigation.flip(),
    "label": lambda player: player.navigation.show_jump_labels(),
    "story": lambda player: player.news.tell_next_turn(),
    "why": lambda player: player.status.refuse_place(),
    "reason": lambda player: player.news.explain_last_turn(),
    "describe": lambda player: player.status.describe_place(),
    "hide": PlayerControls.hide,
}
"""Commands that change only the view of the player."""
TABLE_COMMANDS: Mapping[str, Callable[[PlayerControls[Any]], Intent | None]] = {
    "choose": lambda player: player.chooser.choose(),
    "toggle": lambda player: player.chooser.toggle_or_dismiss(),
    "skip": lambda player: player.chooser.skip(),
    "undo": lambda player: "undo",
    "redo": lambda player: "redo",
    "restart": lambda player: "restart",
}
"""Commands that may result in an action at the table."""
CHOICE_COMMANDS = frozenset({"choose", "toggle", "skip"})
"""Commands that open the result if there is nothing to choose."""
UNSAVED_COMMANDS: Mapping[str, Callable[[PlayerControls[Any]], Intent | None]] = {
    "r": PlayerControls.retry_unsaved,
    "p": PlayerControls.continue_unsaved,
}
"""Commands that are available while the game cannot be saved."""
VIEW_COMMANDS: Mapping[str, Callable[[BoardScreen], object]] = {
    "rules": lambda board: board.views.show_rules(),
    "explain": lambda board: board.views.show_explained(),
    "hand": lambda board: board.views.show_hand(),
    "log": lambda board: board.views.show_log(),
    "score": lambda board: board.views.show_score(),
    "size": lambda board: board.views.change_size(),
    "settings": lambda board: board.post_message(BoardScreen.SettingsAsked(board)),
    "keys": lambda board: board.views.show_keys(),
    "hint": lambda board: board.thinking.request_hint(),
    "pause": lambda board: board.player.status.say(StatusMessage(Text("Only a demo can be paused."))),
    "leave": BoardScreen.leave,
}
"""Commands that open other screens, ask the app, or change what surrounds the board."""
