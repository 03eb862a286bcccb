"""Where computer players think: the same thought is the same choice everywhere, a late one a harmless choice."""

import asyncio
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.tui.house.company import at_a_table
from tilehall.engine import Action, Advice, Player, Rng
from tilehall.engine import game as game_of
from tilehall.tui.house.apart import Aside, Workers, harmless
from tilehall.tui.house.minds import HINT, Here, Thought, advice_on, at_once
from tilehall.tui.house.seat import player
from tilehall.tui.house.table import Table

GAMES = ("princess", "sand", "beasts", "kaguya")


def thoughts(game: str, level: str) -> list[Thought]:
    """What computer players think about in a game."""
    found: list[Thought] = []

    class Noting:
        async def think(self, thought: Thought) -> Advice:
            found.append(thought)
            return advice_on(thought)

    at_once(Table.open(game, [Player("Aki", level), Player("Bo", level)], seed="7", minds=Noting()).settled())
    return found


def choices(thought: Thought) -> Sequence[Action]:
    return game_of(thought.game).legal(thought.view, thought.seat)


@pytest.fixture
def busy() -> Iterator[tuple[Workers, threading.Event]]:
    """Workers who have no time before the event, and little patience."""
    free, pool = threading.Event(), ThreadPoolExecutor(1)
    pool.submit(free.wait)
    workers = Workers(1, 0.02, lambda count: pool)
    yield workers, free
    free.set()
    workers.close()


async def test_the_same_thought_is_the_same_choice_everywhere() -> None:
    workers = Workers(1, 60)
    try:
        for game in GAMES:
            for thought in thoughts(game, "random")[5:60:25]:
                advice = await Here().think(thought)
                assert advice.action in choices(thought)
                assert await Aside().think(thought) == advice
                assert await workers.think(thought) == advice
    finally:
        workers.close()


def test_another_whim_is_another_choice() -> None:
    thought = next(each for each in thoughts("princess", "random") if len(choices(each)) > 5)
    asked = [Thought(thought.game, "random", thought.view, thought.seat, str(whim)) for whim in range(20)]
    assert len({str(advice_on(each).action) for each in asked}) > 1
    assert advice_on(asked[0]) == advice_on(asked[0])


@pytest.mark.parametrize("game", GAMES)
def test_a_hint_is_what_a_good_player_would_do(game: str) -> None:
    for thought in thoughts(game, "random")[::40]:
        hint = advice_on(Thought(game, HINT, thought.view, thought.seat, "1"))
        assert hint.action in choices(thought)
        assert hint.why


@pytest.mark.parametrize("game", GAMES)
def test_what_is_harmless_is_a_choice(game: str) -> None:
    for thought in thoughts(game, "random")[::5]:
        assert harmless(thought).action in choices(thought)


async def test_a_late_thought_is_replaced_by_a_harmless_choice(busy: tuple[Workers, threading.Event]) -> None:
    workers, free = busy
    thought = thoughts("kaguya", "normal")[3]
    advice = await workers.think(thought)
    assert advice == harmless(thought)
    assert str(advice.why) == "there was no time to think"
    free.set()
    workers.deadline = 60
    assert await workers.think(thought) == advice_on(thought)


@pytest.mark.parametrize("game", GAMES)
async def test_a_game_without_time_to_think_comes_to_its_end(game: str) -> None:
    """Workers with no time at all: every choice is the harmless one."""
    pool = ThreadPoolExecutor(1)
    workers = Workers(1, 0, lambda count: pool)
    table = at_a_table(game, ["human", "normal"], "7", (("round_limit", "9"),) if game == "sand" else (), workers)
    seat, whims = player(table, 0), Rng("7")
    while not table.over:
        await seat.settled()
        if seat.now.mine:
            await seat.act(seat.now.legal[whims.below(len(seat.now.legal))])
    workers.close()
    computer = [deed for deed in seat.now.deeds if deed.seat == 1]
    assert len(computer) > 3
    assert {str(deed.why) for deed in computer} == {"there was no time to think"}


async def test_a_thought_can_be_called_off(busy: tuple[Workers, threading.Event]) -> None:
    workers, free = busy
    workers.deadline = 60
    thought = thoughts("princess", "random")[3]
    for mind in (workers, Aside()):
        thinking = asyncio.create_task(mind.think(thought))
        await asyncio.sleep(0)
        thinking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await thinking
    free.set()
    assert await workers.think(thought) == advice_on(thought)


async def test_what_goes_wrong_in_another_process_is_told() -> None:
    workers = Workers(1, 60)
    thought = thoughts("princess", "random")[3]
    try:
        with pytest.raises(ValueError, match="no computer player"):
            await workers.think(Thought(thought.game, "wizard", thought.view, thought.seat, "1"))
        assert await workers.think(thought) == advice_on(thought)
    finally:
        workers.close()


async def test_nobody_can_wait_without_an_event_loop() -> None:
    async def waits() -> None:
        await asyncio.sleep(0)

    with pytest.raises(RuntimeError, match="needs an event loop"):
        at_once(waits())
