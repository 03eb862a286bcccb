"""A computer player who plays for somebody: the record knows nothing of it, and it ends when he is back."""

import asyncio
from typing import Any

import pytest

from tests.tui.tables.company import at_a_table
from tests.tui.tables.test_loop import Gated, soon
from tilehall.engine import IllegalActionError, parse_record
from tilehall.tui.tables.match_changes import last_step_of, rewind_to
from tilehall.tui.tables.seat import player_seat
from tilehall.tui.tables.table import Table
from tilehall.tui.tables.thinking.thinkers import run_inline

FIRST = (("first_turn", "full"), ("start_seat", "0"))


async def test_it_plays_and_the_record_stays_that_of_people() -> None:
    computers = at_a_table("princess", ["human", "human"], "7", FIRST)
    table = computers.table
    computers.set_stand_in(1, "random")
    await player_seat(table, 0, computers).act("side a")
    await computers.run()
    assert player_seat(table, 0, computers).now.must_decide
    assert [one.kind for one in table.header.players] == ["human", "human"]
    assert parse_record(table.record()).header.players == table.header.players


async def test_what_it_thinks_of_when_one_is_back_is_not_done() -> None:
    mind = Gated()
    computers = at_a_table("princess", ["human", "human"], "7", FIRST, minds=mind)
    table = computers.table
    computers.set_stand_in(0, "random")
    waiting = asyncio.create_task(computers.run())
    await soon()
    steps = table.steps
    computers.set_stand_in(0, "")
    assert mind.hurried == mind.thoughts
    mind.gate.set()
    await waiting
    assert (table.steps, player_seat(table, 0, computers).now.must_decide) == (steps, True)


@pytest.mark.parametrize("game", ["princess", "kaguya"])
def test_going_back_over_the_steps_of_others(game: str) -> None:
    computers = at_a_table(game, ["human", "human"], "7", FIRST if game == "princess" else ())
    table = computers.table
    state, steps, first = table.match.state, table.steps, table.due()[0]
    while last_step_of(table.match, first) is None or table.due() == (first,):
        table.act(table.due()[0], table.match.legal_actions(table.due()[0])[0])
    other = table.due()[0]
    table.act(other, table.match.legal_actions(other)[0])
    step = last_step_of(table.match, first)
    assert step is not None
    while (step := last_step_of(table.match, first)) is not None:
        run_inline(table.change(rewind_to(step)))
    assert (table.match.state, table.steps) == (state, steps)
    with pytest.raises(IllegalActionError):
        run_inline(table.change(rewind_to(_gone(table))))


def _gone(table: Table[Any]) -> Any:
    """A step that is taken back already."""
    seat = table.due()[0]
    (step, *_) = table.act(seat, table.match.legal_actions(seat)[0])
    table.undo(seat)
    return step
