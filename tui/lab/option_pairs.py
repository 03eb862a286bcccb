"""Plays one deal under two sets of options with the same players, and compares the two games.

Draws depend on the seed, the pile, and how many were drawn from it before; the luck of computer players on the seed and
the number of steps. So the two games are the same until an option makes a difference.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, NamedTuple

from tilehall.engine import CHANCE, Game, GameResult, SeatNo, Setup, Step, Text, literal_text
from tilehall.tui.lab.game_runner import Options, PlayedGame, computer_players, play_game
from tilehall.tui.tables.history.option_diff import OptionDifference, find_differences


class FirstDifference(NamedTuple):
    """The first step that was not the same in both games."""

    step: int
    rule: str
    """Of the decision in the first game."""
    seat: SeatNo
    here: Text
    there: Text


@dataclass(frozen=True, slots=True)
class GameEnd:
    """How one of the games ended."""

    standing: GameResult
    decisions: int
    steps: int

    @classmethod
    def of(cls, played: PlayedGame) -> GameEnd:
        steps = played.table.match.steps
        return cls(played.result, sum(step.seat != CHANCE for step in steps), len(steps))


@dataclass(frozen=True, slots=True)
class GamePair:
    """One deal under both sets of options."""

    number: int
    here: GameEnd
    there: GameEnd
    differences: tuple[OptionDifference, ...]
    """Where the rules under the second options differ along the first game, in order."""
    first_difference: FirstDifference | None

    @property
    def shown_step(self) -> int:
        """The number of steps of the first game after which a difference can be seen."""
        parted = self.first_difference.step - 1 if self.first_difference else self.here.steps
        return min([parted, *(each.after for each in self.differences[:1])])

    @property
    def result_differs(self) -> bool:
        """Whether scores, ranks or ending differ."""
        return _result(self.here) != _result(self.there)

    @property
    def winner_differs(self) -> bool:
        return self.here.standing.winners != self.there.standing.winners


def _result(end: GameEnd) -> tuple[Any, ...]:
    return end.standing.ending, end.standing.scores, end.standing.ranks


def play_pair(
    rules: Game[Any], levels: Sequence[str], here: Options, there: Options, seed: str, number: int
) -> GamePair:
    """Play one deal under both sets of options. Raises UserError.

    >>> from tilehall.engine import load_game
    >>> found = play_pair(load_game("kaguya"), ("random", "random"), (), (("clear_fate", "box"),), "1", 0)
    >>> [each.kind for each in found.differences][:1], found.first_difference.step
    (['choices'], 48)
    """
    players = computer_players(levels)
    first, second = (play_game(rules, players, options, seed, number) for options in (here, there))
    match, other = first.table.match, second.table.match
    found = tuple(find_differences(rules, match.initial_state, match.steps, Setup(len(levels), there)))
    fork = _first_difference(rules, match.steps, other.steps)
    return GamePair(number, GameEnd.of(first), GameEnd.of(second), found, fork)


def _first_difference(
    rules: Game[Any], here: Sequence[Step[Any]], there: Sequence[Step[Any]]
) -> FirstDifference | None:
    for number, (one, other) in enumerate(zip_longest(here, there), 1):
        if one and other and (one.seat, one.action) == (other.seat, other.action):
            continue
        made = one or other
        rule = rules.decision(made.before, made.seat).rule
        return FirstDifference(number, rule, made.seat, *_step_texts(rules, one, other))
    return None


def _step_texts(rules: Game[Any], one: Step[Any] | None, other: Step[Any] | None) -> tuple[Text, Text]:
    """Return what was done on both sides: in words, or as notation if the words are the same."""
    here, there = _step_text(rules, one), _step_text(rules, other)
    if one is None or other is None or here != there:
        return here, there
    return literal_text(str(one.action)), literal_text(str(other.action))


def _step_text(rules: Game[Any], step: Step[Any] | None) -> Text:
    """Return what was done, in words."""
    if step is None:
        return Text("the game is over")
    told = next((event.text_for(step.seat) for event in step.events if event.seat == step.seat), None)
    return told or rules.narrator.describe_action(step.seat, step.action)
