"""What a viewpoint may see of a position: everything. What is face down has no order until it is drawn (P-3.8)."""

from __future__ import annotations

from tilehall.engine.core.game import RandomSource, SeatNo
from tilehall.engine.games.princess.state import PrincessState


def view(s: PrincessState, seat: SeatNo | None) -> PrincessState:
    """The whole position."""
    return s


def sample_state(s: PrincessState, rng: RandomSource) -> PrincessState:
    """The view itself: it hides nothing."""
    return s


def decides_in_secret(s: PrincessState, seat: SeatNo) -> bool:
    """Never."""
    return False
