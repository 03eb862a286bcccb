"""`tilehall learn`: the lessons of a game, on the full screen or in lines, and the progress so far."""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from tilehall.engine import Text, UserError, did_you_mean, join_commas, load_game, load_games, load_rulebook
from tilehall.engine.teaching.lessons import LessonError, lesson_ids, load_outlines
from tilehall.tui import crash_reports
from tilehall.tui.cli import seat_options
from tilehall.tui.cli.commands.play import sit_down
from tilehall.tui.cli.completion import game_values
from tilehall.tui.cli.completion.sources import CompletionChoice, CompletionContext
from tilehall.tui.cli.options import Parser, translatable
from tilehall.tui.config.progress import Progress
from tilehall.tui.features.lessons.lines import LineLesson, choose_lesson
from tilehall.tui.features.lessons.progress_command import progress_report, progress_summary
from tilehall.tui.features.lessons.sequence import LessonRequest, LessonSequence, lesson_list
from tilehall.tui.tables.computer_players import TableServices
from tilehall.tui.tables.table import Table
from tilehall.tui.tables.thinking.thinkers import run_inline

if TYPE_CHECKING:
    from tilehall.engine import Game
    from tilehall.tui.cli.context import CliContext
    from tilehall.tui.config.settings import Settings
    from tilehall.tui.features.lessons.learner_seat import LearnerSeat, LessonMode, LevelProgress
    from tilehall.tui.features.lessons.sequence import TryRecorder, TryResult

LONG = 9
"""The number of digits from which a word is no number of a lesson."""


def add_arguments(parser: Parser) -> None:
    parser.description = translatable("Learns a game by playing: six short lessons on real boards, then a first game.")
    parser.add_argument(
        "game", metavar="GAME", nargs="?", default="", help="its short name, such as princess", source=game_values.games
    )
    parser.add_argument(
        "level",
        metavar="LEVEL",
        nargs="?",
        default="",
        help="the number of a lesson, or its name",
        source=_levels,
    )
    parser.add_argument("--present", action="store_true", help="to show it to others: large, a step for each Space")
    parser.add_argument("--report", action="store_true", help="tell how often each lesson was tried and solved")
    seat_options.add_look_options(parser)
    parser.add_argument("--line", action="store_true", help="in plain lines of text instead of the full screen")


def main(args: argparse.Namespace, door: CliContext) -> int:
    settings = seat_options.with_look(door.settings, args, door.user_dirs)
    if args.report:
        door.show(*progress_report([load_game(args.game)] if args.game else load_games(), door))
        return 0
    if not args.game:
        door.show(*progress_summary(load_games(), door))
        return 0
    rules = load_game(args.game)
    return _learn(rules, _named(rules, args.level), args, settings, door)


def _learn(rules: Game[Any], level: str, args: argparse.Namespace, settings: Settings, door: CliContext) -> int:
    wanted = LessonRequest(rules.id, level, args.present)
    if args.line or not door.on_screen:
        return _in_lines(wanted, settings, args.line, door)
    from tilehall.tui.app import Opening, run

    if args.present:
        from tilehall.tui.config.look import presentation_settings

        settings = presentation_settings(settings, door.terminal)
    return run(
        door.terminal,
        door.user_dirs,
        settings,
        Opening("learn", lessons=wanted),
        door.zone,
        minds=door.thinking_processes,
    )


def _in_lines(wanted: LessonRequest, settings: Settings, asked: bool, door: CliContext) -> int:
    if not asked:
        door.say(Text("This is no terminal for the full screen, so the game is told in lines."))

    def reported(report: str) -> Text:
        return crash_reports.try_append_report(door.user_dirs.crash_reports, report, datetime.now(UTC))

    async def teach(seat: LearnerSeat[Any], course: LevelProgress, way: LessonMode, recorder: TryRecorder) -> TryResult:
        talk, book = door.open_console(seat.now.rules.package), load_rulebook(seat.now.rules, door.language.code)
        return await LineLesson(seat, course, way, talk, settings, book, time.monotonic, reported).run(recorder.record)

    learned = Progress(door.user_dirs)

    async def choose(name: str) -> LessonRequest | None:
        return choose_lesson(lesson_list(load_game(name), learned), door.open_console(load_game(name).package))

    first = run_inline(LessonSequence(learned, TableServices, teach, door.warn, choose).run(wanted))
    if first is None:
        return 0

    library = door.library
    table = Table.open(
        load_game(first.game),
        first.players,
        first.options,
        store=library.new_journal(first.game),
        stamp=library.stamp(),
    )
    return sit_down(table, settings, True, door)


def _named(rules: Game[Any], word: str) -> str:
    """Return the level with this number or name; empty if none was named. Raises UserError."""
    names = lesson_ids(rules)
    if not names:
        raise UserError(Text("{title} has no lessons.", title=rules.title))
    if word.isascii() and word.isdigit() and len(word) < LONG and 0 < int(word) <= len(names):
        return names[int(word) - 1]
    if word and word not in names:
        instead = did_you_mean(word, names, Text("Lessons: {names}.", names=join_commas(names)))
        raise UserError(Text("There is no lesson '{word}'. {instead}", word=word[:40], instead=instead))
    return word


def _levels(typed: CompletionContext) -> Iterator[CompletionChoice]:
    """The levels of the game on the line, with their titles if they can be read."""
    game = game_values.game_on_line(typed)
    if game is None:
        return
    try:
        titles = [f"{outline.title}" for outline in load_outlines(game)]
    except LessonError:
        titles = ["" for _ in lesson_ids(game)]
    yield from ((str(number), title) for number, title in enumerate(titles, 1))
