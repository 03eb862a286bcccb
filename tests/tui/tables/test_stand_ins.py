"""A computer player who plays for somebody: the record knows nothing of it, and it ends when he is back."""

import asyncio
from typing import Any

import pytest

from tests.tui.tables.company import at_a_table
from tests.tui.tables.test_loop import Gated, soon
from tilehall.engine import Refused, read
from tilehall.tui.tables.seat import player
from tilehall.tui.tables.table import Table, going_back
from tilehall.tui.tables.thinking.thinkers import at_once

FIRST = (("first_turn", "full"), ("start_seat", "0"))


async def test_it_plays_and_the_record_stays_that_of_people() -> None:
    table = at_a_table("princess", ["human", "human"], "7", FIRST)
    table.stand_in(1, "random")
    await player(table, 0).act("side a")
    await table.settled()
    assert player(table, 0).now.mine
    assert [one.kind for one in table.header.players] == ["human", "human"]
    assert read(table.record()).header.players == table.header.players


async def test_what_it_thinks_of_when_one_is_back_is_not_done() -> None:
    mind = Gated()
    table = at_a_table("princess", ["human", "human"], "7", FIRST, minds=mind)
    table.stand_in(0, "random")
    waiting = asyncio.create_task(table.settled())
    await soon()
    steps = table.steps
    table.stand_in(0, "")
    assert mind.hurried == mind.thoughts
    mind.gate.set()
    await waiting
    assert (table.steps, player(table, 0).now.mine) == (steps, True)


@pytest.mark.parametrize("game", ["princess", "kaguya"])
def test_going_back_over_the_steps_of_others(game: str) -> None:
    table: Table[Any] = at_a_table(game, ["human", "human"], "7", FIRST if game == "princess" else ())
    table.runner = Table.open("princess", table.header.players).runner
    state, steps, first = table.match.state, table.steps, table.due()[0]
    while table.last_of(first) is None or table.due() == (first,):
        table.act(table.due()[0], table.match.legal(table.due()[0])[0])
    other = table.due()[0]
    table.act(other, table.match.legal(other)[0])
    step = table.last_of(first)
    assert step is not None
    while (step := table.last_of(first)) is not None:
        at_once(table.change(going_back(step)))
    assert (table.match.state, table.steps) == (state, steps)
    with pytest.raises(Refused):
        at_once(table.change(going_back(_gone(table))))


def _gone(table: Table[Any]) -> Any:
    """A step that is taken back already."""
    seat = table.due()[0]
    (step, *_) = table.act(seat, table.match.legal(seat)[0])
    table.undo(seat)
    return step
