"""A visit: all that one screen may ask of the house, in the process of the house."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from time import perf_counter
from typing import TYPE_CHECKING, Literal

from tilehall.engine import Action, Advice, IllegalActionError, Text, UserError
from tilehall.engine import SeatNo as Number
from tilehall.tui.hall.listing import TableListing
from tilehall.tui.hall.protocol import GameHistory, Person, Played, Seated, Spoken, TableSettings
from tilehall.tui.hall.refusals import HallError
from tilehall.tui.hall.screen import Measure, Screen

if TYPE_CHECKING:
    from tilehall.tui.hall.house import HallHouse

MOST_AT_ONCE = 100
"""Actions that may be done in one go."""


class HallApi:
    """Keeps the promises of `Visit`."""

    def __init__(self, house: HallHouse, screen: Screen) -> None:
        self._house = house
        self._screen = screen
        self._deeds = Measure(house.limits.deeds, 10.0, Text("Not so fast."))
        self._codes = Measure(10, 60.0, Text("Those were too many codes; try again in a minute."))
        self._asking = asyncio.Lock()

    @property
    def person(self) -> Person:
        return self._screen.person

    # --- the lobby ------------------------------------------------------------------------------------------------

    async def lobby(self) -> tuple[TableListing, ...]:
        self._inside()
        return self._house.lobby(self._screen)

    async def open(self, wish: TableSettings) -> tuple[int, str]:
        self._inside()
        table = await self._house.open_table(self.person, wish)
        return table.number, table.code

    async def join(self, table: int, seat: Number | None = None, code: str = "") -> Number:
        self._inside()
        found = self._house.table(table)
        if found.seat_of(self.person) is None:
            self._house.may_sit(self.person)
            if code:
                self._codes.take()
        return await found.join(self.person, seat, code)

    async def by_code(self, code: str) -> int:
        self._inside()
        self._codes.take()
        return self._house.by_code(code).number

    async def leave(self, table: int) -> None:
        self._inside()
        found = self._house.table(table)
        found.go(self._screen)
        await self._house.get_up(self.person, found)
        self._house.looked_up(self._screen)

    async def fill(self, table: int, seat: Number, level: str) -> None:
        self._inside()
        await self._house.table(table).fill(self.person, seat, level)

    async def start(self, table: int) -> None:
        self._inside()
        await self._house.table(table).start(self.person)

    async def rematch(self, table: int) -> int:
        self._inside()
        return await self._house.rematch(self.person, table)

    async def library(self) -> tuple[Played, ...]:
        self._inside()
        return await self._house.library()

    async def export(self, table: int) -> str:
        self._inside()
        return await self._house.export(table)

    # --- at a table -----------------------------------------------------------------------------------------------

    async def come(self, table: int) -> Seated:
        self._inside()
        found = await self._house.any_table(table)
        self._inside()
        return found.come(self._screen)

    async def go(self, table: int) -> None:
        # Of a table that was closed meanwhile there is nothing to look away from.
        if (found := self._house.tables.get(table)) is not None:
            found.go(self._screen)
        self._house.looked_up(self._screen)

    async def act(self, table: int, actions: tuple[Action | str, ...]) -> None:
        self._decides()
        if not 0 < len(actions) <= MOST_AT_ONCE:
            raise HallError(Text("There is nothing to do, or too much at once."))
        began = perf_counter()
        await self._house.table(table).deciding(self.person).act(*actions)
        self._house.acted.note(perf_counter() - began)

    async def undo(self, table: int) -> Action | None:
        self._decides()
        found = self._house.table(table)
        seat = found.deciding(self.person)
        try:
            return await seat.undo()
        except IllegalActionError as refused:
            if not found.can_ask(self.person):
                raise
            barrier = refused
        try:
            await found.ask(self.person, "undo", found.own_seat(self.person))
        except UserError as error:
            raise barrier from error
        return None

    async def redo(self, table: int) -> Action:
        self._decides()
        return await self._house.table(table).deciding(self.person).redo()

    async def restart(self, table: int) -> int:
        self._decides()
        return await self._house.table(table).deciding(self.person).restart()

    async def hint(self, table: int) -> Advice:
        async with self._one_question():
            return await self._house.table(table).advised(self.person).hint()

    async def compare(self, table: int, actions: tuple[Action, ...]) -> Advice:
        async with self._one_question():
            return await self._house.table(table).advised(self.person).compare(*actions)

    async def hurry(self, table: int) -> None:
        found = self._house.table(table)
        found.own_seat(self.person)
        found.deciding(self.person).hurry()

    async def read(self, table: int, steps: int) -> None:
        self._house.table(table).was_read(self._screen, steps)

    async def past(self, table: int) -> GameHistory:
        self._inside()
        return await (await self._house.any_table(table)).past(self.person)

    async def say(self, table: int, words: str) -> None:
        self._inside()
        await self._house.table(table).say(self.person, words)

    async def code(self, table: int) -> str:
        self._inside()
        found = self._house.table(table)
        found.own_seat(self.person)
        return found.code

    async def said(self, table: int) -> Spoken:
        self._inside()
        return self._house.table(table).said(self.person)

    async def unread(self) -> dict[int, int]:
        self._inside()
        return self._house.unread(self.person)

    async def ask(self, table: int, request: Literal["undo", "stand-in"], about: Number) -> None:
        self._decides()
        found = self._house.table(table)
        found.deciding(self.person)
        await found.ask(self.person, request, about)

    async def agree(self, table: int, yes: bool) -> None:
        self._decides()
        await self._house.table(table).agree(self.person, yes)

    async def hand_over(self, table: int, level: str) -> None:
        self._decides()
        await self._house.table(table).hand_over(self.person, level)

    async def take_back(self, table: int) -> None:
        self._decides()
        await self._house.table(table).take_back(self.person)

    # --- oneself --------------------------------------------------------------------------------------------------

    async def settings(self) -> dict[str, str]:
        self._inside()
        return await self._house.people.settings(self.person)

    async def keep_settings(self, changes: dict[str, str]) -> None:
        self._decides()
        await self._house.people.keep_settings(self.person, changes)

    async def rename(self, name: str) -> Person:
        self._decides()
        before = self.person
        self._house.known_as(before, await self._house.people.rename(before, name))
        return self.person

    async def key_code(self) -> str:
        self._decides()
        return await self._house.people.key_code(self.person)

    async def use_key_code(self, code: str) -> Person:
        self._decides()
        return await self._house.is_now(self._screen, code)

    async def end(self) -> None:
        await self._house.leave(self._screen)

    # --- what holds for all ---------------------------------------------------------------------------------------

    def _inside(self) -> None:
        """Raises UserError for whoever has been asked to leave."""
        if not self._screen.open:
            raise HallError(Text("This visit is over."))

    def _decides(self) -> None:
        """The same for what changes something; not too often."""
        self._inside()
        self._deeds.take()

    @asynccontextmanager
    async def _one_question(self) -> AsyncIterator[None]:
        """One thought at a time for each screen."""
        self._decides()
        if self._asking.locked():
            raise HallError(Text("One question is being thought about already."))
        async with self._asking:
            yield
