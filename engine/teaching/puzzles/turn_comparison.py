"""Turns weighed against each other: how the same courses of events go on after each, and how sure the difference is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt
from statistics import fmean
from typing import NamedTuple, TypeVar

from tilehall.engine.ai.lookahead import CHANCE_PER_POINT, Depth, count_seats, follow_plans
from tilehall.engine.ai.plan import Plan
from tilehall.engine.ai.playouts import Luck, PlanCache, play_on
from tilehall.engine.ai.turns import PlannedTurn
from tilehall.engine.core.chance import Rng
from tilehall.engine.core.game import Game, SeatNo

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


class ComparisonEffort(NamedTuple):
    """How much is tried out to weigh turns."""

    courses: int
    turns: int
    """How many turns each goes on, with those of the others, in games that are tried out;"""
    depth: Depth
    """how far one looks ahead, in games that want that."""


class PlayoutOutcome(NamedTuple):
    """What a course of events came to."""

    chance: float
    points: float


class TurnLead(NamedTuple):
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
class TurnTrial:
    """A turn, and how the courses after it ended."""

    turn: PlannedTurn
    alone: bool
    ends: list[PlayoutOutcome] = field(default_factory=list)

    @property
    def worth(self) -> float:
        return fmean(map(self._measured, self.ends))

    @property
    def chance(self) -> float:
        return fmean(end.chance for end in self.ends)

    def _measured(self, end: PlayoutOutcome) -> float:
        return CHANCE_PER_POINT * end.points + (0.0 if self.alone else end.chance)

    def lead(self, other: TurnTrial) -> TurnLead:
        """Over another one, in the courses that both have seen."""
        pairs = [*zip(self.ends, other.ends, strict=False)]
        apart = [self._measured(one) - self._measured(two) for one, two in pairs]
        middle = fmean(apart)
        spread = HELD * APART**2 + sum((each - middle) ** 2 for each in apart)
        return TurnLead(
            middle,
            sqrt(spread / (HELD + len(apart) - 1) / len(apart)),
            fmean(one.chance - two.chance for one, two in pairs),
            fmean(one.points - two.points for one, two in pairs),
        )


def compare_turns(
    game: Game[S],
    view: S,
    seat: SeatNo,
    turns: Sequence[PlannedTurn],
    work: ComparisonEffort,
    seed: str,
    gap: float = 0.0,
) -> list[TurnTrial]:
    """These turns after all these courses, the best first. One that is clearly worse has not seen them all.

    It ends early where the best can hardly be ahead of all others by as much as the gap.
    """
    alone, known = count_seats(game, view) == 1, PlanCache(game)
    trials = [TurnTrial(turn, alone) for turn in turns]
    left = trials
    for n in range(work.courses if trials else 0):
        course = f"{seed} {n}"
        world = game.sample_state(view, Rng(course))
        ends = _playout_outcomes(known, world, seat, [trial.turn for trial in left], work, course)
        for trial, end in zip(left, ends, strict=True):
            trial.ends.append(end)
        if (n + 1) % BATCH == 0:
            best = max(left, key=_worth)
            if any(_is_near(best, trial, gap) for trial in left if trial is not best):
                break
            left = [trial for trial in left if not _is_clear(best.lead(trial))]
    dropped = [trial for trial in trials if trial not in left]
    return sorted(left, key=_worth, reverse=True) + sorted(dropped, key=_worth, reverse=True)


def _playout_outcomes(
    known: PlanCache[S], world: S, seat: SeatNo, turns: Sequence[PlannedTurn], work: ComparisonEffort, course: str
) -> list[PlayoutOutcome]:
    """What one course comes to after each of these turns."""
    game = known.game
    if game.advisor.looks_ahead or count_seats(game, world) == 1:
        plans = [Plan(turn.actions, turn.value) for turn in turns]
        found = follow_plans(known, world, seat, plans, work.depth, Luck(course))
        return [PlayoutOutcome(value.chance, value.points) for value in found]
    luck, outcomes = Luck(course), list[PlayoutOutcome]()
    for turn in turns:
        ends = play_on(game, world, seat, turn.actions, luck.copy(), work.turns, known)
        values = [game.advisor.value(end, seat) for end in ends[1:]]
        outcomes.append(
            PlayoutOutcome(fmean(value.chance for value in values), fmean(value.points for value in values))
        )
    return outcomes


def _worth(trial: TurnTrial) -> float:
    return trial.worth


def _is_clear(lead: TurnLead) -> bool:
    return lead.worth > SURE * lead.error


def _is_near(best: TurnTrial, other: TurnTrial, gap: float) -> bool:
    """Whether it is not behind by as much as the gap, as far as anything is sure, and not as good either."""
    lead = best.lead(other)
    return lead.worth < gap - lead.error and not is_as_good(best, other)


def is_as_good(best: TurnTrial, other: TurnTrial) -> bool:
    """Whether it makes no difference which of the two is played, as far as can be seen."""
    lead = best.lead(other)
    return abs(lead.worth) < SAME or (looks_alike(best, other) and lead.least <= 0)


def looks_alike(best: TurnTrial, other: TurnTrial) -> bool:
    """Whether the two are worth the same before they are tried out: which of two stones of a kind is taken."""
    return abs(best.turn.value.points - other.turn.value.points) < SAME_POINTS
