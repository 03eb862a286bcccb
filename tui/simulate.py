"""`tilehall simulate`: many games between computer players, counted.

`--json` prints one object:

    game, players, seats    the game's id, how many play, their levels in order
    games, seed             how many games, and the seed that all of them come from
    plies                   decisions of the players in a game: {"min", "mean", "max"}
    scores                  mean score of each seat over the games that were scored; null if none was
    wins                    games won by each seat; a shared win counts for each of its winners
    endings                 {"goal": 980, "witch": 20}
    rules_fired             {"P-4.1": 34567, ...}: events and final receipt lines that cite the rule
    seconds                 how long it took

The same seed gives the same numbers for any number of jobs, `seconds` apart.
"""

from __future__ import annotations

import argparse
import json
import signal
import sys
import textwrap
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from multiprocessing import get_context
from typing import Any

from tilehall.engine import Player, RuleError, Setup, game, rulebook
from tilehall.engine.players import OFFERED, bot
from tilehall.tui.arguments import Parser
from tilehall.tui.commands import values
from tilehall.tui.house.company import USUAL
from tilehall.tui.house.minds import at_once
from tilehall.tui.house.outcome import outcome
from tilehall.tui.house.table import Table

PORTION = 5
"""Games that a job plays at a time."""
SHOWN = 10
"""Rules in each list of the table."""
CONFIDENCE = 1.96

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be simulated."""

    game: str
    levels: tuple[str, ...]
    games: int
    seed: str
    options: tuple[tuple[str, str], ...] = ()

    @property
    def setup(self) -> Setup:
        return Setup(len(self.levels), self.options)


@dataclass(slots=True)
class Tally:
    """What some games came to. Whole numbers only, so that adding up gives the same in any order."""

    seats: int
    games: int = 0
    plies: int = 0
    shortest: int = 0
    longest: int = 0
    scored: int = 0
    scores: list[int] = field(default_factory=list)
    wins: list[int] = field(default_factory=list)
    endings: Counter[str] = field(default_factory=Counter)
    rules: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.scores = self.scores or [0] * self.seats
        self.wins = self.wins or [0] * self.seats

    def add(self, other: Tally) -> None:
        self.shortest = min(self.shortest, other.shortest) if self.games else other.shortest
        self.longest = max(self.longest, other.longest)
        self.games += other.games
        self.plies += other.plies
        self.scored += other.scored
        self.scores = [mine + more for mine, more in zip(self.scores, other.scores, strict=True)]
        self.wins = [mine + more for mine, more in zip(self.wins, other.wins, strict=True)]
        self.endings += other.endings
        self.rules += other.rules


@dataclass(frozen=True, slots=True)
class Report:
    """A finished simulation."""

    plan: Plan
    tally: Tally
    seconds: float

    def data(self) -> dict[str, Any]:
        """The object of `--json`."""
        plan, tally = self.plan, self.tally
        mean = round(tally.plies / tally.games, 3)
        return {
            "game": plan.game,
            "players": len(plan.levels),
            "seats": list(plan.levels),
            "games": plan.games,
            "seed": plan.seed,
            "plies": {"min": tally.shortest, "mean": mean, "max": tally.longest},
            "scores": [round(points / tally.scored, 3) for points in tally.scores] if tally.scored else None,
            "wins": tally.wins,
            "endings": dict(sorted(tally.endings.items())),
            "rules_fired": dict(sorted(tally.rules.items())),
            "seconds": round(self.seconds, 3),
        }


# --- playing ------------------------------------------------------------------------------------------------------


def simulate(
    name: str,
    players: int,
    levels: Sequence[str] = (),
    games: int = 100,
    seed: str = "1",
    jobs: int = 1,
    options: Sequence[tuple[str, str]] = (),
    progress: Progress | None = None,
) -> Report:
    """Plays the games. One level is for everybody; without any, everybody plays at random. Raises RuleError.

    >>> simulate("princess", 2, games=3).tally.games
    3
    """
    plan = Plan(name, _levels(levels, players), games, seed, tuple(sorted(options)))
    if games < 1 or jobs < 1:
        raise RuleError("At least one game and one job are needed.")
    game(name).start(plan.setup)
    for level in plan.levels:
        bot(level, "")
    started = time.perf_counter()
    tally = Tally(players)
    for part in _portions(plan, jobs):
        tally.add(part)
        if progress:
            progress(tally.games, games)
    return Report(plan, tally, time.perf_counter() - started)


def _levels(levels: Sequence[str], players: int) -> tuple[str, ...]:
    if len(levels) <= 1:
        return tuple(levels or ("random",)) * players
    if len(levels) != players:
        raise RuleError(f"{len(levels)} computer players are named for {players} seats.")
    return tuple(levels)


def _portions(plan: Plan, jobs: int) -> Iterator[Tally]:
    starts = [(plan, first) for first in range(0, plan.games, PORTION)]
    if jobs == 1 or len(starts) == 1:
        yield from map(portion, starts)
        return
    # Ctrl-C reaches every process; only this one shall answer it.
    quiet = (signal.SIGINT, signal.SIG_IGN)
    with get_context("spawn").Pool(min(jobs, len(starts)), signal.signal, quiet) as pool:
        yield from pool.imap_unordered(portion, starts)


def portion(task: tuple[Plan, int]) -> Tally:
    """Plays the games from this number on: what one job does at a time."""
    plan, first = task
    tally = Tally(len(plan.levels))
    for number in range(first, min(first + PORTION, plan.games)):
        tally.add(play(plan, number))
    return tally


def play(plan: Plan, number: int) -> Tally:
    """One game; its number decides dealer and whims, so that it does not matter who plays it and when."""
    players = [Player(f"seat{seat}", level) for seat, level in enumerate(plan.levels)]
    sitting = Table.open(plan.game, players, plan.options, f"{plan.seed} {number}")
    at_once(sitting.settled())
    found = outcome(sitting)
    if found is None:
        raise RuleError(f"Game {number} of seed {plan.seed} ended without a result.")
    standing, plies = found.standing, found.plies
    tally = Tally(len(players), 1, plies, plies, plies, endings=Counter([standing.ending]), rules=found.cited)
    if standing.scores is not None:
        tally.scored, tally.scores = 1, list(standing.scores)
        tally.wins = [int(seat in standing.winners) for seat in range(len(players))]
    return tally


# --- telling ------------------------------------------------------------------------------------------------------


def wilson(wins: int, games: int) -> tuple[float, float]:
    """The interval that holds the true share of wins in 19 of 20 cases.

    >>> [round(bound, 3) for bound in wilson(50, 100)]
    [0.404, 0.596]
    """
    if not games:
        return 0.0, 1.0
    share, z = wins / games, CONFIDENCE
    middle = share + z * z / (2 * games)
    spread = z * (share * (1 - share) / games + z * z / (4 * games * games)) ** 0.5
    whole = 1 + z * z / games
    return max(0.0, (middle - spread) / whole), min(1.0, (middle + spread) / whole)


def table(report: Report) -> str:
    """The report for people."""
    plan, tally = report.plan, report.tally
    found = game(plan.game)
    rate = tally.games / report.seconds if report.seconds else 0.0
    endings = ", ".join(f"{name} {_share(count, tally.games)}" for name, count in tally.endings.most_common())
    lines = [
        f"{found.title}: {tally.games:,} games of {len(plan.levels)}: {', '.join(plan.levels)}",
        f"Seed {plan.seed}, {report.seconds:.1f} s, {rate:,.0f} games/s",
        "",
        f"Decisions  {tally.shortest} to {tally.longest}, {tally.plies / tally.games:.1f} on average",
        f"Endings    {endings}",
        "",
        *_seats(plan, tally),
        "",
        *_rules(plan.game, tally.rules),
    ]
    return "\n".join(lines)


def _share(count: int, games: int) -> str:
    return f"{count:,} ({count / games:.1%})"


def _seats(plan: Plan, tally: Tally) -> list[str]:
    lines = [f"{'Seat':4}  {'Player':8}  {'Mean':>7}  {'Wins':>8}  {'Share':>6}  95% interval"]
    for seat, level in enumerate(plan.levels):
        low, high = wilson(tally.wins[seat], tally.games)
        mean = f"{tally.scores[seat] / tally.scored:.2f}" if tally.scored else "-"
        share = tally.wins[seat] / tally.games
        won = f"{tally.wins[seat]:>8,}  {share:>6.1%}  {low:.1%} to {high:.1%}"
        lines.append(f"{seat:<4}  {level:8}  {mean:>7}  {won}")
    return lines


def _rules(name: str, fired: Counter[str]) -> list[str]:
    known = rulebook(name).numbers()
    never = _runs(known, [rule for rule in known if rule not in fired])
    most = [f"{rule} {count:,}" for rule, count in fired.most_common(SHOWN)]
    rare = [f"{rule} {count:,}" for rule, count in fired.most_common()[:-SHOWN:-1] if fired[rule] < max(fired.values())]
    return [
        *_wrapped("Rules cited most    ", most),
        *_wrapped("Rules cited least   ", rare),
        *_wrapped("Rules never cited   ", never or ["none"]),
    ]


def _runs(known: Sequence[str], chosen: Sequence[str]) -> list[str]:
    """The chosen rules with neighbours drawn together.

    >>> _runs(["P-1.1", "P-1.2", "P-1.3", "P-2.1"], ["P-1.1", "P-1.2", "P-2.1"])
    ['P-1.1 to P-1.2', 'P-2.1']
    """
    runs: list[list[str]] = []
    for rule in chosen:
        if runs and known.index(rule) == known.index(runs[-1][-1]) + 1:
            runs[-1].append(rule)
        else:
            runs.append([rule])
    return [run[0] if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in runs]


def _wrapped(label: str, words: Iterable[str]) -> list[str]:
    # A rule and its count stay together.
    text = ", ".join(word.replace(" ", "\xa0") for word in words)
    filled = textwrap.wrap(text, 79, initial_indent=label, subsequent_indent=" " * len(label), break_on_hyphens=False)
    return [line.replace("\xa0", " ") for line in filled]


# --- the command --------------------------------------------------------------------------------------------------


def add_arguments(parser: Parser) -> None:
    parser.description = "Plays many games between computer players and counts what happened."
    parser.add_argument("game", metavar="GAME", help="which game, such as princess", source=values.games)
    parser.add_argument("--games", type=_count, default=100, metavar="N", help="how many games (100)")
    parser.add_argument(
        "--players",
        type=_count,
        metavar="N",
        help=f"how many play (as many as are named, or {USUAL})",
        source=values.players,
    )
    parser.add_argument(
        "--seat",
        action="append",
        default=[],
        metavar="BOT",
        help=f"who plays: {', '.join(level.id for level in OFFERED)};"
        " once for everybody, or once for each seat (random)",
        source=values.levels,
    )
    parser.add_argument("--seed", default="1", help="the same seed gives the same games (1)")
    parser.add_argument("--jobs", type=_count, default=1, metavar="J", help="how many processes (1)")
    parser.add_argument(
        "--option", action="append", default=[], metavar="K=V", help="an option of the set-up", source=values.options
    )
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")


def _count(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text[:9]) > 0 and len(text) < 9):
        raise argparse.ArgumentTypeError(f"'{text[:12]}' is no number from 1 up")
    return int(text)


def main(args: argparse.Namespace) -> int:
    """Raises RuleError for a game, player or option that is not there."""
    options = [_option(text) for text in args.option]
    players = args.players or max(len(args.seat), usual(game(args.game).seats))
    progress = _bar(time.monotonic) if sys.stderr.isatty() else None
    report = simulate(args.game, players, args.seat, args.games, args.seed, args.jobs, options, progress)
    print(json.dumps(report.data()) if args.json else table(report))
    return 0


def usual(seats: range) -> int:
    """How many play if nothing is said: as at a table, as far as the game is for so many.

    >>> usual(range(1, 5)), usual(range(3, 6)), usual(range(1, 2))
    (2, 3, 1)
    """
    return min(max(USUAL, seats.start), seats[-1])


def _option(text: str) -> tuple[str, str]:
    name, sign, value = text.partition("=")
    if not sign:
        raise RuleError(f"The option '{text[:20]}' has no value; it looks like first_turn=full.")
    return name, value


def _bar(clock: Callable[[], float]) -> Progress:
    """Shows how far it is on stderr, once it takes longer than a second; gone when it is done."""
    started = clock()
    shown = started + 0.8

    def show(done: int, games: int) -> None:
        nonlocal shown
        now = clock()
        if done == games:
            sys.stderr.write("\r\x1b[K" if shown > started + 0.8 else "")
        elif now >= shown + 0.2:
            shown = now
            filled = 30 * done // games
            left = (now - started) / done * (games - done)
            sys.stderr.write(f"\r[{'=' * filled:30}] {done:,} of {games:,} games, {left:.0f} s left\x1b[K")
        sys.stderr.flush()

    return show
