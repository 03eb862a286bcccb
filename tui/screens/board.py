"""The board: keys become commands, commands move the cursor or are carried out at the table; changes are painted."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Protocol

from textual import work
from textual.app import ComposeResult
from textual.geometry import Size
from textual.message import Message as TextualMessage
from textual.timer import Timer

from tilehall.engine import Text
from tilehall.tui.boards.registry import BoardRenderer, renderer_for
from tilehall.tui.config.look import Look
from tilehall.tui.config.settings import Settings, value_label
from tilehall.tui.key_map import KeyBindings, bind_keys, commands_by_key, key_label, key_label_for
from tilehall.tui.player.intent import Intent
from tilehall.tui.player.messages.status_message import StatusMessage
from tilehall.tui.player.player import NO_HINTS_HERE, Coach, PlayerControls
from tilehall.tui.player.surroundings import NoSurroundings, TableSurroundings
from tilehall.tui.tables.moment import LogEntry
from tilehall.tui.tables.seat import Seat
from tilehall.tui.tables.thinking.background import TaskRunner
from tilehall.tui.tables.viewpoint import ONLY_WATCHES
from tilehall.tui.terminal.output.drawing import Drawing
from tilehall.tui.terminal.output.picture import Picture
from tilehall.tui.terminal.result_screen import ResultScreen
from tilehall.tui.widgets.animator import LONG, BoardAnimator
from tilehall.tui.widgets.board import BoardCanvas
from tilehall.tui.widgets.chrome import LINES, Chrome

if TYPE_CHECKING:
    from tilehall.tui.screens.curtain import Raised
    from tilehall.tui.screens.scoring import Destination

PACES = {"calm": 0.6, "quick": 0.15, "at once": 0.0}
"""Seconds that a step of a computer player stays on screen."""
BEAT = 3
"""How much longer a great moment stays."""
READ = 30.0
"""Seconds for which the last turn of the others stays before the result, if no key is pressed."""
LONGEST = 6.0
"""Seconds at most from the end of one's turn to the next, whatever others do."""
MANY, FEW = 8, 3
"""A step takes at most one of so many parts of what is left of them, a great moment one of fewer."""
CAPTION = 1.6
"""Seconds a sentence stays before those who only watch."""
SLOW = 0.15
"""Seconds after which it is said that a hint is thought of; what comes sooner would only flicker."""
LONG_THOUGHT = 0.5
"""Seconds after which a computer player who thinks can be hurried."""
DIGITS = frozenset("123456789")
"""What chooses by number. Other scripts have digits of their own, which are letters here."""
SIZES = ("auto", "small", "medium", "large")
BoardMode = Literal["play", "watch", "puzzle"]


class BoardPainter(Protocol):
    """Who paints the board of one player, and all that surrounds it."""

    def paint(self, look: Look, width: int, height: int, keys: KeyBindings) -> Drawing: ...


