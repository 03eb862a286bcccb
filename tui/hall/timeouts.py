"""How long a hall waits: for those at the door, for those who are silent, and for those who have come to stay."""

from __future__ import annotations

from typing import NamedTuple


class Timeouts(NamedTuple):
    """All of it in seconds."""

    greeting: float = 5.0
    """To say what a client says by itself, before anybody looks at a fingerprint;"""
    login: float = 20.0
    """to be let in,"""
    shell: float = 10.0
    """and then to ask for something."""
    alive: float = 15.0
    """From one question whether a client is still there to the next."""
    missed: int = 3
    """So many of them may stay without an answer."""
    warned: float = 10 * 60.0
    """Without a key until one is warned,"""
    lobby: float = 15 * 60.0
    """and until one has to leave the lobby,"""
    table: float = 30 * 60.0
    """or a table."""
    longest: float = 12 * 3600.0
    """After which everybody has to leave."""
    looks: float = 15.0
    """From one look at who is idle to the next."""


USUAL = Timeouts()
