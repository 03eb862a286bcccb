"""What a finished game came to: result, decisions, rules cited; counted again from its record."""

from collections import Counter

import pytest

from tilehall.engine import CHANCE, RecordPlayer, parse_record
from tilehall.tui.tables.computer_players import ComputerPlayers
from tilehall.tui.tables.history.outcome import game_outcome
from tilehall.tui.tables.table import Table
from tilehall.tui.tables.thinking.thinkers import run_inline


@pytest.mark.parametrize("game", ["princess", "sand", "beasts", "kaguya"])
def test_an_outcome_is_what_the_record_says(game: str) -> None:
    table = Table.open(game, [RecordPlayer("Aki", "easy"), RecordPlayer("Bo", "random")], seed="7")
    assert game_outcome(table) is None
    run_inline(ComputerPlayers(table).run())
    found, match = game_outcome(table), parse_record(table.record()).match
    assert found is not None
    assert found.standing == match.game.final_result(match.state)
    assert found.course.decisions == len([step for step in match.steps if step.seat != CHANCE]) > 20
    cited = Counter(event.rule for step in match.steps for event in step.events)
    if found.standing.scores is not None:
        cited += Counter(line.rule for line in match.game.receipt(match.state).lines)
    assert found.cited == cited
