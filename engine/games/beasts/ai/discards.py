"""Which cards to keep: the points that each type may bring on free lines."""

from __future__ import annotations

from itertools import accumulate

from tilehall.engine.core.game import SeatNo
from tilehall.engine.core.geometry import bits
from tilehall.engine.games.beasts.actions import DiscardFenceCards, discard_choices
from tilehall.engine.games.beasts.ai.equal_choices import tie_seed, tie_value
from tilehall.engine.games.beasts.ai.line_keys import fence_estimates, line_keys
from tilehall.engine.games.beasts.ai.weights import BeastsWeights
from tilehall.engine.games.beasts.components import ICONS, components
from tilehall.engine.games.beasts.rules import draw_deck
from tilehall.engine.games.beasts.state import BeastsState

REPEAT_SHARES = (1.0, 0.45, 0.3, 0.2)
"""The share of its worth that a second, third, and any further card of one type keeps."""


def rank_discards(s: BeastsState, seat: SeatNo, w: BeastsWeights) -> list[tuple[float, DiscardFenceCards]]:
    """All ways to discard, best first, with the expected points of the cards kept and drawn."""
    hunter, each, drawn = s.hunters[seat], _card_values(s, seat, w), tie_seed(s)
    deck = draw_deck(hunter)
    total, nexts = sum(deck), [[*worths, worths[-1]] for worths in each]
    found = []
    sums = [list(accumulate(worths, initial=0.0)) for worths in each]
    for number, discard in enumerate(discard_choices(hunter.hand)):
        kept = [held - thrown for held, thrown in zip(hunter.hand, discard.cards, strict=True)]
        points = sum([worths[count] for worths, count in zip(sums, kept, strict=True)])
        if total:
            new = components().hand - sum(kept)
            one = sum([count * worths[held] for count, worths, held in zip(deck, nexts, kept, strict=True)]) / total
            points += one * new * (1 - w.crowd * (new - 1))
        found.append((points, tie_value(drawn, number), discard))
    found.sort(key=lambda entry: entry[0] + entry[1], reverse=True)
    return [(points, discard) for points, _, discard in found]


def _card_values(s: BeastsState, seat: SeatNo, w: BeastsWeights) -> list[list[float]]:
    """For each type the expected points of its first card, its second, and so on."""
    free, known, hoped = bits(s.board.supported & ~s.board.carded), line_keys(s.board), fence_estimates(w)
    found, again = [], [*REPEAT_SHARES, *[REPEAT_SHARES[-1]] * (components().hand - len(REPEAT_SHARES))]
    for kind in range(ICONS):
        best = sorted([hoped.claim(known[number], seat, 1 << kind) for number in free], reverse=True)
        best += [0.0] * len(again)
        found.append([(w.any_card + points) * share for points, share in zip(best, again, strict=False)])
    return found
