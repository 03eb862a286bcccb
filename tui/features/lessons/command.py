"""`tilehall learn`: the lessons of a game, full screen or in lines; what has been learned so far."""

from __future__ import annotations

import argparse
import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from tilehall.engine import RuleError, Text, did_you_mean, listed
from tilehall.tui.cli import seat_options
from tilehall.tui.cli.completion import values
from tilehall.tui.cli.options import Parser, marked

if TYPE_CHECKING:
    from tilehall.engine import Game
    from tilehall.tui.cli.context import Door
    from tilehall.tui.config.lesson_progress import Diary
    from tilehall.tui.config.settings import Settings
    from tilehall.tui.features.lessons.learner_seat import Course, LearnerSeat, Way
    from tilehall.tui.features.lessons.sequence import Sat, Wanted

LONG = 9
"""Digits that are no number of a lesson any more."""


def add_arguments(parser: Parser) -> None:
    parser.description = marked("Learns a game by playing: six short lessons on real boards, then a first game.")
    parser.add_argument(
        "game", metavar="GAME", nargs="?", default="", help="its short name, such as princess", source=values.games
    )
    parser.add_argument(
        "level",
        metavar="LEVEL",
        nargs="?",
        default="",
        help="the number of a lesson, or its name",
        source=values.lessons,
    )
    parser.add_argument("--present", action="store_true", help="to show it to others: large, a step for each Space")
    parser.add_argument("--report", action="store_true", help="tell how often each lesson was tried and solved")
    seat_options.add_look(parser)
    parser.add_argument("--line", action="store_true", help="in plain lines of text instead of the full screen")


def main(args: argparse.Namespace, door: Door) -> int:
    from tilehall.engine import game, games

    settings = seat_options.having_look(door.settings, args, door.places)
    if args.report:
        from tilehall.tui.features.lessons.progress_lines import report

        door.show(*report([game(args.game)] if args.game else games(), door))
        return 0
    if not args.game:
        from tilehall.tui.features.lessons.progress_lines import listing

        door.show(*listing(games(), door))
        return 0
    rules = game(args.game)
    return _learn(rules, _named(rules, args.level), args, settings, door)


def _learn(rules: Game[Any], level: str, args: argparse.Namespace, settings: Settings, door: Door) -> int:
    from tilehall.tui.features.lessons.sequence import Wanted

    wanted = Wanted(rules.id, level, args.present)
    if args.line or not door.on_screen:
        return _in_lines(wanted, settings, args.line, door)
    from tilehall.tui.app import Opening, run

    if args.present:
        from tilehall.tui.config.presentation import presented

        settings = presented(settings, door.terminal)
    return run(door.terminal, door.places, settings, Opening("learn", lessons=wanted), door.zone, minds=door.minds)


def _in_lines(wanted: Wanted, settings: Settings, asked: bool, door: Door) -> int:
    from tilehall.engine import game, rulebook
    from tilehall.tui import crash_reports
    from tilehall.tui.config.lesson_progress import Learned
    from tilehall.tui.features.lessons.lines import LineLesson, chosen
    from tilehall.tui.features.lessons.sequence import School, shelf_of
    from tilehall.tui.tables.thinking.thinkers import Here, at_once

    if not asked:
        door.say(Text("This is no terminal for the full screen, so the game is told in lines."))

    def reported(report: str) -> Text:
        return crash_reports.kept(door.places.crash, report, datetime.now(UTC))

    async def teach(seat: LearnerSeat[Any], course: Course, way: Way, diary: Diary) -> Sat:
        talk, book = door.talk(seat.now.rules.package), rulebook(seat.now.rules, door.language.code)
        return await LineLesson(seat, course, way, talk, settings, book, time.monotonic, reported).run(diary.note)

    learned = Learned(door.places.learned)

    async def choose(name: str) -> Wanted | None:
        return chosen(shelf_of(game(name), learned), door.talk(game(name).package))

    first = at_once(School(learned, Here, teach, door.warn, choose).attend(wanted))
    if first is None:
        return 0
    from tilehall.tui.cli.commands.play import sit_down
    from tilehall.tui.tables.table import Table

    library = door.library
    table = Table.open(
        game(first.game), first.players, first.options, store=library.new(first.game), stamp=library.stamp()
    )
    return sit_down(table, settings, True, door)


def _named(rules: Game[Any], word: str) -> str:
    """The level with this number or name; nothing if none was named. Raises RuleError."""
    from tilehall.engine.teaching.lessons import levels

    names = levels(rules)
    if not names:
        raise RuleError(Text("{title} has no lessons.", title=rules.title))
    if word.isascii() and word.isdigit() and len(word) < LONG and 0 < int(word) <= len(names):
        return names[int(word) - 1]
    if word and word not in names:
        instead = did_you_mean(word, names, Text("Lessons: {names}.", names=listed(names)))
        raise RuleError(Text("There is no lesson '{word}'. {instead}", word=word[:40], instead=instead))
    return word
