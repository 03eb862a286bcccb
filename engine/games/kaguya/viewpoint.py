"""What a viewpoint may see of a position, and full positions that agree with it (section 9 of the rulebook).

The position itself keeps public history: `Merchant.sure` counts the cubes behind a screen that everybody can name,
`Merchant.hidden` the others. So a view needs no memory, and sampled positions agree with all that was shown.
"""

from __future__ import annotations

from tilehall.engine.core.game import CHANCE, RandomSource, SeatNo
from tilehall.engine.core.piles import add_piece, remove_piece
from tilehall.engine.games.kaguya.actions import presentations
from tilehall.engine.games.kaguya.components import COLOURS
from tilehall.engine.games.kaguya.state import KaguyaState, Merchant


def view(s: KaguyaState, seat: SeatNo | None) -> KaguyaState:
    """The position without the cubes behind the screens and in the fists of other seats."""
    view = s.copy()
    for other, merchant in enumerate(s.merchants):
        if other != seat and merchant.purse is not None:
            _hide(view, view.edit(other))
    return view


def _hide(view: KaguyaState, merchant: Merchant) -> None:
    """Unknown cubes go to the box: no viewpoint can tell them apart."""
    assert merchant.purse is not None
    secret = [merchant.purse[colour] - merchant.sure[colour] for colour in COLOURS]
    view.box = bytes([view.box[colour] + secret[colour] for colour in COLOURS]) + view.box[len(COLOURS) :]
    merchant.purse = merchant.pledge = None


def sample_state(s: KaguyaState, rng: RandomSource) -> KaguyaState:
    """A full position that agrees with this view: unknown cubes are dealt, closed fists filled with legal choices."""
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
    """The colour of a random unknown cube, each cube as likely."""
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
    """Whether the choice is made behind the own screen (K-4.4, K-4.8, K-4.34); tiles and storage are open."""
    return s.point in ("PRESENT", "GIVE", "PLANT")
