"""Plays at a table in plain lines, for `tilehall play --line` and for terminals without a full screen."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from tilehall.engine import Text
from tilehall.tui import crash_reports
from tilehall.tui.cli.context import CliContext
from tilehall.tui.config.settings import Settings
from tilehall.tui.lines.console import LineConsole
from tilehall.tui.lines.line_table import LineTable
from tilehall.tui.lines.thinking import LineThinker, LineWaiter
from tilehall.tui.tables.computer_players import TableServices
from tilehall.tui.tables.table import Table
from tilehall.tui.tables.table_factory import TableFactory
from tilehall.tui.tables.thinking.thinkers import run_inline

if TYPE_CHECKING:
    from tilehall.tui.programs.bots.bot_seat import BotSeat
    from tilehall.tui.programs.bots.table_bots import TableBots


def play_in_lines(
    table: Table[Any], settings: Settings, asked: bool, door: CliContext, bots: Mapping[str, BotSeat] | None
) -> int:
    talk = door.open_console(table.rules.package)
    door.warn(*door.problems)
    if not asked:
        talk.say(Text("This is no terminal for the full screen, so the game is told in lines."))

    def hurry() -> None:
        host.computers.hurry()

    services = TableServices(
        thinker=LineThinker(talk.for_players(table.header.names), time.monotonic, hurry),
        bots=_table_bots(bots, talk, hurry),
        analysis_processes=door.thinking_processes,
    )
    host = TableFactory(table, door.library, services)

    def reported(report: str) -> Text:
        return crash_reports.try_append_report(door.user_dirs.crash_reports, report, datetime.now(UTC))

    told = LineTable(host, host.seat(), talk, settings, reported)
    try:
        run_inline(told.run())
    finally:
        host.close()
    return int(told.failed)


def _table_bots(bots: Mapping[str, BotSeat] | None, talk: LineConsole, hurry: Callable[[], None]) -> TableBots | None:
    """The bot programs of a table; None, without an import, if there are none."""
    if not bots:
        return None
    from tilehall.tui.programs.bots.table_bots import TableBots

    return TableBots(bots, talk.wrong, LineWaiter(talk, hurry))
