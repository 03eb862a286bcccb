"""Whole games of two people before two screens in one process: what one does the other sees."""

import pytest

from tests.cases import some
from tests.tui.hall.fakes import FakeHouse, FakeTable, entered
from tests.tui.hall.hands import Hands, visiting
from tests.tui.player.sitting import hint
from tilehall.engine import BUILT_IN_GAMES
from tilehall.tui.hall.protocol import TableSettings
from tilehall.tui.screens.board import BoardScreen

GAMES = tuple(BUILT_IN_GAMES)
FEW = {"sand": ("round_limit", "3")}


async def begun(house: FakeHouse, wish: TableSettings) -> FakeTable:
    """Aki and Bo sit at a table that has begun."""
    aki, _ = entered(house, "Aki")
    bo, _ = entered(house, "Bo")
    number, _ = await aki.open(wish)
    await bo.join(number)
    for n in range(2, wish.seats):
        await aki.fill(number, n, "random")
    await aki.start(number)
    await aki.end()
    await bo.end()
    return house.tables[number]


def board(hands: Hands) -> BoardScreen:
    return next(screen for screen in hands.app.screen_stack if isinstance(screen, BoardScreen))


async def move(hands: Hands, at: FakeTable, seat: int) -> None:
    """What a good player would do, on the board of this screen."""
    table = at.table
    assert table is not None
    player = board(hands).player
    await hands.until(lambda: player.must_decide and player.moment.number == len(table.match.steps))
    action, steps = hint(table, seat).action, len(table.match.steps)
    assert player.focus.selection is not None
    choice = next(choice for choice in player.focus.selection.choices if choice.action == action)
    board(hands).call_next(board(hands)._carry_out, choice)
    await hands.until(lambda: len(table.match.steps) > steps)


@pytest.mark.parametrize("game", some(GAMES, slice(1, None, 2)))
async def test_two_play_a_whole_game_and_look_back_at_it(game: str) -> None:
    house = FakeHouse()
    at = await begun(house, TableSettings(game, 3 if game == "kaguya" else 2, (FEW[game],) if game in FEW else ()))
    assert at.table is not None
    async with visiting(house, "Aki") as aki, visiting(house, "Bo") as bo:
        for hands in (aki, bo):
            await hands.press("enter")
            await hands.in_room("BoardScreen")
        while not at.table.over:
            due = at.due_people()
            if not due:
                await aki.until(lambda: at.table.over or at.due_people())
                continue
            await move((aki, bo)[due[0]], at, due[0])
        for hands in (aki, bo):
            await hands.in_room("ScoringScreen")
            assert "the result" in hands.text.lower() or "win" in hands.text
            assert len(board(hands).seat.now.seen_steps) == len(at.table.match.steps)
        await bo.press("v")
        await bo.in_room("ReplayScreen")
        await bo.press("home")
        await bo.sees("Before the first step.")
        await bo.press("q")
        await bo.in_room("ScoringScreen")
        await bo.press("q")
        await bo.in_room("LobbyScreen")
        await bo.sees("Just ended")


async def test_no_screen_is_told_what_its_eyes_may_not_know() -> None:
    """At a game with secrets the two screens and an onlooker have what the rules show to each."""
    house = FakeHouse()
    at = await begun(house, TableSettings("kaguya", 3))
    table = at.table
    assert table is not None
    async with visiting(house, "Aki") as aki, visiting(house, "Cleo") as cleo:
        for hands in (aki, cleo):
            await hands.press("enter")
            await hands.in_room("BoardScreen")
        for seat, hands in ((0, aki), (None, cleo)):
            now = board(hands).seat.now
            rules = table.rules
            await hands.until(lambda now=now: now.number == len(table.match.steps))
            assert rules.dump(now.state) == rules.dump(rules.view(table.match.state, seat))
