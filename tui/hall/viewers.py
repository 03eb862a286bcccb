"""One pair of eyes at a table: what it may know is worked out once for each change, for all screens together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tilehall.engine import Seat as Number
from tilehall.tui.hall.protocol import Change
from tilehall.tui.hall.screen import Screen
from tilehall.tui.hall.unshare import bare
from tilehall.tui.tables.moment import Deed
from tilehall.tui.tables.seat import TableSeat, onlooker, player
from tilehall.tui.tables.table import Table


class Gaze:
    """Those who look with the same eyes, and the change that they were told last."""

    def __init__(self, table: Table[Any], eyes: Number | None) -> None:
        self.seat: TableSeat[Any] = onlooker(table) if eyes is None else player(table, eyes)
        self.screens: list[Screen] = []
        self._table = table
        self._eyes = eyes
        self._deeds: tuple[Deed, ...] = ()
        """As the seat has them."""
        self._bare: tuple[Deed, ...] = ()
        """As they are told."""
        self._whole = self._now()

    @property
    def whole(self) -> Change:
        """All of it, for whoever has seen nothing yet."""
        return self._whole

    def look(self, tell: Callable[[Sequence[Screen], Change], None]) -> None:
        """Tells what is new to all who look."""
        before, now = self._whole, self._now()
        if now == before:
            return
        self._whole = now
        if self.screens:
            kept = _same(before.deeds, now.deeds)
            tell(tuple(self.screens), now._replace(kept=kept, deeds=now.deeds[kept:]))

    def _now(self) -> Change:
        seat = self.seat
        now = seat.now
        if now.deeds is not self._deeds:
            kept = _same(self._deeds, now.deeds)
            self._deeds, self._bare = now.deeds, self._bare[:kept] + tuple(map(bare, now.deeds[kept:]))
        return Change(
            number=now.number,
            eyes=now.eyes,
            seat=now.seat,
            mine=now.mine and self._eyes not in self._table.stand_ins,
            due=now.due,
            state=bare(now.state),
            kept=0,
            deeds=self._bare,
            barrier=bare(now.barrier),
            curtain=now.curtain,
            seed=now.seed,
            trouble=now.trouble,
            thinks=seat.thinks,
        )


def _same(before: Sequence[Deed], now: Sequence[Deed]) -> int:
    """How many deeds there are at the beginning that were told before."""
    for n, (old, new) in enumerate(zip(before, now, strict=False)):
        if old is not new:
            return n
    return min(len(before), len(now))
