"""The kinds of computer players, and what each may use."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from tilehall.engine.dealer import Rng
from tilehall.engine.game import RuleError, quoted
from tilehall.engine.players.beginner import Beginner
from tilehall.engine.players.bots import Bot, ByLot, Careful
from tilehall.engine.players.search import Effort, Searcher
from tilehall.engine.spelling import did_you_mean
from tilehall.engine.text import Text, listed


class Level(NamedTuple):
    """A kind of computer player."""

    id: str
    title: Text
    about: Text
    """How it plays, in a sentence."""
    same_as: str = ""
    """The level that this is another name of."""


LEVELS: Mapping[str, Level] = {
    level.id: level
    for level in (
        Level("random", Text("random"), Text("Any legal action, by lot.")),
        Level("easy", Text("easy"), Text("A beginner with a taste of its own, who overlooks things.")),
        Level("normal", Text("normal"), Text("A good player who makes the best of every turn.")),
        Level("hard", Text("hard"), Text("Looks at what the others can answer.")),
        Level("master", Text("master"), Text("Plays its best turns out many times, and takes its time.")),
        Level("greedy", Text("normal"), Text("The name of normal in old records."), same_as="normal"),
    )
}
OFFERED = tuple(level for level in LEVELS.values() if not level.same_as)
"""The levels to choose among."""

EFFORTS: Mapping[str, Effort] = {
    "hard": Effort(plans=6, playouts=24, rounds=1),
    "master": Effort(plans=12, playouts=144, rounds=2),
}


def bot(level: str, whim: str, who: str = "") -> Bot:
    """A computer player of this level; the same whim makes the same choices, and `who` has the same taste all game.

    >>> bot("wizard", "a whim")
    Traceback (most recent call last):
    tilehall.engine.game.RuleError: 'wizard' is no computer player. Levels: random, easy, normal, hard, master, greedy.
    """
    if level not in LEVELS:
        instead = did_you_mean(level, LEVELS, Text("Levels: {levels}.", levels=listed(LEVELS)))
        raise RuleError(Text("{name} is no computer player. {instead}", name=quoted(level), instead=instead))
    kind, rng = LEVELS[level].same_as or level, Rng(whim)
    if kind in EFFORTS:
        return Searcher(EFFORTS[kind], rng)
    if kind == "random":
        return ByLot(rng)
    return Beginner(rng, who) if kind == "easy" else Careful(rng)
