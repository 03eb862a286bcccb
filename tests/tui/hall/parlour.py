"""A small house, for tests of the way to it: nothing happens there but what somebody says, and everybody hears it."""

from __future__ import annotations

import asyncio
import time
from typing import Any

from tilehall.engine import IllegalActionError, Refusal, Text, UserError
from tilehall.tui.hall.figures import Family
from tilehall.tui.hall.listing import ListedChair, TableListing
from tilehall.tui.hall.protocol import Caller, ChatLine, Clock, Heard, Person, Said


class SmallHouse:
    """People by their keys, and one table where all can talk."""

    def __init__(self, password: str = "") -> None:
        self.password = password
        self.people: dict[str, Person] = {}
        self.callers: list[Caller] = []
        self.visits: list[SmallVisit] = []
        self.said: list[ChatLine] = []
        self.closed = False

    async def enter(self, caller: Caller, heard: Heard) -> SmallVisit:
        self.callers.append(caller)
        if caller.name == "mallory":
            raise UserError(Text("You are not welcome here any more."))
        known = self.people.get(caller.key) if caller.key else None
        person = known or Person(len(self.callers), caller.name or "guest", guest=not caller.key)
        if caller.key:
            self.people[caller.key] = person
        visit = SmallVisit(self, person, heard)
        self.visits.append(visit)
        return visit

    async def knows(self, key: str) -> bool:
        return key in self.people

    async def fits(self, password: str) -> bool:
        return password == self.password

    def desk(self) -> dict[str, Any]:
        return {}

    async def figures(self) -> tuple[Family, ...]:
        return ()

    async def close(self) -> None:
        self.closed = True


class SmallVisit:
    """So much of a Visit as the tests ask for."""

    def __init__(self, house: SmallHouse, person: Person, heard: Heard) -> None:
        self.house, self.person, self.heard = house, person, heard

    async def lobby(self) -> tuple[TableListing, ...]:
        chairs = (ListedChair("Zoë", person=1, here=True), ListedChair("", ""), ListedChair("easy 1", "easy"))
        return (TableListing(17, "sand", "Zoë", "waiting", chairs, (), 0, (), 0, 0.0, False, True, Clock()),)

    async def say(self, table: int, words: str) -> None:
        self.house.said.append(ChatLine(time.time(), self.person.name, words))
        for visit in self.house.visits:
            visit.heard(Said(table, self.house.said[-1]))

    async def export(self, table: int) -> str:
        if table != 17:
            raise UserError(Text("There is no table {n}.", n=table))
        return "a record\nof Zoë\n" * 10_000

    async def join(self, table: int, seat: int | None = None, code: str = "") -> int:
        raise IllegalActionError(Refusal("H-1", Text("The table is full."), ()))

    async def hint(self, table: int) -> Any:
        await asyncio.sleep(60)

    async def act(self, table: int, actions: Any) -> None:
        raise ZeroDivisionError("an error of ours")

    async def end(self) -> None:
        if self in self.house.visits:
            self.house.visits.remove(self)

    def __getattr__(self, name: str) -> Any:
        async def missing(*args: Any) -> None:
            raise UserError(Text("There is no {name} in a small house.", name=name))

        return missing
