"""What a seat may know of a position, and positions that agree with what it knows (section 9 of the rules).

Public history is kept in the position itself: `Merchant.sure` counts the cubes that everybody can place behind a
screen, `Merchant.hidden` the rest. So a view needs no memory, and what is dealt into it agrees with all that was shown.
"""

from __future__ import annotations

from tilehall.engine.core.game import CHANCE, RandomSource, SeatNo
from tilehall.engine.core.piles import add_piece, remove_piece
from tilehall.engine.games.kaguya.actions import presentations
from tilehall.engine.games.kaguya.components import COLOURS
from tilehall.engine.games.kaguya.state import KaguyaState, Merchant


def view(s: KaguyaState, seat: SeatNo | None) -> KaguyaState:
    """The position without what is behind and inside the fists of the other seats."""
    view = s.copy()
    for other, merchant in enumerate(s.merchants):
        if other != seat and merchant.purse is not None:
            _hide(view, view.edit(other))
    return view


def _hide(view: KaguyaState, merchant: Merchant) -> None:
    """The cubes that nobody knows of cannot be told from those in the box any more."""
    assert merchant.purse is not None
    secret = [merchant.purse[colour] - merchant.sure[colour] for colour in COLOURS]
    view.box = bytes([view.box[colour] + secret[colour] for colour in COLOURS]) + view.box[len(COLOURS) :]
    merchant.purse = merchant.pledge = None


def sample_state(s: KaguyaState, rng: RandomSource) -> KaguyaState:
    """A full position that agrees with this view: unknown cubes are dealt, closed fists filled with something legal."""
    full = s.copy()
    for seat, merchant in enumerate(s.merchants):
        if merchant.purse is None:
            _deal(full, full.edit(seat), rng)
    return full


def _deal(full: KaguyaState, merchant: Merchant, rng: RandomSource) -> None:
    merchant.purse = merchant.sure
    for _ in range(merchant.hidden):
        colour = _draw_unknown(full, rng)
        full.box = remove_piece(full.box, colour)
        merchant.purse = add_piece(merchant.purse, colour)
    if merchant.ready:
        choices = presentations(merchant.purse, merchant.disk)
        merchant.pledge = choices[rng.below(len(choices))]


def _draw_unknown(full: KaguyaState, rng: RandomSource) -> int:
    """The colour of a cube out of the unknown, each cube as likely."""
    rest = rng.below(sum(full.box[colour] for colour in COLOURS))
    for colour in COLOURS:
        rest -= full.box[colour]
        if rest < 0:
            return colour
    raise AssertionError("a number below the sum of the counts falls on one of them")


def viewing_seat(s: KaguyaState) -> SeatNo | None:
    """The seat whose view this is; None for a spectator, CHANCE for a position that holds everything."""
    known = [seat for seat, merchant in enumerate(s.merchants) if merchant.purse is not None]
    if len(known) == s.rulings.players:
        return CHANCE
    return known[0] if known else None


def decides_in_secret(s: KaguyaState, seat: SeatNo) -> bool:
    """What is chosen from behind one's own screen (K-4.4, K-4.8, K-4.34); tiles and storage lie before everybody."""
    return s.point in ("PRESENT", "GIVE", "PLANT")
