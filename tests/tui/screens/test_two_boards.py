"""Two people at one table, each before a screen of his own, and a computer player between them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.tui.boards.tables import look
from tests.tui.screens.driver import QUICK, Fingers
from tilehall.engine import RecordPlayer
from tilehall.tui.config.user_dirs import UserDirs
from tilehall.tui.screens.board import BoardScreen
from tilehall.tui.tables.computer_players import ComputerPlayers, TableServices
from tilehall.tui.tables.seat import Seat, player_seat
from tilehall.tui.tables.table import Table
from tilehall.tui.tables.thinking.background import TaskRunner, ThreadThinker
from tilehall.tui.terminal.app import TerminalApp
from tilehall.tui.terminal.capabilities import Terminal

NOWHERE = UserDirs(Path(), Path(), Path())
"""Nothing is kept here."""


class BoardApp(TerminalApp[int]):
    """Nothing but a board before one seat."""

    def __init__(self, seat: Seat[Any]) -> None:
        super().__init__(Terminal())
        self.seat = seat
        self.look = look()

    def on_mount(self) -> None:
        self.push_screen(BoardScreen(self.look, self.seat, QUICK.with_value("confirm", "at once")))


@asynccontextmanager
async def before(computers: ComputerPlayers[Any], number: int) -> AsyncIterator[Fingers]:
    app = BoardApp(player_seat(computers.table, number, computers))
    async with app.run_test(size=(80, 24)) as pilot:
        hands = Fingers(app, pilot, NOWHERE)
        await hands.until(lambda: hands.room == "BoardScreen" and hands.text.strip())
        yield hands


def opened(game: str, kinds: str, **options: str) -> ComputerPlayers[Any]:
    names = ("Aki", "Bo", "Cleo", "Dara")
    players = [RecordPlayer(names[n], kind) for n, kind in enumerate(kinds.split())]
    table = Table.open(game, players, options.items(), "7")
    return ComputerPlayers(table, TableServices(ThreadThinker(), TaskRunner()))


async def test_each_sees_what_the_other_does_and_acts_for_itself() -> None:
    computers = opened("princess", "human human normal", start_seat="0")
    table = computers.table
    async with before(computers, 0) as aki, before(computers, 1) as bo:
        assert "side a or b" in aki.prompt and "Aki is to play." in bo.prompt
        steps = len(table.match.steps)
        await bo.press("enter", "tab", "1", "right", "enter", ".", "u")
        assert len(table.match.steps) == steps, "it is not Bo's turn"
        await aki.press("enter")
        await bo.sees("Aki plays on side")
        await aki.until(lambda: "Bo is to play." in aki.prompt)
        assert table.match.steps[-1].seat == 0 and "side a or b" in bo.prompt
        await bo.press("enter")
        await aki.until(lambda: "Take a tile" in aki.prompt)
        assert "Cleo plays on side" in aki.status
        sides = [step.seat for step in table.match.steps if str(step.action).startswith("side")]
        assert sides == [0, 1, 2], "the computer player has played once, whoever looks on"
        taken = len(table.match.steps)
        await aki.press("1")
        await bo.until(lambda: len(bo.app.screen.player.moment.seen_steps) == taken + 1)
        await aki.press("u")
        await bo.until(lambda: len(bo.app.screen.player.moment.seen_steps) == taken)
        assert "taken back" in bo.status


async def test_what_one_has_begun_to_choose_stays_when_another_decides() -> None:
    """Everybody owes a hand at the same time; nobody's screen shows another's."""
    computers = opened("kaguya", "human human normal")
    table = computers.table
    async with before(computers, 0) as aki, before(computers, 1) as bo:
        await aki.until(lambda: aki.app.screen.player.must_decide)
        await bo.until(lambda: bo.app.screen.player.must_decide)
        await aki.press("1")
        picks = list(aki.app.screen.player.focus.selection.picks)
        assert picks
        await bo.press("2", "enter")
        await bo.until(lambda: not bo.app.screen.player.must_decide)
        assert aki.app.screen.player.focus.selection.picks == picks, "what Aki has picked stays picked"
        assert "Bo" not in aki.prompt
        pledge = table.match.state.merchants[1].pledge
        assert pledge is not None
        assert aki.app.screen.player.moment.seen_steps[-1].action is None, "it is Bo's secret"
        await aki.press("enter")
        await aki.until(
            lambda: table.rules.decision(table.match.state, table.due()[0]).kind != "PRESENT", "all hands are open"
        )


@pytest.mark.parametrize("leaver", [0, 1])
async def test_one_may_leave_and_the_other_plays_on(leaver: int) -> None:
    computers = opened("princess", "human human normal", start_seat="0")
    table = computers.table
    async with before(computers, 1 - leaver) as stays:
        async with before(computers, leaver) as goes:
            assert goes.room == "BoardScreen"
        if leaver == 0:
            table.act(0, "side a")
        await stays.until(lambda: stays.app.screen.player.must_decide)
        steps = len(table.match.steps)
        await stays.press("enter")
        await stays.until(lambda: len(table.match.steps) > steps, "the action of who stayed")
        assert table.match.steps[steps].seat == 1 - leaver


async def test_a_screen_that_breaks_breaks_nobody_elses_game() -> None:
    computers = opened("princess", "human human normal", start_seat="0")
    table = computers.table
    async with before(computers, 0) as aki:
        app = BoardApp(player_seat(table, 1, computers))
        with pytest.raises(RuntimeError, match="on purpose"):
            async with app.run_test(size=(80, 24)) as pilot:
                bo = Fingers(app, pilot, NOWHERE)
                await bo.until(lambda: bo.room == "BoardScreen" and bo.text.strip())
                app.screen.player.catch_up = broken
                await aki.press("enter")
                assert table.match.steps[-1].seat == 0 and "Bo is to play." in aki.prompt
                await bo.until(lambda: not app.is_running)
        table.act(1, "side b")
        await aki.until(lambda: aki.app.screen.player.must_decide)


def broken() -> bool:
    raise RuntimeError("on purpose")
