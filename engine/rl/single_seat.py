"""An environment of Gymnasium for one seat; computer players have the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from tilehall.engine.ai.players import Bot, choose_action, make_bot
from tilehall.engine.core.game import Action, Game, RuleError, SeatNo
from tilehall.engine.core.text import Text
from tilehall.engine.rl import Renderer
from tilehall.engine.rl.aec import SEEDS
from tilehall.engine.rl.episode import Episode, Mask, Observation, position_lines

ILLEGAL = -1.0
SHOWN = {"render_modes": ["ansi"], "render_fps": 1}


class SingleSeatEnv(gymnasium.Env[Observation, np.int64]):
    """A game from the side of one seat. An illegal action ends it with -1, and `info` says why."""

    metadata = SHOWN

    def __init__(
        self,
        game: str | Game[Any],
        *,
        players: int | None = None,
        options: Mapping[str, str] | None = None,
        seat: SeatNo = 0,
        opponents: str | Sequence[str] = "random",
        rewards: str = "rank",
        render_mode: str | None = None,
        draw: Renderer | None = None,
    ) -> None:
        self._episode = Episode(game, players, options, rewards)
        self._seat = _check_seat(seat, self._episode.seats)
        others = [other for other in self._episode.seats if other != seat]
        self._levels = _levels(opponents, others)
        self._bots: dict[SeatNo, Bot] = {}
        self._plans: dict[SeatNo, Sequence[Action]] = {}
        self._draw = draw or position_lines
        self.render_mode = render_mode
        self.action_space = self._episode.action_space()
        self.observation_space = self._episode.observation_space()
        self._over = True
        self._mask: Mask = np.zeros(self._episode.action_numbers.size, np.int8)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a new game, up to the first decision of this seat."""
        super().reset(seed=seed)
        self._episode.begin(str(self.np_random.integers(SEEDS) if seed is None else seed))
        whim = self._episode.seed
        self._bots = {other: make_bot(level, f"{whim} {other}", whim) for other, level in self._levels.items()}
        self._plans = {}
        self._others_play()
        return self._seen(), {"action_mask": self._mask}

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Do an action, and all that happens before this seat decides again."""
        if self._over:
            raise RuleError(Text("The game is over: reset() begins another."))
        try:
            self._episode.act(self._seat, int(action))
        except RuleError as error:
            self._over, self._mask = True, np.zeros_like(self._mask)
            return self._seen(), ILLEGAL, True, False, {"action_mask": self._mask, "illegal": str(error)}
        self._others_play()
        return self._seen(), self._episode.rewards()[self._seat], self._over, False, {"action_mask": self._mask}

    def action_masks(self) -> NDArray[np.bool_]:
        """The mask, by the name that learners with masks expect."""
        return self._mask.astype(np.bool_)

    def render(self) -> str | None:
        """The position as this seat sees it."""
        return self._draw(self._episode.position(self._seat), self._seat) if self.render_mode == "ansi" else None

    def _seen(self) -> Observation:
        return self._episode.observation(self._seat, self._mask)

    def _others_play(self) -> None:
        sitting = self._episode
        while (due := sitting.seat_to_act()) is not None and due != self._seat:
            view, intended = sitting.match.view(due), self._plans.get(due, ())
            advice = choose_action(self._bots[due], sitting.game, view, due, intended)
            self._plans[due] = advice.next_actions
            sitting.match.act(due, advice.action)
        self._over = due is None
        self._mask = sitting.mask(self._seat)


def _check_seat(seat: SeatNo, seats: range) -> SeatNo:
    if seat not in seats:
        raise RuleError(Text("There is no seat {seat}: they are numbered from 0 to {last}.", seat=seat, last=seats[-1]))
    return seat


def _levels(opponents: str | Sequence[str], others: Sequence[SeatNo]) -> dict[SeatNo, str]:
    """Return the level of each other seat. Raises RuleError for an unknown one."""
    levels = [opponents] * len(others) if isinstance(opponents, str) else list(opponents)
    if len(levels) != len(others):
        raise RuleError(Text("{n} opponents are wanted, not {given}.", n=len(others), given=len(levels)))
    for level in levels:
        make_bot(level, "")
    return dict(zip(others, levels, strict=True))
