"""Puzzles in line mode: the usual table for the turn, then its assessment and the choices."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

from tilehall.engine import Text, UserError, join_or, literal_text
from tilehall.tui.config.settings import Settings
from tilehall.tui.features.puzzles import puzzle_text
from tilehall.tui.features.puzzles.puzzle_attempt import PuzzleAssessment
from tilehall.tui.features.puzzles.series import PuzzleSeries
from tilehall.tui.lines.console import LineConsole
from tilehall.tui.lines.line_table import LineTable
from tilehall.tui.lines.narration import caption, position_lines
from tilehall.tui.tables.seat import Seat

WORDS = ("again", "solution", "next", "quit")
"""Commands after a turn; an unambiguous beginning is enough."""
ANSWERED = ("where", "look", "around", "scan", "score", "log", "rules", "undo", "restart")
"""Commands of the table that are allowed after the turn."""


class PuzzleTableHost:
    """The host of a puzzle's table: no other games can be played there."""

    def __init__(self, series: PuzzleSeries) -> None:
        self.series = series

    def rematch(self) -> NoReturn:
        raise UserError(Text("A puzzle ends with your turn."))

    def record(self) -> str:
        return self.series.attempt.table.record()

    def bot_options(self) -> tuple[str, ...]:
        """Puzzles have no computer players."""
        return ()


class LinePuzzle:
    """Runs one puzzle after the other in line mode, until the user leaves."""

    def __init__(
        self, series: PuzzleSeries, talk: LineConsole, settings: Settings, reported: Callable[[str], Text]
    ) -> None:
        self.series = series
        self.talk = talk
        self.settings = settings
        self.reported = reported
        self.failed = False
        """Whether internal errors ended it."""

    async def run(self) -> None:
        table: LineTable | None = self._sit_down()
        try:
            while table is not None and not table.left:
                if self.series.attempt.is_complete:
                    table = await self._look_at(table)
                else:
                    await table.step_safely()
                    self.failed = table.failed
        finally:
            # Hints count even if the user interrupts.
            self.series.leave()
        self._tell_trouble()

    def _sit_down(self) -> LineTable:
        """Lay out the puzzle and tell its position."""
        seat: Seat[Any] = self.series.attempt.seat
        table = LineTable(PuzzleTableHost(self.series), seat, self.talk, self.settings, self.reported)
        table.person = seat.number
        talk = self.talk.for_players(seat.header.names)
        talk.say(puzzle_text.task_text(self.series.puzzle, self.series.score))
        talk.tell(position_lines(seat.now))
        talk.say(Text("Type {help} for the commands, {legal} for what you may do.", help="help", legal="legal"))
        self._tell_trouble()
        seat.subscribe(table.tell_news)
        return table

    def _tell_trouble(self) -> None:
        for trouble in self.series.troubles():
            self.talk.wrong(trouble)

    async def _look_at(self, table: LineTable) -> LineTable | None:
        """Assess the turn and do what the user wants next. Returns the table to go on at, or None."""
        found = self.series.attempt.question().answer(self.series.rules)
        self.series.record_assessment(found)
        table.talk.tell(puzzle_text.verdict_text(found, self.series.score))
        self._tell_trouble()
        self._offer(found)
        while self.series.attempt.is_complete:
            line = table.talk.ask(literal_text(">"))
            word = "quit" if line is None else self._word(line)
            if word == "quit":
                return None
            if word == "again":
                self.series.retry()
                return self._sit_down()
            if word == "next" and self.series.next():
                return self._sit_down()
            await self._answer(table, word, found)
        return table

    async def _answer(self, table: LineTable, word: str, found: PuzzleAssessment) -> None:
        """Answer a command that does not leave the puzzle."""
        if word == "next":
            self._tell_trouble()
            table.talk.say(self.series.end_text)
        elif word == "solution":
            self._show(table)
        elif word.partition(" ")[0] in ANSWERED:
            await table.command(word)
        else:
            self._offer(found)

    def _offer(self, found: PuzzleAssessment) -> None:
        first = ("again", "solution", "next") if found.better else ("next", "again", "solution")
        self.talk.say(Text("Type {words}.", words=join_or((*first, "quit"))))

    @staticmethod
    def _word(line: str) -> str:
        """Return the command with this unambiguous beginning, or else the line itself."""
        wanted = line.strip().casefold()
        begun = [word for word in WORDS if word.startswith(wanted)] if wanted else []
        return begun[0] if len(begun) == 1 else wanted

    def _show(self, table: LineTable) -> None:
        """Show the best turn step by step."""
        self.series.record_solution_shown()
        attempt = self.series.attempt
        table.talk.say(puzzle_text.solution_text(attempt.puzzle, attempt.reasons[0]))
        replay = attempt.solution()
        replay.go(replay.steps)
        for step in replay.now.seen_steps:
            table.talk.tell(caption(replay.now.rules, step))
        self._tell_trouble()
