"""What a player is told, and may do, where a game cannot be kept, is played elsewhere, or is damaged."""

import re
from collections.abc import Iterator
from datetime import UTC
from pathlib import Path

import pytest

from tests.tui.screens.driver import playing
from tests.tui.tables.test_journal import Full, damaged, played
from tilehall.engine import RecordPlayer
from tilehall.tui.app import Opening
from tilehall.tui.tables.storage.saved_games import read_text, verify_record
from tilehall.tui.tables.storage.store import Library
from tilehall.tui.tables.table import Table
from tilehall.tui.tables.thinking.background import ThreadWriter

PEOPLE = (RecordPlayer("Aki"), RecordPlayer("Bo"))


@pytest.fixture
def disk() -> Full:
    return Full()


@pytest.fixture
def shelf(tmp_path: Path, disk: Full) -> Iterator[Library]:
    """The shelf that the program uses as well."""
    yield Library(tmp_path / "data" / "games", UTC, disk=disk)


def opened(shelf: Library) -> Table:
    options = (("start_seat", "0"),)
    return Table.open("princess", PEOPLE, options, "7", shelf.new_journal("princess"), stamp=shelf.stamp())


# --- a full disk --------------------------------------------------------------------------------------------------


async def test_what_is_not_saved_can_be_tried_again(tmp_path: Path, shelf: Library, disk: Full) -> None:
    table = opened(shelf)
    async with playing(tmp_path, Opening("table", table), writing=ThreadWriter) as hands:
        before = read_text(table.store.path)
        disk.full = True
        await hands.press("enter", "enter")
        assert "Not saved: the disk is full. r tries again, p plays on unsaved." in hands.status
        assert read_text(table.store.path) == before
        await hands.press("r")
        assert "Not saved" in hands.status
        disk.full = False
        await hands.press("r")
        assert "Not saved" not in hands.text and "not saved" not in hands.text
        assert read_text(table.store.path) == table.record() != before


async def test_one_may_play_on_unsaved_and_is_told_all_the_time(tmp_path: Path, shelf: Library, disk: Full) -> None:
    table = opened(shelf)
    async with playing(tmp_path, Opening("table", table), writing=ThreadWriter) as hands:
        disk.full = True
        await hands.press("enter", "enter", "p")
        assert table.match.steps[-1].action.verb == "side" and "not saved" in hands.lines[0]
        await hands.press("ctrl+c")
        assert any("The game is not kept: the disk is full." in toast for toast in hands.toasts)
        disk.full = False
        await hands.press("enter", "enter")
        assert "not saved" not in hands.lines[0] and read_text(table.store.path) == table.record()


async def test_the_offer_stays_until_it_is_answered(tmp_path: Path, shelf: Library, disk: Full) -> None:
    table = opened(shelf)
    async with playing(tmp_path, Opening("table", table), writing=ThreadWriter) as hands:
        disk.full = True
        await hands.press("enter", "enter", "right", "tab")
        assert "Not saved" in hands.status and "r try again" in hands.footer and "p play on unsaved" in hands.footer
        disk.full = False
        await hands.press("r")
        assert read_text(table.store.path) == table.record() and "try again" not in hands.footer


async def test_leaving_what_is_not_saved_takes_a_second_q(tmp_path: Path, shelf: Library, disk: Full) -> None:
    table = opened(shelf)
    async with playing(tmp_path, Opening("table", table), writing=ThreadWriter) as hands:
        disk.full = True
        await hands.press("enter", "enter", "p", "q")
        assert hands.room == "BoardScreen" and "The latest steps are not saved: the disk is full." in hands.text
        await hands.press("right", "q")
        assert hands.room == "BoardScreen", "another key thinks again"
        await hands.press("q")
        await hands.in_room("HomeScreen")


async def test_another_key_thinks_again(tmp_path: Path, shelf: Library, disk: Full) -> None:
    table = opened(shelf)
    async with playing(tmp_path, Opening("table", table), writing=ThreadWriter) as hands:
        steps = len(table.match.steps)
        disk.full = True
        await hands.press("enter", "enter", "escape", "p")
        assert len(table.match.steps) == steps and not table.saver.plays_unsaved


async def test_a_table_opens_where_nothing_can_be_kept(tmp_path: Path, shelf: Library, disk: Full) -> None:
    disk.full = True
    async with playing(tmp_path, Opening("table", opened(shelf)), writing=ThreadWriter) as hands:
        assert "This game is not kept: the disk is full." in hands.status and "not saved" in hands.lines[0]
        await hands.press("enter", "enter")
        assert hands.table.match.steps[-1].action.verb == "side"


# --- played elsewhere ---------------------------------------------------------------------------------------------


