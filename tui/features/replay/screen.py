"""The replay screen: a finished or saved game on its board, at any step."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from textual.app import ComposeResult

from tilehall.engine import Action, Text, join_spaces
from tilehall.tui.boards.registry import renderer_for
from tilehall.tui.config.look import Look
from tilehall.tui.config.settings import Settings
from tilehall.tui.features.explain.screen import ExplainScreen, board_painter
from tilehall.tui.features.rules.screen import RulesScreen
from tilehall.tui.key_map import ScreenKeys, bind_keys
from tilehall.tui.player.messages.status_message import StatusMessage
from tilehall.tui.player.player import PlayerControls
from tilehall.tui.screens.board_purpose import Destination
from tilehall.tui.screens.pages import log_page, replay_keys_page
from tilehall.tui.screens.scoring import ScoringScreen
from tilehall.tui.tables.history import review_text
from tilehall.tui.tables.history.replay import NOT_OVER, Replay
from tilehall.tui.tables.history.review import Mistake, Swing
from tilehall.tui.terminal.result_screen import ResultScreen
from tilehall.tui.widgets import chrome, message_panel
from tilehall.tui.widgets.board import BoardCanvas
from tilehall.tui.widgets.key_hints import KeyHint, draw_footer


class Preface(NamedTuple):
    """The text before the first step, and the actions that are shown there as choices."""

    told: Text = Text("Before the first step.")
    actions: Sequence[Action] = ()
    reasons: Sequence[Text] = ()
    """The reason of each step, if all are known."""


PLAIN = Preface()


class ReplayScreen(ResultScreen[Destination]):
    """Moves through the steps of a game: left and right by one, Home and End to the ends."""

    def __init__(
        self,
        look: Look,
        replay: Replay[Any],
        settings: Settings,
        found: Swing | Mistake | None = None,
        preface: Preface = PLAIN,
    ) -> None:
        """`found` is a result of the review, which is shown at its step with the better turn."""
        super().__init__()
        self.look = look
        self.replay = replay
        self.found = found
        self.preface = preface
        self.settings = settings
        self.keys = ScreenKeys("replay", settings)
        self.board_keys = bind_keys(settings)
        self.scene = renderer_for(replay.header.game)
        self.player: PlayerControls[Any] = PlayerControls(replay, self.scene)
        self.whole = False
        """Whether all of the result is shown, even where it covers the board."""

    def compose(self) -> ComposeResult:
        yield BoardCanvas()

    def on_resize(self) -> None:
        self.go(self.replay.now.number)

    def go(self, step: int) -> None:
        """Show the position after so many steps."""
        self.replay.go(step)
        self.player.catch_up()
        self.player.show_choices(self._better())
        told = self._told()
        self.player.status.show(told)
        self.player.status.last_rule = told.rule
        self.paint()

    def explain_step(self) -> None:
        """Show the reason of the latest step; before the first step the preface."""
        reasons, at = self.preface.reasons, self.replay.now.number
        if not reasons:
            self.player.news.explain_last_turn()
        elif at == 0:
            self.player.status.say(StatusMessage(self.preface.told))
        else:
            because = Text("{told} Why: {why}.", told=self._told().text, why=reasons[at - 1])
            self.player.status.say(self._told()._replace(text=because))
        self.paint()

    def paint(self) -> None:
        drawing = chrome.paint(self.player, self.scene, self.look, self.size.width, self.size.height, self.board_keys)
        draw_footer(drawing.picture, self.look, self.size.height - 1, self._keys())
        self.query_one(BoardCanvas).draw(drawing, None)

    def _keys(self) -> list[KeyHint]:
        """Return the keys for the footer, the most important first."""
        keys, glyphs = self.keys, self.look.glyphs
        course = ["course"] if self.replay.over else []
        more = [keys.hint(glyphs, "more", Text("board") if self.whole else None)] if self._is_long else []
        return [
            *keys.hints(glyphs, "left", *course),
            *more,
            *keys.hints(glyphs, "reason", "score", "log"),
            keys.hint(glyphs, "leave", Text("back") if self.found else None),
            *keys.hints(glyphs, "keys", "rules", "explain", "next_turn", "first"),
        ]

    def show_keys(self) -> None:
        """Show all keys, and the symbols of the board."""
        keys = [*self._keys(), *self.keys.help()]
        self.app.push_screen(replay_keys_page(self.replay.now.rules, self.scene, self.look, keys))

    @property
    def _here(self) -> Swing | Mistake | None:
        """The result of the review, if this is its step."""
        return self.found if self.found and review_text.step_to_show(self.found) == self.replay.now.number else None

    def _better(self) -> Sequence[Action]:
        """Return the actions that would have been better here."""
        if not self.replay.now.number and not self._here:
            return self.preface.actions
        return self._here.judgement.actions if isinstance(self._here, Mistake) else ()

    @property
    def _is_long(self) -> bool:
        """Whether the result takes more lines than there are below the board."""
        message, height = self._told() if self._here else None, self.size.height
        if message is None:
            return False
        told = message_panel.message_lines(message, self.scene, self.look, self.replay.now.names, self.size.width - 2)
        return len(told) > chrome.lines_below(height) - 2

    def _told(self) -> StatusMessage:
        """Return the message about the latest step."""
        now = self.replay.now
        if self._here:
            told = review_text.finding_note(self._here)
            title = Text("What was better") if isinstance(self._here, Mistake) else Text("A turning point")
            return StatusMessage(told, "hint", recap=(told,), title=title, brief=not self.whole)
        if not now.seen_steps:
            return StatusMessage(self.preface.told)
        step = now.seen_steps[-1]
        told = join_spaces(entry.text for entry in step.entries)
        if not told and step.action:
            told = now.rules.narrator.describe_action(step.seat, step.action)
        rule = step.entries[0].rule if step.entries else step.rule
        at = Text("{step}/{steps} {told}", step=now.number, steps=self.replay.steps, told=told)
        return StatusMessage(at, "info", rule)

    def on_board_canvas_typed(self, event: BoardCanvas.Typed) -> None:
        if command := self.keys.command(event.key):
            COMMANDS[command](self)

    def show_log(self) -> None:
        self.app.push_screen(log_page(self.player.moment, self.scene, self.look))

    def show_more(self) -> None:
        """Show all of the result, or the board again."""
        if self._here:
            self.whole = not self.whole
            self.go(self.replay.now.number)

    def show_course(self) -> None:
        if self.found:
            self.close_with("course")
        else:
            self.show_game_review()

    def show_rules(self) -> None:
        self.app.push_screen(RulesScreen(self.look, self.replay.header.game, self.player.status.last_rule))

    def show_explained(self) -> None:
        """Explain the things on the board."""
        painted = board_painter(self.player.moment, self.scene)
        self.app.push_screen(ExplainScreen(self.look, self.player, self.scene, self.settings, painted))

    def show_score(self) -> None:
        """Show the points at this step, or the result of a finished game."""
        score = ScoringScreen(self.look, self.player.moment, self.scene, self.replay.points_by_turn(), self.replay)
        self.app.push_screen(score, self._after_scoring)

    def _after_scoring(self, answer: Destination | None) -> None:
        if answer in ("rematch", "home"):
            self.close_with(answer)
        elif answer == "review":
            self.go(0)
        elif answer == "course" and self.found:
            self.close_with("course")
        elif answer == "course":
            self.show_game_review()

    def show_game_review(self) -> None:
        """Show the review of the game if it is over; afterwards the replay is at the same step again."""
        # The review screen opens replays itself.
        from tilehall.tui.features.review.screen import ReviewScreen

        if not self.replay.over:
            self.player.status.say(StatusMessage(NOT_OVER))
            self.paint()
            return
        back = partial(self._after_course, self.replay.now.number)
        self.app.push_screen(ReviewScreen(self.look, self.replay, self.settings), back)

    def _after_course(self, step: int, answer: Destination | None) -> None:
        if answer in ("rematch", "home"):
            self.close_with(answer)
            return
        self.go(step)
        if self.replay.now.over:
            self.show_score()


COMMANDS: Mapping[str, Callable[[ReplayScreen], None]] = {
    "left": lambda screen: screen.go(screen.replay.now.number - 1),
    "right": lambda screen: screen.go(screen.replay.now.number + 1),
    "first": lambda screen: screen.go(0),
    "last": lambda screen: screen.go(screen.replay.steps),
    "next_turn": lambda screen: screen.go(screen.replay.next_turn(1)),
    "previous_turn": lambda screen: screen.go(screen.replay.next_turn(-1)),
    "log": ReplayScreen.show_log,
    "reason": ReplayScreen.explain_step,
    "explain": ReplayScreen.show_explained,
    "more": ReplayScreen.show_more,
    "course": ReplayScreen.show_course,
    "keys": ReplayScreen.show_keys,
    "score": ReplayScreen.show_score,
    "rules": ReplayScreen.show_rules,
    "leave": lambda screen: screen.close_with("board"),
}
