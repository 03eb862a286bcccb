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
import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from tilehall.engine import (
    ENGLISH,
    OFFERED,
    Language,
    RuleError,
    Text,
    game,
    listed,
    plain,
    rulebook,
    said,
)
from tilehall.tui.arguments import Parser, marked, number_up_to
from tilehall.tui.commands import values
from tilehall.tui.commands.tongue import add_language, asked, spoken
from tilehall.tui.house.company import MOST as SEATS
from tilehall.tui.house.company import USUAL
from tilehall.tui.house.jobs import MOST
from tilehall.tui.house.outcome import Outcome
from tilehall.tui.kernel import cells
from tilehall.tui.laboratory.plan import Plan, planned
from tilehall.tui.laboratory.playing import Deal, play_all
from tilehall.tui.line.plain import plain as plain_line
from tilehall.tui.statistics import wilson

SHOWN = 10
"""Rules in each list of the table."""
WIDTH = 79
NUMBERS = range(2, 5)
"""The columns of numbers in the table of seats."""

MANY = 999_999_999
"""More than anybody waits for."""
Progress = Callable[[int, int], None]


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
    plan = planned(name, players, levels, games, seed, options)
    started = time.perf_counter()
    tally = Tally(players)

    def counted(deal: Deal) -> None:
        for each in deal:
            tally.add(_counted(each.outcome, players))
        if progress:
            progress(tally.games, plan.games)

    play_all(plan, jobs, counted)
    return Report(plan, tally, time.perf_counter() - started)


def _counted(found: Outcome, players: int) -> Tally:
    standing, plies = found.standing, found.course.decisions
    tally = Tally(players, 1, plies, plies, plies, endings=Counter([standing.ending]), rules=found.cited)
    if standing.scores is not None:
        tally.scored, tally.scores = 1, list(standing.scores)
        tally.wins = [int(seat in standing.winners) for seat in range(players)]
    return tally


# --- telling ------------------------------------------------------------------------------------------------------


def table(report: Report, language: Language = ENGLISH) -> str:
    """The report for people."""
    plan, tally = report.plan, report.tally
    rate = tally.games / report.seconds if report.seconds else 0.0
    lines = [
        Text(
            "{title}: {n:,} game of {players}: {levels}",
            "{title}: {n:,} games of {players}: {levels}",
            title=game(plan.game).title,
            n=tally.games,
            players=len(plan.levels),
            levels=listed(plan.levels),
        ),
        Text("Seed {seed}, {time:.1f} s, {rate:,.0f} games/s", seed=plan.seed, time=report.seconds, rate=rate),
    ]
    blocks = (
        [said(line, language) for line in lines],
        _beside(_course(tally), language),
        columns(_seats(plan, tally), language, NUMBERS),
        _beside(_rules(plan.game, tally.rules), language),
    )
    return "\n\n".join("\n".join(block) for block in blocks)


def _course(tally: Tally) -> list[tuple[Text, list[Text]]]:
    """How long the games were, and how they ended."""
    mean = tally.plies / tally.games
    endings = [
        Text("{ending} {count:,} ({share:.1%})", ending=name, count=count, share=count / tally.games)
        for name, count in tally.endings.most_common()
    ]
    length = Text("{least} to {most}, {mean:.1f} on average", least=tally.shortest, most=tally.longest, mean=mean)
    return [(Text("Decisions"), [length]), (Text("Endings"), endings)]


def _seats(plan: Plan, tally: Tally) -> list[list[Text]]:
    """How each seat did, under its headings."""
    head = [Text("Seat"), Text("Player"), Text("Mean"), Text("Wins"), Text("Share"), Text("95% interval")]
    return [head, *(_seat(seat, level, tally) for seat, level in enumerate(plan.levels))]


def _seat(seat: int, level: str, tally: Tally) -> list[Text]:
    low, high = wilson(tally.wins[seat], tally.games)
    mean = Text("{n:.2f}", n=tally.scores[seat] / tally.scored) if tally.scored else plain("-")
    wins, share = Text("{n:,}", n=tally.wins[seat]), Text("{share:.1%}", share=tally.wins[seat] / tally.games)
    interval = Text("{low:.1%} to {high:.1%}", low=low, high=high)
    return [plain(str(seat)), plain(level), mean, wins, share, interval]


