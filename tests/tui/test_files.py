"""Where things are kept: whole writes, games as they are played, the shelf."""

import os
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

from tests.tui.sitting import glanced, kept, think
from tilehall.engine import Player, RecordError
from tilehall.tui.house import store
from tilehall.tui.house.journal import seed_path
from tilehall.tui.house.store import Library, read_record, read_text, write_whole
from tilehall.tui.house.table import Table
from tilehall.tui.places import Places

BOTS = (Player("Aki", "random"), Player("Bo", "random"))


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
    places = Places.usual()
    assert places.settings == own_environment / ".config/tilehall/settings.toml"
    assert places.games == own_environment / ".local/share/tilehall/games"
    assert list(own_environment.iterdir()) == [], "nothing is made before it is written to"


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "sub" / "file"
    write_whole(path, "old ✦\n")

    def full(*args: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(store.os, "replace", full)
    with pytest.raises(OSError, match="No space"):
        write_whole(path, "new\n")
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
    assert table.store.seed() == "a secret"
    while not table.over:
        seat = table.due()[0]
        table.act(seat, think(table, seat).action)
    assert read_text(path).endswith("seed a secret\n")
    assert not seed_path(table.store.path).exists()
    assert table.store.seed() == ""


def test_a_seed_that_is_no_text_is_no_seed(tmp_path: Path) -> None:
    keeper = kept(tmp_path / "a.tilehall")
    keeper.seed_path.write_bytes(b"\xff\xff")
    assert keeper.seed() == ""


def test_the_shelf_lists_the_newest_first(tmp_path: Path) -> None:
    library = Library(tmp_path / "games")
    assert library.saved() == library.problems() == []
    old, new = begun(library.folder / "old.tilehall", 4), played(library.folder / "new.tilehall")
    os.utime(old.store.path, (1, 1))
    (library.folder / "bad.tilehall").write_text("tilehall 9\n---\n", "utf-8")
    (library.folder / "worse.tilehall").write_bytes(b"\xff")
    saved = library.saved()
    assert [each.name for each in saved] == ["new", "old"]
    assert [each.over for each in saved] == [True, False]
    assert saved[0].result.startswith(("1. ", "witch"))
    assert [each.steps for each in saved] == [len(new.match.steps), len(old.match.steps)]
    assert saved[1].header.names == ("Aki", "Bo")
    assert [problem.args["file"] for problem in library.problems()] == ["bad.tilehall", "worse.tilehall"]


def test_a_new_game_takes_no_name_twice(tmp_path: Path) -> None:
    library = Library(tmp_path)
    paths = []
    for _ in range(5):
        paths.append(library.new("princess"))
        paths[-1].touch()
    assert len(set(paths)) == 5
    assert all(path.name.startswith("princess-") and path.suffix == ".tilehall" for path in paths)


def test_a_new_game_is_named_after_the_time_of_whoever_begins_it(tmp_path: Path) -> None:
    here, far = (Library(tmp_path, timezone(timedelta(hours=hours))).new("sand").stem for hours in (0, 14))
    begun, later = (datetime.strptime(name, "sand-%Y%m%d-%H%M%S") for name in (here, far))
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
    read_record(path)


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
    with pytest.raises(RecordError, match="cannot be read"):
        read_text(tmp_path)


def test_a_record_with_a_giant_number_and_a_pipe_stop_nobody(tmp_path: Path) -> None:
    head = "tilehall 1\ngame princess\nrules 1\nseats A:human B:normal\n---\n"
    (tmp_path / "giant.tilehall").write_text(head + "1" * 5000 + " A x\n", "utf-8")
    os.mkfifo(tmp_path / "pipe.tilehall")
    assert [saved.name for saved in Library(tmp_path).saved()] == ["giant"]
