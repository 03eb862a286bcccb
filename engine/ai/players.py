"""The public names of computer players: bots by level, hints, and judgements of turns.

>>> from tilehall.engine import Match, SeedDealer, Setup, load_game
>>> match = Match(load_game("princess"), Setup(2, (("start_seat", "0"),)), SeedDealer("7"))
>>> str(choose_action(make_bot("random", "3"), match.game, match.view(0), 0).action)
'side b'
"""

from tilehall.engine.ai.bot_factory import make_bot
from tilehall.engine.ai.bots import Bot, advice_for_plan, choose_action, continue_plan, explain_actions
from tilehall.engine.ai.hints import compare_with_hint, find_hint
from tilehall.engine.ai.judgement import Judgement, judge_turn

__all__ = [
    "Bot",
    "Judgement",
    "advice_for_plan",
    "choose_action",
    "compare_with_hint",
    "continue_plan",
    "explain_actions",
    "find_hint",
    "judge_turn",
    "make_bot",
]
