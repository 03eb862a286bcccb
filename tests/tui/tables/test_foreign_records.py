"""Records that others wrote: what can be done with them here, and what is kept of what we do not know."""

from datetime import UTC, datetime
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from tests.tui.player.sitting import glanced, hint, in_lines, resumed, shown
from tilehall.engine import RecordError, RecordPlayer, SetupError, parse_record
from tilehall.tui.cli import main
from tilehall.tui.config.settings import Settings
from tilehall.tui.lines.console import LineConsole
from tilehall.tui.tables.history.replay import Replay
from tilehall.tui.tables.referee import Referee
from tilehall.tui.tables.storage.saved_games import read_record, read_text, verify_record
from tilehall.tui.tables.storage.store import Library
from tilehall.tui.tables.table import Table
from tilehall.tui.tables.table_factory import TableFactory

PEOPLE = (RecordPlayer("Aki"), RecordPlayer("Bo", "normal"))
FIRST = (("start_seat", "0"),)
KINDS = "human, random, easy, normal, hard or master."


def clock() -> datetime:
    return datetime(2026, 11, 18, 17, 50, tzinfo=UTC)


def library(folder: Path) -> Library:
    return Library(folder, UTC, clock, lambda: "tilehall 0.1.0")


def begun(shelf: Library, steps: int) -> Table[Any]:
    """A game on this shelf."""
    keeper = shelf.new_journal("princess")
    return played_on(Table.open("princess", PEOPLE, FIRST, "7", keeper, stamp=shelf.stamp()), steps)


def played_on(table: Table[Any], steps: int) -> Table[Any]:
    while not table.over and len(table.match.steps) < steps:
        seat = table.due()[0]
        table.act(seat, hint(table, seat).action)
    return table


def foreign(shelf: Library, steps: int = 20) -> Path:
    """A game of Aki against somebody whom nobody here knows, with lines in its head that nobody here knows."""
    path: Path = begun(shelf, steps).store.path
    text = read_text(path).replace("Bo:normal", "Bo:wizard").replace("\n---\n", "\nevent Third evening ; rain\n---\n")
    path.write_text(text, "utf-8")
    return path


@pytest.fixture
def shelf(tmp_path: Path) -> Library:
    return library(tmp_path / "data" / "games")


def test_a_new_game_tells_when_and_by_whom_it_was_begun(shelf: Library) -> None:
    table = begun(shelf, 6)
    assert "\ndate 2026-11-18T17:50:00Z\nby tilehall 0.1.0\nsealed " in read_text(table.store.path)
    assert table.store.name == "princess-20261118-175000"
    assert parse_record(table.record()).header == table.header == resumed(table.store.path).header


def test_a_rematch_has_a_date_of_its_own(shelf: Library) -> None:
    table = begun(shelf, 9_999)
    later = Library(shelf.folder, UTC, lambda: clock().replace(hour=19), lambda: "tilehall 0.2.0")
    host = TableFactory(table, later)
    host.rematch()
    again = host.table.header
    assert (again.date, again.by, again.players) == ("2026-11-18T19:50:00Z", "tilehall 0.2.0", PEOPLE)
    host.rematch_rotated()
    assert host.table.header.players == PEOPLE[::-1] and host.table.header.date == again.date


def test_whom_nobody_knows_can_be_replayed_checked_and_listed(
    shelf: Library, capsys: pytest.CaptureFixture[str]
) -> None:
    path = foreign(shelf)
    steps = verify_record(path).steps
    assert steps == glanced(path).steps == Replay(shown(path)).steps >= 20
    assert [saved.header.players[1].kind for saved in shelf.saved_games()] == ["wizard"] and shelf.problems() == []
    assert main(["check", str(path)]) == main(["replay", str(path), "--line"]) == 0
    assert f"ok, {steps} steps, the game goes on" in capsys.readouterr().out


def test_what_nobody_knows_is_kept(shelf: Library, tmp_path: Path) -> None:
    path = foreign(shelf)
    assert shown(path).record() == read_text(path)
    path.write_text(read_text(path).replace("Bo:wizard", "Bo:easy"), "utf-8")
    table = resumed(path)
    played_on(table, 9_999)
    assert read_record(path).header.unknown == ("event Third evening ; rain",)
    assert table.record() == read_text(path)


def test_a_program_may_go_on_with_it(shelf: Library) -> None:
    """The pipe plays whom it is told to play, whatever the head calls them."""
    text = read_text(foreign(shelf))
    examiner = Referee.load(text, "7")
    assert examiner.record() == text
    (seat,) = examiner.actors()
    examiner.act(seat, str(examiner.rules.legal_actions(examiner.position, seat)[0]))
    assert [player.kind for player in parse_record(examiner.record()).header.players] == ["human", "wizard"]


def test_whom_nobody_knows_cannot_be_played_on(shelf: Library, capsys: pytest.CaptureFixture[str]) -> None:
    path = foreign(shelf)
    before = read_text(path)
    with pytest.raises(RecordError) as refused:
        resumed(path)
    told = f"can be replayed, but not played on: Bo cannot be 'wizard' here; a seat is {KINDS}"
    assert str(refused.value) == f"{path.name} {told}"
    assert main(["games", "resume", str(path), "--line"]) == 2
    assert capsys.readouterr().err.endswith(f"{told}\n")
    assert read_text(path) == before and path.with_suffix(".seed").exists()


def test_nor_can_a_new_game_be_begun_with_them(shelf: Library, capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("play", "demo"):
        assert main([command, "princess", "--seat", "Ada:easy", "--seat", "Bo:wizard"]) == 2
        assert capsys.readouterr() == (
            "",
            "'wizard' is no kind of player. Kinds: human, random, easy, normal, hard, master.\n",
        )
    with pytest.raises(SetupError):
        Table.open("princess", (RecordPlayer("Aki"), RecordPlayer("Bo", "wizard")), store=shelf.new_journal("princess"))
    assert not shelf.folder.exists() and shelf.saved_games() == []


def test_a_finished_game_is_shown_but_there_is_no_rematch(shelf: Library) -> None:
    path, sink = foreign(shelf, 9_999), StringIO()
    in_lines(resumed(path), LineConsole(StringIO("score\nrematch\nquit\n"), sink), Settings())
    assert "Aki (human), Bo (wizard)" in sink.getvalue()
    assert f"✗ Bo cannot be 'wizard' here; a seat is {KINDS}" in sink.getvalue()
    assert [saved.path for saved in shelf.saved_games()] == [path]
