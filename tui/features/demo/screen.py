"""A demo: a game, or a tour, frame by frame, with what happens, why, and the rules that it shows."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from textual import work
from textual.app import ComposeResult
from textual.timer import Timer

from tilehall.engine import Text
from tilehall.tui.config.look import Look
from tilehall.tui.config.settings import Settings
from tilehall.tui.features.demo.demo_player import Projector
from tilehall.tui.features.demo.rules_shown import showable
from tilehall.tui.features.demo.widget import Stage
from tilehall.tui.key_map import bound, command_of, shown, shown_for
from tilehall.tui.screens.scoring import Answer, ScoringScreen
from tilehall.tui.terminal.result_screen import Room
from tilehall.tui.widgets.animator import LONG, Mover
from tilehall.tui.widgets.board import Board
from tilehall.tui.widgets.chrome import Hint

SPEEDS = (0.25, 0.5, 1.0, 1.5, 2.0, 4.0, 8.0)
LONG_THOUGHT = 0.5
"""Seconds after which it is said that the next step is being thought of."""


class DemoScreen(Room[Answer]):
    """Goes on by itself, or, where it is presented, only by a key."""

    def __init__(
        self, look: Look, projector: Projector, settings: Settings, speed: float = 1.0, presented: bool = False
    ) -> None:
        """`speed` 0 leaves out all pauses."""
        super().__init__()
        self.look = look
        self.projector = projector
        self.settings = settings
        self.keys, self.commands = bound(settings), command_of(settings)
        self.speed = speed
        self.presented = presented
        self.stage = Stage(projector.reel, settings["tiles"], bare=presented)
        self.board = Board()
        self.mover = Mover(self.board, self.stage.scene)
        self.timer: Timer | None = None
        self.stop: Callable[[], None] | None = None

    def compose(self) -> ComposeResult:
        yield self.board

    def on_mount(self) -> None:
        self.stop = self.projector.attend(lambda: self.call_next(self.changed), self.broke)
        self.call_after_refresh(self.play_on)

    def on_unmount(self) -> None:
        self._hold()
        self.projector.leave()
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
        await self.projector.run()
        self.changed()

    # --- the pictures ---------------------------------------------------------------------------------------------

    def paint(self) -> None:
        if not (self.size.width and self.board.is_attached):
            return
        drawing = self.stage.paint(self.look, self.size.width, self.size.height, self.hints())
        self.mover.show(drawing, None, self.stage.reel.now, self.look, self._motion)

    def _motion(self) -> float:
        """Seconds that what moves takes; none where nothing shall move."""
        moves = self.app.animation_level != "none" and self.settings["animation"] != "off"
        return LONG if moves and self.speed else 0.0

    def hints(self) -> list[Hint]:
        """What the footer names, the most important first."""
        glyphs = self.look.glyphs
        arrows = glyphs.arrow_left + glyphs.arrow_right
        if self.presented:
            go = [] if self.projector.ends else [("Space", Text("next"))]
            return [*go, (arrows, Text("step")), ("n", Text("next use")), *self._named("rules", "hand", "leave")]
        if self.projector.ends:
            go = [("Space", Text("from the beginning"))]
        else:
            go = [("Space", Text("go on") if self.stage.paused else Text("pause"))]
        if self.stage.thinks:
            go = [("Enter", Text("hurry")), *go]
        rule = self.stage.sought
        uses = [("n", Text("next {rule}", rule=rule))] if rule else []
        found = [*go, (arrows, Text("step")), *uses, (glyphs.arrow_up + glyphs.arrow_down, Text("rules"))]
        found += [*self._named("rules", "hand", "leave", "keys"), ("+-", Text("speed"))]
        return [*found, *self._named("explain", "score", "log")]

    def _named(self, *commands: str) -> list[Hint]:
        """These commands with the first of their keys."""
        return [(shown_for(self.keys, command), LABELS[command]) for command in commands if self.keys[command]]

    # --- time -----------------------------------------------------------------------------------------------------

    def _hold(self) -> None:
        if self.timer is not None:
            self.timer.stop()
            self.timer = None

    def _wait(self) -> None:
        """The next frame comes when this one has been read."""
        self._hold()
        if self.presented or self.stage.paused or not self.is_active:
            return
        if self.projector.ends:
            self._end()
        elif not self.projector.waits:
            seconds = self.stage.reel.seconds(self.stage.reel.at) / self.speed if self.speed else 0.0
            self.timer = self.set_timer(max(0.001, seconds), self._next)

    def _next(self) -> None:
        """By itself: whoever wants to see more sees the next one."""
        self.forth()
        self._wait()

    def _end(self) -> None:
        """It has come to its end by itself: of a game the result is shown."""
        self.stage.paused = True
        self.paint()
        if self.stage.reel.now.over:
            self.show_score()

    def changed(self) -> None:
        """The game has gone on."""
        waited, wanted = self.projector.waits, self.projector.wanted
        moved = self.projector.follow()
        if moved or (waited and (self.projector.ends or self.projector.lacks)):
            self.stage.thinks, self.stage.note = False, None
            if wanted and not moved:
                self._is_lacking(wanted)
            self.paint()
            self._wait()

    # --- keys -----------------------------------------------------------------------------------------------------

    def on_board_typed(self, event: Board.Typed) -> None:
        key = self._meant(event)
        self.stage.note = None
        if key == "enter" and self.stage.thinks:
            self.projector.hurry()
        elif key in STEPS:
            self.stage.paused = self.stage.paused or not self.presented
            self.projector.rest()
            self.stage.thinks = False
            STEPS[key](self)
        elif key in DEEDS:
            DEEDS[key](self)
        self.paint()
        self._wait()

    def _meant(self, event: Board.Typed) -> str:
        """What a key is for: one that only demos have, or the command that it has at every board."""
        key = event.char if event.char in SIGNS else event.key
        return key if key in OWN else self.commands.get(event.key, "")

    def pause(self) -> None:
        """Space: stops and goes on; where it is presented, the next frame; at the end, all once more."""
        if self.presented:
            self.forth()
        elif self.projector.ends:
            self.stage.paused = False
            self.projector.go(0)
        else:
            self.stage.paused = not self.stage.paused
            self.projector.rest()

    def forth(self) -> None:
        self.stage.note = None
        if not self.projector.forth() and self.projector.waits:
            self.set_timer(LONG_THOUGHT, self._takes_long)
        self.paint()

    def _takes_long(self) -> None:
        if self.projector.waits and not self.stage.thinks:
            self.stage.thinks = True
            self.paint()

    def back(self) -> None:
        self.projector.go(self.stage.reel.at - 1)

    def turn(self, direction: int) -> None:
        """To where another player begins."""
        at = self.stage.reel.next_turn(direction)
        if direction > 0 and at == self.stage.reel.at:
            self.forth()
        else:
            self.projector.go(at)

    def point(self, direction: int) -> None:
        self.stage.listed = True
        self.stage.point(direction)

    def list_rules(self) -> None:
        self.stage.listed = not self.stage.listed
        self.stage.chosen = self.stage.chosen if self.stage.listed else ""

    def find(self, direction: int) -> None:
        """To where the rule that is pointed at comes up next, or came up before."""
        reel, rule = self.stage.reel, self.stage.sought
        if not rule:
            return
        self.stage.paused = self.stage.paused or not self.presented
        self.stage.listed = False
        if direction < 0:
            at = reel.previous_use(rule)
            if at is None:
                self.stage.note = Text("{rule} has not come up before.", rule=rule)
            else:
                self.projector.go(at)
        elif not self.projector.find(rule) and not self.projector.wanted:
            self._is_lacking(rule)
        elif self.projector.wanted:
            self.stage.note = Text("The game goes on until {rule} comes up.", rule=rule)
            self.set_timer(LONG_THOUGHT, self._takes_long)
        if rule not in reel.asked:
            self.stage.chosen = rule

    def _is_lacking(self, rule: str) -> None:
        """A rule that was looked for does not come up any more."""
        reel = self.stage.reel
        command = f"tilehall demo {reel.replay.header.game} --rules {rule}"
        if reel.previous_use(rule) is not None or rule in reel.rules(reel.frame):
            self.stage.note = Text("{rule} does not come up again.", rule=rule)
        elif rule in showable(reel.now.rules):
            told = Text("{rule} does not come up here. '{command}' looks for a game.", rule=rule, command=command)
            self.stage.note = told
        else:
            self.stage.note = Text("{rule} does not come up here; these players hardly ever get to it.", rule=rule)
        self.projector.rest()

    def hasten(self, direction: int) -> None:
        """Faster, or slower."""
        near = min(range(len(SPEEDS)), key=lambda n: abs(SPEEDS[n] - self.speed))
        self.speed = SPEEDS[max(0, min(near + direction, len(SPEEDS) - 1))]
        self.stage.note = Text("Speed: {speed}.", speed=f"{self.speed:g}")

    # --- other rooms ----------------------------------------------------------------------------------------------

    def show_rules(self) -> None:
        from tilehall.tui.features.rules.screen import RulesScreen

        self.app.push_screen(RulesScreen(self.look, self.stage.reel.replay.header.game, self.stage.rule))

    def show_log(self) -> None:
        from tilehall.tui.screens.pages import log_page

        self.app.push_screen(log_page(self.stage.reel.now, self.stage.scene, self.look, from_end=True))

    def show_score(self) -> None:
        replay = self.stage.reel.replay
        score = ScoringScreen(self.look, replay.now, self.stage.scene, replay.course(), replay)
        self.app.push_screen(score, self._scored)

    def show_explained(self) -> None:
        """What anything on this board is."""
        from tilehall.tui.features.explain.screen import ExplainScreen, of_board

        player, scene = self.stage.player, self.stage.scene
        painted = of_board(player.moment, scene)
        self.app.push_screen(ExplainScreen(self.look, player, scene, self.settings, painted))

    def show_hand(self) -> None:
        """The things of whoever is in front in large, and with them all that the board has no room for."""
        from tilehall.tui.screens.hand import HandScreen

        self.app.push_screen(HandScreen(self.look, self.stage.player, self.stage.scene, self.settings))

    def _scored(self, answer: Answer | None) -> None:
        if answer in ("rematch", "home"):
            self.leave_with(answer)
        elif answer in ("review", "course"):
            self.projector.go(0)
            self.paint()

    def show_keys(self) -> None:
        """All keys, and what the symbols of the board mean."""
        from tilehall.tui.screens.pages import record_page

        told = [(" ".join(map(shown, self.keys[command])), text) for command, text in COMMANDS.items()]
        keys = [*KEYS, *(hint for hint in told if hint[0])]
        self.app.push_screen(record_page(self.stage.reel.now.rules, self.stage.scene, self.look, keys))

    def leave(self) -> None:
        if self.stage.listed:
            self.list_rules()
        else:
            self.leave_with("home")


KEYS: tuple[Hint, ...] = (
    ("Space", Text("Pause, and go on; where it is presented, the next step.")),
    ("Enter n", Text("To the next use of the rule that is pointed at, or of the one shown now.")),
    ("N", Text("To its use before.")),
    ("PgUp PgDn", Text("A turn back or forth.")),
    ("Home End", Text("To the beginning, or to where it has come.")),
    ("Tab", Text("The list of rules over the board, where it has no room beside it.")),
    ("+ -", Text("Faster, slower.")),
)
"""The keys that only demos have."""
COMMANDS: Mapping[str, Text] = {
    "left": Text("A step back."),
    "right": Text("A step forth; from the last one it is played on."),
    "up": Text("To the rule above in the list."),
    "down": Text("To the rule below."),
    "rules": Text("Read that rule."),
    "explain": Text("What anything on the board is."),
    "hand": Text("What somebody holds and works at, in large."),
    "score": Text("The score at this step."),
    "log": Text("All that has happened."),
    "leave": Text("Leave."),
}
"""What the keys of every board do here."""
LABELS: Mapping[str, Text] = {
    "rules": Text("rule"),
    "leave": Text("leave"),
    "keys": Text("keys"),
    "explain": Text("explain"),
    "hand": Text("in large"),
    "score": Text("score"),
    "log": Text("log"),
}
SIGNS = ("+", "-", "=")
STEPS: Mapping[str, Callable[[DemoScreen], None]] = {
    "left": DemoScreen.back,
    "right": DemoScreen.forth,
    "pageup": lambda screen: screen.turn(-1),
    "pagedown": lambda screen: screen.turn(1),
    "home": lambda screen: screen.projector.go(0),
    "end": lambda screen: screen.projector.go(len(screen.stage.reel.frames)),
}
"""What goes to another frame; whoever asks for it wants to look at that."""
DEEDS: Mapping[str, Callable[[DemoScreen], None]] = {
    "space": DemoScreen.pause,
    "pause": DemoScreen.pause,
    "up": lambda screen: screen.point(-1),
    "down": lambda screen: screen.point(1),
    "tab": DemoScreen.list_rules,
    "enter": lambda screen: screen.find(1),
    "n": lambda screen: screen.find(1),
    "N": lambda screen: screen.find(-1),
    "+": lambda screen: screen.hasten(1),
    "=": lambda screen: screen.hasten(1),
    "-": lambda screen: screen.hasten(-1),
    "rules": DemoScreen.show_rules,
    "explain": DemoScreen.show_explained,
    "hand": DemoScreen.show_hand,
    "score": DemoScreen.show_score,
    "log": DemoScreen.show_log,
    "keys": DemoScreen.show_keys,
    "leave": DemoScreen.leave,
    "back": DemoScreen.leave,
}
OWN = frozenset({"space", "tab", "enter", "n", "N", "pageup", "pagedown", "home", "end", *SIGNS})
"""The keys that only demos have, whatever they are elsewhere."""
