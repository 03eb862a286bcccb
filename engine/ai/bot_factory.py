"""Makes the bot of a level; how much the searching levels may compute."""

from __future__ import annotations

from collections.abc import Mapping

from tilehall.engine.ai.bots import BeginnerBot, Bot, GreedyBot, RandomBot
from tilehall.engine.ai.levels import LEVELS
from tilehall.engine.ai.lookahead import Depth
from tilehall.engine.ai.search import Effort, SearchBot
from tilehall.engine.core.chance import Rng
from tilehall.engine.core.game import RuleError, quote_text
from tilehall.engine.core.spelling import did_you_mean
from tilehall.engine.core.text import Text, join_commas

EFFORTS: Mapping[str, Effort] = {
    "hard": Effort(
        plans=9,
        seconds=0.6,
        turns=3,
        alone=Depth(lines=4, ways=3, turns=1, courses=1),
        beside=Depth(lines=6, ways=2, turns=1, courses=8),
    ),
    "master": Effort(
        plans=12,
        seconds=3,
        turns=3,
        alone=Depth(lines=8, ways=3, turns=2, courses=3),
        beside=Depth(lines=8, ways=2, turns=2, courses=5),
    ),
}


def make_bot(level: str, whim: str, who: str = "") -> Bot:
    """A bot of this level. Equal `whim`s make equal choices; `who` fixes the taste of a beginner for a whole game.

    Raises RuleError for an unknown level.

    >>> make_bot("wizard", "a whim")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    tilehall.engine.core.game.RuleError: 'wizard' is no computer player. Levels: random, easy, ...
    """
    if level not in LEVELS:
        instead = did_you_mean(level, LEVELS, Text("Levels: {levels}.", levels=join_commas(LEVELS)))
        raise RuleError(Text("{name} is no computer player. {instead}", name=quote_text(level), instead=instead))
    kind, rng = LEVELS[level].same_as or level, Rng(whim)
    if kind in EFFORTS:
        return SearchBot(EFFORTS[kind], rng)
    if kind == "random":
        return RandomBot(rng)
    return BeginnerBot(rng, who) if kind == "easy" else GreedyBot(rng)
