"""The programs of many games without people: each keeps its process from game to game, until all of them are done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import NamedTuple

from tilehall.engine import Player, Text, listed
from tilehall.tui.house.company import PROGRAM
from tilehall.tui.house.programs.chair import Chair
from tilehall.tui.house.programs.command import Command, Manner
from tilehall.tui.house.programs.seated import Programs

Faults = Mapping[str, Mapping[str, int]]
"""How often each program did what wrong, by its name and the code of the fault."""


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
    ...     crew.seated(("easy", "normal")), crew.faults
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

    def taken(self) -> Faults:
        """The faults since this was asked last."""
        found = self.faults
        for chair in self._chairs.values():
            chair.counted.clear()
        return found

    @property
    def faults(self) -> Faults:
        """What went wrong so far; only those are named with whom something did."""
        found: dict[str, Counter[str]] = {}
        for (name, _), chair in self._chairs.items():
            if chair.counted:
                found.setdefault(name, Counter()).update(chair.counted)
        return found


def fallen_short(name: str, faults: Mapping[str, int]) -> list[Text]:
    """What went wrong with a program in all games together: then it was not the program that decided.

    >>> [str(each) for each in fallen_short("Bob", {"late": 2, "dead": 1})]
    ['Bob did not decide as it should 3 times (late 2, dead 1): quick choices were made for it, there and after that.']
    """
    count = sum(faults.values())
    if not count:
        return []
    codes = listed(f"{code} {times}" for code, times in faults.items())
    return [
        Text(
            "{name} did not decide as it should {n} time ({codes}): a quick choice was made for it.",
            "{name} did not decide as it should {n} times ({codes}): quick choices were made for it, "
            "there and after that.",
            name=name,
            n=count,
            codes=codes,
        )
    ]
