"""Where computer players think: the same thought is the same choice everywhere."""

import asyncio
from collections.abc import Sequence

import pytest

from tilehall.engine import Action, Advice, RecordPlayer
from tilehall.engine import load_game as game_of
from tilehall.tui.tables.computer_players import ComputerPlayers, TableServices
from tilehall.tui.tables.table import Table
from tilehall.tui.tables.thinking.background import ThreadThinker
from tilehall.tui.tables.thinking.thinkers import HINT, InlineThinker, Thought, final_advice, run_inline

GAMES = ("princess", "sand", "beasts", "kaguya")


def thoughts(game: str, level: str) -> list[Thought]:
    """What computer players think about in a game."""
    found: list[Thought] = []

    class Noting:
        async def think(self, thought: Thought) -> Advice:
            found.append(thought)
            return final_advice(thought)

        def hurry(self, thought: Thought) -> None:
            """It never takes long."""

    table = Table.open(game, [RecordPlayer("Aki", level), RecordPlayer("Bo", level)], seed="7")
    run_inline(ComputerPlayers(table, TableServices(thinker=Noting())).run())
    return found


def choices(thought: Thought) -> Sequence[Action]:
    return game_of(thought.game).legal_actions(thought.view, thought.seat)


async def test_the_same_thought_is_the_same_choice_everywhere() -> None:
    for game in GAMES:
        for thought in thoughts(game, "random")[5:60:25]:
            advice = await InlineThinker().think(thought)
            assert advice.action in choices(thought)
            assert await ThreadThinker().think(thought) == advice


def test_another_whim_is_another_choice() -> None:
    thought = next(each for each in thoughts("princess", "random") if len(choices(each)) > 5)
    asked = [Thought(thought.game, "random", thought.view, thought.seat, str(whim)) for whim in range(20)]
    assert len({str(final_advice(each).action) for each in asked}) > 1
    assert final_advice(asked[0]) == final_advice(asked[0])


@pytest.mark.parametrize("game", GAMES)
def test_a_hint_is_what_a_good_player_would_do(game: str) -> None:
    for thought in thoughts(game, "random")[::40]:
        hint = final_advice(Thought(game, HINT, thought.view, thought.seat, "1"))
        assert hint.action in choices(thought)
        assert hint.why


async def test_nobody_can_wait_without_an_event_loop() -> None:
    async def waits() -> None:
        await asyncio.sleep(0)

    with pytest.raises(RuntimeError, match="needs an event loop"):
        run_inline(waits())
