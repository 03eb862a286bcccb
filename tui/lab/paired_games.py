"""The same deal under two sets of options, with the same players: how the two games compare.

The draws of a game hang on its seed, on the pile, and on how many were drawn from it before; the whims of computer
players on the seed and on the number of steps. So the two games go side by side until something takes them apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, NamedTuple

from tilehall.engine import CHANCE, Game, Player, RuleError, Seat, Setup, Standing, Step, Text, plain
from tilehall.tui.tables.history.option_diff import Difference, differences
from tilehall.tui.tables.table import Table
from tilehall.tui.tables.thinking.thinkers import at_once

Options = tuple[tuple[str, str], ...]


class Fork(NamedTuple):
    """The first step that was not the same in both games."""

    step: int
    rule: str
    """Of the decision in the first game."""
    seat: Seat
    here: Text
    there: Text


@dataclass(frozen=True, slots=True)
class End:
    """How one of the games ended."""

    standing: Standing
    decisions: int
    steps: int

    def share(self, seat: Seat) -> float:
        """What a seat has of the victory: all, a part, or nothing."""
        winners = self.standing.winners
        return 1 / len(winners) if seat in winners else 0.0


@dataclass(frozen=True, slots=True)
class Pair:
    """What came of a deal under both sets of options."""

    number: int
    here: End
    there: End
    differences: tuple[Difference, ...]
    """Where the second options would have had the first game otherwise, first to last."""
    fork: Fork | None

    @property
    def told_at(self) -> int:
        """After so many steps of the first game there is something to be seen."""
        parted = self.fork.step - 1 if self.fork else self.here.steps
        return min([parted, *(each.after for each in self.differences[:1])])

    @property
    def result_differs(self) -> bool:
        """Whether the scores are not the same, or the ending is not."""
        return _result(self.here) != _result(self.there)

    @property
    def winner_differs(self) -> bool:
        return self.here.standing.winners != self.there.standing.winners


def _result(end: End) -> tuple[Any, ...]:
    return end.standing.ending, end.standing.scores, end.standing.ranks


def seed_of(seed: str, number: int) -> str:
    """The seed of one of many games."""
    return f"{seed} {number}"


def sat_down(levels: Sequence[str]) -> list[Player]:
    """Computer players, named after their seats."""
    return [Player(f"seat{seat}", level) for seat, level in enumerate(levels)]


def played(rules: Game[Any], levels: Sequence[str], options: Options, seed: str) -> Table[Any]:
    """A whole game between computer players."""
    table = Table.open(rules, sat_down(levels), options, seed)
    at_once(table.settled())
    return table


def pair(rules: Game[Any], levels: Sequence[str], here: Options, there: Options, seed: str, number: int) -> Pair:
    """One deal under both sets of options. Raises RuleError.

    >>> from tilehall.engine import game
    >>> found = pair(game("kaguya"), ("random", "random"), (), (("clear_fate", "box"),), "1", 0)
    >>> [each.kind for each in found.differences][:1], found.fork.step
    (['choices'], 48)
    """
    tables = [played(rules, levels, options, seed_of(seed, number)) for options in (here, there)]
    first, second = (table.match for table in tables)
    setup = Setup(len(levels), there)
    found = tuple(differences(rules, first.first, first.steps, setup))
    fork = _fork(rules, first.steps, second.steps)
    return Pair(number, _end(tables[0], seed, number), _end(tables[1], seed, number), found, fork)


def _end(table: Table[Any], seed: str, number: int) -> End:
    standing = table.rules.standing(table.match.state)
    if standing is None:
        raise RuleError(Text("Game {number} of seed {seed} ended without a result.", number=number, seed=seed))
    steps = table.match.steps
    return End(standing, sum(step.seat != CHANCE for step in steps), len(steps))


def _fork(rules: Game[Any], here: Sequence[Step[Any]], there: Sequence[Step[Any]]) -> Fork | None:
    for number, (one, other) in enumerate(zip_longest(here, there), 1):
        if one and other and (one.seat, one.action) == (other.seat, other.action):
            continue
        made = one or other
        rule = rules.decision(made.before, made.seat).rule
        return Fork(number, rule, made.seat, *_deeds(rules, one, other))
    return None


def _deeds(rules: Game[Any], one: Step[Any] | None, other: Step[Any] | None) -> tuple[Text, Text]:
    """What was done on both sides: in words, or as it is spelled where the words do not tell them apart."""
    here, there = _deed(rules, one), _deed(rules, other)
    if one is None or other is None or here != there:
        return here, there
    return plain(str(one.action)), plain(str(other.action))


def _deed(rules: Game[Any], step: Step[Any] | None) -> Text:
    """What was done, in words."""
    if step is None:
        return Text("the game is over")
    told = next((event.told(step.seat) for event in step.events if event.seat == step.seat), None)
    return told or rules.deed(step.seat, step.action)
