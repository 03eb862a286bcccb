"""An error of ours: one sentence, a report, and back to the table as it stands; never to the shell by surprise."""

import asyncio
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NoReturn

import pytest
from rich.traceback import Traceback

from tests.tui.screens.driver import table, to_the_end
from tests.tui.screens.remote import Line, places_in, wired
from tilehall.engine import parse_record
from tilehall.tui import crash_reports
from tilehall.tui.app import Opening
from tilehall.tui.features.demo.demo_frames import DemoFrames
from tilehall.tui.player.player import PlayerControls
from tilehall.tui.screens.board import CURSOR_COMMANDS, BoardScreen
from tilehall.tui.screens.home import HomeScreen
from tilehall.tui.tables.history.replay import Replay
from tilehall.tui.tables.seat import keyboard_seat
from tilehall.tui.tables.table import Table
from tilehall.tui.tables.thinking.thinkers import run_inline
from tilehall.tui.terminal.crash_limiter import describe_error
from tilehall.tui.widgets.board import BoardCanvas


def broken(*_: object) -> NoReturn:
    secret = "the seed is 7"
    raise RuntimeError("on purpose" + secret[:0])


async def broken_later(*_: object) -> NoReturn:
    broken()


@contextmanager
def once(monkeypatch: pytest.MonkeyPatch, owner: object, name: str) -> Iterator[None]:
    """What breaks the next time, and works after that."""
    sound = getattr(owner, name)

    def breaks(*args: object, **options: object) -> NoReturn:
        monkeypatch.setattr(owner, name, sound)
        broken()

    monkeypatch.setattr(owner, name, breaks)
    yield


@pytest.fixture
def game(tmp_path: Path) -> Table[Any]:
    return table(tmp_path, "human human")


def board_of(line: Line) -> BoardScreen:
    screen = line.app.screen
    assert isinstance(screen, BoardScreen)
    return screen


async def lives_on(line: Line, old: BoardScreen, game: Table[Any]) -> None:
    """A new board at the same table, one sentence, a report without secrets; it plays on and is left in order."""
    await line.until(lambda: line.app.room == "BoardScreen" and line.app.screen is not old and board_of(line).board)
    await line.until(lambda: line.app.text.strip())
    (told,) = line.app.toasts
    assert told.startswith("Something went wrong, and you are back at the table. What happened is in ")
    assert told.endswith("crash.txt")
    assert line.app.reports.count("RuntimeError: on purpose") == 1 and "the seed is" not in line.app.reports
    steps = len(game.match.steps)
    await line.type(b"\r")
    assert len(game.match.steps) > steps and "step" in line.app.text
    await line.type(b"q")
    await line.in_room("HomeScreen")
    await line.type(b"qq")
    assert await line.ends() == 0
    assert len(parse_record(game.record()).match.steps) == len(game.match.steps)


async def strike(line: Line) -> None:
    await line.type(b"w")


async def click(line: Line) -> None:
    board = board_of(line).board
    assert board.drawing is not None
    rect = next(iter(board.drawing.places.values()))
    await line.type(b"\x1b[<0;%d;%dM\x1b[<0;%d;%dm" % ((rect.x + 1, rect.y + 1) * 2))


async def wait(line: Line) -> None:
    board_of(line).call_later(board_of(line).set_timer, 0.001, broken)


async def command(line: Line) -> None:
    line.app.run_blocking(broken_later())


async def callback(line: Line) -> None:
    board_of(line).call_later(broken)


async def in_the_app(line: Line) -> None:
    line.app.call_later(broken)


async def resize(line: Line) -> None:
    line.app.wire.resize(90, 28)


BREAKS: dict[str, tuple[Callable[[pytest.MonkeyPatch], object], Callable[[Line], Any]]] = {
    "key": (lambda patch: patch.setitem(CURSOR_COMMANDS, "why", broken), strike),
    "click": (lambda patch: patch.setattr(BoardScreen, "on_board_canvas_clicked", broken_later), click),
    "timer": (lambda patch: None, wait),
    "worker": (lambda patch: None, command),
    "callback": (lambda patch: None, callback),
    "message of the app": (lambda patch: None, in_the_app),
}


