"""A demo: a game, or a tour, frame by frame, with what happens, why, and the rules that it shows."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from textual import work
from textual.app import ComposeResult
from textual.timer import Timer

from tilehall.engine import Text
from tilehall.tui.config.look import Look
from tilehall.tui.config.settings import Settings
from tilehall.tui.features.demo.demo_player import DemoPlayer
from tilehall.tui.features.demo.rules_shown import findable_rules
from tilehall.tui.features.demo.widget import DemoView
from tilehall.tui.key_map import ScreenKeys
from tilehall.tui.screens.board_purpose import Destination
from tilehall.tui.screens.scoring import ScoringScreen
from tilehall.tui.terminal.result_screen import ResultScreen
from tilehall.tui.widgets.animator import LONG, BoardAnimator
from tilehall.tui.widgets.board import BoardCanvas
from tilehall.tui.widgets.key_hints import KeyHint

SPEEDS = (0.25, 0.5, 1.0, 1.5, 2.0, 4.0, 8.0)
LONG_THOUGHT = 0.5
"""Seconds after which it is said that the next step is being thought of."""


class DemoScreen(ResultScreen[Destination]):
    """Goes on by itself, or, where it is presented, only by a key."""

    def __init__(
        self, look: Look, projector: DemoPlayer, settings: Settings, speed: float = 1.0, presented: bool = False
    ) -> None:
        """`speed` 0 leaves out all pauses."""
        super().__init__()
        self.look = look
        self.demo_player = projector
        self.settings = settings
        self.keys = ScreenKeys("demo", settings)
        self.speed = speed
        self.presented = presented
        self.view = DemoView(projector.frames, settings["tiles"], full_board=presented)
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
        # What lies over the board is read in peace.
        self._hold()

    @work(exclusive=True)
    async def play_on(self) -> None:
        """The game goes on as far as it is wanted."""
        await self.demo_player.run()
        self.catch_up()

    # --- the pictures ---------------------------------------------------------------------------------------------

    def paint(self) -> None:
        if not (self.size.width and self.board.is_attached):
            return
        drawing = self.view.paint(self.look, self.size.width, self.size.height, self.hints())
        self.mover.show(drawing, None, self.view.frames.now, self.look, self._motion)

    def _motion(self) -> float:
        """Seconds that what moves takes; none where nothing shall move."""
        moves = self.app.animation_level != "none" and self.settings["animation"] != "off"
        return LONG if moves and self.speed else 0.0

    def hints(self) -> list[KeyHint]:
        """What the footer names, the most important first."""
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
        """The next frame comes when this one has been read."""
        self._hold()
        if self.presented or self.view.paused or not self.is_active:
            return
        if self.demo_player.is_at_end:
            self._end()
        elif not self.demo_player.is_waiting:
            seconds = self.view.frames.seconds(self.view.frames.at) / self.speed if self.speed else 0.0
            self.timer = self.set_timer(max(0.001, seconds), self._next)

    def _next(self) -> None:
        """By itself: whoever wants to see more sees the next one."""
        self.step_forward()
        self._wait()

    def _end(self) -> None:
        """It has come to its end by itself: of a game the result is shown."""
        self.view.paused = True
        self.paint()
        if self.view.frames.now.over:
            self.show_score()

    def catch_up(self) -> None:
        """The game has gone on."""
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
        """Space: stops and goes on; where it is presented, the next frame; at the end, all once more."""
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
        """To where another player begins."""
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
        """To where the rule that is pointed at comes up next, or came up before."""
        reel, rule = self.view.frames, self.view.searched_rule
        if not rule:
            return
        self.view.paused = self.view.paused or not self.presented
        self.view.listed = False
        if direction < 0:
            at = reel.previous_use(rule)
            if at is None:
                self.view.note = Text("{rule} has not come up before.", rule=rule)
            else:
                self.demo_player.go(at)
        elif not self.demo_player.find(rule) and not self.demo_player.wanted_rule:
            self._is_lacking(rule)
        elif self.demo_player.wanted_rule:
            self.view.note = Text("The game goes on until {rule} comes up.", rule=rule)
            self.set_timer(LONG_THOUGHT, self._takes_long)
        if rule not in reel.asked:
            self.view.chosen = rule

    def _is_lacking(self, rule: str) -> None:
        """A rule that was looked for does not come up any more."""
        reel = self.view.frames
        command = f"tilehall demo {reel.replay.header.game} --rules {rule}"
        if reel.previous_use(rule) is not None or rule in reel.rules(reel.frame):
            self.view.note = Text("{rule} does not come up again.", rule=rule)
        elif rule in findable_rules(reel.now.rules):
            told = Text("{rule} does not come up here. '{command}' looks for a game.", rule=rule, command=command)
            self.view.note = told
        else:
            self.view.note = Text("{rule} does not come up here; these players hardly ever get to it.", rule=rule)
        self.demo_player.stop_waiting()

    def change_speed(self, direction: int) -> None:
        """Faster, or slower."""
        near = min(range(len(SPEEDS)), key=lambda n: abs(SPEEDS[n] - self.speed))
        self.speed = SPEEDS[max(0, min(near + direction, len(SPEEDS) - 1))]
        self.view.note = Text("Speed: {speed}.", speed=f"{self.speed:g}")

    # --- other rooms ----------------------------------------------------------------------------------------------

    def show_rules(self) -> None:
        from tilehall.tui.features.rules.screen import RulesScreen

        self.app.push_screen(RulesScreen(self.look, self.view.frames.replay.header.game, self.view.rule))

    def show_log(self) -> None:
        from tilehall.tui.screens.pages import log_page

        self.app.push_screen(log_page(self.view.frames.now, self.view.scene, self.look, from_end=True))

    def show_score(self) -> None:
        replay = self.view.frames.replay
        score = ScoringScreen(self.look, replay.now, self.view.scene, replay.points_by_turn(), replay)
        self.app.push_screen(score, self._scored)

    def show_explained(self) -> None:
        """What anything on this board is."""
        from tilehall.tui.features.explain.screen import ExplainScreen, board_painter

        player, scene = self.view.player, self.view.scene
        painted = board_painter(player.moment, scene)
        self.app.push_screen(ExplainScreen(self.look, player, scene, self.settings, painted))

    def show_hand(self) -> None:
        """The things of whoever is in front in large, and with them all that the board has no room for."""
        from tilehall.tui.screens.hand import HandScreen

        self.app.push_screen(HandScreen(self.look, self.view.player, self.view.scene, self.settings))

    def _scored(self, answer: Destination | None) -> None:
        if answer in ("rematch", "home"):
            self.close_with(answer)
        elif answer in ("review", "course"):
            self.demo_player.go(0)
            self.paint()

    def show_keys(self) -> None:
        """All keys, and what the symbols of the board mean."""
        from tilehall.tui.screens.pages import replay_keys_page

        game = self.view.frames.now.rules
        self.app.push_screen(replay_keys_page(game, self.view.scene, self.look, self.keys.help()))

    def leave(self) -> None:
        if self.view.listed:
            self.toggle_rules()
        else:
            self.close_with("home")


STEP_COMMANDS: Mapping[str, Callable[[DemoScreen], None]] = {
    "left": DemoScreen.step_back,
    "right": DemoScreen.step_forward,
    "previous_turn": lambda screen: screen.go_to_turn(-1),
    "next_turn": lambda screen: screen.go_to_turn(1),
    "first": lambda screen: screen.demo_player.go(0),
    "last": lambda screen: screen.demo_player.go(len(screen.view.frames.frames)),
}
"""What goes to another frame; whoever asks for it wants to look at that."""
DEMO_COMMANDS: Mapping[str, Callable[[DemoScreen], None]] = {
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
    "rules": DemoScreen.show_rules,
    "explain": DemoScreen.show_explained,
    "hand": DemoScreen.show_hand,
    "score": DemoScreen.show_score,
    "log": DemoScreen.show_log,
    "keys": DemoScreen.show_keys,
    "leave": DemoScreen.leave,
    "back": DemoScreen.leave,
}
