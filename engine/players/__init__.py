"""Computer players behind one small protocol: they see what their seat sees, and nothing else."""

from __future__ import annotations

from typing import Any, Protocol

from tilehall.engine.dealer import Rng
from tilehall.engine.game import Action, Game, RuleError, Seat, quoted

ATTENTION = {"easy": 30, "normal": 100, "greedy": 100}
"""How many of 100 possibilities a level looks at."""
LEVELS = ("random", *ATTENTION)


class Bot(Protocol):
    def choose(self, game: Game[Any], view: Any, seat: Seat) -> tuple[Action, str]:
        """A legal action, and why."""


class RandomBot:
    """Any legal action, each as likely."""

    def __init__(self, rng: Rng) -> None:
        self.rng = rng

    def choose(self, game: Game[Any], view: Any, seat: Seat) -> tuple[Action, str]:
        choices = game.legal(view, seat)
        return choices[self.rng.below(len(choices))], "drawn by lot"


class GreedyBot:
    """What the game's own advice says; with less attention it overlooks things."""

    def __init__(self, rng: Rng, attention: int) -> None:
        self.rng = rng
        self.attention = attention

    def choose(self, game: Game[Any], view: Any, seat: Seat) -> tuple[Action, str]:
        advice = game.advise(view, seat, self.rng, self.attention)
        return advice.action, advice.why


def bot(level: str, seed: str) -> Bot:
    """A computer player of this level; the same seed makes the same choices."""
    if level == "random":
        return RandomBot(Rng(seed))
    if level not in ATTENTION:
        raise RuleError(f"{quoted(level)} is no computer player. Levels: {', '.join(LEVELS)}.")
    return GreedyBot(Rng(seed), ATTENTION[level])
