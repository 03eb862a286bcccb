"""One pair of eyes at a table: what it may know is worked out once for each change, for all screens together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tilehall.engine import SeatNo as Number
from tilehall.tui.hall.protocol import SeatChange
from tilehall.tui.hall.screen import Screen
from tilehall.tui.hall.unshare import unshare
from tilehall.tui.tables.computer_players import ComputerPlayers
from tilehall.tui.tables.moment import SeenStep
from tilehall.tui.tables.seat import TableSeat, player_seat, spectator_seat


class Viewers:
    """Those who look with the same eyes, and the change that they were told last."""

    def __init__(self, computers: ComputerPlayers[Any], eyes: Number | None) -> None:
        table = computers.table
        self.seat: TableSeat[Any] = (
            spectator_seat(table, computers) if eyes is None else player_seat(table, eyes, computers)
        )
        self.screens: list[Screen] = []
        self._computers = computers
        self._eyes = eyes
        self._deeds: tuple[SeenStep, ...] = ()
        """As the seat has them."""
        self._bare: tuple[SeenStep, ...] = ()
        """As they are told."""
        self._whole = self._now()

    @property
    def whole(self) -> SeatChange:
        """All of it, for whoever has seen nothing yet."""
        return self._whole

    def look(self, tell: Callable[[Sequence[Screen], SeatChange], None]) -> None:
        """Tells what is new to all who look."""
        before, now = self._whole, self._now()
        if now == before:
            return
        self._whole = now
        if self.screens:
            kept = _same(before.seen_steps, now.seen_steps)
            tell(tuple(self.screens), now._replace(kept=kept, seen_steps=now.seen_steps[kept:]))

    def _now(self) -> SeatChange:
        seat = self.seat
        now = seat.now
        if now.seen_steps is not self._deeds:
            kept = _same(self._deeds, now.seen_steps)
            self._deeds, self._bare = now.seen_steps, self._bare[:kept] + tuple(map(unshare, now.seen_steps[kept:]))
        return SeatChange.from_moment(
            now,
            must_decide=now.must_decide and self._eyes not in self._computers.stand_ins,
            state=unshare(now.state),
            seen_steps=self._bare,
            barrier=unshare(now.barrier),
            thinks=seat.is_thinking,
        )


def _same(before: Sequence[SeenStep], now: Sequence[SeenStep]) -> int:
    """How many deeds there are at the beginning that were told before."""
    for n, (old, new) in enumerate(zip(before, now, strict=False)):
        if old is not new:
            return n
    return min(len(before), len(now))
