"""What `watch` tells of a game, line by line."""

import asyncio
from pathlib import Path

from tests.tui.hall.guests import Somebody, opened, seated, until
from tilehall.engine import Rng, UserError
from tilehall.tui.hall.asked import answer
from tilehall.tui.hall.gateway import Gateway
from tilehall.tui.hall.house import HallHouse
from tilehall.tui.hall.protocol import Caller

BACK = "Something was taken back.\n"


class Told:
    """Somebody who watches a table of this house."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.code: asyncio.Task[int]

    async def watch(self, house: HallHouse, folder: Path, number: int, longest: float = 60.0) -> None:
        inside = Gateway(house, lambda number, peer: None)
        await inside.listen(folder / "s")
        watching = answer(f"watch {number}", folder / "s", Caller("Wim"), "", {}, self._write, longest)
        self.code = asyncio.create_task(watching)
        await until(lambda: bool(self.lines))

    async def _write(self, words: str) -> None:
        self.lines.append(words)


async def act(people: list[Somebody], number: int, whims: Rng) -> None:
    one = next(one for one in people if one.views[number].must_decide)
    await one.act_by_lot(number, whims)


async def test_a_game_with_secrets_is_told_once(tmp_path: Path) -> None:
    """At its end everything is open, and nothing was taken back by that."""
    house, told = await opened(tmp_path), Told()
    number, people = await seated(house, "Aki", "Bo", game="kaguya")
    await told.watch(house, tmp_path, number)
    whims, table = Rng(1), house.tables[number].game()
    while not table.over:
        await act(people, number, whims)
    assert await told.code == 0
    assert told.lines[0] == "At the table: Aki, Bo.\n"
    assert BACK not in told.lines
    assert sum(" lie in the storage." in line for line in told.lines) == 4, "the values of four colours are drawn once"
    await house.close()


async def test_what_is_taken_back_is_told_as_that(tmp_path: Path) -> None:
    house, told = await opened(tmp_path), Told()
    number, people = await seated(house, "Aki", "Bo")
    await told.watch(house, tmp_path, number)
    whims, undone = Rng(1), 0
    while undone < 3:
        one = next(one for one in people if one.views[number].must_decide)
        await one.act_by_lot(number, whims)
        try:
            undone += await one.visit.undo(number) is not None
        except UserError:
            continue
    await until(lambda: told.lines.count(BACK) >= 3)
    assert told.lines.count(BACK) == 3
    await house.close()


async def test_nobody_watches_for_ever(tmp_path: Path) -> None:
    house, told = await opened(tmp_path), Told()
    number, _ = await seated(house, "Aki", "Bo")
    await told.watch(house, tmp_path, number, longest=0.3)
    async with asyncio.timeout(10):
        assert await told.code == 0
    assert told.lines[-1] == "You have been here for very long. Your games are kept: come again.\n"
    await house.close()
