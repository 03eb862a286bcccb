"""Keys that arrive together, and people who come and go while others play."""

import asyncio
from pathlib import Path

import pytest

from tests.tui.player.sitting import kept
from tests.tui.screens.driver import QUICK, at, playing, table, to_the_end
from tests.tui.screens.test_two_boards import before, opened
from tilehall.engine import RecordPlayer
from tilehall.tui.app import Opening
from tilehall.tui.screens.board import BoardScreen
from tilehall.tui.screens.board_purpose import BoardPurpose
from tilehall.tui.tables.seat import player_seat, spectator_seat
from tilehall.tui.tables.table import Table
from tilehall.tui.tables.thinking.thinkers import run_inline


@pytest.mark.parametrize(("opens", "closes"), [("o", "q"), ("c", "b"), ("question_mark", "escape"), ("v", "v")])
async def test_two_keys_at_once_close_one_room(tmp_path: Path, opens: str, closes: str) -> None:
    async with playing(tmp_path, at(table(tmp_path, "human normal"))) as hands:
        await hands.press(opens)
        assert hands.room != "BoardScreen"
        hands.strike(closes)
        hands.strike(closes)
        await hands.settled()
        assert hands.room in ("BoardScreen", "HandScreen") and hands.text.strip()
        assert hands.app.is_running and hands.app._exception is None


async def test_two_keys_at_once_leave_the_table_once(tmp_path: Path) -> None:
    async with playing(tmp_path, at(table(tmp_path, "human normal"))) as hands:
        hands.strike("q")
        hands.strike("q")
        await hands.in_room("HomeScreen")


async def test_a_key_held_at_the_curtain_shows_the_board(tmp_path: Path) -> None:
    found = Table.open("kaguya", (RecordPlayer("Aki"), RecordPlayer("Bo")), (), "7", kept(tmp_path / "a.tilehall"))
    async with playing(tmp_path, Opening("table", found)) as hands:
        await hands.in_room("CurtainScreen")
        for _ in range(2):
            hands.strike("v")
        await hands.in_room("BoardScreen")
        assert hands.app.is_running and hands.text.strip()


async def test_who_sits_down_while_others_play_sees_what_happened_meanwhile() -> None:
    computers = opened("princess", "human human", start_seat="0")
    found = computers.table
    async with before(computers, 0) as aki:
        screen = BoardScreen(aki.app.look, player_seat(found, 1, computers), QUICK)
        found.act(0, "side a")
        assert not screen.player.must_decide
        await aki.app.push_screen(screen)
        await aki.until(lambda: screen.player.must_decide)


async def test_who_pauses_and_leaves_keeps_nobody_waiting() -> None:
    computers = opened("princess", "normal normal", start_seat="0")
    found = computers.table
    async with before(computers, 0) as aki:
        watching = BoardScreen(aki.app.look, spectator_seat(found, computers), QUICK, BoardPurpose("watch"))
        await aki.app.push_screen(watching)
        watching.resolve_command("pause")
        await aki.until(lambda: computers.services.runner.busy)
        watching.leave()
        await asyncio.wait_for(spectator_seat(found, computers).run_computers(), 20)
        assert found.over


async def test_one_who_cannot_listen_disturbs_nobody() -> None:
    computers, told = opened("princess", "human human", start_seat="0"), list[int]()
    found = computers.table

    def broken() -> None:
        raise RuntimeError("on purpose")

    spectator_seat(found, computers).subscribe(broken)
    spectator_seat(found, computers).subscribe(lambda: told.append(found.version))
    run_inline(player_seat(found, 0, computers).act("side a"))
    run_inline(player_seat(found, 1, computers).act("side a"))
    assert told == [1, 2]


async def test_a_change_that_comes_while_the_board_is_left_is_not_painted() -> None:
    computers = opened("princess", "human human", start_seat="0")
    found = computers.table
    async with before(computers, 1) as bo:
        screen = bo.app.screen
        bo.app.exit()
        await bo.until(lambda: not screen.board.is_attached)
        found.act(0, "side a")
        screen.catch_up()
        assert screen.player.moment.number == len(found.match.steps)
    assert bo.app._exception is None


async def test_an_enter_meant_for_the_board_leads_no_further_than_to_a_line_of_the_result(tmp_path: Path) -> None:
    async with playing(tmp_path, at(to_the_end(table(tmp_path, "human human")))) as hands:
        await hands.in_room("ScoringScreen")
        await hands.press("enter", "enter", "enter")
        assert hands.room == "DerivationScreen"
        await hands.press("escape")
        await hands.in_room("ScoringScreen")
        await hands.press("q")
        await hands.in_room("HomeScreen")
