"""Start the hall's screens on this terminal, before a house in one process: to be looked at.

python -m tests.tui.hall.look [--name Aki] [--busy]
"""

import argparse
import asyncio
import os

from tests.tui.hall.fakes import FakeHouse, entered
from tilehall.tui.hall.app import HallApp
from tilehall.tui.hall.protocol import ChatLine, Clock, TableSettings
from tilehall.tui.tables.thinking.background import ThreadThinker
from tilehall.tui.terminal.capabilities import Terminal


async def filled(house: FakeHouse) -> None:
    """Others are here already."""
    bo, _ = entered(house, "Bo")
    cleo, _ = entered(house, "竹取")
    await bo.lobby()
    await bo.open(TableSettings("kaguya", 3, clock=Clock("turn", 300), code=True))
    number, _ = await bo.open(TableSettings("beasts", 3))
    await cleo.join(number)
    number, _ = await bo.open(TableSettings("princess", 3, (("variant", "first_game"), ("steal_tiles", "off"))))
    await bo.fill(number, 1, "normal")
    await bo.fill(number, 2, "hard")
    await bo.start(number)
    number, _ = await cleo.open(TableSettings("sand", 2, clock=Clock("game", 3600)))
    aki, _ = entered(house, "Aki")
    await aki.join(number)
    await cleo.start(number)
    house.tables[number].chairs = [chair._replace(left=754.0) for chair in house.tables[number].chairs]
    house.tables[number].said.append(ChatLine(1e9, "竹取", "good luck!"))
    await aki.end()


async def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--name", default="Aki")
    parser.add_argument("--busy", action="store_true")
    args = parser.parse_args()
    house = FakeHouse()
    if args.busy:
        await filled(house)
    visit, ear = entered(house, args.name)
    app = HallApp(Terminal.guess(os.environ), visit, ear, "ssh -p 8022 host.example", answerers=ThreadThinker())
    await app.run_async()
    if app.goodbye:
        print(app.goodbye)


if __name__ == "__main__":
    asyncio.run(main())
