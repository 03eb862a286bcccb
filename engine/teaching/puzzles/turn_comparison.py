"""Turns weighed against each other: how the same courses of events go on after each, and how sure the difference is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt
from statistics import fmean
from typing import NamedTuple, TypeVar

from tilehall.engine.ai.lookahead import POINT, Depth, followed, seats
from tilehall.engine.ai.plan import Plan
from tilehall.engine.ai.playouts import Known, Luck, played_on
from tilehall.engine.ai.turns import Turn
from tilehall.engine.core.chance import Rng
from tilehall.engine.core.game import Game, Seat

S = TypeVar("S")
APART, HELD = 0.05, 2
"""Two turns are thought to end so far apart in one course, as if so many courses had shown it."""
BATCH = 4
"""After so many courses those are dropped that are clearly worse."""
SAME = 0.01
"""What makes no more difference than this is the same."""
SAME_POINTS = 0.02
"""What is seen to be the same differs by less."""
SURE = 3.0
"""So many errors of a mean are sure enough to drop a turn."""


class Work(NamedTuple):
    """How much is tried out to weigh turns."""

    courses: int
    turns: int
    """How many turns each goes on, with those of the others, in games that are tried out;"""
    depth: Depth
    """how far one looks ahead, in games that want that."""


class Outcome(NamedTuple):
    """What a course of events came to."""

    chance: float
    points: float


class Lead(NamedTuple):
    """By how much one turn is better than another, and how sure that is."""

    worth: float
    """The chance of winning, and a little for each point; alone only that."""
    error: float
    """The standard error of that."""
    chance: float
    points: float

    @property
    def least(self) -> float:
        """What it is at least, as far as anything is sure."""
        return self.worth - 2 * self.error

    @property
    def most(self) -> float:
        return self.worth + 2 * self.error


@dataclass(slots=True)
class Trial:
    """A turn, and how the courses after it ended."""

    turn: Turn
    alone: bool
    ends: list[Outcome] = field(default_factory=list)

    @property
    def worth(self) -> float:
        return fmean(map(self._measured, self.ends))

    @property
    def chance(self) -> float:
        return fmean(end.chance for end in self.ends)

    def _measured(self, end: Outcome) -> float:
        return POINT * end.points + (0.0 if self.alone else end.chance)

    def lead(self, other: Trial) -> Lead:
        """Over another one, in the courses that both have seen."""
        pairs = [*zip(self.ends, other.ends, strict=False)]
        apart = [self._measured(one) - self._measured(two) for one, two in pairs]
        middle = fmean(apart)
        spread = HELD * APART**2 + sum((each - middle) ** 2 for each in apart)
        return Lead(
            middle,
            sqrt(spread / (HELD + len(apart) - 1) / len(apart)),
            fmean(one.chance - two.chance for one, two in pairs),
            fmean(one.points - two.points for one, two in pairs),
        )


def weighed(
    game: Game[S], view: S, seat: Seat, turns: Sequence[Turn], work: Work, seed: str, gap: float = 0.0
) -> list[Trial]:
    """These turns after all these courses, the best first. One that is clearly worse has not seen them all.

    It ends early where the best can hardly be ahead of all others by as much as the gap.
    """
    alone, known = seats(game, view) == 1, Known(game)
    trials = [Trial(turn, alone) for turn in turns]
    left = trials
    for n in range(work.courses if trials else 0):
        course = f"{seed} {n}"
        world = game.imagine(view, Rng(course))
        ends = _ends(known, world, seat, [trial.turn for trial in left], work, course)
        for trial, end in zip(left, ends, strict=True):
            trial.ends.append(end)
        if (n + 1) % BATCH == 0:
            best = max(left, key=_worth)
            if any(_is_near(best, trial, gap) for trial in left if trial is not best):
                break
            left = [trial for trial in left if not _is_clear(best.lead(trial))]
    dropped = [trial for trial in trials if trial not in left]
    return sorted(left, key=_worth, reverse=True) + sorted(dropped, key=_worth, reverse=True)


def _ends(known: Known[S], world: S, seat: Seat, turns: Sequence[Turn], work: Work, course: str) -> list[Outcome]:
    """What one course comes to after each of these turns."""
    game = known.game
    if game.looks_ahead or seats(game, world) == 1:
        plans = [Plan(turn.actions, turn.value) for turn in turns]
        found = followed(known, world, seat, plans, work.depth, Luck(course))
        return [Outcome(value.chance, value.points) for value in found]
    luck, outcomes = Luck(course), list[Outcome]()
    for turn in turns:
        ends = played_on(game, world, seat, turn.actions, luck.copy(), work.turns, known)
        values = [game.value(end, seat) for end in ends[1:]]
        outcomes.append(Outcome(fmean(value.chance for value in values), fmean(value.points for value in values)))
    return outcomes


def _worth(trial: Trial) -> float:
    return trial.worth


def _is_clear(lead: Lead) -> bool:
    return lead.worth > SURE * lead.error


def _is_near(best: Trial, other: Trial, gap: float) -> bool:
    """Whether it is not behind by as much as the gap, as far as anything is sure, and not as good either."""
    lead = best.lead(other)
    return lead.worth < gap - lead.error and not as_good(best, other)


def as_good(best: Trial, other: Trial) -> bool:
    """Whether it makes no difference which of the two is played, as far as can be seen."""
    lead = best.lead(other)
    return abs(lead.worth) < SAME or (looks_alike(best, other) and lead.least <= 0)


def looks_alike(best: Trial, other: Trial) -> bool:
    """Whether the two are worth the same before they are tried out: which of two stones of a kind is taken."""
    return abs(best.turn.value.points - other.turn.value.points) < SAME_POINTS
