"""`tilehall simulate --against NAME=VALUE`: the same deals under two sets of options.

The same seed gives the same numbers for any number of jobs. docs/commands.md specifies what `--json` prints.
"""

from __future__ import annotations

import shlex
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from tilehall.engine import (
    ENGLISH,
    Game,
    GameResult,
    Option,
    Setup,
    Text,
    UserError,
    load_game,
    render_text,
    settle_options,
)
from tilehall.tui.lab.game_runner import (
    GameJob,
    Options,
    check_playable,
    computer_players,
    game_seed,
    play_game,
    win_share,
)
from tilehall.tui.lab.option_pairs import GameEnd, GamePair, play_pair
from tilehall.tui.lab.progress_bar import ProgressCallback
from tilehall.tui.lab.statistics.paired import Paired, share, sign_test
from tilehall.tui.tables.history.option_diff import KINDS, TABLE, OptionDifference
from tilehall.tui.tables.storage.filesystem import replace_text
from tilehall.tui.tables.thinking.thinkers import run_parts

BATCH_DEALS = 2
"""Pairs that a job plays at a time."""


@dataclass(frozen=True, slots=True)
class ComparisonPlan:
    """The two sets of options, and who plays how often."""

    game: str
    levels: tuple[str, ...]
    games: int
    seed: str
    here: Options
    there: Options
    examples: int = 5
    components: str = ""
    """The file with changed components, if both sides play with some."""

    @property
    def with_box(self) -> list[str]:
        """The arguments of a command that plays with the same components."""
        return ["--components", self.components] if self.components else []

    @property
    def differing_options(self) -> dict[Option, tuple[str, str]]:
        """The options that differ, with both values."""
        rules, players = load_game(self.game), len(self.levels)
        setups = (Setup(players, self.here), Setup(players, self.there))
        one, other = (settle_options(rules.options, setup, rules.player_counts) for setup in setups)
        return {each: (one[each.id], other[each.id]) for each in rules.options if one[each.id] != other[each.id]}


