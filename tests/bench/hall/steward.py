"""Opens tables for people who are yet to come, and knows afterwards whose move it is at each."""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Sequence
from hashlib import sha256
from itertools import pairwise
from math import ceil
from pathlib import Path
from typing import NamedTuple

from tilehall.tui.hall.client import HallClient
from tilehall.tui.hall.listing import TableListing
from tilehall.tui.hall.protocol import Caller, Listed, News, TableSettings

GAMES = ("princess", "sand", "beasts", "kaguya")
ALONE = "sand"
"""What one plays without others."""


class Party(NamedTuple):
    """Who sits at a table."""

    table: int
    names: tuple[str, ...]


def parties(names: Sequence[str], seats: int) -> list[tuple[str, tuple[str, ...]]]:
    """The four games in turn, and who plays them, evenly. Nobody plays alone, but who is the only one.

    >>> parties(["Aki", "Bo", "Cleo", "Dan", "Eve"], 4)
    [('princess', ('Aki', 'Bo')), ('sand', ('Cleo', 'Dan', 'Eve'))]
    >>> parties(["Aki"], 4)
    [('sand', ('Aki',))]
    """
    if len(names) == 1:
        return [(ALONE, tuple(names))]
    count = ceil(len(names) / seats)
    parts = [len(names) * n // count for n in range(count + 1)]
    together = [tuple(names[begin:end]) for begin, end in pairwise(parts)]
    return [(GAMES[n % len(GAMES)], some) for n, some in enumerate(together)]


def fingerprint(public: Path) -> str:
    """What a key is known by, as OpenSSH writes it."""
    key = b64decode(public.read_text().split()[1])
    return "SHA256:" + b64encode(sha256(key).digest()).decode().rstrip("=")


class Steward:
    """A person in the lobby, by the wire that workers use as well."""

    def __init__(self, house: Path) -> None:
        self._house = house
        self._visit: HallClient | None = None
        self.listings: dict[int, TableListing] = {}

    async def enter(self, key: Path) -> None:
        """From now on it is known what goes on at the tables."""
        self._visit = await HallClient.enter(self._house, Caller("steward", fingerprint(key)), "", self._hear)
        self.listings |= {listing.number: listing for listing in await self._visit.lobby()}

    async def end(self) -> None:
        if self._visit is not None:
            await self._visit.end()

    def _hear(self, news: News) -> None:
        if isinstance(news, Listed):
            self.listings |= {listing.number: listing for listing in news.listings}

    async def seat(self, name: str, keys: Sequence[tuple[str, Path]]) -> Party:
        """A table of this game, begun by those whom these keys belong to."""
        visits = [await HallClient.enter(self._house, Caller(who, fingerprint(key)), "", _deaf) for who, key in keys]
        try:
            table, _ = await visits[0].open(TableSettings(name, len(keys)))
            for visit in visits[1:]:
                await visit.join(table)
            await visits[0].start(table)
        finally:
            for visit in visits:
                await visit.end()
        return Party(table, tuple(who for who, _ in keys))

    # --- what goes on ---------------------------------------------------------------------------------------------

    def steps(self, table: int) -> int:
        return self.listings[table].steps

    def running(self, table: int) -> bool:
        return self.listings[table].state == "running"

    def due(self, table: int) -> list[str]:
        """Who has to move there."""
        listing = self.listings[table]
        return [listing.chairs[seat].name for seat in listing.due if seat >= 0 and not listing.chairs[seat].level]


def _deaf(news: News) -> None:
    """Who only sits down hears nothing."""
