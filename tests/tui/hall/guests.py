"""People in a hall, for tests: each with an ear that keeps what was told, and eyes that put changes together."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from tilehall.engine import Action, Rng, UserError, load_game
from tilehall.tui.hall.api import HallApi
from tilehall.tui.hall.house import HallHouse, HallLimits
from tilehall.tui.hall.listing import TableListing
from tilehall.tui.hall.protocol import Caller, Changed, Listed, News, Requested, SeatChange, TableSettings
from tilehall.tui.tables.thinking.thinkers import InlineThinker, Thinker

TWO = (("first_turn", "full"), ("start_seat", "0"))
"""A princess whose first seat begins."""


async def opened(folder: Path, minds: Thinker | None = None, **limits: Any) -> HallHouse:
    return await HallHouse.open(folder, minds or InlineThinker(), HallLimits(deeds=10_000)._replace(**limits))


class Somebody:
    """One person on one screen."""

    def __init__(self, house: HallHouse) -> None:
        self.house = house
        self.heard: list[News] = []
        self.reads = True
        """Whether this screen says what it has read."""
        self.views: dict[int, SeatChange] = {}
        self.tables: dict[int, TableListing] = {}
        self.visit: HallApi

    @classmethod
    async def called(
        cls, name: str, house: HallHouse, key: str = "", guest: bool = False, password: str = "", address: str = ""
    ) -> Somebody:
        one = cls(house)
        caller = Caller(name, "" if guest else key or f"SHA256:{name}", password=password, address=address)
        one.visit = await house.enter(caller, one.hear)
        return one

    def hear(self, news: News) -> None:
        self.heard.append(news)
        if isinstance(news, Changed):
            before = self.views[news.table]
            deeds = before.seen_steps[: news.change.kept] + news.change.seen_steps
            self.views[news.table] = news.change._replace(kept=0, seen_steps=deeds)
            if self.reads:
                self.reading = asyncio.ensure_future(self.visit.read(news.table, news.change.number))
        elif isinstance(news, Listed):
            self.tables |= {listing.number: listing for listing in news.listings}
            for number in news.gone:
                self.tables.pop(number, None)

    def news(self, kind: type[Any]) -> list[Any]:
        return [news for news in self.heard if isinstance(news, kind)]

    async def is_told(self, sentence: str) -> None:
        """Waits until this is the last that was said of what is asked at a table: it comes after the change itself."""
        said: list[str] = []

        def told() -> bool:
            said[:] = [str(news.told) for news in self.news(Requested)[-1:]]
            return said == [sentence]

        try:
            await until(told)
        except TimeoutError:
            raise AssertionError(f"{sentence!r} is never told, but {said}") from None

    async def come(self, table: int) -> SeatChange:
        self.views[table] = (await self.visit.come(table)).change
        return self.views[table]

    def legal(self, table: int) -> list[Action]:
        """What these eyes would think that they may do."""
        view = self.views[table]
        rules: Any = load_game(self.house.tables[table].wish.game)
        return list(rules.legal_actions(view.state, view.seat))

    async def act_by_lot(self, table: int, whims: Rng) -> Action:
        choices = self.legal(table)
        action = choices[whims.below(len(choices))]
        await self.visit.act(table, (action,))
        return action


async def seated(house: HallHouse, *names: str, game: str = "princess", **wish: Any) -> tuple[int, list[Somebody]]:
    """A game that these have begun, each looking at it."""
    people = [await Somebody.called(name, house) for name in names]
    wished = TableSettings(game, len(names), **({"options": TWO} if game == "princess" else {}) | wish)
    number, code = await people[0].visit.open(wished)
    for one in people[1:]:
        await one.visit.join(number, code=code)
    await people[0].visit.start(number)
    for one in people:
        await one.come(number)
    return number, people


async def refusal(deed: Awaitable[Any]) -> str:
    with pytest.raises(UserError) as refused:
        await deed
    return str(refused.value)


async def until(true: Callable[[], bool], seconds: float = 30.0) -> None:
    """Waits for something that will happen."""
    async with asyncio.timeout(seconds):
        while not true():
            await asyncio.sleep(0.005)