@dataclass(slots=True)
class Comparison:
    """Sums over some pairs; added in the order of the pairs, so that any number of jobs gives the same."""

    seats: int
    games: int = 0
    could: int = 0
    did: int = 0
    ahead: int = 0
    """Played otherwise before the rules differed: the players saw it coming."""
    result: int = 0
    winner: int = 0
    positions: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    rules: Counter[str] = field(default_factory=Counter)
    touched: Counter[str] = field(default_factory=Counter)
    """Positions by kind."""
    decisions: Paired = field(default_factory=Paired)
    scores: list[Paired] = field(default_factory=list)
    wins: list[Paired] = field(default_factory=list)
    only: list[tuple[int, int]] = field(default_factory=list)
    """For each seat the games that it won under one side alone."""
    endings: Counter[tuple[str, str]] = field(default_factory=Counter)
    examples: list[GamePair] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.scores = self.scores or [Paired() for _ in range(self.seats)]
        self.wins = self.wins or [Paired() for _ in range(self.seats)]
        self.only = self.only or [(0, 0)] * self.seats

    def count(self, found: GamePair) -> None:
        """Add a pair."""
        here, there, differences = found.here, found.there, found.differences
        self.games += 1
        self.could += bool(differences)
        self.did += found.first_difference is not None
        self.ahead += found.first_difference is not None and (
            not differences or found.first_difference.step <= differences[0].after
        )
        self.result += found.result_differs
        self.winner += found.winner_differs
        self.positions += here.steps + 1
        self.kinds.update({each.kind for each in differences})
        self.rules.update({each.rule for each in differences if each.rule})
        self.touched.update(each.kind for each in differences)
        self.decisions.count(here.decisions, there.decisions)
        self.endings[here.standing.ending, there.standing.ending] += 1
        self._count_seats(here, there)
        if differences or found.first_difference:
            self.examples.append(replace(found, differences=_most_visible(differences)))

    def _count_seats(self, here: GameEnd, there: GameEnd) -> None:
        one, other = here.standing, there.standing
        for seat in range(self.seats):
            if one.scores is not None and other.scores is not None:
                self.scores[seat].count(one.scores[seat], other.scores[seat])
            self.wins[seat].count(float(win_share(one, seat)), float(win_share(other, seat)))
            won, also = seat in one.winners, seat in other.winners
            only_here, only_there = self.only[seat]
            self.only[seat] = only_here + (won and not also), only_there + (also and not won)

    def add(self, other: Comparison) -> None:
        """Add the sums of later pairs."""
        self.games += other.games
        self.could += other.could
        self.did += other.did
        self.ahead += other.ahead
        self.result += other.result
        self.winner += other.winner
        self.positions += other.positions
        self.kinds += other.kinds
        self.rules += other.rules
        self.touched += other.touched
        self.decisions.add(other.decisions)
        for mine, more in zip((*self.scores, *self.wins), (*other.scores, *other.wins), strict=True):
            mine.add(more)
        self.only = [(a + c, b + d) for (a, b), (c, d) in zip(self.only, other.only, strict=True)]
        self.endings += other.endings
        self.examples += other.examples

    def ended(self, side: int) -> Counter[str]:
        """Return the endings of the games of one side."""
        found = Counter[str]()
        for both, games in sorted(self.endings.items()):
            found[both[side]] += games
        return found

    @property
    def changed(self) -> int:
        """The number of pairs with different endings."""
        return sum(games for (one, other), games in self.endings.items() if one != other)

    def could_data(self) -> dict[str, Any]:
        touched = self.touched
        kinds = {kind: {"games": self.kinds[kind], "positions": touched[kind]} for kind in KINDS if touched[kind]}
        of = {"positions": touched.total(), "of": self.positions}
        return {**share(self.could, self.games), **of, "kinds": kinds, "rules": dict(sorted(self.rules.items()))}

    def means_data(self) -> dict[str, Any]:
        scored = self.scores[0].pairs
        wins = zip(self.wins, self.only, strict=True)
        return {
            "decisions": self.decisions.data(),
            "scored": scored,
            "scores": [each.data() for each in self.scores] if scored else None,
            "wins": [each.data() | {"only_a": a, "only_b": b, "p": round(sign_test(a, b), 4)} for each, (a, b) in wins],
        }

    def keep(self, examples: int) -> None:
        """Keep only so many examples, the most telling ones."""
        self.examples = sorted(self.examples, key=_telling)[:examples]


def _most_visible(differences: Sequence[OptionDifference]) -> tuple[OptionDifference, ...]:
    """Return the first difference that is more than another look of the table, else the first of all."""
    return tuple([each for each in differences if each.kind != TABLE][:1] or differences[:1])


def _telling(found: GamePair) -> tuple[Any, ...]:
    """Sort key: another winner first, then another ending, other scores, other play, a mere possibility."""
    one, other = found.here.standing, found.there.standing
    points = sum(abs(b - a) for a, b in zip(one.scores or (), other.scores or (), strict=False))
    ended = one.ending != other.ending
    return (
        not found.winner_differs,
        not ended,
        -points,
        found.first_difference is None,
        -len(found.differences),
        found.number,
    )


