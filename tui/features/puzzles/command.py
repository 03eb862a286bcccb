"""`tilehall puzzle`: solve puzzles, list them, or search for more."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tilehall.engine import Text, list_games, load_game
from tilehall.engine.teaching.puzzles import FIRST_OWN_NUMBER, GAP
from tilehall.tui import crash_reports
from tilehall.tui.cli import seat_options
from tilehall.tui.cli.columns import align_columns
from tilehall.tui.cli.completion import game_values
from tilehall.tui.cli.completion.sources import CompletionChoice, CompletionContext
from tilehall.tui.cli.options import Parser, UsageError, number_up_to, translatable
from tilehall.tui.config.progress import Progress
from tilehall.tui.features.puzzles import puzzle_text
from tilehall.tui.features.puzzles.lines import LinePuzzle
from tilehall.tui.features.puzzles.puzzle_attempt import PuzzleFile
from tilehall.tui.features.puzzles.puzzle_search import PuzzleSearchSettings, search_puzzles
from tilehall.tui.features.puzzles.puzzle_sets import PuzzleSet
from tilehall.tui.features.puzzles.puzzle_text import puzzle_title, result_lines
from tilehall.tui.features.puzzles.series import open_file, open_next, open_number, open_puzzle_of_day, readable_puzzles
from tilehall.tui.tables.thinking.thinkers import MAX_JOBS, run_inline

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tilehall.engine import Game
    from tilehall.engine.teaching.puzzles import Puzzle
    from tilehall.tui.cli.context import CliContext
    from tilehall.tui.config.settings import Settings
    from tilehall.tui.features.puzzles.series import PuzzleSeries

FAIR = "hard"
"""The players of the games in which puzzles are searched for."""
MOST = 1_000
INTERRUPTED = 130
LEAST_GAP, MOST_GAP = 0.01, 0.5


def add_arguments(parser: Parser) -> None:
    parser.description = translatable(
        "Puzzles: positions with one clearly best turn, for you to find. Without a game it lists them."
    )
    parser.add_argument("game", nargs="?", metavar="GAME", help="which game, such as sand", source=game_values.games)
    parser.add_argument(
        "number",
        nargs="?",
        type=int,
        metavar="NUMBER",
        help="which one; else the easiest that is still to be done",
        source=_numbers,
    )
    parser.add_argument("--daily", action="store_true", help="the one of today, the same for everybody")
    parser.add_argument("--line", action="store_true", help="in plain lines of text instead of the full screen")
    parser.add_argument("--from", dest="source", metavar="FILE", help="the puzzles of a file", files=True)
    parser.add_argument("--find", type=_count, metavar="N", help="look for so many new ones; Ctrl+C keeps those found")
    parser.add_argument("--out", metavar="FILE", help="where they are kept (with your own)", files=True)
    parser.add_argument("--seed", default="1", help="the same seed finds the same ones (1)")
    parser.add_argument(
        "--players",
        type=int,
        metavar="N",
        help="how many play there (2, and 3 in each third game)",
        source=game_values.players,
    )
    parser.add_argument(
        "--level",
        default=FAIR,
        metavar="LEVEL",
        help="who plays there: {usual}",
        fields={"usual": FAIR},
        source=game_values.levels,
    )
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a rule option there",
        source=game_values.options,
    )
    parser.add_argument(
        "--gap",
        type=_gap,
        metavar="X",
        help="by how much the best turn has to be ahead, in chance of winning (0.04)",
    )
    parser.add_argument("--jobs", type=_jobs, default=1, metavar="J", help="how many processes look for them (1)")
    seat_options.add_look_options(parser)


def _count(text: str) -> int:
    return number_up_to(text, MOST)


def _jobs(text: str) -> int:
    return number_up_to(text, MAX_JOBS)


def _gap(text: str) -> float:
    try:
        found = float(text)
    except ValueError:
        found = 0.0
    if not LEAST_GAP <= found <= MOST_GAP:
        least, most = f"{LEAST_GAP}", f"{MOST_GAP}"
        raise UsageError(
            Text("'{text}' is no gap; it is a number from {least} to {most}.", text=text[:20], least=least, most=most)
        )
    return found


def main(args: argparse.Namespace, door: CliContext) -> int:
    """Raises UserError for an unknown game or puzzle."""
    _check(args)
    if args.find:
        return _find(args, load_game(args.game), door)
    if args.daily:
        return _of_today(args, door, f"{datetime.now(UTC):%Y-%m-%d}")
    if not args.game:
        return _list(door)
    return _solve(args, door, load_game(args.game))


def _check(args: argparse.Namespace) -> None:
    """Check that the options go together. Raises UsageError."""
    for option, file in (("--from", args.source), ("--out", args.out)):
        if file == "":
            raise UsageError(Text("{option} is followed by the name of a file.", option=option))
    if args.find and not args.game:
        raise UsageError(Text("Name the game: {example}.", example=f"tilehall puzzle sand --find {args.find}"))
    if args.source and not args.game and not args.daily:
        raise UsageError(Text("Name the game: {example}.", example="tilehall puzzle sand --from FILE"))
    if args.find and (args.number is not None or args.source or args.daily):
        raise UsageError(Text("A search has no number and reads no other file than it writes."))
    if args.out and not args.find:
        raise UsageError(Text("There is something to write only with {option}.", option="--find"))
    if args.daily and (args.number is not None or args.source):
        raise UsageError(Text("The puzzle of the day has no number to choose and comes from no file."))


# --- solving ------------------------------------------------------------------------------------------------------


def _solve(args: argparse.Namespace, door: CliContext, rules: Game[Any]) -> int:
    places, clock = door.user_dirs, time.monotonic
    if args.source:
        return _sit_down(args, open_file(rules, Path(args.source), args.number, places, clock), door)
    if args.number is not None:
        return _sit_down(args, open_number(rules, args.number, places, clock), door)
    return _sit_down(args, open_next(rules, places, clock), door)


def _of_today(args: argparse.Namespace, door: CliContext, day: str) -> int:
    """Show the puzzle of this day, then three lines to share; only these lines if it is done."""
    series = open_puzzle_of_day(day, door.user_dirs, time.monotonic, args.game or "")
    puzzle = series.puzzle
    code = 0 if series.score.settled else _sit_down(args, series, door)
    score = series.solved.score_on_day(day)
    if score.marks:
        door.say(*result_lines(puzzle, series.rules.title, day, score))
    return code


def _sit_down(args: argparse.Namespace, series: PuzzleSeries, door: CliContext) -> int:
    settings = seat_options.with_look(door.settings, args, door.user_dirs)
    if args.line or not door.on_screen:
        return _in_lines(series, settings, door)
    from tilehall.tui.app import Opening, run

    opening = Opening("puzzle", solving=series)
    return run(door.terminal, door.user_dirs, settings, opening, door.zone, minds=door.thinking_processes)


def _in_lines(series: PuzzleSeries, settings: Settings, door: CliContext) -> int:
    def reported(report: str) -> Text:
        return crash_reports.try_append_report(door.user_dirs.crash_reports, report, datetime.now(UTC))

    door.warn(*door.problems)
    lines = LinePuzzle(series, door.open_console(series.rules.package), settings, reported)
    run_inline(lines.run())
    return int(lines.failed)


# --- listing ------------------------------------------------------------------------------------------------------


def _list(door: CliContext) -> int:
    """List for each game the number of puzzles, of solved ones, and the next one."""
    solved = Progress(door.user_dirs)
    if solved.puzzles_trouble:
        door.warn(solved.puzzles_trouble)
    rows = [tuple(map(door.translate, (Text("Game"), Text("Puzzles"), Text("Solved"), Text("Next"))))]
    for box in list_games():
        puzzles, troubles = readable_puzzles(box.game, door.user_dirs)
        puzzle_set = PuzzleSet(box.game, puzzles)
        following = puzzle_set.next(solved.settled_puzzles())
        door.warn(*filter(None, [*troubles, puzzle_set.trouble()]))
        done = sum(puzzle.name in solved.solved_puzzles() for puzzle in puzzles)
        rows.append(
            (door.translate(box.title), f"{len(puzzles)}", f"{done}", following.puzzle.name if following else "-")
        )
    door.show(*align_columns(rows))
    return 0


# --- looking for more ---------------------------------------------------------------------------------------------


def _find(args: argparse.Namespace, rules: Game[Any], door: CliContext) -> int:
    """Search for puzzles; each is saved as soon as it is found. Returns 130 if interrupted."""
    options = tuple(sorted(seat_options.parse_options(args.option)))
    search = PuzzleSearchSettings(rules.id, args.seed, args.players, options, args.level, args.gap or GAP)
    own = door.user_dirs.puzzles(rules.id)
    heap = (
        PuzzleFile(Path(args.out), rules, args.find, 1)
        if args.out
        else PuzzleFile(own, rules, args.find, FIRST_OWN_NUMBER)
    )

    def enough(found: Sequence[Puzzle]) -> bool:
        progress.clear()
        door.warn(*(puzzle_text.solved_text(puzzle) for puzzle in heap.add(found)))
        progress.tell(heap.new, args.find)
        return heap.is_full

    progress = PuzzleSearchProgress(door)
    try:
        progress.tell(0, args.find)
        search_puzzles(search, rules, heap.puzzles, args.jobs, enough)
        progress.clear()
    except KeyboardInterrupt:
        progress.clear()
        stopped = {"n": heap.new, "count": args.find, "file": f"{heap.path}"}
        found = Text("Stopped: {n} of {count} were found; they are in {file}.", **stopped)
        door.warn(found if heap.new else Text("Stopped: none was found yet."))
        return INTERRUPTED
    door.say(Text("{n} new puzzle is in {file}.", "{n} new puzzles are in {file}.", n=heap.new, file=f"{heap.path}"))
    return 0


class PuzzleSearchProgress:
    """Shows the progress of a search in one line of a terminal; elsewhere nothing."""

    def __init__(self, door: CliContext) -> None:
        self.door = door
        self.games = -1
        self.shown = sys.stderr.isatty()

    def tell(self, found: int, count: int) -> None:
        """Count one more game."""
        self.games += 1
        so_far = {"n": self.games, "found": found, "count": count}
        told = Text("{n} game, {found} of {count} found", "{n} games, {found} of {count} found", **so_far)
        if self.shown:
            sys.stderr.write(f"\r{self.door.translate(told)}\x1b[K")
            sys.stderr.flush()

    def clear(self) -> None:
        if self.shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


def _numbers(typed: CompletionContext) -> Iterator[CompletionChoice]:
    """The puzzle numbers of the game on the line, built-in ones and those of the user."""
    game = game_values.game_on_line(typed)
    found = readable_puzzles(game, typed.user_dirs())[0] if game and "number" not in typed.given else ()
    yield from ((f"{puzzle.number}", f"{puzzle_title(puzzle)}") for puzzle in found)
