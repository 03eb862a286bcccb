"""The screen of a demo: a game or a tour, frame by frame, with events, reasons and rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from textual import work
from textual.app import ComposeResult
from textual.screen import Screen
from textual.timer import Timer

from tilehall.engine import Text
from tilehall.tui.config.look import Look
from tilehall.tui.config.settings import Settings
from tilehall.tui.features.demo.demo_player import DemoPlayer
from tilehall.tui.features.demo.rules_shown import findable_rules
from tilehall.tui.features.demo.widget import DemoView
from tilehall.tui.features.explain.screen import ExplainScreen, board_painter
from tilehall.tui.features.rules.screen import RulesScreen
from tilehall.tui.key_map import ScreenKeys
from tilehall.tui.screens.board_purpose import Destination
from tilehall.tui.screens.hand import HandScreen
from tilehall.tui.screens.pages import log_page, replay_keys_page
from tilehall.tui.screens.scoring import ScoringScreen
from tilehall.tui.terminal.result_screen import ResultScreen
from tilehall.tui.widgets.animator import LONG, BoardAnimator
from tilehall.tui.widgets.board import BoardCanvas
from tilehall.tui.widgets.key_hints import KeyHint

SPEEDS = (0.25, 0.5, 1.0, 1.5, 2.0, 4.0, 8.0)
LONG_THOUGHT = 0.5
"""Seconds after which the screen says that a computer player is thinking."""


class DemoPages:
    """Builds the screens about the game, as it stands in the current frame."""

    def __init__(self, look: Look, view: DemoView, settings: Settings, keys: ScreenKeys) -> None:
        self.look = look
        self.view = view
        self.settings = settings
        self.keys = keys

    def rules(self) -> Screen[Any]:
        """Return the rulebook at the selected rule."""
        return RulesScreen(self.look, self.view.frames.replay.header.game, self.view.rule)

    def log(self) -> Screen[Any]:
        """Return the log, at its end."""
        return log_page(self.view.frames.now, self.view.scene, self.look, from_end=True)

    def score(self) -> ScoringScreen:
        """Return the points so far, or the result."""
        replay = self.view.frames.replay
        return ScoringScreen(self.look, replay.now, self.view.scene, replay.points_by_turn(), replay)

    def explanation(self) -> Screen[Any]:
        """Return the board with a card for each thing on it."""
        player, scene = self.view.player, self.view.scene
        painted = board_painter(player.moment, scene)
        return ExplainScreen(self.look, player, scene, self.settings, painted)

    def hand(self) -> Screen[Any]:
        """Return a large view of the hand of the player in front, with all that the board has no room for."""
        return HandScreen(self.look, self.view.player, self.view.scene, self.settings)

    def help(self) -> Screen[Any]:
        """Return a list of all keys, and of the symbols of the board."""
        return replay_keys_page(self.view.frames.now.rules, self.view.scene, self.look, self.keys.help())


class DemoScreen(ResultScreen[Destination]):
    """Shows one frame after the other: by time, or only by keys if `presented`."""

    def __init__(
        self, look: Look, demo_player: DemoPlayer, settings: Settings, speed: float = 1.0, presented: bool = False
    ) -> None:
        """At speed 0 there are no pauses."""
        super().__init__()
        self.look = look
        self.demo_player = demo_player
        self.settings = settings
        self.keys = ScreenKeys("demo", settings)
        self.speed = speed
        self.presented = presented
        self.view = DemoView(demo_player.frames, settings["tiles"], full_board=presented)
        self.pages = DemoPages(look, self.view, settings, self.keys)
        self.board = BoardCanvas()
        self.mover = BoardAnimator(self.board, self.view.scene)
        self.timer: Timer | None = None
        self.stop: Callable[[], None] | None = None

    def compose(self) -> ComposeResult:
        yield self.board

    def on_mount(self) -> None:
        self.stop = self.demo_player.subscribe(lambda: self.call_next(self.catch_up), self.report_error)
        self.call_after_refresh(self.play_on)

    def on_unmount(self) -> None:
        self._hold()
        self.demo_player.leave()
        if self.stop:
            self.stop()

    def on_resize(self) -> None:
        self.paint()

    def on_screen_resume(self) -> None:
        super().on_screen_resume()
        self.paint()
        self._wait()

    def on_screen_suspend(self) -> None:
        # The demo stops while another screen covers it.
        self._hold()

    @work(exclusive=True)
    async def play_on(self) -> None:
        """Play the game as far as frames are asked for."""
        await self.demo_player.run()
        self.catch_up()

    # --- the pictures ---------------------------------------------------------------------------------------------

    def paint(self) -> None:
        if not (self.size.width and self.board.is_attached):
            return
        drawing = self.view.paint(self.look, self.size.width, self.size.height, self.hints())
        self.mover.show(drawing, None, self.view.frames.now, self.look, self._motion)

    def _motion(self) -> float:
        """Return the seconds of a movement; 0 if nothing moves."""
        moves = self.app.animation_level != "none" and self.settings["animation"] != "off"
        return LONG if moves and self.speed else 0.0

    def hints(self) -> list[KeyHint]:
        """Return the keys for the footer, the most important first."""
        keys, glyphs = self.keys, self.look.glyphs
        if self.presented:
            go = [] if self.demo_player.is_at_end else [keys.hint(glyphs, "pause", Text("next"))]
            return [*go, *keys.hints(glyphs, "left", "find_next", "rules", "hand", "leave")]
        if self.demo_player.is_at_end:
            go = [keys.hint(glyphs, "pause", Text("from the beginning"))]
        else:
            go = [keys.hint(glyphs, "pause", Text("go on") if self.view.paused else None)]
        if self.view.thinks:
            go = [*keys.hints(glyphs, "find"), *go]
        rule = self.view.searched_rule
        uses = [keys.hint(glyphs, "find_next", Text("next {rule}", rule=rule))] if rule else []
        found = [*go, *keys.hints(glyphs, "left"), *uses, *keys.hints(glyphs, "up", "rules", "hand", "leave", "keys")]
        return [*found, *keys.hints(glyphs, "faster", "explain", "score", "log")]

    # --- time -----------------------------------------------------------------------------------------------------

    def _hold(self) -> None:
        if self.timer is not None:
            self.timer.stop()
            self.timer = None

    def _wait(self) -> None:
        """Start the timer for the next frame."""
        self._hold()
        if self.presented or self.view.paused or not self.is_active:
            return
        if self.demo_player.is_at_end:
            self._end()
        elif not self.demo_player.is_waiting:
            seconds = self.view.frames.seconds(self.view.frames.at) / self.speed if self.speed else 0.0
            self.timer = self.set_timer(max(0.001, seconds), self._next)

    def _next(self) -> None:
        """Go to the next frame when the timer ends."""
        self.step_forward()
        self._wait()

    def _end(self) -> None:
        """Stop at the end of the demo; the result of a finished game is shown."""
        self.view.paused = True
        self.paint()
        if self.view.frames.now.over:
            self.show_score()

    def catch_up(self) -> None:
        """Show what has happened in the game since."""
        waited, wanted = self.demo_player.is_waiting, self.demo_player.wanted_rule
        moved = self.demo_player.follow()
        if moved or (waited and (self.demo_player.is_at_end or self.demo_player.rule_not_found)):
            self.view.thinks, self.view.note = False, None
            if wanted and not moved:
                self._is_lacking(wanted)
            self.paint()
            self._wait()

    # --- keys -----------------------------------------------------------------------------------------------------

    def on_board_canvas_typed(self, event: BoardCanvas.Typed) -> None:
        command = self.keys.command(event.key, event.char)
        self.view.note = None
        if command == "find" and self.view.thinks:
            self.demo_player.hurry()
        elif command in STEP_COMMANDS:
            self.view.paused = self.view.paused or not self.presented
            self.demo_player.stop_waiting()
            self.view.thinks = False
            STEP_COMMANDS[command](self)
        elif command in DEMO_COMMANDS:
            DEMO_COMMANDS[command](self)
        self.paint()
        self._wait()

    def pause(self) -> None:
        """Stop or go on; if presented, go to the next frame; at the end, begin again."""
        if self.presented:
            self.step_forward()
        elif self.demo_player.is_at_end:
            self.view.paused = False
            self.demo_player.go(0)
        else:
            self.view.paused = not self.view.paused
            self.demo_player.stop_waiting()

    def step_forward(self) -> None:
        self.view.note = None
        if not self.demo_player.step_forward() and self.demo_player.is_waiting:
            self.set_timer(LONG_THOUGHT, self._takes_long)
        self.paint()

    def _takes_long(self) -> None:
        if self.demo_player.is_waiting and not self.view.thinks:
            self.view.thinks = True
            self.paint()

    def step_back(self) -> None:
        self.demo_player.go(self.view.frames.at - 1)

    def go_to_turn(self, direction: int) -> None:
        """Go to the next turn of another player."""
        at = self.view.frames.next_turn(direction)
        if direction > 0 and at == self.view.frames.at:
            self.step_forward()
        else:
            self.demo_player.go(at)

    def select_rule(self, direction: int) -> None:
        self.view.listed = True
        self.view.select_rule(direction)

    def toggle_rules(self) -> None:
        self.view.listed = not self.view.listed
        self.view.chosen = self.view.chosen if self.view.listed else ""

    def find_rule(self, direction: int) -> None:
        """Go to the next or previous use of the selected rule."""
        frames, rule = self.view.frames, self.view.searched_rule
        if not rule:
            return
        self.view.paused = self.view.paused or not self.presented
        self.view.listed = False
        if direction < 0:
            at = frames.previous_use(rule)
            if at is None:
                self.view.note = Text("{rule} has not come up before.", rule=rule)
            else:
                self.demo_player.go(at)
        elif not self.demo_player.find(rule) and not self.demo_player.wanted_rule:
            self._is_lacking(rule)
        elif self.demo_player.wanted_rule:
            self.view.note = Text("The game goes on until {rule} comes up.", rule=rule)
            self.set_timer(LONG_THOUGHT, self._takes_long)
        if rule not in frames.asked:
            self.view.chosen = rule

    def _is_lacking(self, rule: str) -> None:
        """Say that a rule does not come up any more, and stop looking for it."""
        frames = self.view.frames
        command = f"tilehall demo {frames.replay.header.game} --rules {rule}"
        if frames.previous_use(rule) is not None or rule in frames.rules(frames.frame):
            self.view.note = Text("{rule} does not come up again.", rule=rule)
        elif rule in findable_rules(frames.now.rules):
            told = Text("{rule} does not come up here. '{command}' looks for a game.", rule=rule, command=command)
            self.view.note = told
        else:
            self.view.note = Text("{rule} does not come up here; these players hardly ever get to it.", rule=rule)
        self.demo_player.stop_waiting()

    def change_speed(self, direction: int) -> None:
        """Go to the next higher or lower speed."""
        near = min(range(len(SPEEDS)), key=lambda n: abs(SPEEDS[n] - self.speed))
        self.speed = SPEEDS[max(0, min(near + direction, len(SPEEDS) - 1))]
        self.view.note = Text("Speed: {speed}.", speed=f"{self.speed:g}")

    # --- other screens --------------------------------------------------------------------------------------------

    def show_score(self) -> None:
        """Show the points so far, and those of each turn."""
        self.app.push_screen(self.pages.score(), self._leave_score)

    def _leave_score(self, answer: Destination | None) -> None:
        if answer in ("rematch", "home"):
            self.close_with(answer)
        elif answer in ("review", "course"):
            self.demo_player.go(0)
            self.paint()

    def leave(self) -> None:
        if self.view.listed:
            self.toggle_rules()
        else:
            self.close_with("home")


STEP_COMMANDS: Mapping[str, Callable[[DemoScreen], object]] = {
    "left": DemoScreen.step_back,
    "right": DemoScreen.step_forward,
    "previous_turn": lambda screen: screen.go_to_turn(-1),
    "next_turn": lambda screen: screen.go_to_turn(1),
    "first": lambda screen: screen.demo_player.go(0),
    "last": lambda screen: screen.demo_player.go(len(screen.view.frames.frames)),
}
"""The commands that go to another frame; they also stop the timer."""
DEMO_COMMANDS: Mapping[str, Callable[[DemoScreen], object]] = {
    "pause": DemoScreen.pause,
    "stop": DemoScreen.pause,
    "up": lambda screen: screen.select_rule(-1),
    "down": lambda screen: screen.select_rule(1),
    "list": DemoScreen.toggle_rules,
    "find": lambda screen: screen.find_rule(1),
    "find_next": lambda screen: screen.find_rule(1),
    "find_previous": lambda screen: screen.find_rule(-1),
    "faster": lambda screen: screen.change_speed(1),
    "slower": lambda screen: screen.change_speed(-1),
    "rules": lambda screen: screen.app.push_screen(screen.pages.rules()),
    "explain": lambda screen: screen.app.push_screen(screen.pages.explanation()),
    "hand": lambda screen: screen.app.push_screen(screen.pages.hand()),
    "score": DemoScreen.show_score,
    "log": lambda screen: screen.app.push_screen(screen.pages.log()),
    "keys": lambda screen: screen.app.push_screen(screen.pages.help()),
    "leave": DemoScreen.leave,
    "back": DemoScreen.leave,
}
