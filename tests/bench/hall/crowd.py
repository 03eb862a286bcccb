"""A hall, and all who come to it: each with a key and an address of their own, as if they came from everywhere."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from tests.bench.hall.client import Client
from tests.bench.hall.plan import Plan
from tests.bench.hall.processes import Usage, named, usage
from tests.tui.hall.halls import Hall

WHOLE, WORKER = "tests.tui.hall.real", "tests.bench.hall.worker"
KNOCKS = 30
"""Connections from one address in a minute, as a hall has it by itself: nothing is made easier here."""
NARROW = 250
"""Addresses of one net."""
PATIENCE = 60.0
"""Seconds until somebody who does not see what is expected is given up."""


def open_hall(folder: Path, workers: int) -> Hall:
    """As `tilehall serve` opens it; its workers say how many apps they hold, when asked."""
    return Hall(folder, WHOLE, workers=workers, knocks=KNOCKS, worker=[sys.executable, "-m", WORKER])


def address(number: int) -> str:
    """An own address of this machine for each.

    >>> address(0), address(250)
    ('127.1.0.1', '127.1.1.1')
    """
    return f"127.1.{number // NARROW}.{number % NARROW + 1}"


Used = tuple[Usage, list[Usage]]
"""What is used by the house, and by each worker."""


class Crowd:
    """Those who have come by now."""

    def __init__(self, hall: Hall, plan: Plan) -> None:
        self.hall = hall
        self.plan = plan
        self.clients: dict[str, Client] = {}
        self._came = 0

    async def come(self, name: str) -> Client:
        """Somebody comes, and is not waited for."""
        address_option = ["-o", f"BindAddress={address(self._came)}", "-o", "ControlMaster=no"]
        self._came += 1
        command = self.hall.command(name, options=["-o", "EscapeChar=none", *address_option])
        client = self.clients[name] = await Client.started(name, command, self.plan.size)
        return client

    async def all_come(self, names: Iterable[str]) -> list[float]:
        """So many at a time; the seconds that each has waited for the first picture."""
        coming, waited = asyncio.Semaphore(self.plan.at_once), []

        async def one(name: str) -> None:
            async with coming:
                client = await self.come(name)
                waited.append(await welcomed(client))

        await asyncio.gather(*map(one, names))
        return waited

    async def sit_down(self, names: Sequence[str]) -> None:
        """From the lobby to the board: the table where one plays is the first there."""
        going = asyncio.Semaphore(self.plan.at_once)

        async def one(client: Client) -> None:
            async with going:
                await client.quiet(0.3, 3.0)
                client.forget()
                client.press("enter")
                await client.sees("step ", PATIENCE)

        await asyncio.gather(*(one(self.clients[name]) for name in names))

    async def leave(self, names: Iterable[str]) -> None:
        """They close their windows."""
        gone = [self.clients.pop(name) for name in names]
        for client in gone:
            client.close()
        await asyncio.gather(*(client.gone(5.0) for client in gone))

    # --- what the hall uses ---------------------------------------------------------------------------------------

    def workers(self) -> list[int]:
        return named(self.hall.workers(), WORKER)

    def used(self) -> Used:
        return usage(self.hall.process.pid), [usage(worker) for worker in self.workers()]


async def welcomed(client: Client) -> float:
    """The seconds until the lobby is on the screen, with the name of whoever came."""
    return await client.sees(f"Welcome, {client.name}", PATIENCE) - client.came