@pytest.mark.parametrize("where", BREAKS)
async def test_an_error_leads_back_to_the_table(
    where: str, tmp_path: Path, game: Table[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with wired(places_in(tmp_path), Opening("table", game)) as line:
        await line.in_room("BoardScreen")
        old = board_of(line)
        prepare, act = BREAKS[where]
        prepare(monkeypatch)
        await act(line)
        await lives_on(line, old, game)


@pytest.mark.parametrize(
    ("owner", "name"),
    [(BoardCanvas, "render_line"), (BoardScreen, "paint"), (BoardScreen, "on_resize"), (PlayerControls, "view")],
)
async def test_what_fails_to_paint_once_is_painted_anew(
    owner: object, name: str, tmp_path: Path, game: Table[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with wired(places_in(tmp_path), Opening("table", game)) as line:
        await line.in_room("BoardScreen")
        old = board_of(line)
        with once(monkeypatch, owner, name):
            await resize(line)
            await lives_on(line, old, game)


async def test_an_error_in_a_dialog_leads_back_to_the_board(
    tmp_path: Path, game: Table[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with wired(places_in(tmp_path), Opening("table", game)) as line:
        await line.in_room("BoardScreen")
        old = board_of(line)
        await line.type(b"?")
        await line.in_room("RulesScreen")
        line.app.screen.call_later(broken)
        await lives_on(line, old, game)


async def test_a_screen_that_cannot_listen_is_made_anew(
    tmp_path: Path, game: Table[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with wired(places_in(tmp_path), Opening("table", game)) as line:
        await line.in_room("BoardScreen")
        old = board_of(line)
        with once(monkeypatch, old, "catch_up"):
            run_inline(keyboard_seat(game).act("side a"))
            await line.until(lambda: line.app.screen is not old and line.app.room == "BoardScreen")
        assert len(game.match.steps) == len(board_of(line).player.moment.seen_steps)


async def test_a_demo_whose_captions_fail_is_shown_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = to_the_end(table(tmp_path, "random random"), 12)
    with once(monkeypatch, DemoFrames, "add_new_frames"):
        async with wired(places_in(tmp_path), Opening("demo", found, speed=0.0)) as line:
            await line.until(lambda: found.over and "ScoringScreen" in line.app.room)
            assert line.app.reports.count("RuntimeError: on purpose") == 1


async def test_whoever_cannot_listen_hears_of_it(game: Table[Any]) -> None:
    heard: list[Exception] = []
    keyboard_seat(game).subscribe(broken, None, heard.append)
    run_inline(keyboard_seat(game).act("side a"))
    run_inline(keyboard_seat(game).act("side a"))
    assert [f"{error}" for error in heard] == ["on purpose"]


async def test_what_fails_again_and_again_leads_home(
    tmp_path: Path, game: Table[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PlayerControls, "view", broken)
    async with wired(places_in(tmp_path), Opening("table", game)) as line:
        await line.in_room("HomeScreen")
        assert any("you are back home. Your game is kept." in told for told in line.app.toasts)
        assert line.app.reports.count("RuntimeError: on purpose") == 3
        await line.type(b"qq")
        assert await line.ends() == 0


async def test_a_room_that_cannot_even_be_made_leads_home(
    tmp_path: Path, game: Table[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(BoardScreen, "__init__", broken)
    monkeypatch.setattr(Replay, "__init__", broken)
    for opening in (Opening("table", game), Opening("replay", game)):
        async with wired(places_in(tmp_path), opening) as line:
            await line.in_room("HomeScreen")


async def test_rules_that_fail_while_computers_play_lead_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = table(tmp_path, "random human")
    monkeypatch.setattr(found.match, "act", broken)
    async with wired(places_in(tmp_path), Opening("table", found)) as line:
        await line.in_room("HomeScreen")
        assert line.app.reports.count("RuntimeError: on purpose") == 3


async def test_where_even_home_fails_the_program_ends_in_order(
    tmp_path: Path, game: Table[Any], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for room in (BoardScreen, HomeScreen):
        monkeypatch.setattr(room, "compose", broken)
    async with wired(places_in(tmp_path), Opening("table", game)) as line:
        await asyncio.wait([line.running], timeout=20)
        assert line.running.done() and line.app.return_code == 1
    said = capsys.readouterr().err
    assert "Something went wrong, and Tilehall had to stop. Your game is kept." in " ".join(said.split())
    assert "Traceback" not in said


async def test_an_error_while_leaving_is_one_sentence(
    tmp_path: Path, game: Table[Any], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(BoardScreen, "on_unmount", broken)
    async with wired(places_in(tmp_path), Opening("table", game)) as line:
        await line.in_room("BoardScreen")
        await line.type(b"\x03", b"\x03")
        await asyncio.wait([line.running], timeout=20)
        assert line.running.done() and line.app.return_code == 1
        assert line.app.reports.count("RuntimeError: on purpose") == 1
    said = capsys.readouterr().err
    assert "Something went wrong" in said and "Traceback" not in said


async def test_when_nothing_can_be_typed_any_more_the_program_ends_in_order(
    tmp_path: Path, game: Table[Any], capsys: pytest.CaptureFixture[str]
) -> None:
    """What Textual calls when the thread that reads keys has ended by an error."""
    async with wired(places_in(tmp_path), Opening("table", game)) as line:
        await line.in_room("BoardScreen")
        try:
            broken()
        except RuntimeError:
            line.app.call_later(line.app.panic, Traceback())
        await asyncio.wait([line.running], timeout=20)
        assert line.running.done() and line.app.return_code == 1 and "on purpose" in line.app.reports
    assert "Traceback" not in capsys.readouterr().err


async def test_an_error_at_one_terminal_is_nothing_to_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    games = [table(tmp_path / name, "human human") for name in ("a", "b")]
    places = [places_in(tmp_path / name) for name in ("a", "b")]
    async with (
        wired(places[0], Opening("table", games[0])) as one,
        wired(places[1], Opening("table", games[1])) as other,
    ):
        await one.in_room("BoardScreen")
        await other.in_room("BoardScreen")
        old, calm = board_of(one), board_of(other)
        old.call_later(broken)
        await lives_on(one, old, games[0])
        assert other.app.screen is calm and not other.app.toasts and not other.app.reports


# --- the report -------------------------------------------------------------------------------------------------------


def test_reports_follow_each_other_and_the_newest_stay(tmp_path: Path) -> None:
    path, when = tmp_path / "state" / "crash.txt", datetime(2026, 11, 18, tzinfo=UTC)
    crash_reports.append_report(path, "the first", when)
    crash_reports.append_report(path, "the second", when)
    assert [line for line in path.read_text().splitlines() if line.startswith("the")] == ["the first", "the second"]
    for n in range(40):
        crash_reports.append_report(path, f"{n} " * 2_000, when)
    kept = path.read_text()
    assert len(kept) <= crash_reports.MAX_CHARACTERS and "the first" not in kept and kept.rstrip().endswith("39")
    path.write_bytes(b"\xff" * 10)
    crash_reports.append_report(path, "after what was no text", when)
    assert "after what was no text" in path.read_text()


def test_a_report_tells_where_but_no_values() -> None:
    try:
        broken()
    except RuntimeError as error:
        told = describe_error(error)
    assert "in broken" in told and "on purpose" in told and "the seed is 7\n" not in told
    assert max(map(len, describe_error(RuntimeError("x" * 10_000)).splitlines())) < 400


def test_a_report_waits_for_no_pipe(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "crash.txt")
    assert (
        f"{crash_reports.try_append_report(tmp_path / 'crash.txt', 'lost', datetime(2026, 11, 18, tzinfo=UTC))}" == ""
    )
