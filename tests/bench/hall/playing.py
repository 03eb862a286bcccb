"""Keys, pressed by lot by everybody at once, and what comes of them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from tests.bench.hall.client import Client
from tests.bench.hall.crowd import Crowd
from tests.bench.hall.steward import Party, Steward

MOVES = ("right", "left")
"""What moves the cursor: at an edge one does nothing, and the other does."""
ACTING = ("tab", "enter", "enter", "enter", "right", "enter", "enter", "escape", "tab", "enter", "enter", "enter")
"""What leads to an action sooner or later, whatever is to be chosen."""
UNSEEN = 1.0
"""Seconds after which a key has shown nothing."""
CROSSING = 0.1
"""Seconds before a key from which on what somebody else does may be on the screen first."""
HEARD, SHOWN = 0.4, 1.0
"""Seconds for the news of an action to come here, and for it to be on all screens."""


@dataclass
class Played:
    """What was measured, in seconds."""

    keys: list[float] = field(default_factory=list)
    """From each key, as it was to be pressed, until something was written."""
    silent: int = 0
    """Keys after which nothing was written: at the edge of a board the cursor does not move."""
    crossed: int = 0
    """Keys while somebody else at the table acted: what was seen after them may be either."""
    viewers: list[float] = field(default_factory=list)
    """From the key that was an action until it was on the screen of somebody else at the table."""
    last: list[float] = field(default_factory=list)
    """The same for the last of them at each table."""
    actions: int = 0
    vain: int = 0
    """Actions that somebody tried and that did not come about."""
    ended: int = 0
    """Tables where the game was over before the end."""


class Playing:
    """Everybody at their tables, for a while."""

    def __init__(self, crowd: Crowd, steward: Steward, seed: int) -> None:
        self._crowd = crowd
        self._steward = steward
        self._chance = Random(seed)
        self._played = Played()
        self._hands = {name: asyncio.Lock() for name in crowd.clients}
        """Who has whose fingers: a person presses one key after the other."""
        self._acting: set[int] = set()
        """Tables where somebody tries to act."""
        self._acted: dict[int, float] = {}
        """When somebody did something there the last time."""

    async def play(self, parties: Sequence[Party], rate: float, actions: float, seconds: float) -> Played:
        until = time.perf_counter() + seconds
        people = (self._person(name, party, rate, actions, until) for party in parties for name in party.names)
        await asyncio.gather(*people)
        self._played.ended = sum(not self._steward.running(party.table) for party in parties)
        return self._played

    async def _person(self, name: str, party: Party, rate: float, actions: float, until: float) -> None:
        """Keys at times that do not ask whether the last one was answered: who waits for that measures too little."""
        client, due = self._crowd.clients[name], time.perf_counter()
        errands: set[asyncio.Task[None]] = set()
        moves = 0
        while (due := due + self._chance.expovariate(rate)) < until:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            if not client.here:
                break
            if self._chance.random() < actions:
                errands.add(asyncio.create_task(self._act(party)))
                continue
            if not self._hands[name].locked():
                due = await self._key(client, MOVES[moves % 2], due, party.table)
                moves += 1
        if errands:
            await asyncio.wait(errands)

    async def _key(self, client: Client, key: str, due: float, table: int) -> float:
        """From when on the next key counts."""
        async with self._hands[client.name]:
            began = time.perf_counter()
            shown = await client.strike(key, UNSEEN)
        if self._acted.get(table, 0.0) > began - CROSSING:
            self._played.crossed += 1
            return time.perf_counter()
        if shown is None:
            self._played.silent += 1
            return time.perf_counter()
        self._played.keys.append(shown - due)
        return due

    async def _act(self, party: Party) -> None:
        """Whoever has to decide there acts, by the keys of the board."""
        steward, table = self._steward, party.table
        if table in self._acting or not steward.running(table) or not (due := steward.due(table)):
            return
        client = self._crowd.clients[due[0]]
        self._acting.add(table)
        try:
            async with self._hands[client.name]:
                await self._choose(client, party)
        finally:
            self._acting.discard(table)

    async def _choose(self, client: Client, party: Party) -> None:
        steps = self._steward.steps(party.table)
        for key in ACTING:
            at = self._acted[party.table] = time.perf_counter()
            shown = await client.strike(key, HEARD)
            self._acted[party.table] = time.perf_counter()
            if shown is not None:
                self._played.keys.append(shown - at)
            if key == "enter" and await self._happened(party.table, steps):
                self._played.actions += 1
                await asyncio.sleep(SHOWN)
                self._seen_by_others(client, party, at)
                return
        self._played.vain += 1

    async def _happened(self, table: int, steps: int) -> bool:
        """Whether there are more steps now; the lobby hears of them a moment later than those at the table."""
        until = time.perf_counter() + HEARD
        while self._steward.steps(table) == steps and time.perf_counter() < until:
            await asyncio.sleep(0.005)
        return self._steward.steps(table) != steps

    def _seen_by_others(self, actor: Client, party: Party, at: float) -> None:
        """Whoever pressed a key of their own meanwhile may have seen that, so it does not count."""
        found = []
        for client in (self._crowd.clients[name] for name in party.names if name != actor.name):
            shown = client.paint_after(at)
            if shown is not None and not client.struck_between(at - 0.1, shown):
                found.append(shown - at)
        self._played.viewers += found
        if found:
            self._played.last.append(max(found))
