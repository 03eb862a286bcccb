"""Programs that play many games without people: each keeps its process from game to game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from types import TracebackType
from typing import NamedTuple

from tilehall.engine import Text, join_commas
from tilehall.tui.programs.bots.bot_seat import BotSeat
from tilehall.tui.programs.bots.launch import BotCommand, BotSettings
from tilehall.tui.programs.bots.table_bots import TableBots


class BotConduct(NamedTuple):
    """How a program behaved: decisions that were made for it say nothing of how it plays."""

    decisions: int = 0
    quick: int = 0
    """So many of its decisions were quick choices made for it."""
    faults: Mapping[str, int] = {}
    """Number of faults, by code."""

    def plus(self, later: BotConduct) -> BotConduct:
        """Return the sum of both."""
        faults = Counter(self.faults) + Counter(later.faults)
        return BotConduct(self.decisions + later.decisions, self.quick + later.quick, dict(faults))


BotConducts = Mapping[str, BotConduct]
"""By name of the program."""


def add_conducts(found: Iterable[BotConducts]) -> dict[str, BotConduct]:
    """Add up by name.

    >>> add_conducts([{"Bob": BotConduct(7, 1, {"late": 1})}, {"Bob": BotConduct(5)}])
    {'Bob': BotConduct(decisions=12, quick=1, faults={'late': 1})}
    """
    sums: dict[str, BotConduct] = {}
    for conducts in found:
        for name, conduct in conducts.items():
            sums[name] = sums.get(name, BotConduct()).plus(conduct)
    return sums


class BotRoster(NamedTuple):
    """The programs that may be named like levels of computer players: plain data, to be sent to other processes."""

    commands: tuple[BotCommand, ...] = ()
    settings: BotSettings | None = None

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(command.name for command in self.commands)


NO_BOTS = BotRoster()


class BotPool:
    """The processes of a roster, started when they are first seated; a context manager that ends them.

    >>> with BotPool(BotRoster()) as pool:
    ...     pool.bot_seats(("easy", "normal")), pool.conduct
    ({}, {})
    """

    def __init__(self, roster: BotRoster) -> None:
        self._roster = roster
        self._bot_seats: dict[tuple[str, int], BotSeat] = {}

    def __enter__(self) -> BotPool:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        for bot_seat in self._bot_seats.values():
            bot_seat.close()

    def bot_seats(self, levels: Sequence[str]) -> dict[int, BotSeat]:
        """Return the programs among these players, by seat; one that sits twice has two processes."""
        found: dict[int, BotSeat] = {}
        for seat, level in enumerate(levels):
            if level in self._roster.names:
                found[seat] = self._bot_seat(level, levels[:seat].count(level))
        return found

    def table_bots(self, levels: Sequence[str]) -> TableBots | None:
        """Return the programs for a table of `computer_players`; None if there are none."""
        seats = self.bot_seats(levels)
        return TableBots({f"seat{seat}": bot_seat for seat, bot_seat in seats.items()}) if seats else None

    def _bot_seat(self, name: str, number: int) -> BotSeat:
        key = name, number
        if key not in self._bot_seats:
            command = next(each for each in self._roster.commands if each.name == name)
            assert self._roster.settings is not None, "whoever names programs says how they are dealt with"
            self._bot_seats[key] = BotSeat(command, self._roster.settings)
        return self._bot_seats[key]

    def take_conduct(self) -> BotConducts:
        """Return the conduct since the last call."""
        found = self.conduct
        for bot_seat in self._bot_seats.values():
            bot_seat.fault_counts.clear()
            bot_seat.decisions = bot_seat.quick = 0
        return found

    @property
    def conduct(self) -> BotConducts:
        """The conduct so far, by name."""
        return add_conducts(
            {name: BotConduct(bot_seat.decisions, bot_seat.quick, dict(bot_seat.fault_counts))}
            for (name, _), bot_seat in self._bot_seats.items()
        )


def conduct_report(name: str, conduct: BotConduct) -> list[Text]:
    """Say how much of a program's play was not its own; nothing if all of it was.

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
