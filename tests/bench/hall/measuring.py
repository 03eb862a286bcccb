"""The measurement from beginning to end: who comes, what they do, and what it costs."""

from __future__ import annotations

import asyncio
import os
import signal
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import TypeVar

from tests.bench.hall.crowd import Crowd, Used, open_hall, welcomed
from tests.bench.hall.figures import Cycles, Figures, Memory, Spread, Work
from tests.bench.hall.plan import Plan
from tests.bench.hall.playing import MOVES, UNSEEN, Playing
from tests.bench.hall.processes import Usage, load
from tests.bench.hall.steward import Steward, parties
from tests.bench.hall.worker import APPS
from tests.bench.screen import compile_once
from tests.tui.hall.halls import Hall

SETTLED = 1.0
"""Seconds until whoever came has been dealt with."""
STEADY = 0.1
"""Seconds from key to key of somebody who plays while many come."""
WARM = 24
"""So many come and go before it is looked what stays: what is kept ready for the next ones has its size then."""
CLOSES = 5.0
"""Seconds for a client to end that said goodbye."""
Say = Callable[[str], None]
R = TypeVar("R")


def measure(plan: Plan, say: Say) -> Figures:
    """In a folder of its own, which is gone afterwards, as is everybody who came."""
    before = load()
    compile_once()
    with tempfile.TemporaryDirectory(prefix="hall-") as folder, open_hall(Path(folder), plan.workers) as hall:
        return asyncio.run(_measure(hall, plan, before, say))


async def _measure(hall: Hall, plan: Plan, before: float, say: Say) -> Figures:
    crowd, steward = Crowd(hall, plan), Steward(hall.data / "house.sock")
    await steward.enter(_public(hall, "steward"))
    try:
        return await _all(crowd, steward, plan, before, say)
    finally:
        await steward.end()
        await crowd.leave(tuple(crowd.clients))


async def _all(crowd: Crowd, steward: Steward, plan: Plan, before: float, say: Say) -> Figures:
    names = [f"n{number}" for number in range(1, plan.clients + 1)]
    say("opening tables")
    groups = [
        await steward.seat(game, [(name, _public(crowd.hall, name)) for name in some])
        for game, some in parties(names, plan.seats)
    ]
    empty = crowd.used()
    say("connecting")
    paint = Spread.of(await crowd.all_come(names))
    say("sitting down")
    await crowd.sit_down(names)
    await asyncio.sleep(SETTLED)
    say("doing nothing")
    _, quiet = await _working(crowd, asyncio.sleep(plan.quiet))
    say("playing")
    playing = Playing(crowd, steward, plan.seed)
    played, work = await _working(crowd, playing.play(groups, plan.rate, plan.actions, plan.seconds))
    memory = _memory(empty, crowd.used(), plan.clients)
    storm = None
    if plan.storm:
        say("many come at once")
        storm = await _storm(crowd, names[0], plan)
    cycles = None
    if plan.cycles:
        say("people come and go")
        await crowd.leave(tuple(crowd.clients))
        cycles = await _cycles(crowd, plan.cycles)
    return Figures(
        clients=plan.clients,
        workers=plan.workers,
        rate=plan.rate,
        share=plan.actions,
        load=before,
        paint=paint,
        keys=Spread.of(played.keys),
        silent=played.silent,
        crossed=played.crossed,
        viewers=Spread.of(played.viewers),
        last=Spread.of(played.last),
        actions=played.actions,
        vain=played.vain,
        ended=played.ended,
        memory=memory,
        playing=work,
        quiet=quiet,
        storm=storm,
        cycles=cycles,
    )


def _public(hall: Hall, name: str) -> Path:
    return hall.key(name).with_suffix(".pub")


async def _working(crowd: Crowd, what: Awaitable[R]) -> tuple[R, Work]:
    """What comes of it, and what the hall has worked meanwhile."""
    (house, workers), began = crowd.used(), time.perf_counter()
    result = await what
    (house_after, after), took = crowd.used(), time.perf_counter() - began
    return result, Work(took, house_after.cpu - house.cpu, _cpu(after) - _cpu(workers))


def _cpu(workers: Sequence[Usage]) -> float:
    return sum(worker.cpu for worker in workers)


def _own(workers: Sequence[Usage]) -> int:
    return sum(worker.own for worker in workers)


def _memory(empty: Used, full: Used, clients: int) -> Memory:
    (house, before), (house_full, workers) = empty, full
    return Memory(
        house=house.own,
        worker=max(worker.own for worker in before),
        session=(_own(workers) - _own(before)) / clients,
        all=house_full.own + _own(workers),
    )


async def _storm(crowd: Crowd, steady: str, plan: Plan) -> Spread:
    """The keys of one, while so many come all at once."""
    client, waits = crowd.clients[steady], []
    names = [f"s{number}" for number in range(plan.storm)]
    for name in names:
        crowd.hall.key(name)

    async def one(name: str) -> None:
        await welcomed(await crowd.come(name))

    coming = asyncio.gather(*map(one, names))
    presses = 0
    while not coming.done():
        at = time.perf_counter()
        shown = await client.strike(MOVES[presses % 2], UNSEEN)
        if shown is not None:
            waits.append(shown - at)
        presses += 1
        await asyncio.sleep(STEADY)
    await coming
    await crowd.leave(names)
    return Spread.of(waits)


async def _cycles(crowd: Crowd, count: int) -> Cycles:
    """What grows by those who come, see the lobby, and go: one half say goodbye, the others just close the window."""

    async def one(name: str, polite: bool) -> None:
        client = await crowd.come(name)
        await welcomed(client)
        if polite:
            client.press("q")
            client.press("q")
            await client.gone(CLOSES)
        await crowd.leave([name])

    async def some(begin: int, end: int) -> int:
        for first in range(begin, end, crowd.plan.at_once):
            numbers = range(first, min(end, first + crowd.plan.at_once))
            await asyncio.gather(*(one(f"c{number % WARM}", number % 2 == 0) for number in numbers))
        await asyncio.sleep(crowd.plan.tidy)
        _, workers = crowd.used()
        return _own(workers)

    before = await some(0, WARM)
    after = await some(WARM, WARM + count)
    return Cycles(count, (after - before) / count, await _apps(crowd))


async def _apps(crowd: Crowd) -> int:
    """How many are in the memory of all workers, by their own count."""
    workers = crowd.workers()
    counted = len(_counts(crowd.hall))
    for worker in workers:
        os.kill(worker, signal.SIGUSR1)
    async with asyncio.timeout(CLOSES):
        while len(_counts(crowd.hall)) < counted + len(workers):
            await asyncio.sleep(0.05)
    return sum(_counts(crowd.hall)[counted:])


def _counts(hall: Hall) -> list[int]:
    told = (line["what"] for line in hall.logged())
    return [int(what.removeprefix(APPS)) for what in told if what.startswith(APPS)]
