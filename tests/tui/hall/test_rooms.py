"""The hall's screens by keys: from the lobby to a table and back, alone and in company."""

import pytest

from tests.tui.hall.fakes import FakeHouse, entered
from tests.tui.hall.hands import DOOR, visiting
from tests.tui.hall.test_whole_games import begun, board
from tilehall.tui.hall.protocol import TableSettings
from tilehall.tui.terminal.capabilities import Colours, Terminal

SIZES = ((80, 24), (120, 40), (60, 20))


@pytest.mark.parametrize("size", SIZES)
async def test_an_empty_lobby_says_what_to_do(size: tuple[int, int]) -> None:
    async with visiting(FakeHouse(), "Aki", size) as aki:
        assert "Welcome, Aki." in aki.text and "Nobody has opened a table yet" in aki.text
        assert "opens a table" in aki.text and "Enter" not in aki.footer


async def test_two_meet_at_a_table_and_play() -> None:
    house = FakeHouse()
    async with visiting(house, "Aki") as aki, visiting(house, "Bo") as bo:
        await aki.press("o")
        await aki.in_room("OpenScreen")
        await aki.press("enter")
        await aki.in_room("WaitingScreen")
        assert DOOR in aki.text and "1 chair is free" in aki.text
        await bo.sees("Waiting for players")
        assert "Aki" in bo.text and "join" in bo.footer
        await bo.press("enter")
        await bo.in_room("WaitingScreen")
        assert "Please wait" in bo.text
        await aki.sees("all chairs are taken")
        await aki.press("enter")
        await aki.in_room("BoardScreen")
        await bo.in_room("BoardScreen")
        (at,) = house.tables.values()
        assert at.table is not None
        first, second = (aki, bo) if at.table.due() == (0,) else (bo, aki)
        await first.until(lambda: board(first).player.must_decide)
        steps = len(at.table.match.steps)
        await first.press("enter")
        await second.until(lambda: len(board(second).player.moment.seen_steps) > steps)
        assert at.table.match.steps[steps].seat == (0 if first is aki else 1)


async def test_alone_with_computers_from_the_empty_lobby() -> None:
    house = FakeHouse()
    async with visiting(house, "Aki") as aki:
        await aki.press("o", "enter")
        await aki.in_room("WaitingScreen")
        await aki.press("down", "enter")
        await aki.sees("all chairs are taken")
        await aki.press("home", "enter")
        await aki.in_room("BoardScreen")
        (at,) = house.tables.values()
        assert at.table is not None
        await aki.until(lambda: board(aki).player.must_decide)
        steps = len(at.table.match.steps)
        await aki.press("enter")
        await aki.until(lambda: len(at.table.match.steps) > steps)
        await aki.press("q")
        await aki.in_room("LobbyScreen")


@pytest.mark.parametrize("colours", ["truecolor", "none"])
async def test_the_lobby_marks_who_has_to_decide_as_the_board_does(colours: Colours) -> None:
    """By the colour of the seat, or by brackets: the arrow is the cursor alone."""
    house = FakeHouse()
    await begun(house, TableSettings("princess", 2, (("start_seat", "0"),)))
    async with visiting(house, "Bo", terminal=Terminal(colours=colours)) as bo:
        (line,) = [line for line in bo.lines if "Princess" in line and "Aki" in line]
        play, tokens = bo.app.look.glyphs.play, [bo.app.look.glyphs.seat(seat) for seat in (0, 1)]
        assert line.count(play) == 1 and line.index(play) < line.index("The Princess")
        assert ("[" in line) == (colours == "none")
        assert f"{tokens[0]} Aki" in line and f"{tokens[1]} Bo" in line


async def test_who_leaves_the_lobby_says_so_twice() -> None:
    async with visiting(FakeHouse(), "Aki") as aki:
        assert "q leave" in aki.footer and "q q" not in aki.footer
        await aki.press("q")
        assert "once more" in aki.text and aki.app.is_running
        await aki.press("q")
        await aki.until(lambda: not aki.app.is_running)
        assert aki.app.goodbye == ""


async def test_a_table_with_a_code_is_joined_by_it() -> None:
    house = FakeHouse()
    host, _ = entered(house, "Bo")
    _, code = await host.open(TableSettings("sand", 2, code=True))
    async with visiting(house, "Aki") as aki:
        await aki.press("c")
        await aki.in_room("CodeScreen")
        await aki.press("enter")
        await aki.sees("Type the code first.")
        await aki.type("wrong")
        await aki.press("enter")
        await aki.in_room("LobbyScreen")
        assert any("No table has the code wrong" in told for told in aki.toasts)
        await aki.press("c")
        await aki.in_room("CodeScreen")
        await aki.type(code)
        await aki.press("enter")
        await aki.in_room("WaitingScreen")
        assert house.tables[17].chairs[1].name == "Aki"
