"""`tilehall arena`: which level plays better, and how sure that is.

Every block is one deal, played once with every player in every seat. `--json` prints one object:

    game, players, seats    the game's id, how many play, their levels
    blocks, games, seed     how many blocks and games were played, and the seed that all deals come from
    options                 {"mode": "advanced"}
    levels                  for each level: wins (its share of the games, for one seat), low and high (Wilson's interval
                            of that, 95 %), error (standard error by blocks), rank and score (means) with rank_error and
                            score_error, and decisions, mean_ms, p95_ms, max_ms (of one core, for a decision; a program
                            is waited for); of a program: quick, how many of its decisions were quick choices made
                            for it, and faults, by code, where it did not do what docs/bots.md says
    sprt                    with --sprt: low, high, evidence (log-likelihood ratio) and verdict: "yes" from 2.94 on,
                            "no" from -2.94 on, or null

The same seed gives the same numbers for any number of jobs, times apart.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from statistics import fmean, quantiles
from typing import Any, NamedTuple

from tilehall.engine import (
    ENGLISH,
    OFFERED_LEVELS,
    Language,
    Text,
    join_commas,
    literal_text,
    load_game,
    render_text,
)
from tilehall.tui.cli import program_options
from tilehall.tui.cli.cli_language import add_language, requested_language
from tilehall.tui.cli.completion import game_values
from tilehall.tui.cli.load_language import load_language
from tilehall.tui.cli.options import Parser, UsageError, translatable
from tilehall.tui.lab.arena import DealResult, LevelContest, play_contest_deal
from tilehall.tui.lab.game_runner import GameJob, check_playable
from tilehall.tui.lab.plan import level_count_error
from tilehall.tui.lab.progress_bar import ProgressCallback, clear_progress, progress_bar
from tilehall.tui.lab.report.columns import format_columns
from tilehall.tui.lab.simulate_command import parse_count, parse_jobs, parse_option, parse_player_count, to_printable
from tilehall.tui.lab.statistics.evidence import DECISIVE, evidence, standard_error, wilson_interval
from tilehall.tui.programs.bots.bot_pool import NO_BOTS, BotConducts, add_conducts, conduct_report
from tilehall.tui.programs.bots.program_run import ProgramRun
from tilehall.tui.tables.thinking.thinkers import run_parts

NUMBERS = range(1, 8)
"""The columns of the table that hold numbers."""
DECISIVE_EVIDENCE = round(DECISIVE, 2)
"""The evidence that settles a test, rounded as it is shown."""


class WinShareTest(NamedTuple):
    """A test whether the first player wins the share `high` of the games rather than `low`."""

    low: float
    high: float


@dataclass(frozen=True, slots=True)
class ArenaReport:
    """The results of a contest."""

    contest: LevelContest
    blocks: tuple[DealResult, ...]
    question: WinShareTest | None

    @property
    def games(self) -> int:
        return len(self.blocks) * len(self.contest.levels)

    @property
    def levels(self) -> tuple[str, ...]:
        """Each level once."""
        return tuple(dict.fromkeys(self.contest.levels))

    def wins(self, level: str) -> list[float]:
        return [block.results[level].win for block in self.blocks]

    def seconds(self, level: str) -> list[float]:
        return sorted(each for block in self.blocks for each in block.seconds[level])

    def evidence(self) -> float:
        """Return the evidence for the question, rounded as it is shown, so that the verdict agrees with it."""
        if self.question is None:
            return 0.0
        # No -0.00.
        return round(evidence(self.wins(self.contest.levels[0]), *self.question), 2) + 0.0

    def verdict(self) -> str | None:
        found = self.evidence()
        return None if abs(found) < DECISIVE_EVIDENCE else "yes" if found > 0 else "no"

    def data(self) -> dict[str, Any]:
        """The object of `--json`."""
        found: dict[str, Any] = {
            "game": self.contest.game,
            "players": len(self.contest.levels),
            "seats": list(self.contest.levels),
            "blocks": len(self.blocks),
            "games": self.games,
            "seed": self.contest.seed,
            "options": dict(self.contest.options),
            "levels": {level: self._level(level) for level in self.levels},
        }
        if self.question:
            told = {"evidence": self.evidence(), "verdict": self.verdict()}
            found["sprt"] = {**self.question._asdict(), **told}
        return found

    @property
    def conduct(self) -> BotConducts:
        """The conduct of the programs, by name."""
        return add_conducts(block.conduct for block in self.blocks)

    def _level(self, level: str) -> dict[str, Any]:
        wins, seconds = self.wins(level), self.seconds(level)
        ranks = [block.results[level].rank for block in self.blocks]
        scores = [block.results[level].score for block in self.blocks]
        low, high = wilson_interval(fmean(wins) * self.games, self.games)
        found = {
            "wins": fmean(wins),
            "low": low,
            "high": high,
            "error": standard_error(wins),
            "rank": fmean(ranks),
            "rank_error": standard_error(ranks),
            "score": fmean(scores),
            "score_error": standard_error(scores),
            "decisions": len(seconds),
            "mean_ms": 1000 * fmean(seconds),
            "p95_ms": 1000 * (quantiles(seconds, n=20)[-1] if len(seconds) > 1 else seconds[0]),
            "max_ms": 1000 * seconds[-1],
        }
        # The error of one block is infinite, which JSON does not know.
        figures = {name: round(each, 4) for name, each in found.items() if each != float("inf")}
        conduct = self.conduct.get(level)
        if conduct is None:
            return dict(figures)
        own = {**figures, "quick": conduct.quick}
        return {**own, "faults": dict(conduct.faults)} if conduct.faults else own


# --- playing ------------------------------------------------------------------------------------------------------


def run_arena(
    name: str,
    levels: Sequence[str],
    count: int = 20,
    seed: str = "1",
    jobs: int = 1,
    options: Sequence[tuple[str, str]] = (),
    question: WinShareTest | None = None,
    progress: ProgressCallback | None = None,
) -> ArenaReport:
    """Play up to `count` blocks, or until the question is answered. Raises UserError.

    >>> run_arena("kaguya", ("random", "random"), 1).games
    2
    """
    contest = LevelContest(name, tuple(levels), seed, tuple(sorted(options)))
    found: list[DealResult] = []
    play_blocks(contest, found, count, jobs, question, progress)
    return ArenaReport(contest, tuple(found), question)


def play_blocks(
    contest: LevelContest,
    found: list[DealResult],
    count: int,
    jobs: int,
    question: WinShareTest | None,
    progress: ProgressCallback | None,
) -> None:
    """Append up to `count` blocks to `found`, until the question is answered; if interrupted those so far are there."""
    check_playable(contest.game, contest.levels, contest.options, contest.bots.names)

    def enough(block: DealResult) -> bool:
        found.append(block)
        if progress:
            progress(len(found) * len(contest.levels), count * len(contest.levels))
        return question is not None and ArenaReport(contest, tuple(found), question).verdict() is not None

    deals = (
        GameJob(contest.game, partial(play_contest_deal, contest=contest, number=number)) for number in range(count)
    )
    run_parts(deals, jobs, enough)


# --- the table ------------------------------------------------------------------------------------------------------


def format_arena_report(report: ArenaReport, language: Language = ENGLISH) -> str:
    """Return the report as a table."""
    contest = report.contest
    lines = [
        Text(
            "{title}: {n:,} block of {games} games: {levels}",
            "{title}: {n:,} blocks of {games} games: {levels}",
            title=load_game(contest.game).title,
            n=len(report.blocks),
            games=len(contest.levels),
            levels=join_commas(contest.levels),
        ),
        Text("Seed {seed}. An even share is {share:.0%}.", seed=contest.seed, share=1 / len(contest.levels)),
    ]
    head = [
        *(Text("Level"), Text("Wins"), Text("from"), Text("to"), Text("Mean rank"), Text("Mean score")),
        *(Text("ms a decision"), Text("at most")),
    ]
    told = [render_text(line, language) for line in lines]
    told += ["", *format_columns([head, *(_row(report, level) for level in report.levels)], language, NUMBERS)]
    told += [
        render_text(each, language) for name, found in report.conduct.items() for each in conduct_report(name, found)
    ]
    if report.question:
        told += ["", render_text(_answer(report), language)]
    return "\n".join(told)


def _row(report: ArenaReport, level: str) -> list[Text]:
    found = report.data()["levels"][level]
    return [
        literal_text(level),
        *(Text("{share:.1%}", share=found[name]) for name in ("wins", "low", "high")),
        Text("{n:.2f} ± {error:.2f}", n=found["rank"], error=found.get("rank_error", 0.0)),
        Text("{n:.1f} ± {error:.1f}", n=found["score"], error=found.get("score_error", 0.0)),
        Text("{n:,.0f}", n=found["mean_ms"]),
        Text("{n:,.0f}", n=found["max_ms"]),
    ]


def _answer(report: ArenaReport) -> Text:
    """Say what came of the question."""
    assert report.question
    first, verdict = report.contest.levels[0], report.verdict()
    told: dict[str, str | float] = {
        "level": first,
        "low": report.question.low,
        "high": report.question.high,
        "evidence": report.evidence(),
        "enough": DECISIVE_EVIDENCE,
    }
    if verdict == "yes":
        return Text("{level} wins {high:.1%} rather than {low:.1%} (evidence {evidence:+.2f}).", **told)
    if verdict == "no":
        return Text("{level} wins {low:.1%} rather than {high:.1%} (evidence {evidence:+.2f}).", **told)
    return Text(
        "Whether {level} wins {high:.1%} or {low:.1%} is open (evidence {evidence:+.2f}, "
        "of which {enough:.2f} either way decides).",
        **told,
    )


# --- the command --------------------------------------------------------------------------------------------------


def add_arguments(parser: Parser) -> None:
    parser.description = translatable("Lets computer players compete, every deal once with each of them in each seat.")
    parser.add_argument("game", metavar="GAME", help="which game, such as princess", source=game_values.games)
    parser.add_argument(
        "--seat",
        action="append",
        default=[],
        metavar="BOT",
        help="who plays: {levels}, or a program, {example}; named once for each seat (normal, easy)",
        fields={"levels": ", ".join(level.id for level in OFFERED_LEVELS), "example": "NAME:cmd=COMMAND"},
        source=game_values.levels,
    )
    parser.add_argument(
        "--players",
        type=parse_player_count,
        metavar="N",
        help="how many play (as many as are named); the last one named takes the seats that are left",
        source=game_values.players,
    )
    parser.add_argument("--blocks", type=parse_count, default=20, metavar="N", help="how many deals (20)")
    parser.add_argument("--seed", default="1", help="the same seed gives the same deals (1)")
    parser.add_argument("--jobs", type=parse_jobs, default=1, metavar="J", help="how many processes (1)")
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="K=V",
        help="an option of the set-up",
        source=game_values.options,
    )
    parser.add_argument(
        "--sprt",
        type=_question,
        metavar="LOW:HIGH",
        help="stop when it is clear whether the first player wins this share of the games or that, such as 0.5:0.55",
    )
    program_options.add_arguments(parser)
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    add_language(parser)


def _question(text: str) -> WinShareTest:
    low, _, high = text.partition(":")
    try:
        found = WinShareTest(float(low), float(high))
    except ValueError:
        found = WinShareTest(0, 0)
    if not 0 < found.low < found.high < 1:
        raise UsageError(Text("'{text}' is no question; it looks like {example}.", text=text[:20], example="0.5:0.55"))
    if f"{found.low:.1%}" == f"{found.high:.1%}":
        raise UsageError(Text("'{text}' cannot be told apart: name shares that are further apart.", text=text[:20]))
    return found


def main(args: argparse.Namespace) -> int:
    """Run the command. Raises UserError for an unknown game, player or option."""
    bots = program_options.parse_programs(args.seat)
    seats = program_options.seat_levels(args.seat) or ["normal", "easy"]
    players = args.players or len(seats)
    if players < len(seats):
        raise level_count_error(len(seats), players)
    seats += seats[-1:] * (players - len(seats))
    language = load_language(requested_language(args), os.environ)
    progress = progress_bar(time.monotonic, language) if sys.stderr.isatty() else None
    options = [parse_option(text) for text in args.option]
    programs = ProgramRun(args) if bots else None
    roster = programs.roster(bots) if programs else NO_BOTS
    contest = LevelContest(args.game, tuple(seats), args.seed, tuple(sorted(options)), roster)
    found: list[DealResult] = []
    try:
        play_blocks(contest, found, args.blocks, args.jobs, args.sprt, progress)
    except KeyboardInterrupt:
        if progress:
            clear_progress()
        _tell(ArenaReport(contest, tuple(found), args.sprt), args.json, language)
        stopped = Text("Stopped: {n:,} of {count:,} blocks were played.", n=len(found), count=args.blocks)
        print(to_printable(render_text(stopped, language)), file=sys.stderr)
        return 130
    finally:
        for note in programs.notes() if programs else ():
            print(to_printable(render_text(note, language)), file=sys.stderr)
    if progress:
        clear_progress()
    _tell(ArenaReport(contest, tuple(found), args.sprt), args.json, language)
    return 0


def _tell(report: ArenaReport, as_json: bool, language: Language) -> None:
    """Print the report, if anything was measured."""
    if report.blocks:
        print(json.dumps(report.data()) if as_json else to_printable(format_arena_report(report, language)), flush=True)
