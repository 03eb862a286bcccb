"""A table at which only computer players sit, to watch."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tilehall.engine import Player, game
from tilehall.tui.house.table import Table

NAMES = ("Aki", "Bo", "Cleo", "Dai")


def demo_table(
    name: str, players: Sequence[Player] = (), options: Iterable[tuple[str, str]] = (), seed: str = ""
) -> Table:
    """A table for a demo; it is kept in no file. Without players two computer players sit down."""
    seats = max(2, game(name).seats.start)
    return Table.open(name, players or [Player(NAMES[n], "normal") for n in range(seats)], options, seed)
