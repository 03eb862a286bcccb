"""The best whole turns from a position of the hunt. With `k == 1` it is the fast player that search follows.

What that one does has no value: nothing is compared, and searches ask for it thousands of times.
Nothing is drawn by lot: where rerolls are tried, the view itself says which.
"""

from __future__ import annotations

from collections.abc import Callable

from tilehall.engine.ai.plan import UNVALUED, Plan, Term
from tilehall.engine.core.game import Action, Seat
from tilehall.engine.core.text import Text
from tilehall.engine.games.beasts.actions import Discard, Prepare, vocabulary
from tilehall.engine.games.beasts.ai.discards import ranked
from tilehall.engine.games.beasts.ai.equal_choices import lot, salt
from tilehall.engine.games.beasts.ai.keep_dice import keep, keeps
from tilehall.engine.games.beasts.ai.turn_plans import turn, turns
from tilehall.engine.games.beasts.ai.value import value, with_more
from tilehall.engine.games.beasts.ai.weights import Weights
from tilehall.engine.games.beasts.components import components
from tilehall.engine.games.beasts.fences import catchable
from tilehall.engine.games.beasts.rules import apply
from tilehall.engine.games.beasts.state import Hunter, State


def plans(s: State, seat: Seat, k: int, w: Weights) -> list[Plan]:
    """The k best whole turns, best first: up to the next draw, or to somebody else's decision."""
    if k == 1:
        return [Plan(_QUICK[s.point](s, seat, w), UNVALUED)]
    return _PLANS[s.point](s, seat, k, w)


def _prepare(s: State, seat: Seat, k: int, w: Weights) -> list[Plan]:
    """The value of where the beast is put."""
    return [Plan((action,), value(apply(s, seat, action), seat, w)) for action in _places(s)[:k]]


def _places(s: State) -> list[Prepare]:
    """Where nobody can ever capture it; of these the beast that others could bring elsewhere for most."""
    board, beasts, drawn = s.board, components().beasts, salt(s)

    def liking(number: int) -> tuple[bool, float]:
        setup = vocabulary().setup[number]
        return catchable(board, setup.beast, setup.square), lot(drawn, number) - beasts[setup.beast].points

    return [vocabulary().setup[number] for number in sorted(range(len(vocabulary().setup)), key=liking)]


def _discard(s: State, seat: Seat, k: int, w: Weights) -> list[Plan]:
    """What the cards that are kept or drawn may bring, most first."""
    found = []
    for worth, discard in ranked(s, seat, w)[:k]:
        term = Term("cards", worth * w.cards, _hand(s.hunters[seat], discard), ("cards",))
        found.append(Plan((discard,), with_more(value(apply(s, seat, discard), seat, w), term)))
    return found


def _hand(hunter: Hunter, discard: Discard) -> Text:
    """How many cards come."""
    thrown = sum(discard.cards)
    new = min(components().hand - sum(hunter.hand) + thrown, sum(hunter.deck) + sum(hunter.discard) + thrown)
    return Text("{n} new card", "{n} new cards", n=new) if new else Text("all cards kept")


_PLANS: dict[str, Callable[[State, Seat, int, Weights], list[Plan]]] = {
    "SETUP_BEAST": _prepare,
    "KEEP": keeps,
    "PLACE": turns,
    "DISCARD": _discard,
}
_QUICK: dict[str, Callable[[State, Seat, Weights], tuple[Action, ...]]] = {
    "SETUP_BEAST": lambda s, seat, w: (_places(s)[0],),
    "KEEP": keep,
    "PLACE": turn,
    "DISCARD": lambda s, seat, w: (ranked(s, seat, w)[0][1],),
}