def _rules(name: str, fired: Counter[str]) -> list[tuple[Text, list[Text]]]:
    """Which rules were cited, how often, and which were not."""
    known, counted = rulebook(name).numbers(), fired.most_common()
    most = counted[:SHOWN]
    least = [(rule, count) for rule, count in counted[:-SHOWN:-1] if count < max(fired.values())]
    never = _runs(known, [rule for rule in known if rule not in fired])
    return [
        (Text("Rules cited most"), [_cited(*each) for each in most]),
        (Text("Rules cited least"), [_cited(*each) for each in least]),
        (Text("Rules never cited"), never or [Text("none")]),
    ]


def _cited(rule: str, count: int) -> Text:
    return Text("{rule} {count:,}", rule=rule, count=count)


def _runs(known: Sequence[str], chosen: Sequence[str]) -> list[Text]:
    """The chosen rules with neighbours drawn together.

    >>> [str(run) for run in _runs(["P-1.1", "P-1.2", "P-1.3", "P-2.1"], ["P-1.1", "P-1.2", "P-2.1"])]
    ['P-1.1 to P-1.2', 'P-2.1']
    """
    runs: list[list[str]] = []
    for rule in chosen:
        if runs and known.index(rule) == known.index(runs[-1][-1]) + 1:
            runs[-1].append(rule)
        else:
            runs.append([rule])
    return [plain(run[0]) if len(run) == 1 else Text("{first} to {last}", first=run[0], last=run[-1]) for run in runs]


def _beside(entries: Sequence[tuple[Text, Sequence[Text]]], language: Language) -> list[str]:
    """Labels, and beside each what it is about; the parts of that stay in one piece."""
    labels = [said(label, language) for label, _ in entries]
    size = max(map(cells.width, labels)) + 2
    lines = []
    for label, (_, parts) in zip(labels, entries, strict=True):
        whole = [said(part, language).replace(" ", "\xa0") for part in parts]
        lines += cells.hang(cells.pad(label, size), said(listed(whole), language), WIDTH)
    return [line.replace("\xa0", " ").rstrip() for line in lines]


def columns(rows: Sequence[Sequence[Text]], language: Language, numbers: Container[int]) -> list[str]:
    """Rows under each other; columns of numbers to the right."""
    told = [[said(entry, language) for entry in row] for row in rows]
    sizes = [max(map(cells.width, column)) for column in zip(*told, strict=True)]
    return ["  ".join(_aligned(row, sizes, numbers)).rstrip() for row in told]


def _aligned(row: Sequence[str], sizes: Sequence[int], numbers: Container[int]) -> Iterator[str]:
    for column, (entry, size) in enumerate(zip(row, sizes, strict=True)):
        room = " " * (size - cells.width(entry))
        yield room + entry if column in numbers else entry + room


# --- the command --------------------------------------------------------------------------------------------------


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
        help="who plays: {levels}; once for everybody, or once for each seat (random)",
        fields={"levels": ", ".join(level.id for level in OFFERED)},
        source=values.levels,
    )
    parser.add_argument("--seed", default="1", help="the same seed gives the same games (1)")
    parser.add_argument("--jobs", type=jobs_of, default=1, metavar="J", help="how many processes (1)")
    parser.add_argument(
        "--option", action="append", default=[], metavar="K=V", help="an option of the set-up", source=values.options
    )
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    add_language(parser)


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
    options = [option_of(text) for text in args.option]
    players = args.players or max(len(args.seat), usual(game(args.game).seats))
    language = spoken(asked(args), os.environ)
    progress = bar(time.monotonic, language) if sys.stderr.isatty() else None
    report = simulate(args.game, players, args.seat, args.games, args.seed, args.jobs, options, progress)
    print(json.dumps(report.data()) if args.json else printable(table(report, language)))
    return 0


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


def bar(clock: Callable[[], float], language: Language = ENGLISH) -> Progress:
    """Shows how far it is on stderr, once it takes longer than a second; gone when it is done."""
    started = clock()
    shown = started + 0.8

    def show(done: int, games: int) -> None:
        nonlocal shown
        now = clock()
        if done == games:
            if shown > started + 0.8:
                clear()
        elif now >= shown + 0.2:
            shown = now
            bar, left = "=" * (30 * done // games), (now - started) / done * (games - done)
            told = Text("{done:,} of {games:,} games, {left:.0f} s left", done=done, games=games, left=left)
            sys.stderr.write(f"\r[{bar:30}] {said(told, language)}\x1b[K")
        sys.stderr.flush()

    return show


def clear() -> None:
    """Takes the bar, and what was typed meanwhile, off the line."""
    sys.stderr.write("\r\x1b[K")
    sys.stderr.flush()
