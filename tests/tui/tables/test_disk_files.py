"""What is written for a person: a file in one piece, whatever stands at that name."""

import os
import threading
from pathlib import Path

import pytest

from tilehall.tui.tables.storage.filesystem import replace_text


def test_a_file_is_written_through_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").write_text("old")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    replace_text(tmp_path / "link", "new")
    assert (tmp_path / "link").is_symlink() and (tmp_path / "real").read_text() == "new"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link", "real"]


def test_a_pipe_stays_a_pipe(tmp_path: Path) -> None:
    pipe, heard = tmp_path / "pipe", list[str]()
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: heard.append(pipe.read_text()))
    reader.start()
    replace_text(pipe, "new")
    reader.join(10)
    assert heard == ["new"] and pipe.is_fifo()


@pytest.mark.skipif(not Path("/dev/full").is_char_device(), reason="this system has no full device")
def test_a_device_stays_a_device() -> None:
    with pytest.raises(OSError, match="No space left"):
        replace_text(Path("/dev/full"), "new")
    assert Path("/dev/full").is_char_device()


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="directory"):
        replace_text(tmp_path, "new")
    assert tmp_path.is_dir() and not [*tmp_path.iterdir()]
