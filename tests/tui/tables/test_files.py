"""Where things are kept: whole writes, games as they are played, the shelf."""

import os
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from tests.tui.player.sitting import glanced, kept, resumed, think
from tilehall.engine import RecordError, RecordPlayer
from tilehall.tui.config.user_dirs import UserDirs
from tilehall.tui.tables.storage import filesystem
from tilehall.tui.tables.storage.filesystem import FileSystem, replace_text
from tilehall.tui.tables.storage.journal import read_seed, seed_path
from tilehall.tui.tables.storage.saved_games import read_record, read_text, verify_record
from tilehall.tui.tables.storage.store import Library
from tilehall.tui.tables.table import Table

BOTS = (RecordPlayer("Aki", "random"), RecordPlayer("Bo", "random"))


def begun(path: Path, steps: int = 6, seed: str = "7") -> Table:
    table = Table.open("princess", BOTS, seed=seed, store=kept(path))
    for _ in range(steps):
        seat = table.due()[0]
        table.act(seat, think(table, seat).action)
    return table


def played(path: Path, seed: str = "7") -> Table:
    table = begun(path, 0, seed)
    while not table.over:
        seat = table.due()[0]
        table.act(seat, think(table, seat).action)
    return table


def test_usual_places_are_the_users_own(own_environment: Path) -> None:
    places = UserDirs.default()
    assert places.settings == own_environment / ".config/tilehall/settings.toml"
    assert places.games == own_environment / ".local/share/tilehall/games"
    assert list(own_environment.iterdir()) == [], "nothing is made before it is written to"


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "sub" / "file"
    replace_text(path, "old ✦\n")

    def full(*args: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(filesystem.os, "replace", full)
    with pytest.raises(OSError, match="No space"):
        replace_text(path, "new\n")
    assert path.read_text("utf-8") == "old ✦\n"
    assert [each.name for each in path.parent.iterdir()] == ["file"], "nothing is left lying about"


def test_what_a_keeper_appends_is_in_the_file_at_once(tmp_path: Path) -> None:
    table = begun(tmp_path / "a.tilehall", 0)
    for _ in range(20):
        seat = table.due()[0]
        table.act(seat, think(table, seat).action)
        assert read_text(table.store.path) == table.record()
    assert len(read_record(table.store.path).match.steps) == len(table.match.steps)


def test_the_seed_lies_beside_the_record_until_the_game_is_over(tmp_path: Path) -> None:
    path = tmp_path / "a.tilehall"
    table = begun(path, 3, seed="a secret")
    assert "a secret" not in read_text(path)
    assert "a secret" not in seed_path(path).read_text(), "nobody reads it by accident"
    assert read_seed(FileSystem(), path) == "a secret"
    while not table.over:
        seat = table.due()[0]
        table.act(seat, think(table, seat).action)
    assert read_text(path).endswith("seed a secret\n")
    assert not seed_path(table.store.path).exists()
    assert read_seed(FileSystem(), path) == ""


def test_a_seed_that_is_no_text_is_no_seed(tmp_path: Path) -> None:
    path = tmp_path / "a.tilehall"
    for junk in (b"\xff\xff", b"; opened when the game is over: ???\n", b""):
        seed_path(path).write_bytes(junk)
        assert read_seed(FileSystem(), path) == ""


def test_a_seed_as_the_first_programs_wrote_it_still_deals(tmp_path: Path) -> None:
    path = tmp_path / "a.tilehall"
    seed_path(path).write_text("an old seed\n", "utf-8")
    assert read_seed(FileSystem(), path) == "an old seed"


def test_the_shelf_lists_the_newest_first(tmp_path: Path) -> None:
    library = Library(tmp_path / "games")
    assert library.saved_games() == library.problems() == []
    old, new = begun(library.folder / "old.tilehall", 4), played(library.folder / "new.tilehall")
    os.utime(old.store.path, (1, 1))
    (library.folder / "bad.tilehall").write_text("tilehall 9\n---\n", "utf-8")
    (library.folder / "worse.tilehall").write_bytes(b"\xff")
    saved = library.saved_games()
    assert [each.name for each in saved] == ["new", "old"]
    assert [each.over for each in saved] == [True, False]
    assert saved[0].result.startswith(("1. ", "witch"))
    assert [each.steps for each in saved] == [len(new.match.steps), len(old.match.steps)]
    assert saved[1].header.names == ("Aki", "Bo")
    assert [problem.args["file"] for problem in library.problems()] == ["bad.tilehall", "worse.tilehall"]


def test_games_begun_in_the_same_second_have_names_of_their_own(tmp_path: Path) -> None:
    library = Library(tmp_path, UTC, clock=lambda: datetime(2026, 11, 18, 17, 50, tzinfo=UTC))
    tables = [Table.open("princess", BOTS, store=library.new_journal("princess")) for _ in range(5)]
    names = [table.store.name for table in tables]
    assert names == ["princess-20261118-175000", *(f"princess-20261118-175000-{n}" for n in range(1, 5))]


def test_a_new_game_is_named_after_the_time_of_whoever_begins_it(tmp_path: Path) -> None:
    zones = [timezone(timedelta(hours=hours)) for hours in (0, 14)]
    tables = [Table.open("sand", BOTS, store=Library(tmp_path, zone).new_journal("sand")) for zone in zones]
    begun, later = (datetime.strptime(table.store.name, "sand-%Y%m%d-%H%M%S") for table in tables)
    assert timedelta(hours=14) <= later - begun < timedelta(hours=14, minutes=1)


def test_games_are_found_by_name_or_path(tmp_path: Path) -> None:
    library = Library(tmp_path / "games")
    begun(library.folder / "one.tilehall", 1)
    begun(tmp_path / "two.tilehall", 1)
    assert library.find("one") == library.find("one.tilehall") == library.folder / "one.tilehall"
    assert library.find(str(tmp_path / "two.tilehall")) == tmp_path / "two.tilehall"
    with pytest.raises(RecordError, match="There is no game 'three'"):
        library.find("three")
    with pytest.raises(RecordError, match=r"There is no game 'onne'\. Did you mean one\?"):
        library.find("onne")


def test_deleting_takes_the_seed_along(tmp_path: Path) -> None:
    library = Library(tmp_path)
    table = begun(tmp_path / "one.tilehall", 1)
    library.delete(table.store.path)
    assert list(tmp_path.iterdir()) == []
    library.delete(table.store.path)


def test_a_line_cut_off_in_the_middle_is_left_out(tmp_path: Path) -> None:
    table = begun(tmp_path / "one.tilehall", 6)
    path, whole = table.store.path, read_text(table.store.path)
    path.write_text(whole[:-4], "utf-8")
    assert read_text(path) == whole[: whole.rindex("\n", 0, -1) + 1]
    assert glanced(path).steps <= len(table.match.steps)
    with pytest.raises(RecordError, match="its last line has no end"):
        read_record(path)
    assert resumed(path).match.steps


def test_a_last_line_without_an_end_counts_where_all_is_checked(tmp_path: Path) -> None:
    path = played(tmp_path / "one.tilehall").store.path
    whole = read_text(path)
    path.write_text(whole.removesuffix("\n"), "utf-8")
    assert verify_record(path).fair
    path.write_text(whole.removesuffix("7\n") + "WRONG", "utf-8")
    with pytest.raises(RecordError, match=r"cut off|seal"):
        verify_record(path)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "no record"),
        (b"\xff\xfe\n", "not text"),
        (b"tilehall 1\n", "no record"),
        (b"hello\n---\n", "does not begin with"),
    ],
)
def test_what_is_no_record_is_named(tmp_path: Path, data: bytes, words: str) -> None:
    path = tmp_path / "x.tilehall"
    path.write_bytes(data)
    with pytest.raises(RecordError, match=words) as caught:
        read_record(path)
    assert "x.tilehall" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_folder_is_no_record(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="cannot be read: Is a directory"):
        read_text(tmp_path)


def test_a_record_with_a_giant_number_and_a_pipe_stop_nobody(tmp_path: Path) -> None:
    head = "tilehall 1\ngame princess\nrules 1\nseats A:human B:normal\n---\n"
    (tmp_path / "giant.tilehall").write_text(head + "1" * 5000 + " A x\n", "utf-8")
    os.mkfifo(tmp_path / "pipe.tilehall")
    assert [saved.name for saved in Library(tmp_path).saved_games()] == ["giant"]
