"""An environment of PettingZoo with an agent for each seat.

Joint decisions are made one after the other, without seeing each other. Draws are part of the step before them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv

from tilehall.engine.core.game import Game
from tilehall.engine.rl import EnvOptions, Renderer
from tilehall.engine.rl.episode import Episode, Mask, Observation, position_lines

SEEDS = 2**62


class TableEnv(AECEnv[str, Observation, Any]):
    """A game with an agent for each seat: `seat_0`, `seat_1`, ..."""

    def __init__(
        self,
        game: str | Game[Any],
        players: int | None = None,
        options: Mapping[str, str] | None = None,
        *,
        rewards: str = "rank",
        render_mode: str | None = None,
        draw: Renderer | None = None,
    ) -> None:
        how: EnvOptions = {"rewards": rewards, "render_mode": render_mode, "draw": draw}
        self._made_of = (game, players, options, how)
        self._episode = Episode(game, players, options, rewards)
        self._draw = draw or position_lines
        self.render_mode = render_mode
        self.metadata = {
            "name": f"tilehall_{self._episode.game.id}_v0",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.possible_agents = [f"seat_{seat}" for seat in self._episode.seats]
        self.agents: list[str] = []
        self._numbers = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.action_spaces = {agent: self._episode.action_space() for agent in self.possible_agents}
        self.observation_spaces = {agent: self._episode.observation_space() for agent in self.possible_agents}
        self._nothing = np.zeros(self._episode.action_numbers.size, np.int8)
        self._mask: Mask = self._nothing
        self._random, _ = seeding.np_random(None)

    def __reduce__(self) -> tuple[Callable[..., TableEnv], tuple[Any, ...]]:
        """Return a new environment with the same options, without the game that is being played."""
        return _again, self._made_of

    def __str__(self) -> str:
        return str(self.metadata["name"])

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game. A seed deals as in `tilehall play --seed`, and determines later games."""
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        self._episode.begin(str(self._random.integers(SEEDS) if seed is None else seed))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._next()

    def observe(self, agent: str) -> Observation:
        mask = self._mask if agent == self.agent_selection else self._nothing
        return self._episode.observation(self._numbers[agent], mask)

    def step(self, action: np.int64 | int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._episode.act(self._numbers[agent], action)
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.agents, map(float, self._episode.rewards()), strict=True))
        self._next()
        self._accumulate_rewards()

    def _next(self) -> None:
        """The agent that decides now; at the end the first one, which is told that it is over."""
        seat = self._episode.seat_to_act()
        if seat is None:
            self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[seat or 0]
        self._mask = self._nothing if seat is None else self._episode.mask(seat)
        self.infos = {agent: {"action_mask": self._nothing} for agent in self.agents}
        self.infos[self.agent_selection] = {"action_mask": self._mask}

    def render(self) -> str | None:
        """Return the position as the agent sees it that is to decide."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() shows something where the environment was made with render_mode='ansi'.")
            return None
        seat = self._numbers[self.agent_selection]
        return self._draw(self._episode.position(seat), seat)

    def close(self) -> None:
        """No-op: there are no resources to release."""


def _again(game: str | Game[Any], players: int | None, options: Mapping[str, str] | None, how: EnvOptions) -> TableEnv:
    return TableEnv(game, players, options, **how)
