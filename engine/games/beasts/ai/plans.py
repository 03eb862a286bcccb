"""The best whole turns of the hunt. With `k == 1` the quick player's, which searches follow.

A quick plan has no value: nothing is compared, and searches ask for it thousands of times. Nothing is random: where
rerolls are tried, the view itself determines them.
"""

from __future__ import annotations

from collections.abc import Callable

from tilehall.engine.ai.plan import UNVALUED, Plan, Term
from tilehall.engine.core.game import Action, SeatNo
from tilehall.engine.core.text import Text
from tilehall.engine.games.beasts.actions import DiscardFenceCards, SetUpBeast, vocabulary
from tilehall.engine.games.beasts.ai.discards import rank_discards
from tilehall.engine.games.beasts.ai.equal_choices import tie_seed, tie_value
from tilehall.engine.games.beasts.ai.keep_dice import keep_plans, quick_keep
from tilehall.engine.games.beasts.ai.turn_plans import quick_turn, turn_plans
from tilehall.engine.games.beasts.ai.value import add_term, value
from tilehall.engine.games.beasts.ai.weights import BeastsWeights
from tilehall.engine.games.beasts.components import components
from tilehall.engine.games.beasts.fences import can_be_caught
from tilehall.engine.games.beasts.rules import apply
from tilehall.engine.games.beasts.state import BeastsHunter, BeastsState


def plans(s: BeastsState, seat: SeatNo, k: int, w: BeastsWeights) -> list[Plan]:
    """The k best whole turns, best first, up to the next draw or to another seat's decision."""
    if k == 1:
        return [Plan(_QUICK[s.point](s, seat, w), UNVALUED)]
    return _PLANS[s.point](s, seat, k, w)


def _prepare(s: BeastsState, seat: SeatNo, k: int, w: BeastsWeights) -> list[Plan]:
    """The value of each square for the first beast."""
    return [Plan((action,), value(apply(s, seat, action), seat, w)) for action in _places(s)[:k]]


def _places(s: BeastsState) -> list[SetUpBeast]:
    """Squares where nobody can ever capture it; of these the beast that others could capture elsewhere for most."""
    board, beasts, drawn = s.board, components().beasts, tie_seed(s)

    def liking(number: int) -> tuple[bool, float]:
        setup = vocabulary().setup[number]
        return can_be_caught(board, setup.beast, setup.square), tie_value(drawn, number) - beasts[setup.beast].points

    return [vocabulary().setup[number] for number in sorted(range(len(vocabulary().setup)), key=liking)]


def _discard(s: BeastsState, seat: SeatNo, k: int, w: BeastsWeights) -> list[Plan]:
    """The discards by the expected points of the cards kept and drawn."""
    found = []
    for worth, discard in rank_discards(s, seat, w)[:k]:
        term = Term("cards", worth * w.cards, _hand(s.hunters[seat], discard), ("cards",))
        found.append(Plan((discard,), add_term(value(apply(s, seat, discard), seat, w), term)))
    return found


def _hand(hunter: BeastsHunter, discard: DiscardFenceCards) -> Text:
    """The number of cards drawn."""
    thrown = sum(discard.cards)
    new = min(components().hand - sum(hunter.hand) + thrown, sum(hunter.deck) + sum(hunter.discard) + thrown)
    return Text("{n} new card", "{n} new cards", n=new) if new else Text("all cards kept")


_PLANS: dict[str, Callable[[BeastsState, SeatNo, int, BeastsWeights], list[Plan]]] = {
    "SETUP_BEAST": _prepare,
    "KEEP": keep_plans,
    "PLACE": turn_plans,
    "DISCARD": _discard,
}
_QUICK: dict[str, Callable[[BeastsState, SeatNo, BeastsWeights], tuple[Action, ...]]] = {
    "SETUP_BEAST": lambda s, seat, w: (_places(s)[0],),
    "KEEP": quick_keep,
    "PLACE": quick_turn,
    "DISCARD": lambda s, seat, w: (rank_discards(s, seat, w)[0][1],),
}
