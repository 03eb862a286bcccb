"""Puzzles on the full screen: the usual board, with the assessment of the turn and the choices after it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tilehall.engine import SeatNo as Number
from tilehall.engine import Text, join_spaces
from tilehall.tui.config.look import Look
from tilehall.tui.config.settings import Settings
from tilehall.tui.features.puzzles import puzzle_text
from tilehall.tui.features.puzzles.puzzle_attempt import PuzzleAssessment, PuzzleAttempt
from tilehall.tui.features.puzzles.series import PuzzleSeries
from tilehall.tui.features.replay.screen import Preface, ReplayScreen
from tilehall.tui.key_map import screen_keys
from tilehall.tui.player.messages.status_message import StatusMessage, Tone
from tilehall.tui.screens.board import BoardScreen
from tilehall.tui.screens.board_purpose import BoardPurpose
from tilehall.tui.tables.thinking.thinkers import AnalysisExecutor, Thinker

KEYS = screen_keys("puzzle")
ONWARD = KEYS.keys["choose"][0]
LOOKS = StatusMessage(Text("Your turn is being looked at."))


def _hints(*commands: str) -> Mapping[str, Text]:
    """Return the keys of these commands with their meanings."""
    return {KEYS.keys[command][0]: KEYS.commands[command].label for command in commands}


class PuzzleSurroundings:
    """Provides the texts around the board of a puzzle."""

    def __init__(self, series: PuzzleSeries, when_over: Callable[[], None]) -> None:
        self._solving = series
        self._attempt: PuzzleAttempt[Any] = series.attempt
        self._when_over = when_over
        self._changed: Callable[[], None] = lambda: None
        self.found: PuzzleAssessment | None = None
        """The assessment of the turn; None while it is unknown."""
        self.said: StatusMessage | None = None
        """The same in one line."""
        self.looks = False
        """Whether the assessment is being worked out."""

    @property
    def keys(self) -> Mapping[str, Text]:
        if self.found is None:
            return _hints("next", "solution") if self._solving.score.settled else _hints("solution")
        if self.found.better:
            return {**_hints("choose", "solution", "next", "again"), ONWARD: Text("again")}
        return {**_hints("choose", "solution", "next"), ONWARD: Text("next")}

    def seat_notes(self) -> Mapping[Number, Text]:
        puzzle = self._attempt.puzzle
        return {puzzle.seat: Text("(puzzle {number})", number=puzzle.number)}

    def footer_message(self) -> StatusMessage | None:
        return LOOKS if self.looks else self.said

    def task_text(self) -> Text | None:
        if self.looks or not self._attempt.is_complete:
            return None
        return puzzle_text.next_step_text(self.found)

    def subscribe(self, when_changed: Callable[[], None]) -> Callable[[], None]:
        self._changed = when_changed
        return self._attempt.seat.subscribe(self._heard)

    def _heard(self) -> None:
        """Note that a step was made or taken back."""
        if self._attempt.is_complete and not self.looks:
            self.looks = True
            self._when_over()
        elif not self._attempt.is_complete:
            self.found = self.said = None
        self._changed()

    def show_assessment(self, found: PuzzleAssessment | None, said: StatusMessage | None = None) -> None:
        """Show the assessment of the turn."""
        self.looks, self.found, self.said = False, found, said
        self._changed()


class PuzzlePresenter:
    """Presents one puzzle after the other, each on a board of its own."""

    def __init__(
        self,
        series: PuzzleSeries,
        settings: Settings,
        answerers: AnalysisExecutor,
        minds: Thinker,
        warn: Callable[[Text], None],
    ) -> None:
        """`warn` is called with texts about files that could not be read or written."""
        self.series = series
        self.settings = settings
        self.answerers = answerers
        self.minds = minds
        self.warn = warn
        self._asked = False
        """Whether the user was warned that the solution settles the puzzle."""

    def board(self, look: Look) -> BoardScreen:
        """Return the board of the current try. Its result is `rematch` for the next try, or `home`."""
        attempt = self.series.attempt
        attempt.thinker.thinker = self.minds
        around = PuzzleSurroundings(self.series, lambda: self._board.call_next(self._look_at_turn))
        self._around, self._asked = around, False
        self._board = BoardScreen(look, attempt.seat, self.settings, BoardPurpose("puzzle", around))
        self._board.player.status.show(StatusMessage(puzzle_text.task_text(self.series.puzzle, self.series.score)))
        self._tell_trouble()
        return self._board

    def _tell_trouble(self) -> None:
        for trouble in self.series.troubles():
            self.warn(trouble)

    def _look_at_turn(self) -> None:
        self._board.run_worker(self._assess(self._around), exclusive=True, group="assess")

    async def _assess(self, around: PuzzleSurroundings) -> None:
        """Work out the assessment, unless the turn is taken back in the meantime."""
        attempt = self.series.attempt
        own = attempt.own
        found = await self.answerers.answer(attempt.question())
        if attempt.own != own:
            around.show_assessment(None)
            return
        if found is None:
            around.show_assessment(None, StatusMessage(puzzle_text.ASSESSMENT_FAILED, "bad"))
            return
        self.series.record_assessment(found)
        self._tell(around, found)

    def _tell(self, around: PuzzleSurroundings, found: PuzzleAssessment) -> None:
        """Show the verdict above the keys, and the reasons over the board until the next key."""
        line, *lines = puzzle_text.verdict_text(found, self.series.score)
        tone: Tone = "hint" if found.better else "good"
        around.show_assessment(found, StatusMessage(line, tone))
        self._tell_trouble()
        story = (*lines, *self.series.result)
        title = Text("What your turn is worth")
        self._say(StatusMessage(join_spaces(story), tone, recap=story, title=title) if story else None)

    def _say(self, message: StatusMessage | None) -> None:
        self._board.player.status.say(message)
        self._board.paint()

    # --- keys -----------------------------------------------------------------------------------------------------

    def handle_key(self, key: str) -> None:
        """Execute a key of the puzzle."""
        command = KEYS.command(key)
        if command == "choose":
            found = self._around.found
            command = "again" if found and found.better else "next"
        match command:
            case "again":
                self.series.retry()
                self._board.close_with("rematch")
            case "next" if self.series.next():
                self._board.close_with("rematch")
            case "next":
                self._tell_trouble()
                self._say(StatusMessage(self.series.end_text))
            case _ if self._asked or self.series.score.settled:
                self._show()
            case _:
                self._asked = True
                self._say(StatusMessage(puzzle_text.CONFIRM_SOLUTION, "hint"))

    def _show(self) -> None:
        """Show the best turn step by step."""
        self.series.record_solution_shown()
        attempt = self.series.attempt
        reasons = attempt.reasons
        preface = Preface(puzzle_text.solution_text(attempt.puzzle, reasons[0]), attempt.best, reasons)
        screen = ReplayScreen(self._board.look, attempt.solution(), self._board.settings, preface=preface)
        self._tell_trouble()
        self._board.app.push_screen(screen, lambda _: self._say(StatusMessage(puzzle_text.SOLUTION_SEEN)))
