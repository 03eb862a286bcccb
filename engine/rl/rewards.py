"""What each seat has won when a game is over."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from tilehall.engine.core.game import RuleError, Standing, quoted
from tilehall.engine.core.spelling import did_you_mean
from tilehall.engine.core.text import Text, listed

LOST = -1.0
"""For everybody, where nobody has won."""
Reward = Callable[[Standing, int], Sequence[float]]


def by_rank(standing: Standing, players: int) -> Sequence[float]:
    """From 1 for the first place to -1 for the last one, evenly; who shares places has their mean. Alone: the points.

    >>> by_rank(Standing("goal", Text(""), (9, 4, 9, 2), (1, 3, 1, 4)), 4)
    [0.6666666666666667, -0.33333333333333326, 0.6666666666666667, -1.0]
    """
    ranks = standing.ranks
    if ranks is None or players == 1:
        return by_score(standing, players)
    ahead = [sum(other < rank for other in ranks) + (ranks.count(rank) - 1) / 2 for rank in ranks]
    return [1 - 2 * places / (players - 1) for places in ahead]


def by_score(standing: Standing, players: int) -> Sequence[float]:
    """How many points a seat is ahead of the best of the others. Alone: the points.

    >>> by_score(Standing("goal", Text(""), (9, 4, 7), (1, 3, 2)), 3)
    [2.0, -5.0, -2.0]
    """
    scores = standing.scores
    if scores is None:
        return [LOST] * players
    others = [[*scores[:seat], *scores[seat + 1 :]] for seat in range(players)]
    return [float(score - max(rest, default=0)) for score, rest in zip(scores, others, strict=True)]


REWARDS: Mapping[str, Reward] = {"rank": by_rank, "score": by_score}


def reward(name: str) -> Reward:
    """Raises RuleError for a name that there is not."""
    if name not in REWARDS:
        instead = did_you_mean(name, REWARDS, Text("Rewards: {rewards}.", rewards=listed(REWARDS)))
        raise RuleError(Text("There are no rewards {name}. {instead}", name=quoted(name), instead=instead))
    return REWARDS[name]
