"""What a viewpoint may see of a position, and full positions that agree with it (S-9.1, S-9.2).

Only the red power has secrets: the cards that it keeps, looks at and puts under a deck.
"""

from __future__ import annotations

from collections.abc import Sequence

from tilehall.engine.core.game import RandomSource, SeatNo
from tilehall.engine.core.geometry import bits
from tilehall.engine.core.piles import Pile
from tilehall.engine.games.sand.components import LEVELS
from tilehall.engine.games.sand.state import LEVEL_CARDS, NOBODY, NOTHING_HIDDEN, RED, SandState


def red_seat(s: SandState) -> SeatNo:
    """The seat with the red power, or NOBODY."""
    return next((seat for seat, magician in enumerate(s.magicians) if magician.power == RED), NOBODY)


def view(s: SandState, seat: SeatNo | None) -> SandState:
    """The position without the identity of cards that only the red power has seen."""
    red = red_seat(s)
    if red in (NOBODY, seat):
        return s
    kept, looked = s.magicians[red].kept, sum(1 << card for card in s.looked)
    if not (kept or looked or any(deck.known for deck in s.decks)):
        return s
    view = s.copy()
    view.edit(red).kept, view.looked = 0, ()
    view.decks = tuple(Pile(s.decks[n].cards | (kept | looked) & LEVEL_CARDS[n]) for n in range(LEVELS))
    view.hidden = tuple(
        (
            (kept & LEVEL_CARDS[n]).bit_count(),
            len(s.decks[n].known),
            (looked & LEVEL_CARDS[n]).bit_count(),
        )
        for n in range(LEVELS)
    )
    return view


def sample_state(s: SandState, rng: RandomSource) -> SandState:
    """A full position that agrees with this view: hidden cards are drawn at random."""
    if s.hidden == NOTHING_HIDDEN:
        return s
    full = s.copy()
    red = full.edit(red_seat(s))
    full.hidden = NOTHING_HIDDEN
    decks, looks = list[Pile](), list[int]()
    for level in range(LEVELS):
        kept, under, looked = s.hidden[level]
        unseen = list(bits(s.decks[level].unknown))
        for card in _drawn(unseen, kept, rng):
            red.kept |= 1 << card
        looks += _drawn(unseen, looked, rng)
        lowest = _drawn(unseen, under, rng)
        above = len(unseen)
        known = tuple((above + n, card) for n, card in enumerate(lowest))
        decks.append(Pile(sum(1 << card for card in unseen), known))
    full.decks, full.looked = tuple(decks), tuple(sorted(looks))
    return full


def _drawn(cards: list[int], count: int, rng: RandomSource) -> Sequence[int]:
    return [cards.pop(rng.below(len(cards))) for _ in range(count)]


def decides_in_secret(s: SandState, seat: SeatNo) -> bool:
    """Always: any choice may rest on cards that only its seat has seen."""
    return True
