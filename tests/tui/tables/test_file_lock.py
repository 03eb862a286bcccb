"""Who plays a game: one program at a time, and nothing of anybody else's is touched for it."""

import os
from pathlib import Path

import pytest

from tilehall.tui.tables.storage.file_lock import FileLock, GameInUse, LockHolder, lock_holder
from tilehall.tui.tables.storage.filesystem import FileSystem

ME = LockHolder(4711, "pts/3", "2026-11-18T17:50:00Z")


def test_whoever_comes_second_is_told(tmp_path: Path) -> None:
    record = tmp_path / "a.tilehall"
    claim = FileLock.acquire(FileSystem(), record, ME)
    with pytest.raises(GameInUse, match=r"a is being played by another program \(process 4711, pts/3\)\."):
        FileLock.acquire(FileSystem(), record, ME)
    assert lock_holder(FileSystem(), record) == ME
    claim.release()
    assert lock_holder(FileSystem(), record) is None and list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("lay", [os.symlink, os.link])
def test_a_link_in_its_place_is_left_alone(tmp_path: Path, lay: object) -> None:
    precious, record = tmp_path / "precious", tmp_path / "a.tilehall"
    precious.write_text("precious\n")
    assert callable(lay)
    lay(precious, record.with_suffix(".lock"))
    with pytest.raises(OSError):
        FileLock.acquire(FileSystem(), record, ME)
    assert precious.read_text() == "precious\n" and record.with_suffix(".lock").exists()


def test_a_lock_of_another_program_is_left_alone(tmp_path: Path) -> None:
    lock = tmp_path / "uv.lock"
    lock.write_text('version = 1\nrequires-python = ">=3.11"\n')
    with pytest.raises(PermissionError):
        FileLock.acquire(FileSystem(), tmp_path / "uv.tilehall", ME)
    assert lock.read_text().startswith("version = 1")


def test_what_a_killed_program_has_left_is_taken_over(tmp_path: Path) -> None:
    (tmp_path / "a.lock").write_text(f"{ME.line}\n")
    FileLock.acquire(FileSystem(), tmp_path / "a.tilehall", ME).release()
    assert list(tmp_path.iterdir()) == []
