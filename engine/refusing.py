"""Refusing, where all games are alike: a reason becomes a refusal that says what would be legal instead."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tilehall.engine.game import CHANCE, Action, Refusal, Seat
from tilehall.engine.text import Text

Reason = tuple[str, Text] | None
"""The rule that an action breaks and a sentence about it; None for a legal action."""


def refused(
    rule: str, text: Text, a: Action, choices: Sequence[Action], apart: Callable[[Action, Action], int]
) -> Refusal:
    """The refusal with up to three of the legal choices: same verb first, then those least apart from this action."""
    near = sorted(choices, key=lambda choice: (choice.verb != a.verb, apart(a, choice)))
    return Refusal(rule, text, tuple(near[:3]))


def out_of_turn(due: tuple[Seat, ...], seat: Seat, over: str, dealer: str, turn: str) -> Reason:
    """Why this seat may do nothing at all now; the rules say that the game ends, that the dealer goes first, and so on.

    >>> out_of_turn((1,), 0, "P-5.5", "P-3.5", "P-3.5")
    ('P-3.5', Text('It is not your turn.'))
    """
    if not due:
        return over, Text("The game is over.")
    if seat in due:
        return None
    if due == (CHANCE,):
        return dealer, Text("The dealer has to draw first.")
    return turn, Text("It is not your turn.")


def words_apart(a: Action, b: Action, apart: Callable[[str, str], int]) -> int:
    """How far the words after the verbs of two actions are apart, by pairs; one word more counts for nine letters."""
    mine, theirs = a.words, b.words
    return sum(map(apart, mine, theirs)) + 9 * abs(len(mine) - len(theirs))


def letters_apart(x: str, y: str) -> int:
    """In how many places two words differ.

    >>> letters_apart("gold", "good"), letters_apart("a1", "a12")
    (1, 1)
    """
    return sum(p != q for p, q in zip(x, y, strict=False)) + abs(len(x) - len(y))


def spelled_apart(a: Action, b: Action) -> int:
    """How far two actions are apart by their letters."""
    return words_apart(a, b, letters_apart)
