"""A lesson in line mode: goal and rules, the learner's commands and their effects, hints on demand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tilehall.engine import Rulebook, Text, UserError, join_spaces, literal_text
from tilehall.engine.teaching.lessons import REFUSED_MARK
from tilehall.tui.config.progress import LessonTry
from tilehall.tui.config.settings import Settings
from tilehall.tui.features.lessons.learner_seat import LearnerSeat, LessonMode, LevelProgress, make_lesson_try
from tilehall.tui.features.lessons.sequence import AfterTry, LessonList, LessonRequest, TryResult
from tilehall.tui.lines.console import LEAVING, QUIT, LineConsole
from tilehall.tui.lines.line_table import LineTable
from tilehall.tui.lines.narration import receipt_lines, result_lines, with_rule_number
from tilehall.tui.lines.rulebook_pages import WIDTH, clean
from tilehall.tui.tables.table_factory import TableFactory
from tilehall.tui.terminal.output.cells import hang

AGAIN, SHOW, HINT, GOAL, OTHERS = "again", "show", "hint", "goal", "others"


def choose_lesson(shelf: LessonList, talk: LineConsole) -> LessonRequest | None:
    """Ask for one of the lessons of a game. Returns None if the user wants none."""
    talk.say(Text("{title}: lessons", title=shelf.title))
    for n, lesson in enumerate(shelf.lessons, 1):
        told = Text("  {n}  {title}", n=n, title=lesson.title)
        talk.say(Text("{lesson} (solved)", lesson=told) if lesson.id in shelf.solved else told)
    while True:
        reply = talk.ask(Text("The number of a lesson plays it; Enter leaves."))
        if not reply or reply.casefold() in LEAVING:
            return None
        if reply.isascii() and reply.isdigit() and 0 < int(reply) <= len(shelf.lessons):
            return LessonRequest(shelf.game, shelf.lessons[int(reply) - 1].id)
        talk.wrong(Text("There is no lesson '{word}'.", word=reply[:40]))


class LineLesson:
    """One try at a level."""

    def __init__(
        self,
        seat: LearnerSeat[Any],
        course: LevelProgress,
        way: LessonMode,
        talk: LineConsole,
        settings: Settings,
        book: Rulebook,
        clock: Callable[[], float],
        reported: Callable[[str], Text],
    ) -> None:
        self.seat = seat
        self.course = course
        self.way = way
        self.talk = talk.for_players(seat.header.names)
        self.book = book
        self.clock = clock
        self.began = clock()
        self.given = 0
        """The number of hints given."""
        self.then: AfterTry | None = None
        """Where to go, if the user left before the end."""
        self.table = LineTable(TableFactory(seat.attempt.table), seat, talk, settings, reported)
        self.table.heard = seat.now.number
        self.table.teacher = {HINT: self._hint, GOAL: self._goal, AGAIN: self._again, SHOW: self._show_me}

    async def run(self, note: Callable[[LessonTry], None]) -> TryResult:
        """Run the try. Returns what the user wants next; `note` is called with the result before that is asked."""
        self.talk.say(*self._head())
        stop = self.seat.subscribe(self.table.tell_news)
        try:
            await (self._played() if self.way == "play" else self._shown())
        except KeyboardInterrupt:
            # A user who interrupts the program has left the lesson, too.
            note(self._made())
            raise
        finally:
            stop()
        if self.then or not self.seat.verdict:
            return TryResult(self.then or "leave", self._made())
        came = self._made()
        note(came)
        return TryResult(self._afterwards(), came)

    def _made(self) -> LessonTry:
        """Return the report on the try so far."""
        return make_lesson_try(self.seat, self.way, self.given, self.clock() - self.began)

    # --- what is told first ---------------------------------------------------------------------------------------

    def _head(self) -> list[Text]:
        lesson, course = self.seat.attempt.lesson, self.course
        title = Text("Lesson {n} of {all}: {title}.", n=course.number, all=course.levels, title=lesson.title)
        ask = Text(
            "{hint} gives a hint, {show} shows how it is done, {again} begins anew, {goal} tells all this once more.",
            hint=HINT,
            show=SHOW,
            again=AGAIN,
            goal=GOAL,
        )
        return [Text(""), title, *lesson.intro, *self._goal(), *([ask] if self.way == "play" else [])]

    def _goal(self) -> list[Text]:
        lesson = self.seat.attempt.lesson
        lines = [line for rule in lesson.rules for line in self._rule(rule)]
        return [Text("Goal: {goal}", goal=lesson.goal), Text("Rules in force:"), *map(literal_text, lines)]

    def _rule(self, rule: str) -> list[str]:
        paragraph = self.book.paragraph(rule)
        return hang(f"  {rule}  ", clean(paragraph.first_sentence), WIDTH) if paragraph else []

    # --- in the middle of it --------------------------------------------------------------------------------------

    def _hint(self) -> list[Text]:
        hints = self.seat.attempt.lesson.hints
        at = min(self.given, len(hints) - 1)
        self.given = at + 1
        return [Text("Hint {n} of {all}: {hint}", n=self.given, all=len(hints), hint=hints[at])]

    def _again(self) -> list[Text]:
        return self._leaves("again")

    def _show_me(self) -> list[Text]:
        return self._leaves("show")

    def _leaves(self, then: AfterTry) -> list[Text]:
        self.then, self.table.left = then, True
        return []

    async def _played(self) -> None:
        while not self.table.left:
            await self.seat.run_computers()
            if self.seat.verdict is not None:
                break
            await self.table.step_safely()

    async def _shown(self) -> None:
        """Show the solution, a step for each Enter."""
        for step in self.seat.attempt.lesson.solution:
            reply = self.talk.ask(Text("Enter does {action}.", action=step.removeprefix(REFUSED_MARK)))
            if reply is None or reply.casefold() in LEAVING:
                self.then = "leave"
                return
            try:
                await self.seat.act(step.removeprefix(REFUSED_MARK))
            except UserError as refused:
                self.talk.wrong(with_rule_number(refused.text, refused.rule))
            await self.seat.run_computers()

    # --- at the end of it -----------------------------------------------------------------------------------------

    def _afterwards(self) -> AfterTry:
        """Tell the outcome, and ask what to do next."""
        if self.seat.now.over:
            self.talk.tell(result_lines(self.seat.now))
        elif self.seat.scored:
            self.talk.tell(receipt_lines(self.seat.now))
        outcome = self.seat.outcome(self.way)
        if outcome is not None:
            told = join_spaces(outcome)
            self.talk.say(told) if self.seat.solved else self.talk.wrong(told)
        return self._answered(*self._offer())

    def _answered(self, usual: AfterTry, asked: Text) -> AfterTry:
        """Ask until the answer is clear; the end of the input means to leave."""
        words: dict[str, AfterTry] = {"": usual, AGAIN: "again", SHOW: "show"}
        if self.course.next_text is not None:
            words[OTHERS] = "others"
        while (reply := self.talk.ask(asked)) is not None:
            if reply.casefold() in LEAVING:
                break
            if then := words.get(reply.casefold()):
                return then
            self.talk.wrong(Text("'{word}' is no answer here.", word=reply[:40]))
        return "leave"

    def _offer(self) -> tuple[AfterTry, Text]:
        """Return the meaning of Enter, and the other choices."""
        rest = {"again": AGAIN, "quit": QUIT}
        if not self.seat.solved:
            return "again", Text("Enter tries again, {show} shows how it is done, {quit} leaves.", show=SHOW, quit=QUIT)
        if self.way == "show":
            return "again", Text("Enter: now you. {quit} leaves.", quit=QUIT)
        if not self.course.last:
            return "next", Text(
                "Enter goes on to the next lesson; {again} plays this one once more, {quit} leaves.", **rest
            )
        if self.course.next_text is None:
            return "next", Text("Enter begins {play}; {quit} leaves.", play=self.course.first_game_text(), quit=QUIT)
        return "next", Text(
            "Enter begins {play}; {others}: the lessons of {game}; {quit} leaves.",
            play=self.course.first_game_text(),
            others=OTHERS,
            game=self.course.next_text,
            quit=QUIT,
        )
