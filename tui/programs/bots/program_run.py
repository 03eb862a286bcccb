"""The bot programs of one run of a command: their log folder, their time limit, their seats."""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from tilehall.engine import Text, UserError
from tilehall.tui.programs.bots.bot_pool import BotRoster
from tilehall.tui.programs.bots.bot_seat import BotSeat
from tilehall.tui.programs.bots.launch import BotCommand, BotSettings


class ProgramRun:
    """The settings for the programs of one run, and the notes on it afterwards."""

    def __init__(self, args: argparse.Namespace) -> None:
        self._given = args.bot_log
        self._folder = Path(args.bot_log or tempfile.mkdtemp(prefix="tilehall-bots-")).absolute()
        self._seconds: float = args.bot_time
        if self._given:
            _writable(self._folder)

    @property
    def manner(self) -> BotSettings:
        return BotSettings(self._folder, self._seconds)

    def bot_seats(self, found: Sequence[BotCommand]) -> dict[str, BotSeat]:
        """The bot seats for one table, by the names of the programs."""
        return {each.name: BotSeat(each, self.manner) for each in found}

    def roster(self, found: Sequence[BotCommand]) -> BotRoster:
        """A roster of these programs, which may be named like levels."""
        return BotRoster(tuple(dict.fromkeys(found)), self.manner)

    def notes(self) -> list[Text]:
        """Says where the logs of the programs are, if they wrote any."""
        with suppress(OSError):
            if any(self._folder.iterdir()):
                return [
                    Text("What programs wrote on their standard error is kept in {folder}.", folder=f"{self._folder}")
                ]
            if not self._given:
                self._folder.rmdir()
        return []


def _writable(folder: Path) -> None:
    """Raises UserError if nothing can be written into the folder."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder) as tried:
            tried.write(b"tried")
    except OSError as error:
        raise UserError(Text("{file} cannot be written ({why}).", file=f"{folder}", why=f"{error.strerror}")) from error
