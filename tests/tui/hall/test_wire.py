"""Between two processes: answers, refusals as themselves, news in order, and the end of the other side."""

from __future__ import annotations

import asyncio
import pickle
import struct
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.tui.hall.parlour import SmallHouse
from tilehall.engine import IllegalActionError, Text, UserError
from tilehall.tui.hall import client, gateway, wire
from tilehall.tui.hall.client import FALLEN, HallClient
from tilehall.tui.hall.protocol import Caller, Closing, HallInterface, News, Said


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not holds():
            await asyncio.sleep(0.01)


class Pair:
    """A small house behind a socket."""

    def __init__(self, folder: Path) -> None:
        self.house = SmallHouse()
        self.path = folder / "house.sock"
        self.inside = gateway.Gateway(self.house, lambda number, peer: None)
        self.heard: list[News] = []

    async def enter(
        self, name: str = "aki", address: str = "", heard: Callable[[News], None] | None = None
    ) -> HallClient:
        return await HallClient.enter(self.path, Caller(name, f"SHA256:{name}"), address, heard or self.heard.append)


@pytest.fixture
async def pair(tmp_path: Path) -> AsyncIterator[Pair]:
    one = Pair(tmp_path)
    await one.inside.listen(one.path)
    yield one
    one.inside.close(Text("The test is over."))
    await one.inside.end()


async def test_what_is_asked_is_answered(pair: Pair) -> None:
    visit = await pair.enter()
    assert visit.person.name == "aki"
    assert [listing.number for listing in await visit.lobby()] == [17]
    assert len(await visit.export(17)) > 100_000
    await visit.end()
    await until(lambda: not pair.house.visits)


async def test_a_refusal_comes_as_itself(pair: Pair) -> None:
    visit = await pair.enter()
    with pytest.raises(UserError, match="There is no table 18") as wrong:
        await visit.export(18)
    assert wrong.value.text == Text("There is no table {n}.", n=18)
    with pytest.raises(IllegalActionError) as refused:
        await visit.join(17)
    assert refused.value.refusal.rule == "H-1"
    with pytest.raises(UserError, match="You are not welcome"):
        await pair.enter("mallory")


async def test_an_error_of_ours_stays_on_its_side(pair: Pair) -> None:
    visit = await pair.enter()
    with pytest.raises(UserError) as told:
        await visit.act(17, ("FU",))
    assert told.value.text == wire.BROKEN
    assert await visit.lobby()


async def test_news_come_in_order_to_everybody(pair: Pair) -> None:
    other: list[News] = []
    aki, bo = await pair.enter(), await pair.enter("bo", heard=other.append)
    for number in range(50):
        await (aki, bo)[number % 2].say(17, f"{number}")
    await until(lambda: len(other) == len(pair.heard) == 50)
    for heard in (other, pair.heard):
        assert [news.line.text for news in heard if isinstance(news, Said)] == [f"{n}" for n in range(50)]


async def test_a_long_thought_keeps_nothing_else_waiting(pair: Pair) -> None:
    visit = await pair.enter()
    hint = asyncio.create_task(visit.hint(17))
    assert await asyncio.wait_for(visit.lobby(), 1)
    hint.cancel()


async def test_too_many_questions_at_once_are_refused(pair: Pair) -> None:
    visit = await pair.enter()
    asked = [asyncio.create_task(visit.hint(17)) for _ in range(wire.AT_ONCE + 5)]
    done, waiting = await asyncio.wait(asked, timeout=0.5)
    assert len(done) == 5
    assert all("too much" in f"{task.exception()}" for task in done)
    for task in waiting:
        task.cancel()


async def test_when_the_house_falls_everybody_hears_of_it(pair: Pair) -> None:
    visit = await pair.enter()
    hint = asyncio.create_task(visit.hint(17))
    await asyncio.sleep(0.05)
    for peer in pair.inside.peers:
        peer.close()
    with pytest.raises(UserError):
        await asyncio.wait_for(hint, 2)
    await until(lambda: pair.heard == [Closing(FALLEN)])
    with pytest.raises(UserError):
        await visit.lobby()


async def test_whoever_leaves_hears_nothing_of_an_end(pair: Pair) -> None:
    visit = await pair.enter()
    await visit.end()
    await asyncio.sleep(0.05)
    assert pair.heard == []


async def test_where_nobody_is_nobody_comes_in(tmp_path: Path) -> None:
    with pytest.raises(UserError):
        await HallClient.enter(tmp_path / "none.sock", Caller("aki"), "", lambda news: None)


async def test_a_side_that_does_not_listen_is_given_up(pair: Pair) -> None:
    """What waits for it would grow without end."""

    @asynccontextmanager
    async def deaf() -> AsyncIterator[asyncio.StreamWriter]:
        _, writer = await asyncio.open_unix_connection(pair.path, limit=1024)
        yield writer
        writer.close()

    async with deaf() as writer:
        data = pickle.dumps(wire.WireCall(1, "enter", (Caller("aki"), "")))
        writer.write(struct.pack("!I", len(data)) + data)
        await until(lambda: bool(pair.house.visits))
        visit = pair.house.visits[0]
        for _ in range(200):
            visit.heard(Closing(Text("{words}", words="x" * 100_000)))
            await asyncio.sleep(0)
        await until(lambda: not pair.house.visits)


async def test_a_frame_without_end_is_the_end(pair: Pair) -> None:
    _, writer = await asyncio.open_unix_connection(pair.path)
    writer.write(b"\xff\xff\xff\xff" + b"x" * 100)
    await writer.drain()
    assert await pair.enter()


async def test_screens_are_counted(pair: Pair) -> None:
    one, *others = [await pair.enter(), await pair.enter()]
    with pytest.raises(UserError, match="2 screens open here"):
        await pair.enter()
    await one.end()
    await until(lambda: len(pair.house.visits) == 1)
    others.append(await pair.enter())
    others += [await pair.enter(f"n{number}", "192.0.2.7") for number in range(gateway.FROM_ONE)]
    with pytest.raises(UserError, match="from your address"):
        await pair.enter("more", "192.0.2.7")
    await pair.enter("more", "192.0.2.8")


def test_all_that_a_visit_can_is_asked_of_the_house() -> None:
    """Whoever adds to a Visit adds it on both ends of the wire."""
    public = {name for name in vars(HallInterface) if not name.startswith("_")}
    visit: Any = type("All", (), dict.fromkeys(public))()
    asked = client.calls(visit)
    assert {*asked} == public - {"end", "person"}
    assert public - {"person"} <= {*vars(HallClient)}
