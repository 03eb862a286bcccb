"""`tilehall simulate`: plays many games between computer players and counts what happens.

The report is a table, a JSON object (`--json`: report/data.py), CSV (`--csv`: report/csv_sheets.py) or a picture
(`--plot`); `--records` keeps the games themselves.

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

from tilehall.engine import OFFERED_LEVELS, ComponentSet, Text, UserError, join_commas, load_game, render_text
from tilehall.tui.cli import component_options, program_options
from tilehall.tui.cli.cli_language import add_language, requested_language
from tilehall.tui.cli.completion import game_values
from tilehall.tui.cli.load_language import load_language
from tilehall.tui.cli.options import Parser, add_components_option, number_up_to, translatable
from tilehall.tui.lab.option_comparison import ComparisonPlan, compare, write_example_records
from tilehall.tui.lab.plan import DealListener, make_plan, seat_levels_of
from tilehall.tui.lab.progress_bar import clear_progress, progress_bar
from tilehall.tui.lab.record_folder import RecordFolder
from tilehall.tui.lab.report import comparison_table
from tilehall.tui.lab.report.csv_sheets import GameSheet, rule_rows, thing_rows
from tilehall.tui.lab.report.data import report_data
from tilehall.tui.lab.report.plot import check_target, draw
from tilehall.tui.lab.report.report import SimulationReport
from tilehall.tui.lab.report.table import format_simulation
from tilehall.tui.lab.simulation import run
from tilehall.tui.lines.printable import make_printable as plain_line
from tilehall.tui.programs.bots.bot_pool import NO_BOTS, BotRoster, conduct_report
from tilehall.tui.programs.bots.program_run import ProgramRun
from tilehall.tui.tables.seating import MOST_SEATS as SEATS
from tilehall.tui.tables.seating import USUAL_PLAYERS
from tilehall.tui.tables.thinking.thinkers import MAX_JOBS

EXAMPLES = 5
"""Shown by default."""
INTERRUPTED = 130
MANY = 999_999_999
"""The largest number of games."""
FORMS = ("--json", "--csv", "--csv-things", "--csv-rules")
"""The other forms of the output."""


def add_arguments(parser: Parser) -> None:
    parser.description = translatable("Plays many games between computer players and counts what happened.")
    parser.add_argument("game", metavar="GAME", help="which game, such as princess", source=game_values.games)
    parser.add_argument("--games", type=parse_count, default=100, metavar="N", help="how many games (100)")
    parser.add_argument(
        "--players",
        type=parse_player_count,
        metavar="N",
        help="how many play (as many as are named, or {usual})",
        fields={"usual": f"{USUAL_PLAYERS}"},
        source=game_values.players,
    )
    parser.add_argument(
        "--seat",
        action="append",
        default=[],
        metavar="BOT",
        help="who plays: {levels}, or a program, {example}; once for everybody, or once for each seat (random)",
        fields={"levels": ", ".join(level.id for level in OFFERED_LEVELS), "example": "NAME:cmd=COMMAND"},
        source=game_values.levels,
    )
    parser.add_argument("--seed", default="1", help="the same seed gives the same games (1)")
    parser.add_argument("--jobs", type=parse_jobs, default=1, metavar="J", help="how many processes (1)")
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="K=V",
        help="an option of the set-up",
        source=game_values.options,
    )
    parser.add_argument("--rotate", action="store_true", help="play every deal once with every player in every seat")
    parser.add_argument("--all", action="store_true", help="list every thing and every rule, not only what tells most")
    program_options.add_arguments(parser)
    add_components_option(parser)
    parser.add_argument(
        "--against",
        action="append",
        default=[],
        metavar="K=V",
        help="play every deal a second time with this option, and tell where it matters",
        source=game_values.options,
    )
    parser.add_argument(
        "--examples",
        type=parse_count,
        metavar="N",
        help="with --against: how many examples are told ({usual})",
        fields={"usual": f"{EXAMPLES}"},
    )
    add_outputs(parser)
    add_language(parser)


def add_outputs(parser: Parser) -> None:
    """Add the options for other forms of the report."""
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


def parse_count(text: str) -> int:
    return number_up_to(text, MANY)


def parse_player_count(text: str) -> int:
    """Parse the number of players; the game checks it."""
    return number_up_to(text, SEATS)


def parse_jobs(text: str) -> int:
    """Parse the number of processes."""
    return number_up_to(text, MAX_JOBS)


def main(args: argparse.Namespace) -> int:
    """Run the command. Raises UserError for an unknown game, player or option."""
    changed = component_options.use_components(args.game, args.components)
    if args.against:
        return run_comparison(args)
    if args.examples:
        raise UserError(Text("Examples are told of two sets of options; {flag} names the second.", flag="--against"))
    bots = program_options.parse_programs(args.seat)
    if not bots:
        return _simulated(args, NO_BOTS, changed)
    programs = ProgramRun(args)
    try:
        return _simulated(args, programs.roster(bots), changed)
    finally:
        _aside(programs.notes(), args)


def _aside(told: Iterable[Text], args: argparse.Namespace) -> None:
    """Print sentences that belong to no report on the standard error."""
    for each in told:
        print(to_printable(render_text(each, load_language(requested_language(args), os.environ))), file=sys.stderr)


def _simulated(args: argparse.Namespace, roster: BotRoster, changed: ComponentSet | None) -> int:
    players = args.players or max(len(args.seat), default_player_count(load_game(args.game).player_counts))
    options = [parse_option(text) for text in args.option]
    recorded = args.records is not None
    levels = program_options.seat_levels(args.seat)
    plan = make_plan(args.game, players, levels, args.games, args.seed, options, args.rotate, recorded, roster)
    if sum((args.json, args.csv, args.csv_things, args.csv_rules)) > 1:
        raise UserError(Text("Choose one of {forms}: all go to the same output.", forms=join_commas(FORMS)))
    heard: list[DealListener] = []
    if args.plot is not None:
        # Fails now and not after hours.
        check_target(Path(args.plot))
    if args.csv:
        heard.append(GameSheet(plan, print))
    if recorded:
        heard.append(RecordFolder(Path(args.records), plan))
    language = load_language(requested_language(args), os.environ)
    # Rows on the same screen show the progress.
    quiet = (args.csv and sys.stdout.isatty()) or not sys.stderr.isatty()
    progress = None if quiet else progress_bar(time.monotonic, language)
    report = run(plan, args.jobs, progress, heard)
    stopped = report.tally.games < plan.games
    if stopped:
        if progress:
            clear_progress()
        _aside([Text("Stopped: {n:,} of {count:,} games were played.", n=report.tally.games, count=plan.games)], args)
    if not report.tally.games:
        return INTERRUPTED
    if args.plot is not None:
        draw(report, Path(args.plot), language)
    for line in format_output(report, args, changed):
        print(line)
    if args.json or args.csv or args.csv_things or args.csv_rules:
        # The table has these sentences itself.
        _aside([each for name, found in report.tally.conduct.items() for each in conduct_report(name, found)], args)
    return INTERRUPTED if stopped else 0


def run_comparison(args: argparse.Namespace) -> int:
    """Run `--against`: the same deals under two sets of options."""
    given = {"--rotate": args.rotate, "--all": args.all, "--csv": args.csv, "--plot": args.plot is not None}
    given |= {"--csv-things": args.csv_things, "--csv-rules": args.csv_rules}
    if asked_for := next((flag for flag, is_there in given.items() if is_there), ""):
        raise UserError(Text("{flag} does not go with {other}.", flag=asked_for, other="--against"))
    if program_options.parse_programs(args.seat):
        raise UserError(Text("Programs do not play two sets of options: name levels of computer players."))
    levels = seat_levels_of(
        args.seat, args.players or max(len(args.seat), default_player_count(load_game(args.game).player_counts))
    )
    here = dict(map(parse_option, args.option))
    sides = [tuple(sorted(options.items())) for options in (here, here | dict(map(parse_option, args.against)))]
    examples, components = args.examples or EXAMPLES, args.components or ""
    versus = ComparisonPlan(args.game, levels, args.games, args.seed, sides[0], sides[1], examples, components)
    language = load_language(requested_language(args), os.environ)
    progress = progress_bar(time.monotonic, language) if sys.stderr.isatty() else None
    report = compare(versus, args.jobs, progress)
    if args.records is not None:
        report = write_example_records(report, Path(args.records))
    print(
        json.dumps(report.data()) if args.json else to_printable(comparison_table.format_comparison(report, language))
    )
    return 0


def format_output(
    report: SimulationReport, args: argparse.Namespace, changed: ComponentSet | None = None
) -> Iterable[str]:
    """Return the lines of the output in the form asked for; rows of games have been printed already."""
    if args.json:
        return [json.dumps(report_data(report) | (component_options.changes_data(changed) if changed else {}))]
    if args.csv_things:
        return thing_rows(report)
    if args.csv_rules:
        return rule_rows(report)
    if args.csv:
        return ()

    language = load_language(requested_language(args), os.environ)
    return [
        to_printable(each)
        for each in (
            format_simulation(report, language, args.all),
            *component_options.format_changes(changed, language),
        )
    ]


def to_printable(told: str) -> str:
    return "\n".join(plain_line(line, sys.stdout.encoding) for line in told.split("\n"))


def default_player_count(seats: range) -> int:
    """Return the default number of players: as at a table, within what the game allows.

    >>> default_player_count(range(1, 5)), default_player_count(range(3, 6)), default_player_count(range(1, 2))
    (2, 3, 1)
    """
    return min(max(USUAL_PLAYERS, seats.start), seats[-1])


def parse_option(text: str) -> tuple[str, str]:
    name, sign, value = text.partition("=")
    if not sign:
        example = "first_turn=full"
        raise UserError(
            Text("The option '{text}' has no value; it looks like {example}.", text=text[:20], example=example)
        )
    return name, value
