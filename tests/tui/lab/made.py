"""Games that were never played, for those who add games up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from tilehall.engine import GameResult, Text
from tilehall.engine.core.usage import ThingUsage
from tilehall.tui.lab.plan import ObservedGame
from tilehall.tui.tables.history.outcome import GameLength, GameOutcome

LEVELS = ("easy", "normal", "hard", "random")


def standing(scores: Sequence[int], ending: str = "goal") -> GameResult:
    """More is better, and nothing breaks a tie."""
    ranks = tuple(1 + sum(other > score for other in scores) for score in scores)
    return GameResult(ending, Text("It is over."), tuple(scores), ranks)


def unwon(ending: str = "witch") -> GameResult:
    return GameResult(ending, Text("All lose."), None, None)


def observed(
    result: GameResult,
    deal: int = 0,
    levels: Sequence[str] = LEVELS[:2],
    beginner: int | None = 0,
    decisions: int = 10,
    used: Mapping[ThingUsage, tuple[int, ...]] | None = None,
) -> ObservedGame:
    course = GameLength(decisions, 4, decisions, 3, None, beginner)
    outcome = GameOutcome(result, course, Counter(["X-1.1"]), Counter(["X-2.1"]), used or {}, {})
    return ObservedGame(deal, tuple(levels), outcome)