class BoardScreen(ResultScreen["Destination"]):
    """Ends with where to go next. `way` is `watch` where the game is played by others, `puzzle` where it ends with a
    turn.
    """

    @dataclass
    class SettingsAsked(TextualMessage):
        """The player wants to change the settings; the app knows how, and calls `set_look`."""

        board: BoardScreen

    @dataclass
    class Called(TextualMessage):
        """A key was pressed that those around the board know."""

        board: BoardScreen
        key: str

    def __init__(
        self,
        look: Look,
        seat: Seat[Any],
        settings: Settings,
        way: BoardMode = "play",
        around: TableSurroundings | None = None,
        chrome: Callable[[PlayerControls[Any], BoardRenderer[Any]], BoardPainter] | None = None,
    ) -> None:
        """`surroundings` is what there is around the board besides the game, `chrome` who paints it all in another
        way.
        """
        super().__init__()
        self.surroundings: TableSurroundings = around or NoSurroundings()
        self.look = look
        self.seat = seat
        self.settings = settings
        self.way = way
        self.board = BoardCanvas()
        self.scene: BoardRenderer[Any] = renderer_for(seat.header.game)
        self.player: PlayerControls[Any] = PlayerControls(seat, self.scene, settings["confirm"] == "ask")
        self.player.size, self.player.coach = settings["tiles"], coach_setting(settings)
        self.player.help_allowed = seat.header.aids
        self.player.advisor.runner = TaskRunner()
        self.chrome: BoardPainter = (
            chrome(self.player, self.scene) if chrome else Chrome(self.player, self.scene, self.surroundings)
        )
        self.mover = BoardAnimator(self.board, self.scene)
        self.keys = bind_keys(settings)
        self.commands = commands_by_key(settings)
        self._reserve()
        self.shown = asyncio.Event()
        """Set once the board, or a curtain before it, has been on the terminal."""
        self.hurry = asyncio.Event()
        """Set by a key: what computer players do is not waited for any more."""
        self.waited = 0.0
        """Seconds for which the others have been shown since one's own turn."""
        self.curtain = False
        """Whether the curtain hangs."""
        self.peeking = False
        """Whether a hand is looked at that nobody else may see: the board below it is not painted then."""
        self.captioned = seat.now.number
        """The step up to which everything has been read."""
        self.stop_listening: list[Callable[[], None]] = []
        self.thought: Timer | None = None
        """Runs out when a computer player has thought for long."""
        self.scoring = False
        """Whether the score is shown, or about to be."""
        self.behind_score: Text | None = None
        """Where one goes on from a result, where that is not for its reader to choose."""
        self.when_scored: Callable[[], None] = lambda: None
        """Hears that it is."""
        self.shows_result: Callable[[], bool] = lambda: True
        """Asked at the end: whether the result comes by itself."""
        self.rule_in_force: Callable[[], str] = lambda: ""
        """Where the rules are opened as long as none was named."""
        self.warned = False
        """Whether it was said that the game is not kept, when somebody wanted to leave it."""

    def compose(self) -> ComposeResult:
        yield self.board

    def on_mount(self) -> None:
        self.stop_listening = [
            self.seat.subscribe(self.schedule_catch_up, self.wait_until_read, self.report_error),
            self.surroundings.subscribe(lambda: self.call_next(self._look_around)),
        ]
        # Something may have happened since this screen was made.
        self.player.catch_up()
        if self.seat.now.trouble:
            self.player.message = StatusMessage(Text("This game is not kept: {why}.", why=self.seat.now.trouble), "bad")
        # The screen knows its own size later; until then it would show nothing.
        self._draw(self.app.size)
        self.call_after_refresh(self.shown.set)
        self.play_on()

    def on_unmount(self) -> None:
        for stop in self.stop_listening:
            stop()
        self.player.advisor.cancel()
        # Whoever has left keeps nobody waiting.
        self.hurry.set()

    def _look_around(self) -> None:
        self._reserve()
        self.paint()

    def _reserve(self) -> None:
        """No choice has a letter that is a key here."""
        self.player.keys = {**self.keys, "": tuple(self.surroundings.keys)}

    def on_resize(self) -> None:
        self.paint()

    def on_screen_resume(self) -> None:
        super().on_screen_resume()
        # What lay over the board had the terminal's cursor.
        self.paint()

    def paint(self) -> None:
        if self.peeking or not self.board.is_attached:
            # Or the screen is being left, and something has changed at the table meanwhile.
            return
        if self.size.width and self.size.height:
            self._draw(self.size)
        if self.player.moment.curtain and not self.curtain:
            self._hang_curtain()

    def _draw(self, size: Size) -> None:
        drawing = self.chrome.paint(self.look, size.width, size.height, self.keys)
        self.mover.show(drawing, self.player.cursor, self.player.moment, self.look, self._motion)

    def _motion(self) -> float:
        """Seconds that what moves takes; none where nothing shall move."""
        moves = self.app.animation_level != "none" and self.settings["animation"] != "off"
        return LONG if moves and self.settings["pace"] != "at once" else 0.0

    def _hang_curtain(self) -> None:
        from tilehall.tui.screens.curtain import CurtainScreen

        self.curtain = True
        self.shown.set()
        self.app.push_screen(CurtainScreen(self.look, self.player.moment, self.scene), self._curtain_raised)

    async def _curtain_raised(self, answer: Raised | None) -> None:
        self.curtain = False
        if answer == "leave":
            self.leave()
            return
        if answer == "look":
            self.player.look()
        else:
            await self.player.carry_out("undo")
        self._answer_kept()
        self.paint()

    def set_look(self, look: Look, settings: Settings) -> None:
        """Another look, other keys."""
        if settings["tiles"] != self.settings["tiles"]:
            self.player.size = settings["tiles"]
        self.look, self.settings = look, settings
        self.keys, self.commands = bind_keys(settings), commands_by_key(settings)
        self._reserve()
        self.player.confirm, self.player.message = settings["confirm"] == "ask", None
        self.player.coach = coach_setting(settings)
        self.paint()

    # --- keys and clicks ------------------------------------------------------------------------------------------

    async def on_board_canvas_typed(self, event: BoardCanvas.Typed) -> None:
        if self.way == "play":
            self.hurry.set()
        self.player.clear_blocked()
        await self._carry_out(self._meant(event))

    def _meant(self, event: BoardCanvas.Typed) -> Intent | None:
        """What a key does, or what it wants to be done at the table."""
        if self.player.jump_labels:
            self.player.type_jump_label(event.char.casefold())
            return None
        if self.player.unsaved_intent is not None and event.char in UNSAVED_COMMANDS:
            return UNSAVED_COMMANDS[event.char](self.player)
        if self.player.takeover_offered and event.char == "p":
            self.close_with("play")
            return None
        if event.key in self.surroundings.keys:
            self.post_message(self.Called(self, event.key))
            return None
        if event.char in DIGITS and not self.player.moment.over:
            return self.player.choose_digit(int(event.char))
        if event.key in self.commands:
            command = self.commands[event.key]
            return None if command == "choose" and self._hurries() else self.resolve_command(command)

        def say(text: Text) -> str:
            return self.look.say(text, self.player.moment.names)

        choice = self.player.menu_letters(say).get(event.char)
        if choice is not None:
            return self.player.choose_entry(choice)
        if not self.player.explain_letter(event.char, say):
            self.player.message = None if event.char else self.player.message
        return None

    async def on_board_canvas_clicked(self, event: BoardCanvas.Clicked) -> None:
        if self.way == "play":
            self.hurry.set()
        self.player.point_at(event.place)
        await self._carry_out(self.player.choose() if self.player.must_decide else None)

    async def run_command(self, name: str) -> None:
        """A command from the palette."""
        await self._carry_out(self.resolve_command(name))

    def resolve_command(self, name: str) -> Intent | None:
        """Does what a key, or an entry of the palette, asks for; or says what it wants done at the table."""
        self.warned = self.warned and name == "leave"
        if name in CHOICE_COMMANDS and self.player.moment.over:
            self.show_score()
        elif name in TABLE_COMMANDS and self.way == "watch":
            self.player.message = StatusMessage(ONLY_WATCHES)
        elif name in TABLE_COMMANDS:
            return TABLE_COMMANDS[name](self.player)
        elif name in CURSOR_COMMANDS:
            CURSOR_COMMANDS[name](self.player)
        elif name in DIRECTIONS:
            if self.board.drawing:
                self.player.move(DIRECTIONS[name], self.board.drawing)
        elif name in VIEW_COMMANDS:
            VIEW_COMMANDS[name](self)
        return None

    async def _carry_out(self, intent: Intent | None) -> None:
        if intent is not None:
            await self.player.carry_out(intent)
            # What one has done oneself need not be read, unless it is great; and what follows is not to be hurried yet.
            self.captioned, self.waited = self._read_own(), 0.0
            self.hurry.clear()
            self.player.hurry_offer.reset()
            self.play_on()
            self._answer_kept()
        self.paint()

    # --- computer players who think for long ----------------------------------------------------------------------

    def _expect_thought(self) -> None:
        """From now on somebody may think; it is said when that takes long."""
        if self.thought is not None:
            self.thought.stop()
        now = self.seat.now
        if self.is_attached and any(seat not in now.humans for seat in now.due):
            self.thought = self.set_timer(LONG_THOUGHT, self._takes_long)

    def _takes_long(self) -> None:
        if self.seat.is_thinking and not self.player.must_decide and self.player.moment.curtain is None:
            self.player.hurry_offer.offer(True)
            self.paint()

    def _hurries(self) -> bool:
        """Whether a key hurries whoever thinks, or comes too late for that and is not to choose anything."""
        haste = self.player.hurry_offer
        if not haste.is_offered:
            return self.player.must_decide and haste.is_late_key(time.monotonic())
        haste.hurry()
        self.seat.hurry()
        return True

    # --- hints ----------------------------------------------------------------------------------------------------

    def request_hint(self) -> None:
        """For a hint; who is around the board may have hints of his own."""
        key = next((key for key in self.keys["hint"] if key in self.surroundings.keys), None)
        if key is not None:
            self.post_message(self.Called(self, key))
        elif self.way == "watch":
            self.player.say(StatusMessage(NO_HINTS_HERE))
        elif self.player.prepare_hint():
            self.compute_hint()

    def _answer_kept(self) -> None:
        """The hint that was asked for while others decided, once it is one's own turn."""
        if self.player.take_requested_hint():
            self.compute_hint()

    @work(group="hint")
    async def compute_hint(self) -> None:
        """A hint comes when it is there; meanwhile keys do what they always do."""
        slow = self.set_timer(SLOW, self._takes_time)
        try:
            await self.player.show_hint()
        finally:
            slow.stop()
        self.paint()

    def _takes_time(self) -> None:
        self.player.advisor.mark_slow()
        self.paint()

    # --- other rooms ----------------------------------------------------------------------------------------------

    def show_rules(self) -> None:
        from tilehall.tui.features.rules.screen import RulesScreen

        self.app.push_screen(
            RulesScreen(self.look, self.seat.header.game, self.player.last_rule or self.rule_in_force())
        )

    def show_explained(self) -> None:
        from tilehall.tui.features.explain.screen import ExplainScreen, board_painter

        painted = board_painter(self.player.moment, self.scene)
        looks = ExplainScreen(self.look, self.player, self.scene, self.settings, painted)
        self.app.push_screen(looks, lambda _: self.paint())

    def show_hand(self) -> None:
        if self.player.is_masked:
            self._ask_to_peek()
            return
        from tilehall.tui.screens.hand import HandScreen

        # The curtain may have fallen while the hand was looked at.
        self.app.push_screen(HandScreen(self.look, self.player, self.scene, self.settings), lambda _: self.paint())

    def _ask_to_peek(self) -> None:
        """One's own hand in large, from the table that all may see: first a curtain, then the table again."""
        from tilehall.tui.screens.curtain import CurtainScreen

        self.app.push_screen(CurtainScreen(self.look, self.player.moment, self.scene, peeks=True), self._peeks)

    def _peeks(self, answer: Raised | None) -> None:
        if answer != "look":
            return
        from tilehall.tui.screens.hand import HandScreen

        self.peeking = True
        self.player.look()
        self.app.push_screen(HandScreen(self.look, self.player, self.scene, self.settings), self._peeked)

    def _peeked(self, _: object) -> None:
        self.player.hide()
        self.peeking = False
        self.paint()

    def show_log(self) -> None:
        from tilehall.tui.screens.pages import log_page

        self.app.push_screen(log_page(self.player.moment, self.scene, self.look, from_end=True))

    def show_score(self) -> None:
        """Once, whether it is asked for or the game has come to its end."""
        if not self.scoring:
            self.scoring = True
            self.when_scored()
            self.call_next(self._show_score)

    async def _show_score(self) -> None:
        from tilehall.tui.screens.scoring import ScoringScreen

        replay = await self.seat.open_replay()
        moment, onward = self.player.moment, self.behind_score
        scoring = ScoringScreen(self.look, moment, self.scene, replay.points_by_turn(), replay, onward)
        self.app.push_screen(scoring, self._after_scoring)

    async def show_replay(self) -> None:
        """The game once more, step by step; then back to its result."""
        from tilehall.tui.features.replay.screen import ReplayScreen

        review = ReplayScreen(self.look, await self.seat.open_replay(), self.settings)
        self.app.push_screen(review, self._after_review)

    async def show_game_review(self) -> None:
        """Looks back at the whole game; then its result again."""
        from tilehall.tui.features.review.screen import ReviewScreen

        self.app.push_screen(ReviewScreen(self.look, await self.seat.open_replay(), self.settings), self._after_review)

    def _after_review(self, answer: Destination | None) -> None:
        if answer in ("rematch", "home"):
            self.close_with(answer)
        else:
            self.show_score()

    def change_size(self) -> None:
        """The next size that is seen in this window; if there is none, that is said."""
        at, before = SIZES.index(self.player.size), self._tiles()
        for size in (*SIZES[at + 1 :], *SIZES[:at]):
            self.player.size = size
            if self._tiles().changes(before):
                told = Text("Tile size: {size}, where there is room.", size=value_label("tiles", size))
                self.player.say(StatusMessage(told))
                return
        self.player.size = SIZES[at]
        self.player.say(StatusMessage(Text("Tiles have one size only in a window this small.")))

    def _tiles(self) -> Picture:
        """The board alone."""
        view, (columns, lines) = self.player.view(self.look), self.scene.minimum_size
        return self.scene.paint(view, max(columns, self.size.width), max(lines, self.size.height - LINES)).picture

    def change_settings(self) -> None:
        self.post_message(self.SettingsAsked(self))

    def show_keys(self) -> None:
        from tilehall.tui.screens.pages import board_keys_page

        rules = self.player.moment.rules
        self.app.push_screen(
            board_keys_page(rules, self.scene, self.look, self.settings, [*self.surroundings.keys.items()])
        )

    def pause(self) -> None:
        self.player.say(StatusMessage(Text("Only a demo can be paused.")))

    def leave(self) -> None:
        """Nothing is lost by it: the game is kept, and Continue brings it back. Where it is not, that is said first."""
        trouble = self.seat.now.trouble
        if trouble is None or self.seat.now.over or self.warned:
            self.close_with("home")
            return
        self.warned = True
        leave = key_label(self.keys["leave"][0]) if self.keys["leave"] else "Ctrl+C"
        told = Text("The latest steps are not saved: {why}. {key} again leaves without them.", why=trouble, key=leave)
        self.player.say(StatusMessage(told, "bad"))

    # --- the game goes on -----------------------------------------------------------------------------------------

    def schedule_catch_up(self) -> None:
        """Something has changed at the table: looked at when this screen comes to it, whoever changed it."""
        self.call_next(self.catch_up)

    def catch_up(self) -> None:
        """Looks at what has changed. One's own deed is painted already."""
        waited = not self.player.must_decide
        if not self.player.catch_up():
            return
        if waited and self.player.must_decide:
            self.player.hurry_offer.start_turn(time.monotonic())
            if self.settings["bell"] != "off":
                self.app.bell()
        now = self.player.moment
        if now.over or any(seat not in now.humans for seat in now.due):
            self.play_on()
        self._answer_kept()
        self.paint()

    @work(exclusive=True)
    async def play_on(self) -> None:
        """Waits until the computer players have played; shows the score when all is over."""
        # Nobody thinks before the first picture: it would be late.
        await self.shown.wait()
        self._expect_thought()
        await self.seat.run_computers()
        if not self.seat.now.over or self.way == "puzzle" or not self.shows_result():
            return
        if self.way == "play" and PACES[self.settings["pace"]] and self.player.recap_end():
            # What the others did last is read before the result hides it; a key goes on.
            self.paint()
            self.hurry.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(self.hurry.wait(), READ)
        if self.is_active:
            self.show_score()
        else:
            self.announce_end()

    async def wait_until_read(self) -> None:
        """As long as it takes to read what has been told since the last time."""
        entries, self.captioned = self.seat.now.log_since(self.captioned), self.seat.now.number
        if not entries:
            return
        await self._tell(entries)
        self._expect_thought()

    async def _tell(self, entries: Sequence[LogEntry]) -> None:
        if self.way == "play":
            await self._linger(entries)
            return
        for entry in entries:
            self.call_next(self.show_event, entry)
            await asyncio.sleep(CAPTION)

    def _read_own(self) -> int:
        """Up to where one's own steps need not be read: to the first great moment, else all of them."""
        now = self.player.moment
        great = (entry.step for entry in now.log_since(self.captioned) if entry.key in self.scene.highlight_events)
        return next(great, now.number + 1) - 1

    async def _linger(self, entries: Sequence[LogEntry]) -> None:
        """As long as the latest steps stay on screen, a great moment alone and longer; a key ends it."""
        pace = PACES[self.settings["pace"]]
        for entry in entries:
            if (
                entry.key in self.scene.highlight_events
                and pace
                and not (self.hurry.is_set() or self.player.must_decide)
            ):
                self.call_next(self.show_event, entry)
                await self._wait(display_seconds(BEAT * pace, self.waited, FEW))
        await self._wait(display_seconds(pace, self.waited, MANY))

    async def _wait(self, seconds: float) -> None:
        self.waited += seconds
        with suppress(TimeoutError):
            await asyncio.wait_for(self.hurry.wait(), seconds)

    def offer_takeover(self, offered: bool) -> None:
        """Says when a game that was watched is played by nobody any more, and may be played on here."""
        if offered and not self.player.takeover_offered:
            text = Text("Whoever played has left. {key} plays on here.", key="p")
            self.player.message = StatusMessage(text, "hint")
        if offered != self.player.takeover_offered:
            self.player.takeover_offered = offered
            self.paint()

    def show_event(self, entry: LogEntry) -> None:
        """What happens, for those who only watch, and a great moment."""
        self.player.message = StatusMessage(entry.text, "info", entry.rule)
        self.player.last_rule = entry.rule
        self.paint()

    async def _after_scoring(self, answer: Destination | None) -> None:
        self.scoring = False
        if answer in ("rematch", "home"):
            self.close_with(answer)
            return
        if answer == "review":
            await self.show_replay()
        elif answer == "course":
            await self.show_game_review()
        elif self.player.moment.over:
            self.announce_end()
        else:
            self.paint()

    def announce_end(self) -> None:
        """It is over, and the score is not shown."""
        keys = {"choose": key_label_for(self.keys, "choose"), "leave": key_label_for(self.keys, "leave")}
        self.player.message = StatusMessage(
            Text("The game is over. {choose} shows the result, {leave} leaves the table.", **keys)
        )
        self.paint()