async def test_who_comes_second_watches_and_takes_over_when_the_first_has_left(tmp_path: Path, shelf: Library) -> None:
    table = played(opened(shelf), 4)
    path = table.store.path
    async with playing(tmp_path, Opening("saved", path=path), writing=ThreadWriter) as hands:
        assert "You watch: this game is played by another program (process " in hands.status
        steps = hands.lines[0]
        played(table, 3)
        await hands.until(lambda: hands.lines[0] != steps, "what the other has done")
        await hands.press("enter", "space", "u", "p")
        assert "Whoever only watches changes nothing." in hands.text and "watching" in hands.lines[0]
        assert f"step {len(table.match.steps)}" in hands.lines[0]
        table.close()
        await hands.sees("Whoever played has left. p plays on here.")
        assert hands.footer.strip().startswith("p play on")
        await hands.press("p")
        await hands.until(lambda: hands.table.store is not None, "the game itself")
        made = len(table.match.steps)
        await hands.press("enter", "enter")
        await hands.until(lambda: len(hands.table.match.steps) > made or hands.press("enter"), "a step")
        assert read_text(path) == hands.table.record()


async def test_a_watched_game_ends_with_its_score(tmp_path: Path, shelf: Library) -> None:
    table = played(opened(shelf), 30)
    async with playing(tmp_path, Opening("saved", path=table.store.path), writing=ThreadWriter) as hands:
        assert hands.room == "BoardScreen"
        played(table)
        await hands.in_room("ScoringScreen")
        await hands.press("q")
        await hands.in_room("HomeScreen")


# --- damage -------------------------------------------------------------------------------------------------------


async def test_a_damaged_game_is_offered_from_where_it_holds(tmp_path: Path, shelf: Library) -> None:
    path = damaged(played(opened(shelf), 30), 0.9)
    before = path.read_bytes()
    async with playing(tmp_path, Opening("saved", path=path), writing=ThreadWriter) as hands:
        assert hands.room == "DamagedGameScreen" and "is damaged: Line" in hands.text
        await hands.press("escape")
        await hands.in_room("HomeScreen")
        assert path.read_bytes() == before, "looking changes nothing"
    async with playing(tmp_path, Opening("saved", path=path), writing=ThreadWriter) as hands:
        await hands.press("enter")
        await hands.in_room("HomeScreen")
        assert path.read_bytes() == before, "the first row changes nothing"
    async with playing(tmp_path, Opening("saved", path=path), writing=ThreadWriter) as hands:
        await hands.press("down", "enter")
        await hands.in_room("BoardScreen")
        assert path.with_suffix(".damaged").read_bytes() == before
        assert before.startswith(path.read_bytes())


async def test_a_replay_shows_what_holds(tmp_path: Path, shelf: Library) -> None:
    path = damaged(played(opened(shelf), 30), 0.9)
    found = Table.open_read_only(path, shelf)
    async with playing(tmp_path, Opening("replay", found, ply=10), writing=ThreadWriter) as hands:
        assert hands.room == "ReplayScreen" and any("is damaged" in toast for toast in hands.toasts)


async def test_a_damaged_game_that_was_over_goes_on_before_its_end(tmp_path: Path, shelf: Library) -> None:
    path = damaged(played(opened(shelf)), 0.8)
    before = path.read_bytes()
    async with playing(tmp_path, Opening("saved", path=path)) as hands:
        assert hands.room == "DamagedGameScreen" and "is damaged: Line" in hands.text
        await hands.press("down", "enter")
        await hands.in_room("BoardScreen")
        assert path.with_suffix(".damaged").read_bytes() == before
        played(hands.table)
        await hands.in_room("ScoringScreen")
    assert verify_record(path).fair and not list(shelf.folder.glob("*.seed"))


def beheaded(table: Table) -> Path:
    path = damaged(table, 0.5)
    path.write_bytes(b"\0" * 40 + path.read_bytes()[40:])
    return path


async def test_what_is_no_game_any_more_is_named_and_not_counted(tmp_path: Path, shelf: Library) -> None:
    tables = [played(opened(shelf), 5) for _ in range(3)]
    path = beheaded(tables[0])
    for table in tables:
        table.close()
    async with playing(tmp_path) as hands:
        await hands.go_to("All games")
        assert "2 wait to be played on; 1 cannot be read" in hands.text
        await hands.press("enter")
        await hands.in_room("SavedGamesScreen")
        assert f"{path.name}: This is no record: it does not begin with" in hands.text
        assert "mend\n  it with an editor." in re.sub(" +\n", "\n", hands.text)
        assert hands.text.count("step") == 2
        await hands.press("enter")
        await hands.in_room("BoardScreen")


async def test_only_what_is_no_game_any_more(tmp_path: Path, shelf: Library) -> None:
    paths = [beheaded(played(opened(shelf), 5)) for _ in range(5)]
    async with playing(tmp_path) as hands:
        await hands.go_to("All games")
        assert "Continue" not in hands.text and "0 wait to be played on; 5 cannot be read" in hands.text
        await hands.press("enter")
        await hands.in_room("SavedGamesScreen")
        assert sum(path.name in hands.text for path in paths) == 3
        assert "2 more; 'tilehall games' names them." in hands.text
        await hands.press("enter")
        await hands.in_room("HomeScreen")
