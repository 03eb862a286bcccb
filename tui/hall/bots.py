"""Programs that the host of a hall has named: they sit on chairs like computer players. No visitor can name one."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tilehall.engine import Text
from tilehall.tui.hall.levels import level_of, program_of
from tilehall.tui.hall.refusals import HallError
from tilehall.tui.programs.bots.bot_pool import NO_BOTS, BotRoster
from tilehall.tui.programs.bots.bot_seat import BotSeat
from tilehall.tui.programs.bots.table_bots import TableBots
from tilehall.tui.tables.thinking.background import run_in_thread
from tilehall.tui.tables.thinking.thinkers import BotsAtTable

MOST = 32
"""Chairs of all tables together on which programs may sit at the same time: each is a process."""
BUSY = Text("All programs of this hall play elsewhere now: choose another player, or wait until a game is over.")


class Bots:
    """Those who may be asked, and those who play now."""

    def __init__(self, cast: BotRoster = NO_BOTS, most: int = MOST) -> None:
        self._commands = {command.name: command for command in cast.commands}
        self._manner = cast.settings
        self._most = most
        self._playing: list[BotsAtTable] = []

    @property
    def levels(self) -> frozenset[str]:
        """What they are called among the levels."""
        return frozenset(map(level_of, self._commands))

    def seated(self, chairs: Iterable[tuple[str, str]], tell: Callable[[Text], None]) -> TableBots | None:
        """Those programs that are known here, for chairs with their names and levels; None if there is none.

        Each is a process of its own. Raises UserError if there are too many.
        """
        found: dict[str, BotSeat] = {}
        for name, level in chairs:
            command = self._commands.get(program_of(level))
            if command is not None and self._manner is not None:
                found[name] = BotSeat(command._replace(name=name), self._manner)
        if not found:
            return None
        if sum(len(each.bot_seats) for each in self._playing) + len(found) > self._most:
            raise HallError(BUSY)
        programs = TableBots(found, tell, run_in_thread)
        self._playing.append(programs)
        return programs

    def dismiss(self, programs: BotsAtTable) -> None:
        """Their game is over."""
        programs.close()
        if programs in self._playing:
            self._playing.remove(programs)
