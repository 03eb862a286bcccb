"""Rewards of the seats at the end of a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from tilehall.engine.core.game import GameResult, RuleError, quote_text
from tilehall.engine.core.spelling import did_you_mean
from tilehall.engine.core.text import Text, join_commas

LOST = -1.0
"""The reward of all seats, where nobody has won."""
Reward = Callable[[GameResult, int], Sequence[float]]


def reward_by_rank(standing: GameResult, players: int) -> Sequence[float]:
    """Rewards from 1 for the first place to -1 for the last, evenly; equal places share their mean. Alone: the points.

    >>> reward_by_rank(GameResult("goal", Text(""), (9, 4, 9, 2), (1, 3, 1, 4)), 4)
    [0.6666666666666667, -0.33333333333333326, 0.6666666666666667, -1.0]
    """
    ranks = standing.ranks
    if ranks is None or players == 1:
        return reward_by_score(standing, players)
    ahead = [sum(other < rank for other in ranks) + (ranks.count(rank) - 1) / 2 for rank in ranks]
    return [1 - 2 * places / (players - 1) for places in ahead]


def reward_by_score(standing: GameResult, players: int) -> Sequence[float]:
    """Rewards by the lead over the best of the others in points. Alone: the points.

    >>> reward_by_score(GameResult("goal", Text(""), (9, 4, 7), (1, 3, 2)), 3)
    [2.0, -5.0, -2.0]
    """
    scores = standing.scores
    if scores is None:
        return [LOST] * players
    others = [[*scores[:seat], *scores[seat + 1 :]] for seat in range(players)]
    return [float(score - max(rest, default=0)) for score, rest in zip(scores, others, strict=True)]


REWARDS: Mapping[str, Reward] = {"rank": reward_by_rank, "score": reward_by_score}


def find_reward(name: str) -> Reward:
    """Return the reward with this name. Raises RuleError if there is none."""
    if name not in REWARDS:
        instead = did_you_mean(name, REWARDS, Text("Rewards: {rewards}.", rewards=join_commas(REWARDS)))
        raise RuleError(Text("There are no rewards {name}. {instead}", name=quote_text(name), instead=instead))
    return REWARDS[name]
