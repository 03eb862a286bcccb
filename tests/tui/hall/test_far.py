"""A far seat: what it was told is what a seat at the same table knows; what it asks for is done there."""

import asyncio
from contextvars import copy_context
from typing import Any

import pytest

from tests.tui.hall.fakes import FakeHouse, FakeTable, FakeVisit, entered
from tests.tui.player.sitting import hint
from tilehall.engine import BUILT_IN_GAMES, UserError
from tilehall.tui.hall.client_state import ClientState
from tilehall.tui.hall.protocol import TableSettings
from tilehall.tui.tables.history.replay import Replay
from tilehall.tui.tables.seat import ConsentRequested, player_seat

GAMES = tuple(BUILT_IN_GAMES)


async def two(game: str) -> tuple[FakeTable, ClientState, ClientState]:
    """A table at which Aki and Bo sit, and what each of them knows."""
    house = FakeHouse()
    known = []
    for name in ("Aki", "Bo"):
        visit, ear = entered(house, name)
        known.append(ClientState(visit))
        ear.listen(known[-1].hear, copy_context())
    aki, bo = known
    number, _ = await aki.visit.open(TableSettings(game, 2))
    await bo.visit.join(number)
    await aki.visit.start(number)
    for each in known:
        await each.enter()
        await each.come(number)
    return house.tables[number], aki, bo


def seat_of(known: ClientState) -> Any:
    assert known.at is not None
    return known.at.seat


@pytest.mark.parametrize("game", GAMES)
async def test_a_far_seat_knows_at_every_step_what_a_near_one_knows(game: str) -> None:
    at, aki, bo = await two(game)
    table = at.table
    assert table is not None
    near = [player_seat(table, 0), player_seat(table, 1)]
    for _ in range(60):
        if table.over:
            break
        due = table.due()[0]
        far = seat_of((aki, bo)[due])
        assert far.now.must_decide
        await far.act(hint(table, due).action)
        for known, seat in zip((aki, bo), near, strict=True):
            told, meant, rules = seat_of(known).now, seat.now, table.rules
            assert (told.number, told.viewpoint, told.seat, told.must_decide, told.due) == (
                meant.number,
                meant.viewpoint,
                meant.seat,
                meant.must_decide,
                meant.due,
            )
            assert rules.dump(told.state) == rules.dump(meant.state)
            assert told.seen_steps == meant.seen_steps
            assert (told.barrier is None) == (meant.barrier is None)


@pytest.mark.parametrize("game", GAMES)
async def test_the_points_so_far_are_those_of_a_table_at_hand(game: str) -> None:
    """A game that goes on is looked back at by what these eyes may see of each step."""
    at, aki, bo = await two(game)
    table = at.table
    assert table is not None
    for _ in range(40):
        if not table.over:
            await seat_of((aki, bo)[table.due()[0]]).act(hint(table, table.due()[0]).action)
    review = await seat_of(aki).open_replay()
    whole = await player_seat(table, 0).open_replay()
    assert isinstance(review, Replay) and review.steps == whole.steps
    for step in range(review.steps + 1):
        review.go(step)
        state = table.match.steps[step - 1].after if step else table.match.initial_state
        assert table.rules.dump(review.now.state) == table.rules.dump(table.rules.view(state, 0))
    assert len(review.points_by_turn()) == len(whole.points_by_turn())
    with pytest.raises(UserError, match="when the game is over"):
        review.reviewer("normal")


async def test_what_the_others_must_agree_to_is_neither_done_nor_refused() -> None:
    at, aki, bo = await two("princess")
    table = at.table
    assert table is not None
    first = (aki, bo)[table.due()[0]]
    steps = len(table.match.steps)
    await seat_of(first).act(hint(table, table.due()[0]).action)
    with pytest.raises(ConsentRequested):
        await seat_of(first).undo()
    assert len(table.match.steps) == steps + 1 and at.request is not None


async def test_a_seat_says_what_has_been_read_once_its_listeners_have_read_it() -> None:
    at, aki, bo = await two("princess")
    table = at.table
    assert table is not None
    due = table.due()[0]
    first, other = ((aki, bo), (bo, aki))[due]
    done = asyncio.Event()
    seat_of(other).subscribe(lambda: None, done.wait)
    steps = len(table.match.steps)
    await seat_of(first).act(hint(table, due).action)
    await asyncio.sleep(0.02)
    visit = other.visit
    assert isinstance(visit, FakeVisit) and at.read.get(visit, 0) <= steps
    done.set()
    await asyncio.sleep(0.02)
    assert at.read[visit] == len(table.match.steps)


async def test_a_listener_that_breaks_is_told_no_more_and_the_others_go_on() -> None:
    at, aki, bo = await two("princess")
    table = at.table
    assert table is not None
    broken: list[Exception] = []
    heard: list[int] = []

    def breaks() -> None:
        raise RuntimeError("on purpose")

    seat_of(bo).subscribe(breaks, None, broken.append)
    seat_of(bo).subscribe(lambda: heard.append(1))
    for _ in range(2):
        await seat_of((aki, bo)[table.due()[0]]).act(hint(table, table.due()[0]).action)
    assert len(broken) == 1 and len(heard) == 2


async def test_changes_that_come_while_one_is_coming_are_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    at, _, bo = await two("princess")
    table = at.table
    assert table is not None
    await bo.go()
    come = bo.visit.come

    async def slowly(number: int) -> Any:
        seated = await come(number)
        table.act(table.due()[0], hint(table, table.due()[0]).action)
        return seated

    monkeypatch.setattr(bo.visit, "come", slowly)
    await bo.come(at.number)
    assert seat_of(bo).now.number == len(table.match.steps)
