"""The levels of computer players by their ids; `bot_factory` makes a bot for each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from tilehall.engine.core.text import Text


class Level(NamedTuple):
    """A level of computer player."""

    id: str
    title: Text
    about: Text
    """How it plays, in a sentence."""
    same_as: str = ""
    """The level that this is an alias of."""


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
OFFERED_LEVELS = tuple(level for level in LEVELS.values() if not level.same_as)
"""The levels that users may choose among: all but aliases."""

JUDGING_LEVELS = ("normal", "hard", "master")
"""The levels that may judge a game in a review."""
