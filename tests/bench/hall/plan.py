"""What is to be measured, as it was asked for."""

from __future__ import annotations

from typing import NamedTuple


class Plan(NamedTuple):
    """Counts, seconds and shares. Everything is bounded: it ends by itself."""

    clients: int = 20
    workers: int = 2
    seats: int = 4
    """People at a table, as a rule."""
    size: tuple[int, int] = (120, 40)
    at_once: int = 4
    """Clients that connect at the same time."""
    rate: float = 1.0
    """Keys a second, of each."""
    actions: float = 0.05
    """The share of keys that are to be actions, which paint the screens of everybody at the table."""
    seconds: float = 20.0
    quiet: float = 5.0
    """Seconds without a key, in which nothing should be done."""
    storm: int = 0
    """Clients that come all at once while somebody plays."""
    cycles: int = 0
    """Clients that come and go."""
    tidy: float = 30.0
    """Seconds until those who went have been tidied away: the longest timer of a screen is one of 20 s."""
    seed: int = 1
