"""What somebody could have played instead, and what that would have been worth, as far as he could know.

Both turns are looked at in the same way and from the player's view only: what was drawn afterwards does not count.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean
from typing import Final, NamedTuple, TypeVar

from tilehall.engine.ai.balance import LEFT, balance
from tilehall.engine.ai.bot_factory import EFFORTS
from tilehall.engine.ai.lookahead import POINT
from tilehall.engine.ai.plan import Plan, Term, Value
from tilehall.engine.ai.playouts import Luck, played_on
from tilehall.engine.ai.search import Effort, compared
from tilehall.engine.ai.turns import Turn, turn_of
from tilehall.engine.core.base_game import COMPARED
from tilehall.engine.core.chance import Rng
from tilehall.engine.core.game import Action, Game, Seat
from tilehall.engine.core.text import Text

S = TypeVar("S")
ALL = 200
"""So many plans are asked for to find what was played among those that are to be mixed."""


class Judgement(NamedTuple):
    """A better turn than the one that was played."""

    actions: tuple[Action, ...]
    """Up to the next draw, or to somebody else's decision."""
    why: Text
    """Why it begins as it does, in the words of a hint."""
    chance: float
    """How much likelier it would have made to win."""
    points: float
    """By how many points it would have been better."""
    reasons: tuple[Term, ...]
    """The largest differences, those against it below 0, and all else together: the points, as far as they matter."""

    @property
    def dearness(self) -> float:
        """What the turn that was played has cost: the chance, and where that is settled the points."""
        return self.chance + POINT * self.points


class Worth(NamedTuple):
    """What two turns are worth, measured in one way: the differences, and the terms that they come from."""

    chance: float
    points: float
    better: Value
    played: Value


def judged(game: Game[S], view: S, seat: Seat, played: Sequence[Action], level: str) -> Judgement | None:
    """What this level would rather have played than these actions; None if nothing, or nothing else could be done.

    >>> from tilehall.engine import Match, SeedDealer, Setup, game
    >>> match = Match(game("princess"), Setup(2, (("start_seat", "0"),)), SeedDealer("7"))
    >>> found = [judged(match.game, match.view(0), 0, [side], "normal") for side in match.legal(0)]
    >>> None in found
    True
    """
    effort = EFFORTS.get(level)
    plans = game.plans(view, seat, effort.plans if effort else COMPARED)
    mixed = any(plan.weight != 1 for plan in plans)
    best = plans[0] if mixed or effort is None else _tried(game, view, seat, plans, effort)
    turns = turn_of(game, view, seat, best.actions), turn_of(game, view, seat, played)
    if turns[0] is None or turns[1] is None or turns[0].end == turns[1].end:
        return None
    found = _compared(game, view, seat, plans, best, turns[0], turns[1])
    if effort is not None and not mixed:
        found = _played_out(game, view, seat, effort, turns[0], turns[1])
    better = Judgement(
        turns[0].actions,
        game.explain(view, seat, best),
        found.chance,
        found.points,
        summed_up(found),
    )
    return better if better.dearness > 0 else None


def summed_up(found: Worth) -> tuple[Term, ...]:
    """What makes up the points: what is seen at the ends of the two turns, and what follows from that."""
    seen = balance(found.better, found.played)
    named = (*seen.gains, *seen.costs)
    rest = found.points - sum(term.points for term in named)
    return (*named, Term("rest", rest, REST)) if named and abs(rest) >= LEFT else named


REST: Final = Text("all else, and what follows from it")
PART = 16
"""Of the turns of a thought one in so many begins a course that compares a turn with the best one,"""
LEAST = 8
"""so many courses at least."""
SEED = "judged"
"""The same courses for everybody who is judged."""


def _tried(game: Game[S], view: S, seat: Seat, plans: Sequence[Plan], effort: Effort) -> Plan:
    """The best of them after a thought."""
    *_, best = plans[0], *compared(game, view, seat, plans, effort, SEED)
    return best


def _compared(
    game: Game[S], view: S, seat: Seat, plans: Sequence[Plan], best: Plan, better: Turn, played: Turn
) -> Worth:
    """By the values of the plans, if both are plans to their ends; else by those of the positions that they end in."""
    if best.weight != 1 and all(plan.actions != played.actions for plan in plans):
        plans = game.plans(view, seat, ALL)
    mine = next((plan for plan in plans if plan.actions == played.actions), None)
    whole = mine is not None and best.actions == better.actions
    one, other = (best.value, mine.value) if mine is not None and whole else (better.value, played.value)
    return Worth(one.chance - other.chance, one.points - other.points, one, other)


def _played_out(game: Game[S], view: S, seat: Seat, effort: Effort, better: Turn, played: Turn) -> Worth:
    """By the same courses of events after both; the terms are those of the positions that they begin with."""
    ends: list[tuple[Value, Value]] = []
    for n in range(max(LEAST, int(game.pace * effort.seconds) // PART)):
        seed = f"{SEED} apart {n}"
        world = game.imagine(view, Rng(seed))
        one, other = (
            game.value(played_on(game, world, seat, turn.actions, Luck(seed), effort.turns)[-1], seat)
            for turn in (better, played)
        )
        ends.append((one, other))
    return Worth(
        fmean(one.chance - other.chance for one, other in ends),
        fmean(one.points - other.points for one, other in ends),
        better.value,
        played.value,
    )
