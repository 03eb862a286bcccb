"""One game after another at the same table, in numbers: what each seat sees, may do, and has won."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from tilehall.engine.core.catalog import game as opened
from tilehall.engine.core.chance import SeedDealer
from tilehall.engine.core.game import Game, Position, RuleError, Seat, Setup, quoted
from tilehall.engine.core.match import Match
from tilehall.engine.core.text import Text
from tilehall.engine.rl.action_numbers import numbered
from tilehall.engine.rl.encoding import told
from tilehall.engine.rl.rewards import reward

Observation = dict[str, Any]
"""Arrays by their names, as `spaces.Dict` has them."""
Mask = NDArray[np.int8]
USUAL = 2
"""So many play, where the game allows it and nobody says how many."""


class Sitting:
    """The game with its set-up, its spaces, and the match that is being played."""

    def __init__(
        self, game: str | Game[Any], players: int | None, options: Mapping[str, str] | None, rewards: str
    ) -> None:
        self.game: Final[Game[Any]] = opened(game) if isinstance(game, str) else game
        if players is None:
            players = USUAL if USUAL in self.game.seats else self.game.seats[0]
        self.setup: Final = Setup(players, tuple(sorted((name, str(value)) for name, value in (options or {}).items())))
        self.match: Match[Any] = Match(self.game, self.setup)  # refuses what cannot be set up
        self.seed = ""
        self.features: Final = self.game.features(self.setup)
        self.numbering: Final = numbered(self.game.repertoire(self.setup))
        self._reward: Final = reward(rewards)

    @property
    def seats(self) -> range:
        return range(self.setup.players)

    def action_space(self) -> spaces.Discrete:
        return spaces.Discrete(self.numbering.size)

    def observation_space(self) -> spaces.Dict:
        places = list(self.features.places())
        least, most = (np.array(bounds, np.float32) for bounds in zip(*[place[1:] for place in places], strict=True))
        mask = spaces.Box(0, 1, (self.numbering.size,), np.int8)
        return spaces.Dict({"observation": spaces.Box(least, most, dtype=np.float32), "action_mask": mask})

    def begin(self, seed: str) -> None:
        """A new game: the same seed deals the same, whatever is played."""
        self.seed = seed
        self.match = Match(self.game, self.setup, SeedDealer(seed))

    def due(self) -> Seat | None:
        """Who decides next; of several that decide at the same time the first. Nobody: the game is over."""
        due = self.match.actors()
        return due[0] if due else None

    def mask(self, seat: Seat) -> Mask:
        """1 for each action that this seat may do now; whoever is not the next to decide may do nothing."""
        mask = np.zeros(self.numbering.size, np.int8)
        if seat == self.due():
            mask[self.numbering.numbers(self._choices(seat))] = 1
        return mask

    def observation(self, seat: Seat, mask: Mask) -> Observation:
        """What this seat sees, and the mask beside it."""
        row = told(self.features, self.position(seat), seat)
        return {"observation": np.frombuffer(row, np.float32), "action_mask": mask.copy()}

    def position(self, seat: Seat) -> Position:
        return self.game.dump(self.match.view(seat))

    def act(self, seat: Seat, number: np.int64 | int | None) -> None:
        """Does the action with this number. Raises RuleError with the reason if it may not be done."""
        if not isinstance(number, int | np.integer):
            raise RuleError(Text("An action is a whole number, not {found}.", found=quoted(f"{number}")))
        self.match.act(seat, self.numbering.action(int(number), self._choices(seat)))

    def rewards(self) -> Sequence[float]:
        """What each seat has won: nothing before the end."""
        standing = self.game.standing(self.match.state)
        return self._reward(standing, self.setup.players) if standing else [0.0] * self.setup.players

    def _choices(self, seat: Seat) -> Sequence[Any]:
        return self.game.legal(self.match.view(seat), seat)


def in_lines(position: Position, seat: Seat) -> str:
    """A position for whoever brings no better way to tell it: an entry a line."""
    return "\n".join(f"{key}: {json.dumps(entry)}" for key, entry in position.items())
