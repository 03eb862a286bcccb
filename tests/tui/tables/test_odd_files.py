"""What else may lie among the saved games, and disks that are full or closed for real."""

import os
import resource
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC
from pathlib import Path
from random import Random

import pytest

from tilehall.engine import RecordError, RecordPlayer
from tilehall.tui.tables.storage.disk_errors import NotSaved
from tilehall.tui.tables.storage.store import Library, SavedGame
from tilehall.tui.tables.table import Table

PEOPLE = (RecordPlayer("Aki"), RecordPlayer("Zoë"))

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="it has no pipes and devices with names")


@pytest.fixture
def shelf(tmp_path: Path) -> Library:
    return Library(tmp_path / "games", UTC)


def opened(shelf: Library) -> Table[object]:
    return Table.open("princess", PEOPLE, seed="7", store=shelf.new_journal("princess"))


def act(table: Table[object], count: int) -> None:
    for _ in range(count):
        (seat,) = table.due()
        table.act(seat, Random(7).choice(table.match.legal_actions(seat)))


@contextmanager
def no_file_larger_than(size: int) -> Iterator[None]:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_where_the_system_allows_no_larger_file_nothing_is_torn(shelf: Library) -> None:
    table = opened(shelf)
    act(table, 3)
    (saved,) = shelf.saved_games()
    for room in range(12):
        size = saved.path.stat().st_size
        steps = len(table.match.steps)
        with no_file_larger_than(size + room), pytest.raises(NotSaved):
            while True:
                act(table, 1)
                size, steps = saved.path.stat().st_size, len(table.match.steps)
        assert saved.path.stat().st_size == size
        assert (len(table.match.steps), len(shelf.rescue(saved.path).record.match.steps)) == (steps, steps)
    act(table, 1)
    assert not table.saver.trouble


def odd(folder: Path, name: str) -> None:
    """A pipe, a folder, a device, a link to nowhere of that name."""
    os.mkfifo(folder / f"pipe{name}")
    (folder / f"folder{name}").mkdir()
    (folder / f"device{name}").symlink_to("/dev/zero")
    (folder / f"nowhere{name}").symlink_to(folder / "not there")


@pytest.mark.parametrize("suffix", [".tilehall", ".lock", ".seed", ".tilehall.4711.part"])
def test_no_odd_file_is_in_the_way(shelf: Library, suffix: str) -> None:
    table = opened(shelf)
    act(table, 3)
    table.close()
    odd(shelf.folder, suffix)
    (saved,) = shelf.saved_games()
    assert shelf.problems() == []
    shelf.tidy()
    assert [shelf.lock_holder(shelf.folder / f"{kind}.tilehall") for kind in ("pipe", "folder", "device")] == [None] * 3
    Table.resume(saved.path, shelf).close()
    another = opened(shelf)
    act(another, 3)
    assert not another.saver.trouble
    another.close()


@pytest.mark.parametrize("kind", ["pipe", "folder", "device", "nowhere"])
@pytest.mark.parametrize("suffix", [".lock", ".seed"])
def test_a_game_with_an_odd_file_beside_it_is_played_or_refused(shelf: Library, kind: str, suffix: str) -> None:
    table = opened(shelf)
    act(table, 3)
    table.close()
    (saved,) = shelf.saved_games()
    odd(shelf.folder, suffix)
    record = shelf.folder / f"{kind}.tilehall"
    os.rename(saved.path, record)
    if suffix == ".lock":
        os.rename(saved.path.with_suffix(".seed"), record.with_suffix(".seed"))
    before = record.read_bytes()
    try:
        table = Table.resume(record, shelf)
    except RecordError as error:
        assert (suffix, "its seed is missing" in str(error)) == (".seed", True)
    else:
        try:
            act(table, 1)
        except NotSaved as error:
            assert str(error).startswith("Not saved: ")
        table.close()
    assert record.read_bytes().startswith(before)


@pytest.mark.parametrize("seconds", [300_000_000_000, -62_200_000_000])
def test_a_time_that_no_calendar_has(shelf: Library, seconds: int) -> None:
    table = opened(shelf)
    table.close()
    (saved,) = shelf.saved_games()
    os.utime(saved.path, (seconds, seconds))
    (again,) = shelf.saved_games()
    assert isinstance(again, SavedGame) and again.name == saved.name


def test_a_record_in_another_folder_is_played_where_it_lies(shelf: Library, tmp_path: Path) -> None:
    table = opened(shelf)
    act(table, 3)
    table.close()
    (saved,) = shelf.saved_games()
    elsewhere = tmp_path / "usb stick"
    elsewhere.mkdir()
    for path in (saved.path, saved.path.with_suffix(".seed")):
        os.rename(path, elsewhere / path.name)
    there = shelf.find(str(elsewhere / saved.path.name))
    table = Table.resume(there, shelf)
    act(table, 2)
    steps = len(table.match.steps)
    table.close()
    assert len(shelf.rescue(there).record.match.steps) == steps
    assert sorted(path.suffix for path in elsewhere.iterdir()) == [".seed", ".tilehall"]
    assert list(shelf.folder.iterdir()) == []


def test_a_name_that_no_file_can_have_is_no_game(shelf: Library) -> None:
    for name in ("x" * 5000, "a\0b"):
        with pytest.raises(RecordError, match="There is no game"):
            shelf.find(name)


def test_what_somebody_wrote_behind_the_record_stays(shelf: Library) -> None:
    table = opened(shelf)
    act(table, 2)
    (saved,) = shelf.saved_games()
    with saved.path.open("a") as file:
        file.write("; a note by hand\n")
    found = saved.path.read_bytes()
    with pytest.raises(NotSaved, match="another program has changed the file"):
        act(table, 1)
    table.close()
    assert saved.path.read_bytes() == found
    table = Table.resume(saved.path, shelf)
    act(table, 1)
    assert saved.path.read_bytes().startswith(found)
    table.close()
