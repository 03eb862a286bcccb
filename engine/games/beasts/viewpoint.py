"""What a viewpoint may see of a position: everything (B-9.1). Decks have no order until a card is drawn."""

from __future__ import annotations

from tilehall.engine.core.game import RandomSource, SeatNo
from tilehall.engine.games.beasts.state import BeastsState


def view(s: BeastsState, seat: SeatNo | None) -> BeastsState:
    """The whole position."""
    return s


def sample_state(s: BeastsState, rng: RandomSource) -> BeastsState:
    """The view itself: it hides nothing."""
    return s


def decides_in_secret(s: BeastsState, seat: SeatNo) -> bool:
    """Never."""
    return False
