"""`tilehall learn`: the lessons of a game, full screen or in lines; what has been learned so far."""

from __future__ import annotations

import argparse
import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from tilehall.engine import RuleError, Text, did_you_mean, listed
from tilehall.tui.arguments import Parser, marked
from tilehall.tui.commands import seats, values

if TYPE_CHECKING:
    from tilehall.engine import Game
    from tilehall.tui.commands.door import Door
    from tilehall.tui.house.learning import Course, LearnerSeat, Way
    from tilehall.tui.learned import Diary
    from tilehall.tui.school import Sat, Wanted
    from tilehall.tui.settings import Settings

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
    seats.add_look(parser)
    parser.add_argument("--line", action="store_true", help="in plain lines of text instead of the full screen")


def main(args: argparse.Namespace, door: Door) -> int:
    from tilehall.engine import game, games

    settings = seats.having_look(door.settings, args, door.places)
    if args.report:
        from tilehall.tui.commands.learned import report

        door.show(*report([game(args.game)] if args.game else games(), door))
        return 0
    if not args.game:
        from tilehall.tui.commands.learned import listing

        door.show(*listing(games(), door))
        return 0
    rules = game(args.game)
    return _learn(rules, _named(rules, args.level), args, settings, door)


def _learn(rules: Game[Any], level: str, args: argparse.Namespace, settings: Settings, door: Door) -> int:
    from tilehall.tui.school import Wanted

    wanted = Wanted(rules.id, level, args.present)
    if args.line or not door.on_screen:
        return _in_lines(wanted, settings, args.line, door)
    from tilehall.tui.app import Opening, run

    if args.present:
        from tilehall.tui.presenting import presented

        settings = presented(settings, door.terminal)
    return run(door.terminal, door.places, settings, Opening("learn", lessons=wanted), door.zone, minds=door.minds)


def _in_lines(wanted: Wanted, settings: Settings, asked: bool, door: Door) -> int:
    from tilehall.engine import game, rulebook
    from tilehall.tui import crash
    from tilehall.tui.house.minds import Here, at_once
    from tilehall.tui.learned import Learned
    from tilehall.tui.line.learn import LineLesson, chosen
    from tilehall.tui.school import School, shelf_of

    if not asked:
        door.say(Text("This is no terminal for the full screen, so the game is told in lines."))

    def reported(report: str) -> Text:
        return crash.kept(door.places.crash, report, datetime.now(UTC))

    async def teach(seat: LearnerSeat[Any], course: Course, way: Way, diary: Diary) -> Sat:
        talk, book = door.talk(seat.now.rules.package), rulebook(seat.now.rules, door.language.code)
        return await LineLesson(seat, course, way, talk, settings, book, time.monotonic, reported).run(diary.note)

    learned = Learned(door.places.learned)

    async def choose(name: str) -> Wanted | None:
        return chosen(shelf_of(game(name), learned), door.talk(game(name).package))

    first = at_once(School(learned, Here, teach, door.warn, choose).attend(wanted))
    if first is None:
        return 0
    from tilehall.tui.commands.play import sit_down
    from tilehall.tui.house.table import Table

    library = door.library
    table = Table.open(
        game(first.game), first.players, first.options, store=library.new(first.game), stamp=library.stamp()
    )
    return sit_down(table, settings, True, door)


def _named(rules: Game[Any], word: str) -> str:
    """The level with this number or name; nothing if none was named. Raises RuleError."""
    from tilehall.engine.lessons import levels

    names = levels(rules)
    if not names:
        raise RuleError(Text("{title} has no lessons.", title=rules.title))
    if word.isascii() and word.isdigit() and len(word) < LONG and 0 < int(word) <= len(names):
        return names[int(word) - 1]
    if word and word not in names:
        instead = did_you_mean(word, names, Text("Lessons: {names}.", names=listed(names)))
        raise RuleError(Text("There is no lesson '{word}'. {instead}", word=word[:40], instead=instead))
    return word
