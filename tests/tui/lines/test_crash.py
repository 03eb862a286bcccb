"""An error of ours in line mode: a sentence, a report, and the table goes on as it stands."""

import io
from datetime import UTC, datetime
from pathlib import Path
from typing import NoReturn

import pytest

from tests.tui.player.sitting import kept
from tilehall.engine import RecordPlayer, Text, parse_record
from tilehall.tui import crash_reports
from tilehall.tui.config.settings import Settings
from tilehall.tui.lines.console import LineConsole
from tilehall.tui.lines.line_table import LineTable
from tilehall.tui.tables.table import Table
from tilehall.tui.tables.table_factory import TableFactory
from tilehall.tui.tables.thinking.thinkers import run_inline

WHEN = datetime(2026, 11, 18, tzinfo=UTC)


class Played:
    """A game for two in lines, of which everything that is said is kept."""

    def __init__(self, folder: Path, *lines: str) -> None:
        self.sink, self.reports = io.StringIO(), folder / "crash.txt"
        self.game = Table.open(
            "princess", [RecordPlayer("Aki"), RecordPlayer("Bo")], (), "7", kept(folder / "a.tilehall")
        )
        host, talk = (
            TableFactory(self.game),
            LineConsole(io.StringIO("".join(f"{line}\n" for line in lines)), self.sink),
        )
        self.table = LineTable(host, host.seat(), talk, Settings().with_value("confirm", "at once"), self.report)

    def report(self, text: str) -> Text:
        return crash_reports.try_append_report(self.reports, text, WHEN)

    def run(self) -> str:
        run_inline(self.table.run())
        return self.sink.getvalue()


def broken(*_: object) -> NoReturn:
    raise RuntimeError("on purpose")


def test_after_an_error_the_table_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played = Played(tmp_path, "1", "1", "why", "1")
    sound = played.table.summary

    def once(*_: object) -> NoReturn:
        monkeypatch.setattr(played.table, "summary", sound)
        broken()

    monkeypatch.setattr(played.table, "summary", once)
    said = played.run()
    assert "Something went wrong, and you are back at the table. What happened is in " in said
    assert "Traceback" not in said and said.rstrip().endswith("--line")
    assert played.reports.read_text().count("RuntimeError: on purpose") == 1
    assert not played.table.failed
    assert len(parse_record((tmp_path / "a.tilehall").read_text()).match.steps) == len(played.game.match.steps) > 2


def test_what_fails_again_and_again_ends_in_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played = Played(tmp_path, *["1"] * 9)
    monkeypatch.setattr(played.table, "announce", broken)
    said = played.run()
    assert said.count("you are back at the table") == 2
    assert said.count("Something went wrong, and Tilehall had to stop. Your game is kept. What happened is in ") == 1
    assert played.table.failed and played.reports.read_text().count("RuntimeError: on purpose") == 3


def test_a_stream_that_is_gone_is_no_error_of_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played = Played(tmp_path, "1")

    def gone(*_: object) -> NoReturn:
        raise BrokenPipeError

    monkeypatch.setattr(played.table.talk, "say", gone)
    with pytest.raises(BrokenPipeError):
        played.run()
    assert not played.reports.exists()
