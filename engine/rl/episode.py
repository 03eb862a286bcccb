"""Plays game after game with the same set-up, and puts views, legal actions and rewards into numbers."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from tilehall.engine.core.chance import SeedDealer
from tilehall.engine.core.game import Game, GameResult, Position, RuleError, SeatNo, Setup, quote_text
from tilehall.engine.core.match import Match
from tilehall.engine.core.schema import encode_position
from tilehall.engine.core.spelling import did_you_mean
from tilehall.engine.core.text import Text, join_commas
from tilehall.engine.games.catalog import load_game as opened
from tilehall.engine.rl.action_numbers import make_action_numbers

Observation = dict[str, Any]
"""Arrays by their names, as in `spaces.Dict`."""
Mask = NDArray[np.int8]
DEFAULT_PLAYERS = 2
"""The default number of players, where the game allows it."""
LOST = -1.0
"""The reward of all seats, where nobody has won."""
Reward = Callable[[GameResult, int], Sequence[float]]


class Episode:
    """A game with its set-up, its spaces, and the match that is being played."""

    def __init__(
        self, game: str | Game[Any], players: int | None, options: Mapping[str, str] | None, rewards: str
    ) -> None:
        self.game: Final[Game[Any]] = opened(game) if isinstance(game, str) else game
        if players is None:
            players = DEFAULT_PLAYERS if DEFAULT_PLAYERS in self.game.player_counts else self.game.player_counts[0]
        self.setup: Final = Setup(players, tuple(sorted((name, str(value)) for name, value in (options or {}).items())))
        self.match: Match[Any] = Match(self.game, self.setup)  # refuses what cannot be set up
        self.seed = ""
        self.row_encoder: Final = self.game.encoder.position_schema(self.setup).encoder
        self.action_numbers: Final = make_action_numbers(self.game.encoder.all_actions(self.setup))
        self._reward: Final = find_reward(rewards)

    @property
    def seats(self) -> range:
        return range(self.setup.players)

    def action_space(self) -> spaces.Discrete:
        return spaces.Discrete(self.action_numbers.size)

    def observation_space(self) -> spaces.Dict:
        places = list(self.row_encoder.slots())
        least, most = (np.array(bounds, np.float32) for bounds in zip(*[place[1:] for place in places], strict=True))
        mask = spaces.Box(0, 1, (self.action_numbers.size,), np.int8)
        return spaces.Dict({"observation": spaces.Box(least, most, dtype=np.float32), "action_mask": mask})

    def begin(self, seed: str) -> None:
        """Begin a new game: the same seed deals the same, whatever is played."""
        self.seed = seed
        self.match = Match(self.game, self.setup, SeedDealer(seed))

    def seat_to_act(self) -> SeatNo | None:
        """Return the seat that decides next, the first of several; None if the game is over."""
        due = self.match.actors()
        return due[0] if due else None

    def mask(self, seat: SeatNo) -> Mask:
        """Return 1 for each action that is legal for this seat; all zeros for a seat that is not the next to decide."""
        mask = np.zeros(self.action_numbers.size, np.int8)
        if seat == self.seat_to_act():
            mask[self.action_numbers.numbers(self._choices(seat))] = 1
        return mask

    def observation(self, seat: SeatNo, mask: Mask) -> Observation:
        """Return the view of a seat, and the mask."""
        row = encode_position(self.row_encoder, self.position(seat), seat)
        return {"observation": np.frombuffer(row, np.float32), "action_mask": mask.copy()}

    def position(self, seat: SeatNo) -> Position:
        return self.game.dump(self.match.view(seat))

    def act(self, seat: SeatNo, number: np.int64 | int | None) -> None:
        """Do the action with this number. Raises RuleError with the reason if it is not legal."""
        if not isinstance(number, int | np.integer):
            raise RuleError(Text("An action is a whole number, not {found}.", found=quote_text(f"{number}")))
        self.match.act(seat, self.action_numbers.action(int(number), self._choices(seat)))

    def rewards(self) -> Sequence[float]:
        """Return the rewards of all seats: zeros before the end."""
        standing = self.game.final_result(self.match.state)
        return self._reward(standing, self.setup.players) if standing else [0.0] * self.setup.players

    def _choices(self, seat: SeatNo) -> Sequence[Any]:
        return self.game.legal_actions(self.match.view(seat), seat)


def position_lines(position: Position, seat: SeatNo) -> str:
    """Return a position as text, an entry a line."""
    return "\n".join(f"{key}: {json.dumps(entry)}" for key, entry in position.items())


# --- rewards -------------------------------------------------------------------------------------------------------


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
