"""The programs of many games without people: each keeps its process from game to game, until all of them are done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from types import TracebackType
from typing import NamedTuple

from tilehall.engine import RecordPlayer, Text, join_commas
from tilehall.tui.programs.bots.bot_seat import BotSeat
from tilehall.tui.programs.bots.launch import BotCommand, BotSettings
from tilehall.tui.programs.bots.table_bots import TableBots
from tilehall.tui.tables.seating import BOT_KIND


class BotConduct(NamedTuple):
    """How a program has done: a game in which others decided for it says nothing of how it plays."""

    decisions: int = 0
    quick: int = 0
    """So many of its decisions were quick choices made for it."""
    faults: Mapping[str, int] = {}
    """How often what went wrong, by code."""

    def plus(self, later: BotConduct) -> BotConduct:
        """The sum of both."""
        faults = Counter(self.faults) + Counter(later.faults)
        return BotConduct(self.decisions + later.decisions, self.quick + later.quick, dict(faults))


BotConducts = Mapping[str, BotConduct]
"""Those of some programs, by their names."""


def add_conducts(found: Iterable[BotConducts]) -> dict[str, BotConduct]:
    """All of them, added up by name.

    >>> add_conducts([{"Bob": BotConduct(7, 1, {"late": 1})}, {"Bob": BotConduct(5)}])
    {'Bob': BotConduct(decisions=12, quick=1, faults={'late': 1})}
    """
    sums: dict[str, BotConduct] = {}
    for conducts in found:
        for name, conduct in conducts.items():
            sums[name] = sums.get(name, BotConduct()).plus(conduct)
    return sums


class BotRoster(NamedTuple):
    """Who may be named like a level of computer players: plain data, fit for another process."""

    commands: tuple[BotCommand, ...] = ()
    settings: BotSettings | None = None

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(command.name for command in self.commands)

    def player(self, seat: int, level: str) -> RecordPlayer:
        """Who sits there, for a record."""
        return RecordPlayer(f"seat{seat}", BOT_KIND if level in self.names else level)


NO_BOTS = BotRoster()


class BotPool:
    """Those of a cast who have been asked to play. Use it in a `with` statement.

    >>> with BotPool(BotRoster()) as crew:
    ...     crew.bot_seats(("easy", "normal")), crew.conduct
    ({}, {})
    """

    def __init__(self, cast: BotRoster) -> None:
        self._roster = cast
        self._bot_seats: dict[tuple[str, int], BotSeat] = {}

    def __enter__(self) -> BotPool:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        for chair in self._bot_seats.values():
            chair.close()

    def bot_seats(self, levels: Sequence[str]) -> dict[int, BotSeat]:
        """The seats of programs, where somebody is named for each seat. One that sits twice plays as two."""
        found: dict[int, BotSeat] = {}
        for seat, level in enumerate(levels):
            if level in self._roster.names:
                found[seat] = self._bot_seat(level, levels[:seat].count(level))
        return found

    def table_bots(self, levels: Sequence[str]) -> TableBots | None:
        """The same for a table whose players have names of seats; None if no program plays there."""
        chairs = self.bot_seats(levels)
        return TableBots({f"seat{seat}": chair for seat, chair in chairs.items()}) if chairs else None

    def _bot_seat(self, name: str, number: int) -> BotSeat:
        key = name, number
        if key not in self._bot_seats:
            command = next(each for each in self._roster.commands if each.name == name)
            assert self._roster.settings is not None, "whoever names programs says how they are dealt with"
            self._bot_seats[key] = BotSeat(command, self._roster.settings)
        return self._bot_seats[key]

    def take_conduct(self) -> BotConducts:
        """How they have done since this was asked last."""
        found = self.conduct
        for chair in self._bot_seats.values():
            chair.fault_counts.clear()
            chair.decisions = chair.quick = 0
        return found

    @property
    def conduct(self) -> BotConducts:
        """How they have done so far, all that have been asked."""
        return add_conducts(
            {name: BotConduct(chair.decisions, chair.quick, dict(chair.fault_counts))}
            for (name, _), chair in self._bot_seats.items()
        )


def conduct_report(name: str, conduct: BotConduct) -> list[Text]:
    """How much of a program's play was not its own, in all games together; nothing if all of it was.

    >>> [str(each) for each in conduct_report("Bob", BotConduct(321, 309, {"dead": 20}))]
    ['309 of 321 decisions of Bob were quick choices made for it.', 'Faults of Bob: dead 20.']
    """
    found: list[Text] = []
    if conduct.quick:
        found.append(
            Text(
                "{quick:,} of {n:,} decision of {name} was a quick choice made for it.",
                "{quick:,} of {n:,} decisions of {name} were quick choices made for it.",
                quick=conduct.quick,
                n=conduct.decisions,
                name=name,
            )
        )
    if conduct.faults:
        codes = join_commas(f"{code} {times}" for code, times in sorted(conduct.faults.items()))
        found.append(Text("Faults of {name}: {codes}.", name=name, codes=codes))
    return found
