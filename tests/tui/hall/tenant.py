"""A house that plays at random, and notes what it has shown before anything else happens, until it is killed.

`python -m tests.tui.hall.tenant FOLDER NOTES SEED`: a line `TABLE STEPS HASH` says what somebody was just shown.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from hashlib import sha256
from itertools import groupby
from pathlib import Path
from random import Random
from typing import Any

from tests.tui.hall.guests import Somebody, opened
from tilehall.engine import UserError
from tilehall.tui.hall.house import HallHouse
from tilehall.tui.hall.protocol import Changed, News, TableSettings

GAMES = ("princess", "sand", "beasts", "kaguya")
NAMES = ("Aki", "Bo", "Cleo")


def fingerprint(steps: Iterable[Any]) -> str:
    """What tells the steps of a game apart; parts of common decisions may change places."""
    told: list[str] = []
    for together, group in groupby(steps, lambda step: bool(step.is_joint)):
        parts = [f"{step.seat} {step.action}" for step in group]
        told += sorted(parts) if together else parts
    return sha256("\n".join(told).encode()).hexdigest()[:16]


class Noting(Somebody):
    """Notes what is shown in the moment when it is."""

    notes = -1

    def hear(self, news: News) -> None:
        super().hear(news)
        if isinstance(news, Changed):
            steps = self.house.tables[news.table].game().match.steps
            assert len(steps) == news.change.number
            self.note(f"{news.table} {len(steps)} {fingerprint(steps)}")

    def note(self, line: str) -> None:
        os.write(self.notes, f"{line}\n".encode())


async def live(house: HallHouse, notes: int, chance: Random) -> None:
    people = []
    for name in NAMES:
        one = await Noting.called(name, house)
        one.notes = notes
        people.append(one)
        for number in tuple(house.tables):
            with suppress(UserError):
                await one.come(number)
    while True:
        if len([table for table in house.tables.values() if table.state == "running"]) < 3:
            await begin(people, chance)
        await errand(chance.choice(people), chance)
        await asyncio.sleep(0)


async def begin(people: list[Noting], chance: Random) -> None:
    wish = TableSettings(chance.choice(GAMES), chance.choice((2, 3)))
    chance.shuffle(people)
    number, _ = await people[0].visit.open(wish)
    await people[1].visit.join(number)
    if wish.seats == 3:
        await people[0].visit.fill(number, 2, "random")
    await people[0].visit.start(number)
    for one in people:
        await one.come(number)


async def errand(one: Any, chance: Random) -> None:
    """Something that a person does."""
    number = chance.choice(list(one.views))
    table, whim = one.house.tables[number], chance.random()
    if table.state != "running":
        del one.views[number]
        return
    with suppress(UserError):
        if whim < 0.1:
            await one.visit.undo(number)
        elif whim < 0.12:
            await one.visit.hand_over(number, "random")
        elif whim < 0.2 or table.places[table.own_seat(one.visit.person)].stand_in:
            await one.visit.take_back(number)
        elif whim < 0.25:
            await one.visit.agree(number, chance.random() < 0.7)
        elif one.views[number].must_decide:
            choices = one.legal(number)
            await one.visit.act(number, (chance.choice(choices),))


async def main() -> None:
    folder, notes, seed = sys.argv[1:]
    book = os.open(notes, os.O_CREAT | os.O_WRONLY | os.O_APPEND)
    house = await opened(Path(folder), an_hour=10_000, open=100)
    assert not house.aside, house.aside
    os.write(book, b"open\n")
    await live(house, book, Random(seed))


if __name__ == "__main__":
    asyncio.run(main())
