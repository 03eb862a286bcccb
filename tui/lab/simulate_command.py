"""`tilehall simulate`: many games between computer players, watched and counted.

It says what came of them as a table, as one JSON object (`--json`: `laboratory/data.py` says what is in it), as CSV
(`--csv`: `laboratory/sheets.py`), and as a picture (`--plot`); `--records` keeps the games themselves.

The same seed gives the same numbers for any number of jobs, `seconds` apart.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Iterable
from pathlib import Path

from tilehall.engine import OFFERED, ChangedBox, RuleError, Text, game, listed, said
from tilehall.tui.cli import component_options, program_options
from tilehall.tui.cli.cli_language import add_language, asked, spoken
from tilehall.tui.cli.completion import values
from tilehall.tui.cli.options import Parser, marked, number_up_to
from tilehall.tui.lab.plan import levels_of, planned
from tilehall.tui.lab.progress_bar import bar, clear
from tilehall.tui.lab.report.report import Report
from tilehall.tui.lab.simulated_games import Heard
from tilehall.tui.lab.simulation import run
from tilehall.tui.lines.printable import plain as plain_line
from tilehall.tui.programs.bots.bot_pool import NOBODY, Cast, fallen_short
from tilehall.tui.tables.seating import MOST as SEATS
from tilehall.tui.tables.seating import USUAL
from tilehall.tui.tables.thinking.parallel import MOST

EXAMPLES = 5
"""So many are told, if nothing else is said."""
INTERRUPTED = 130
MANY = 999_999_999
"""More than anybody waits for."""
FORMS = ("--json", "--csv", "--csv-things", "--csv-rules")
"""Of what is printed, if it is not to be a table."""


def add_arguments(parser: Parser) -> None:
    parser.description = marked("Plays many games between computer players and counts what happened.")
    parser.add_argument("game", metavar="GAME", help="which game, such as princess", source=values.games)
    parser.add_argument("--games", type=count_of, default=100, metavar="N", help="how many games (100)")
    parser.add_argument(
        "--players",
        type=players_of,
        metavar="N",
        help="how many play (as many as are named, or {usual})",
        fields={"usual": f"{USUAL}"},
        source=values.players,
    )
    parser.add_argument(
        "--seat",
        action="append",
        default=[],
        metavar="BOT",
        help="who plays: {levels}, or a program, {example}; once for everybody, or once for each seat (random)",
        fields={"levels": ", ".join(level.id for level in OFFERED), "example": "NAME:cmd=COMMAND"},
        source=values.levels,
    )
    parser.add_argument("--seed", default="1", help="the same seed gives the same games (1)")
    parser.add_argument("--jobs", type=jobs_of, default=1, metavar="J", help="how many processes (1)")
    parser.add_argument(
        "--option", action="append", default=[], metavar="K=V", help="an option of the set-up", source=values.options
    )
    parser.add_argument("--rotate", action="store_true", help="play every deal once with every player in every seat")
    parser.add_argument("--all", action="store_true", help="list every thing and every rule, not only what tells most")
    program_options.add_arguments(parser)
    component_options.add_argument(parser)
    parser.add_argument(
        "--against",
        action="append",
        default=[],
        metavar="K=V",
        help="play every deal a second time with this option, and tell where it matters",
        source=values.options,
    )
    parser.add_argument(
        "--examples",
        type=count_of,
        metavar="N",
        help="with --against: how many examples are told ({usual})",
        fields={"usual": f"{EXAMPLES}"},
    )
    add_outputs(parser)
    add_language(parser)


def add_outputs(parser: Parser) -> None:
    """Other forms of the report."""
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    parser.add_argument("--csv", action="store_true", help="CSV instead of a table, a row for each game")
    parser.add_argument("--csv-things", action="store_true", help="the same, a row for everything that was used")
    parser.add_argument("--csv-rules", action="store_true", help="the same, a row for each rule")
    parser.add_argument(
        "--plot", metavar="FILE", help="draw it, as FILE.svg or FILE.png (needs tilehall[plot])", files=True
    )
    parser.add_argument(
        "--records",
        metavar="DIR",
        help="keep the games there, as records; with --against those of the examples",
        files=True,
    )


def count_of(text: str) -> int:
    return number_up_to(text, MANY)


def players_of(text: str) -> int:
    """How many play; whether that is right, the game says."""
    return number_up_to(text, SEATS)


def jobs_of(text: str) -> int:
    """In how many processes."""
    return number_up_to(text, MOST)


def main(args: argparse.Namespace) -> int:
    """Raises RuleError for a game, player or option that is not there."""
    changed = component_options.played_with(args.game, args.components)
    if args.against:
        return compared(args)
    if args.examples:
        raise RuleError(Text("Examples are told of two sets of options; {flag} names the second.", flag="--against"))
    bots = program_options.commands(args.seat)
    if not bots:
        return _simulated(args, NOBODY, changed)
    watch = program_options.Watch(args)
    try:
        return _simulated(args, watch.cast(bots), changed)
    finally:
        _aside(watch.notes(), args)


def _aside(told: Iterable[Text], args: argparse.Namespace) -> None:
    """What belongs to no report."""
    for each in told:
        print(printable(said(each, spoken(asked(args), os.environ))), file=sys.stderr)


def _simulated(args: argparse.Namespace, cast: Cast, changed: ChangedBox | None) -> int:
    players = args.players or max(len(args.seat), usual(game(args.game).seats))
    options = [option_of(text) for text in args.option]
    recorded = args.records is not None
    levels = program_options.levels(args.seat)
    plan = planned(args.game, players, levels, args.games, args.seed, options, args.rotate, recorded, cast)
    if sum((args.json, args.csv, args.csv_things, args.csv_rules)) > 1:
        raise RuleError(Text("Choose one of {forms}: all go to the same output.", forms=listed(FORMS)))
    heard: list[Heard] = []
    if args.plot is not None:
        # What is missing should be known before hours are spent.
        from tilehall.tui.lab.report.plot import checked

        checked(Path(args.plot))
    if args.csv:
        from tilehall.tui.lab.report.csv_sheets import GameSheet

        heard.append(GameSheet(plan, print))
    if recorded:
        from tilehall.tui.lab.record_folder import RecordFolder

        heard.append(RecordFolder(Path(args.records), plan))
    language = spoken(asked(args), os.environ)
    # Rows that come on the same screen show how far it is.
    quiet = (args.csv and sys.stdout.isatty()) or not sys.stderr.isatty()
    progress = None if quiet else bar(time.monotonic, language)
    report = run(plan, args.jobs, progress, heard)
    stopped = report.tally.games < plan.games
    if stopped:
        if progress:
            clear()
        _aside([Text("Stopped: {n:,} of {count:,} games were played.", n=report.tally.games, count=plan.games)], args)
    if not report.tally.games:
        return INTERRUPTED
    if args.plot is not None:
        from tilehall.tui.lab.report.plot import draw

        draw(report, Path(args.plot), language)
    for line in told(report, args, changed):
        print(line)
    if args.json or args.csv or args.csv_things or args.csv_rules:
        # The table says so itself.
        _aside([each for name, found in report.tally.conduct.items() for each in fallen_short(name, found)], args)
    return INTERRUPTED if stopped else 0


def compared(args: argparse.Namespace) -> int:
    """The same deals under two sets of options."""
    from tilehall.tui.lab.comparison import Versus, compare, with_records
    from tilehall.tui.lab.report import comparison_table

    given = {"--rotate": args.rotate, "--all": args.all, "--csv": args.csv, "--plot": args.plot is not None}
    given |= {"--csv-things": args.csv_things, "--csv-rules": args.csv_rules}
    if asked_for := next((flag for flag, is_there in given.items() if is_there), ""):
        raise RuleError(Text("{flag} does not go with {other}.", flag=asked_for, other="--against"))
    if program_options.commands(args.seat):
        raise RuleError(Text("Programs do not play two sets of options: name levels of computer players."))
    levels = levels_of(args.seat, args.players or max(len(args.seat), usual(game(args.game).seats)))
    here = dict(map(option_of, args.option))
    sides = [tuple(sorted(options.items())) for options in (here, here | dict(map(option_of, args.against)))]
    examples, components = args.examples or EXAMPLES, args.components or ""
    versus = Versus(args.game, levels, args.games, args.seed, sides[0], sides[1], examples, components)
    language = spoken(asked(args), os.environ)
    progress = bar(time.monotonic, language) if sys.stderr.isatty() else None
    report = compare(versus, args.jobs, progress)
    if args.records is not None:
        report = with_records(report, Path(args.records))
    print(json.dumps(report.data()) if args.json else printable(comparison_table.table(report, language)))
    return 0


def told(report: Report, args: argparse.Namespace, changed: ChangedBox | None = None) -> Iterable[str]:
    """What is printed, in the form that is asked for; the rows of games have been."""
    if args.json:
        from tilehall.tui.lab.report.data import data

        return [json.dumps(data(report) | (component_options.data(changed) if changed else {}))]
    if args.csv_things:
        from tilehall.tui.lab.report.csv_sheets import things

        return things(report)
    if args.csv_rules:
        from tilehall.tui.lab.report.csv_sheets import rules

        return rules(report)
    if args.csv:
        return ()
    from tilehall.tui.lab.report.table import table

    language = spoken(asked(args), os.environ)
    return [
        printable(each) for each in (table(report, language, args.all), *component_options.lines(changed, language))
    ]


def printable(told: str) -> str:
    return "\n".join(plain_line(line, sys.stdout.encoding) for line in told.split("\n"))


def usual(seats: range) -> int:
    """How many play if nothing is said: as at a table, as far as the game is for so many.

    >>> usual(range(1, 5)), usual(range(3, 6)), usual(range(1, 2))
    (2, 3, 1)
    """
    return min(max(USUAL, seats.start), seats[-1])


def option_of(text: str) -> tuple[str, str]:
    name, sign, value = text.partition("=")
    if not sign:
        example = "first_turn=full"
        raise RuleError(
            Text("The option '{text}' has no value; it looks like {example}.", text=text[:20], example=example)
        )
    return name, value
