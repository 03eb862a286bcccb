"""Decks and bags without a hidden order."""

from __future__ import annotations

from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from tilehall.engine.core.piles import Pile, add_piece, remove_piece


def test_a_bag_counts() -> None:
    bag = bytes((4, 0, 2))
    assert add_piece(remove_piece(bag, 0), 1) == bytes((3, 1, 2))
    assert bag == bytes((4, 0, 2))


def test_a_pile_offers_what_may_lie_on_top() -> None:
    pile = Pile(0b1011)
    assert (pile.size, pile.tops()) == (3, (0, 1, 3))
    assert pile.draw(1).tops() == (0, 3)
    sunk = pile.insert(5, 2)
    assert (sunk.size, sunk.tops(), sunk.cards) == (4, (0, 1, 3), 0b101011)
    assert sunk.draw(0).draw(3).tops() == (5,)
    assert sunk.draw(0).draw(3).draw(5).tops() == (1,)


def test_piles_are_values() -> None:
    assert Pile(3, ((0, 7),)) == Pile(3, ((0, 7),))
    assert Pile(3) != Pile(3, ((0, 7),))
    assert len({Pile(3), Pile(3)}) == 1
    assert repr(Pile(3, ((1, 7),))) == "Pile(0b11, ((1, 7),))"


@given(st.sets(st.integers(0, 9), max_size=4), st.lists(st.tuples(st.integers(10, 19), st.integers(0, 9)), max_size=3))
def test_a_pile_is_what_all_its_orders_have_in_common(cards: set[int], insertions: list[tuple[int, int]]) -> None:
    """Against the plain model: all orders that the deck may have, as lists."""
    pile, orders = Pile(sum(1 << card for card in cards)), [list(order) for order in permutations(cards)]
    used: set[int] = set()
    for card, above in insertions:
        above = min(above, pile.size)
        if card in used:
            continue
        used.add(card)
        pile = pile.insert(card, above)
        orders = [[*order[:above], card, *order[above:]] for order in orders]
    while pile.size:
        tops = {order[0] for order in orders}
        assert set(pile.tops()) == tops
        assert pile.cards == sum(1 << card for card in orders[0])
        drawn = min(tops)
        pile, orders = pile.draw(drawn), [order[1:] for order in orders if order[0] == drawn]
    assert all(not order for order in orders)