def display_seconds(wanted: float, waited: float, share: int) -> float:
    """Seconds that a step stays on screen, when so many have been waited already: never more than all may take.

    >>> display_seconds(0.6, 0.0, MANY), round(display_seconds(0.6, 5.2, MANY), 3), display_seconds(1.8, 0.0, FEW)
    (0.6, 0.1, 1.8)
    """
    return min(wanted, (LONGEST - waited) / share)


DIRECTIONS: Mapping[str, Literal["left", "right", "up", "down"]] = {
    "left": "left",
    "right": "right",
    "up": "up",
    "down": "down",
}
CURSOR_COMMANDS: Mapping[str, Callable[[PlayerControls[Any]], object]] = {
    "next": lambda player: player.go_to_next_stop(1),
    "previous": lambda player: player.go_to_next_stop(-1),
    "first": lambda player: player.go_to_stop(0),
    "last": lambda player: player.go_to_stop(-1),
    "next_zone": lambda player: player.go_to_next_zone(1),
    "previous_zone": lambda player: player.go_to_next_zone(-1),
    "back": PlayerControls.go_back,
    "turn": lambda player: player.rotate(1),
    "turn_back": lambda player: player.rotate(-1),
    "flip": PlayerControls.flip,
    "label": PlayerControls.show_jump_labels,
    "story": PlayerControls.show_next_recap,
    "why": PlayerControls.refuse,
    "reason": PlayerControls.explain_last_turn,
    "describe": PlayerControls.describe,
    "hide": PlayerControls.hide,
}
"""Commands that change what the player looks at."""
TABLE_COMMANDS: Mapping[str, Callable[[PlayerControls[Any]], Intent | None]] = {
    "choose": PlayerControls.choose,
    "toggle": PlayerControls.toggle_or_dismiss,
    "skip": PlayerControls.skip,
    "undo": lambda player: "undo",
    "redo": lambda player: "redo",
    "restart": lambda player: "restart",
}
"""Commands that may want something done at the table."""
CHOICE_COMMANDS = frozenset({"choose", "toggle", "skip"})
"""Those that lead to the result where nothing is left to choose."""
UNSAVED_COMMANDS: Mapping[str, Callable[[PlayerControls[Any]], Intent | None]] = {
    "r": PlayerControls.retry_unsaved,
    "p": PlayerControls.continue_unsaved,
}
"""What may be done while something could not be written down."""
VIEW_COMMANDS: Mapping[str, Callable[[BoardScreen], None]] = {
    "rules": BoardScreen.show_rules,
    "explain": BoardScreen.show_explained,
    "hand": BoardScreen.show_hand,
    "log": BoardScreen.show_log,
    "score": BoardScreen.show_score,
    "size": BoardScreen.change_size,
    "settings": BoardScreen.change_settings,
    "keys": BoardScreen.show_keys,
    "hint": BoardScreen.request_hint,
    "pause": BoardScreen.pause,
    "leave": BoardScreen.leave,
}
"""Commands that open or ask something, or change what surrounds the board."""


def coach_setting(settings: Settings) -> Coach:
    """Whether the prompt says how something is chosen."""
    match settings["coach"]:
        case "on" | "off" as wanted:
            return wanted
        case _:
            return "auto"
