"""Computer players: random, a beginner, a good one, and two that try out what they could do.

>>> from tilehall.engine import Match, SeedDealer, Setup, game
>>> match = Match(game("princess"), Setup(2, (("start_seat", "0"),)), SeedDealer("7"))
>>> str(choose(bot("random", "3"), match.game, match.view(0), 0).action)
'side b'
"""

from tilehall.engine.ai.bot_factory import bot
from tilehall.engine.ai.bots import Bot, advised, carried_on, choose, reason
from tilehall.engine.ai.hints import compared, hint
from tilehall.engine.ai.judgement import Judgement, judged

__all__ = [
    "Bot",
    "Judgement",
    "advised",
    "bot",
    "carried_on",
    "choose",
    "compared",
    "hint",
    "judged",
    "reason",
]
