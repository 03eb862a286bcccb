"""Puzzles told in lines: the usual table for the turn, then what came of it and where to go from there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

from tilehall.engine import Text, UserError, join_or, literal_text
from tilehall.tui.config.settings import Settings
from tilehall.tui.features.puzzles import puzzle_text as told
from tilehall.tui.features.puzzles.puzzle_attempt import PuzzleAssessment
from tilehall.tui.features.puzzles.series import PuzzleSeries
from tilehall.tui.lines.console import LineConsole
from tilehall.tui.lines.line_table import LineTable
from tilehall.tui.lines.narration import caption, position_lines
from tilehall.tui.tables.seat import Seat

WORDS = ("again", "solution", "next", "quit")
"""What leads on after a turn; the beginning of one will do."""
ANSWERED = ("where", "look", "around", "scan", "score", "log", "rules", "undo", "restart")
"""Commands of the table that make sense after the turn."""


class PuzzleTableHost:
    """Whoever has laid out a puzzle: nobody plays another game there."""

    def __init__(self, solving: PuzzleSeries) -> None:
        self.solving = solving

    def rematch(self) -> NoReturn:
        raise UserError(Text("A puzzle ends with your turn."))

    def record(self) -> str:
        return self.solving.attempt.table.record()

    def bot_options(self) -> tuple[str, ...]:
        """None play in puzzles."""
        return ()


class LinePuzzle:
    """One puzzle after the other, told in lines. `run` goes on until they are left."""

    def __init__(
        self, solving: PuzzleSeries, talk: LineConsole, settings: Settings, reported: Callable[[str], Text]
    ) -> None:
        self.solving = solving
        self.talk = talk
        self.settings = settings
        self.reported = reported
        self.failed = False
        """Whether errors of ours ended it."""

    async def run(self) -> None:
        table: LineTable | None = self._sit_down()
        try:
            while table is not None and not table.left:
                if self.solving.attempt.is_complete:
                    table = await self._look_at(table)
                else:
                    await table.step_safely()
                    self.failed = table.failed
        finally:
            # Whoever breaks it off has still asked for the hints that he asked for.
            self.solving.leave()
        self._tell_trouble()

    def _sit_down(self) -> LineTable:
        """At the puzzle, before the turn."""
        seat: Seat[Any] = self.solving.attempt.seat
        table = LineTable(PuzzleTableHost(self.solving), seat, self.talk, self.settings, self.reported)
        table.person = seat.number
        talk = self.talk.for_players(seat.header.names)
        talk.say(told.task_text(self.solving.puzzle, self.solving.score))
        talk.tell(position_lines(seat.now))
        talk.say(Text("Type {help} for the commands, {legal} for what you may do.", help="help", legal="legal"))
        self._tell_trouble()
        seat.subscribe(table.tell_news)
        return table

    def _tell_trouble(self) -> None:
        for trouble in self.solving.troubles():
            self.talk.wrong(trouble)

    async def _look_at(self, table: LineTable) -> LineTable | None:
        """Says what the turn is worth, and does what is wanted then. Where it goes on, if it does."""
        found = self.solving.attempt.question().answer(self.solving.rules)
        self.solving.record_assessment(found)
        table.talk.tell(told.verdict_text(found, self.solving.score))
        self._tell_trouble()
        self._offer(found)
        while self.solving.attempt.is_complete:
            line = table.talk.ask(literal_text(">"))
            word = "quit" if line is None else self._word(line)
            if word == "quit":
                return None
            if word == "again":
                self.solving.retry()
                return self._sit_down()
            if word == "next" and self.solving.next():
                return self._sit_down()
            await self._answer(table, word, found)
        return table

    async def _answer(self, table: LineTable, word: str, found: PuzzleAssessment) -> None:
        """What does not lead away from here."""
        if word == "next":
            self._tell_trouble()
            table.talk.say(self.solving.end_text)
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
        """What was typed, if it is one of the words or begins just one of them; else the line as it is."""
        wanted = line.strip().casefold()
        begun = [word for word in WORDS if word.startswith(wanted)] if wanted else []
        return begun[0] if len(begun) == 1 else wanted

    def _show(self, table: LineTable) -> None:
        """The best turn, step by step."""
        self.solving.record_solution_shown()
        attempt = self.solving.attempt
        table.talk.say(told.solution_text(attempt.puzzle, attempt.reasons[0]))
        replay = attempt.solution()
        replay.go(replay.steps)
        for deed in replay.now.seen_steps:
            table.talk.tell(caption(replay.now.rules, deed))
        self._tell_trouble()
