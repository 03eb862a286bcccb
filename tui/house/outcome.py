"""What a game that is over came to, in numbers."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from tilehall.engine import CHANCE, Standing
from tilehall.tui.house.table import Table


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result, how many decisions the players made, and how often which rule was cited."""

    standing: Standing
    plies: int
    cited: Counter[str]
    """By what happened, and by the receipt if there are scores."""


def outcome(table: Table[Any]) -> Outcome | None:
    """How the game ended; None if it goes on.

    >>> from tilehall.engine import Player
    >>> outcome(Table.open("princess", (Player("Aki"), Player("Bo")), seed="7"))
    """
    standing = table.rules.standing(table.match.state)
    if standing is None:
        return None
    steps = table.match.steps
    cited = Counter(event.rule for step in steps for event in step.events if event.rule)
    if standing.scores is not None:
        cited.update(line.rule for line in table.rules.receipt(table.match.state).lines)
    return Outcome(standing, sum(step.seat != CHANCE for step in steps), cited)
