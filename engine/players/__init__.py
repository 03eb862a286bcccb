"""Computer players behind one small protocol: they see what their seat sees, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, Protocol, TypeVar

from tilehall.engine.dealer import Rng
from tilehall.engine.game import Action, Game, RuleError, Seat, quoted
from tilehall.engine.spelling import did_you_mean
from tilehall.engine.text import Text, listed

S = TypeVar("S")


class Level(NamedTuple):
    """A kind of computer player."""

    id: str
    attention: int
    """How many of 100 possibilities it looks at; none: it draws lots."""
    title: Text
    about: Text
    """How it plays, in a sentence."""
    same_as: str = ""
    """The level that this is another name of."""


LEVELS: Mapping[str, Level] = {
    level.id: level
    for level in (
        Level("random", 0, Text("random"), Text("Any legal action, by lot.")),
        Level("easy", 30, Text("easy"), Text("A casual player who overlooks things.")),
        Level("normal", 100, Text("normal"), Text("A player who looks at everything one step ahead.")),
        Level("greedy", 100, Text("normal"), Text("The name of normal in old records."), same_as="normal"),
    )
}
OFFERED = tuple(level for level in LEVELS.values() if not level.same_as)
"""The levels to choose among."""


class Bot(Protocol):
    def choose(self, game: Game[S], view: S, seat: Seat) -> tuple[Action, Text]:
        """A legal action, and why."""


class RandomBot:
    """Any legal action, each as likely."""

    def __init__(self, rng: Rng) -> None:
        self.rng = rng

    def choose(self, game: Game[S], view: S, seat: Seat) -> tuple[Action, Text]:
        choices = game.legal(view, seat)
        return choices[self.rng.below(len(choices))], Text("drawn by lot")


class GreedyBot:
    """What the game's own advice says; with less attention it overlooks things."""

    def __init__(self, rng: Rng, attention: int) -> None:
        self.rng = rng
        self.attention = attention

    def choose(self, game: Game[S], view: S, seat: Seat) -> tuple[Action, Text]:
        advice = game.advise(view, seat, self.rng, self.attention)
        return advice.action, advice.why


def bot(level: str, seed: str) -> Bot:
    """A computer player of this level; the same seed makes the same choices.

    >>> bot("wizard", "a seed")
    Traceback (most recent call last):
    tilehall.engine.game.RuleError: 'wizard' is no computer player. Levels: random, easy, normal, greedy.
    """
    if level not in LEVELS:
        instead = did_you_mean(level, LEVELS, Text("Levels: {levels}.", levels=listed(LEVELS)))
        raise RuleError(Text("{name} is no computer player. {instead}", name=quoted(level), instead=instead))
    attention = LEVELS[level].attention
    return GreedyBot(Rng(seed), attention) if attention else RandomBot(Rng(seed))


__all__ = ["LEVELS", "OFFERED", "Bot", "GreedyBot", "Level", "RandomBot", "bot"]
