"""What a finished game came to: result, decisions, rules cited; counted again from its record."""

from collections import Counter

import pytest

from tilehall.engine import CHANCE, Player, read
from tilehall.tui.tables.history.outcome import outcome
from tilehall.tui.tables.table import Table
from tilehall.tui.tables.thinking.thinkers import at_once


@pytest.mark.parametrize("game", ["princess", "sand", "beasts", "kaguya"])
def test_an_outcome_is_what_the_record_says(game: str) -> None:
    table = Table.open(game, [Player("Aki", "easy"), Player("Bo", "random")], seed="7")
    assert outcome(table) is None
    at_once(table.settled())
    found, match = outcome(table), read(table.record()).match
    assert found is not None
    assert found.standing == match.game.standing(match.state)
    assert found.course.decisions == len([step for step in match.steps if step.seat != CHANCE]) > 20
    cited = Counter(event.rule for step in match.steps for event in step.events)
    if found.standing.scores is not None:
        cited += Counter(line.rule for line in match.game.receipt(match.state).lines)
    assert found.cited == cited
