"""The programs of many games without people: each keeps its process from game to game, until all of them are done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from types import TracebackType
from typing import NamedTuple

from tilehall.engine import Player, Text, listed
from tilehall.tui.programs.bots.bot_command import Command, Manner
from tilehall.tui.programs.bots.bot_seat import Chair
from tilehall.tui.programs.bots.table_bots import Programs
from tilehall.tui.tables.seating import PROGRAM


class Conduct(NamedTuple):
    """How a program has done: a game in which others decided for it says nothing of how it plays."""

    decisions: int = 0
    quick: int = 0
    """So many of its decisions were quick choices made for it."""
    faults: Mapping[str, int] = {}
    """How often what went wrong, by code."""

    def and_then(self, later: Conduct) -> Conduct:
        """The sum of both."""
        faults = Counter(self.faults) + Counter(later.faults)
        return Conduct(self.decisions + later.decisions, self.quick + later.quick, dict(faults))


Conducts = Mapping[str, Conduct]
"""Those of some programs, by their names."""


def together(found: Iterable[Conducts]) -> dict[str, Conduct]:
    """All of them, added up by name.

    >>> together([{"Bob": Conduct(7, 1, {"late": 1})}, {"Bob": Conduct(5)}])
    {'Bob': Conduct(decisions=12, quick=1, faults={'late': 1})}
    """
    sums: dict[str, Conduct] = {}
    for conducts in found:
        for name, conduct in conducts.items():
            sums[name] = sums.get(name, Conduct()).and_then(conduct)
    return sums


class Cast(NamedTuple):
    """Who may be named like a level of computer players: plain data, fit for another process."""

    commands: tuple[Command, ...] = ()
    manner: Manner | None = None

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(command.name for command in self.commands)

    def player(self, seat: int, level: str) -> Player:
        """Who sits there, for a record."""
        return Player(f"seat{seat}", PROGRAM if level in self.names else level)


NOBODY = Cast()


class Crew:
    """Those of a cast who have been asked to play. Use it in a `with` statement.

    >>> with Crew(Cast()) as crew:
    ...     crew.seated(("easy", "normal")), crew.conduct
    ({}, {})
    """

    def __init__(self, cast: Cast) -> None:
        self._cast = cast
        self._chairs: dict[tuple[str, int], Chair] = {}

    def __enter__(self) -> Crew:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        for chair in self._chairs.values():
            chair.close()

    def seated(self, levels: Sequence[str]) -> dict[int, Chair]:
        """The seats of programs, where somebody is named for each seat. One that sits twice plays as two."""
        found: dict[int, Chair] = {}
        for seat, level in enumerate(levels):
            if level in self._cast.names:
                found[seat] = self._chair(level, levels[:seat].count(level))
        return found

    def programs(self, levels: Sequence[str]) -> Programs | None:
        """The same for a table whose players have names of seats; None if no program plays there."""
        chairs = self.seated(levels)
        return Programs({f"seat{seat}": chair for seat, chair in chairs.items()}) if chairs else None

    def _chair(self, name: str, number: int) -> Chair:
        key = name, number
        if key not in self._chairs:
            command = next(each for each in self._cast.commands if each.name == name)
            assert self._cast.manner is not None, "whoever names programs says how they are dealt with"
            self._chairs[key] = Chair(command, self._cast.manner)
        return self._chairs[key]

    def taken(self) -> Conducts:
        """How they have done since this was asked last."""
        found = self.conduct
        for chair in self._chairs.values():
            chair.counted.clear()
            chair.decisions = chair.quick = 0
        return found

    @property
    def conduct(self) -> Conducts:
        """How they have done so far, all that have been asked."""
        return together(
            {name: Conduct(chair.decisions, chair.quick, dict(chair.counted))}
            for (name, _), chair in self._chairs.items()
        )


def fallen_short(name: str, conduct: Conduct) -> list[Text]:
    """How much of a program's play was not its own, in all games together; nothing if all of it was.

    >>> [str(each) for each in fallen_short("Bob", Conduct(321, 309, {"dead": 20}))]
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
        codes = listed(f"{code} {times}" for code, times in sorted(conduct.faults.items()))
        found.append(Text("Faults of {name}: {codes}.", name=name, codes=codes))
    return found
