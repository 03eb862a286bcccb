"""Games that were never played, for those who add games up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from tilehall.engine import Standing, Text
from tilehall.engine.core.usage import Used
from tilehall.tui.lab.simulated_games import Observed
from tilehall.tui.tables.history.outcome import Course, Outcome

LEVELS = ("easy", "normal", "hard", "random")


def standing(scores: Sequence[int], ending: str = "goal") -> Standing:
    """More is better, and nothing breaks a tie."""
    ranks = tuple(1 + sum(other > score for other in scores) for score in scores)
    return Standing(ending, Text("It is over."), tuple(scores), ranks)


def unwon(ending: str = "witch") -> Standing:
    return Standing(ending, Text("All lose."), None, None)


def observed(
    result: Standing,
    deal: int = 0,
    levels: Sequence[str] = LEVELS[:2],
    beginner: int | None = 0,
    decisions: int = 10,
    used: Mapping[Used, tuple[int, ...]] | None = None,
) -> Observed:
    course = Course(decisions, 4, decisions, 3, None, beginner)
    outcome = Outcome(result, course, Counter(["X-1.1"]), Counter(["X-2.1"]), used or {}, {})
    return Observed(deal, tuple(levels), outcome)
