"""Keys that come in one read, or while a screen comes and goes: each goes where the one before has led."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tests.tui.player.sitting import kept
from tests.tui.screens.driver import table
from tests.tui.screens.remote import Line, places_in, wired
from tests.tui.screens.test_crash import board_of
from tilehall.engine import RecordPlayer
from tilehall.tui.app import Opening, TilehallApp
from tilehall.tui.screens.home import HomeChoice
from tilehall.tui.tables.table import Table
from tilehall.tui.widgets.form import Form

DOWN, RIGHT, ENTER, PALETTE = b"\x1b[B", b"\x1b[C", b"\r", b"\x10"


@pytest.fixture
def game(tmp_path: Path) -> Table[Any]:
    return table(tmp_path, "human human")


async def at_the_board(line: Line) -> None:
    await line.in_room("BoardScreen")


@pytest.mark.parametrize(
    ("keys", "room"),
    [
        (b"o\x1b[27u", "BoardScreen"),
        (b"?\x1b[27uc\x1b[27uv", "HandScreen"),
        (b"?/gem\r\x1b[27u", "RulesScreen"),
        (b"q" + DOWN + ENTER, "SetupScreen"),
        (b"qq", "HomeScreen"),
        (b"qqqqqqqq", "HomeScreen"),
        (b"oqq", "BoardScreen"),
        (PALETTE + b"\x1b[5~\x1b[6~\x1b[5~", "SafeCommandPalette"),
        (PALETTE + b"\x1b[27u" + PALETTE, "SafeCommandPalette"),
        (b"," + b"\x1b[27u" + b"o", "ReaderScreen"),
    ],
)
async def test_what_comes_in_one_read_goes_from_screen_to_screen(
    keys: bytes, room: str, tmp_path: Path, game: Table[Any]
) -> None:
    async with wired(places_in(tmp_path), Opening("table", game)) as line:
        await at_the_board(line)
        await line.type(keys)
        await line.until(lambda: line.app.room == room)
        for _ in range(5):
            await line.settled()
        assert line.app.room == room and not line.app.reports and not line.running.done()


async def test_keys_wait_for_a_room_that_takes_its_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    go = TilehallApp._go

    async def slowly(app: TilehallApp, errand: HomeChoice) -> None:
        await asyncio.sleep(0.1)
        await go(app, errand)

    monkeypatch.setattr(TilehallApp, "_go", slowly)
    async with wired(places_in(tmp_path), Opening()) as line:
        await line.in_room("HomeScreen")
        await line.type(b"1" + DOWN + RIGHT)
        await line.in_room("SetupScreen")
        await line.until(lambda: line.app.screen.query_one(Form).value("players") == "3")


async def test_a_key_finds_its_screen_where_nothing_has_the_focus(tmp_path: Path, game: Table[Any]) -> None:
    """As after a terminal has said, while screens changed, that it lost the focus; and types on."""
    async with wired(places_in(tmp_path), Opening("table", game)) as line:
        await at_the_board(line)
        line.app.screen.set_focus(None)
        await line.type(b"q")
        await line.in_room("HomeScreen")


async def test_no_key_for_the_board_is_lost_after_a_dialog(tmp_path: Path, game: Table[Any]) -> None:
    async with wired(places_in(tmp_path), Opening("table", game)) as line:
        await at_the_board(line)
        await line.type(b"o" + b"\x1b[27u" + ENTER + ENTER)
        await line.until(lambda: "Bo has " in line.app.text or len(game.match.steps) > 3)


async def test_all_keys_of_one_read_count_in_their_order(tmp_path: Path, game: Table[Any]) -> None:
    """A whole opening typed ahead does what it does key by key."""
    keys = (ENTER, ENTER, b"1", RIGHT, RIGHT, ENTER, b"u", b"U", b".")
    slow = table(None, "human human")
    async with wired(places_in(tmp_path / "slow"), Opening("table", slow)) as line:
        await at_the_board(line)
        await line.type(*keys)
        status = board_of(line).player.status.current()
    async with wired(places_in(tmp_path), Opening("table", game)) as line:
        await at_the_board(line)
        await line.type(b"".join(keys))
        await line.until(lambda: board_of(line).player.status.current() == status)
    assert [str(step.action) for step in game.match.steps] == [str(step.action) for step in slow.match.steps]
    assert len(slow.match.steps) > 4


async def test_a_key_struck_often_at_a_curtain_lifts_it_once(tmp_path: Path) -> None:
    found = Table.open("kaguya", (RecordPlayer("Aki"), RecordPlayer("Bo")), (), "7", kept(tmp_path / "a.tilehall"))
    steps = len(found.match.steps)
    async with wired(places_in(tmp_path), Opening("table", found)) as line:
        await line.in_room("CurtainScreen")
        await line.type(b"v" * 5)
        await at_the_board(line)
        for _ in range(5):
            await line.settled()
        assert line.app.room == "BoardScreen" and len(found.match.steps) == steps
        assert not board_of(line).player.focus.selection.picks, "nobody has seen what there is to pick"


async def test_no_key_for_the_board_lifts_the_curtain_that_falls_meanwhile(tmp_path: Path) -> None:
    found = Table.open("kaguya", (RecordPlayer("Aki"), RecordPlayer("Bo")), (), "7", kept(tmp_path / "a.tilehall"))
    async with wired(places_in(tmp_path), Opening("table", found)) as line:
        await line.in_room("CurtainScreen")
        await line.type(b"v")
        await at_the_board(line)
        await line.type(b"X" + b"v" + b" " + ENTER)
        for _ in range(5):
            await line.settled()
        assert line.app.room == "CurtainScreen"
        await line.type(b"v")
        await at_the_board(line)


async def test_digits_of_other_scripts_are_no_digits(tmp_path: Path, game: Table[Any]) -> None:
    async with wired(places_in(tmp_path), Opening("table", game)) as line:
        await at_the_board(line)
        await line.type(*(digit.encode() for digit in "²①٣𝟗"))
        assert not line.app.reports and len(game.match.steps) == 2


async def test_a_click_outside_takes_no_key_away(tmp_path: Path, game: Table[Any]) -> None:
    async with wired(places_in(tmp_path), Opening("table", game)) as line:
        await at_the_board(line)
        await line.type(b"\x1b[<0;900;900M\x1b[<0;900;900m", b"\x1b[O", b"o")
        assert line.app.room == "ReaderScreen"


async def test_ctrl_c_leaves_also_where_something_never_ends(tmp_path: Path, game: Table[Any]) -> None:
    async with wired(places_in(tmp_path), Opening("table", game)) as line:
        await at_the_board(line)
        never = asyncio.Event()
        board_of(line).call_later(never.wait)
        await line.type(b"o", b"\x03", b"\x03")
        assert await line.ends() == 0


async def test_a_table_is_left_also_by_a_screen_in_which_something_never_ends(tmp_path: Path) -> None:
    found = table(tmp_path, "human human")
    async with wired(places_in(tmp_path), Opening("table", found)) as line:
        await at_the_board(line)
        board = board_of(line)
        board.call_later(asyncio.Event().wait)
        computers = board.seat._computers
        assert computers._listeners
        line.app.call_later(line.app.exit)
        assert await line.ends() == 0
    assert not computers._listeners
