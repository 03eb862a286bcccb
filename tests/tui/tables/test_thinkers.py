"""Where computer players think: the same thought is the same choice everywhere."""

import asyncio
from collections.abc import Sequence

import pytest

from tilehall.engine import Action, Advice, Player
from tilehall.engine import game as game_of
from tilehall.tui.tables.table import Table
from tilehall.tui.tables.thinking.background import Aside
from tilehall.tui.tables.thinking.thinkers import HINT, Here, Thought, advice_on, at_once

GAMES = ("princess", "sand", "beasts", "kaguya")


def thoughts(game: str, level: str) -> list[Thought]:
    """What computer players think about in a game."""
    found: list[Thought] = []

    class Noting:
        async def think(self, thought: Thought) -> Advice:
            found.append(thought)
            return advice_on(thought)

        def hurry(self, thought: Thought) -> None:
            """It never takes long."""

    at_once(Table.open(game, [Player("Aki", level), Player("Bo", level)], seed="7", minds=Noting()).settled())
    return found


def choices(thought: Thought) -> Sequence[Action]:
    return game_of(thought.game).legal(thought.view, thought.seat)


async def test_the_same_thought_is_the_same_choice_everywhere() -> None:
    for game in GAMES:
        for thought in thoughts(game, "random")[5:60:25]:
            advice = await Here().think(thought)
            assert advice.action in choices(thought)
            assert await Aside().think(thought) == advice


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


async def test_nobody_can_wait_without_an_event_loop() -> None:
    async def waits() -> None:
        await asyncio.sleep(0)

    with pytest.raises(RuntimeError, match="needs an event loop"):
        at_once(waits())