@dataclass(frozen=True, slots=True)
class ComparisonReport:
    """A finished comparison."""

    versus: ComparisonPlan
    found: Comparison
    seconds: float
    records: Mapping[int, tuple[str, str]] = field(default_factory=dict)
    """The files written for examples, by number of the game: one for each side."""

    def data(self) -> dict[str, Any]:
        """The object of `--json`."""
        versus, found = self.versus, self.found
        return {
            "game": versus.game,
            "players": len(versus.levels),
            "seats": list(versus.levels),
            "games": versus.games,
            "seed": versus.seed,
            "a": dict(versus.here),
            "b": dict(versus.there),
            "options": {
                option.id: _both(*values) | {"rule": option.rule} for option, values in versus.differing_options.items()
            },
            "could": found.could_data(),
            "did": {**share(found.did, found.games), "ahead": found.ahead},
            "result": share(found.result, found.games),
            "winner": share(found.winner, found.games),
            **found.means_data(),
            "endings": _both(dict(found.ended(0)), dict(found.ended(1))) | {"changed": found.changed},
            "examples": [self._example(each) for each in found.examples],
            "seconds": round(self.seconds, 3),
        }

    def _example(self, found: GamePair) -> dict[str, Any]:
        told: dict[str, Any] = {"game": found.number, "seed": game_seed(self.versus.seed, found.number)}
        if found.differences:
            first = found.differences[0]
            where = {"after": first.after, "kind": first.kind, "rule": first.rule, "seat": first.seat}
            told["could"] = where | self._sides(first.here, first.there)
        if found.first_difference:
            where = {
                "step": found.first_difference.step,
                "rule": found.first_difference.rule,
                "seat": found.first_difference.seat,
            }
            told["did"] = where | self._sides(found.first_difference.here, found.first_difference.there)
        told["result"] = _both(_result(found.here.standing), _result(found.there.standing))
        told["play"] = _both(self.play(found, self.versus.here), self.play(found, self.versus.there))
        if found.number in self.records:
            told["record"] = _both(*self.records[found.number])
        return told

    def _sides(self, here: Text, there: Text) -> dict[str, str]:
        return _both(render_text(here, ENGLISH, self.names), render_text(there, ENGLISH, self.names))

    @property
    def names(self) -> list[str]:
        return [player.name for player in computer_players(self.versus.levels)]

    def play(self, found: GamePair, options: Options) -> str:
        """Return the command that shows this game again, step by step."""
        words = ["tilehall", "demo", self.versus.game, "--line", "--speed", "0"]
        words += ["--seed", game_seed(self.versus.seed, found.number)]
        words += [
            word
            for player in computer_players(self.versus.levels)
            for word in ("--seat", f"{player.name}:{player.kind}")
        ]
        words += [word for name, value in options for word in ("--option", f"{name}={value}")]
        return shlex.join([*words, *self.versus.with_box])


def _both(here: Any, there: Any) -> dict[str, Any]:
    return {"a": here, "b": there}


def _result(standing: GameResult) -> dict[str, Any]:
    scores = None if standing.scores is None else list(standing.scores)
    return {"ending": standing.ending, "scores": scores, "winners": list(standing.winners)}


# --- playing ------------------------------------------------------------------------------------------------------


def compare(versus: ComparisonPlan, jobs: int = 1, progress: ProgressCallback | None = None) -> ComparisonReport:
    """Play the pairs. Raises UserError.

    >>> levels = ("random", "random")
    >>> compare(ComparisonPlan("kaguya", levels, 2, "1", (), (("clear_fate", "box"),))).found.could
    2
    """
    for options in (versus.here, versus.there):
        check_playable(versus.game, versus.levels, options)
    if not versus.differing_options:
        raise UserError(Text("Both sides have the same options: name another value with --against."))
    started = time.perf_counter()
    found = Comparison(len(versus.levels))

    def counted(part: Comparison) -> bool:
        found.add(part)
        found.keep(versus.examples)
        if progress:
            progress(found.games, versus.games)
        return False

    batches = (range(first, min(first + BATCH_DEALS, versus.games)) for first in range(0, versus.games, BATCH_DEALS))
    parts = (GameJob(versus.game, partial(_play_batch, versus=versus, numbers=batch)) for batch in batches)
    run_parts(parts, jobs, counted)
    return ComparisonReport(versus, found, time.perf_counter() - started)


def _play_batch(rules: Game[Any], versus: ComparisonPlan, numbers: range) -> Comparison:
    found = Comparison(len(versus.levels))
    for number in numbers:
        found.count(play_pair(rules, versus.levels, versus.here, versus.there, versus.seed, number))
    found.keep(versus.examples)
    return found


# --- keeping ------------------------------------------------------------------------------------------------------


def write_example_records(report: ComparisonReport, folder: Path) -> ComparisonReport:
    """Write records of both games of each example. Raises OSError."""
    versus, files = report.versus, {}
    rules, players = load_game(versus.game), computer_players(versus.levels)
    for found in report.found.examples:
        name = f"{versus.game}-{found.number}"
        sides = {folder / f"{name}-a.tilehall": versus.here, folder / f"{name}-b.tilehall": versus.there}
        for path, options in sides.items():
            played = play_game(rules, players, options, versus.seed, found.number)
            replace_text(path, played.table.record())
        one, other = map(str, sides)
        files[found.number] = one, other
    return replace(report, records=files)
