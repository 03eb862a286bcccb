"""What keeps a hall from being opened is one sentence, and harms nothing that was there."""

from __future__ import annotations

from pathlib import Path

import pytest

from tilehall.tui.cli import main
from tilehall.tui.hall.serving import claimed


@pytest.fixture
def refused(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    """What `tilehall serve` says, which cannot be."""
    monkeypatch.setattr("tilehall.tui.hall.logs.write_to", lambda *_: None)

    def refused(*words: str, data: Path = tmp_path / "hall") -> str:
        assert main(["serve", "--port", "0", "--data", str(data), *words]) == 2
        (line,) = capsys.readouterr().err.splitlines()
        return line

    return refused


def test_a_password_that_is_no_text(refused, tmp_path: Path) -> None:
    (tmp_path / "password").write_bytes(b"\xff\xfe\x00secret\n")
    line = refused("--password-file", str(tmp_path / "password"))
    assert line.endswith(f"{tmp_path / 'password'} is no text in UTF-8.")


def test_a_folder_in_place_of_the_key(refused, tmp_path: Path) -> None:
    (tmp_path / "hall" / "host_key").mkdir(parents=True)
    assert refused().endswith("host_key is no key: move it away, and a new one is made.")


def test_a_folder_that_is_there_for_other_things_stays_as_it_is(refused, tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir(mode=0o755)
    (home / "letter").touch()
    before = home.stat().st_mode
    assert refused(data=home).endswith(f"{home} is no folder of a hall: choose one that is empty, or new.")
    assert (home.stat().st_mode, [path.name for path in home.iterdir()]) == (before, ["letter"])


def test_a_folder_of_a_hall_is_known_by_what_it_keeps(tmp_path: Path) -> None:
    for name in ("hall.db", "host_key", "lost+found", ".ssh"):
        folder = tmp_path / name
        folder.mkdir()
        (folder / name).touch()
        with claimed(folder):
            assert folder.stat().st_mode & 0o777 == 0o700
