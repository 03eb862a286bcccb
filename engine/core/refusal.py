"""Refusals: what all games share, from seats that are not due to the nearest legal actions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from heapq import nsmallest

from tilehall.engine.core.game import CHANCE, Action, Decision, Refusal, SeatNo
from tilehall.engine.core.text import Text, Who, join_and

NEAREST = 3
"""At most this many legal choices are named."""
Reason = Refusal | None
"""Why an action is illegal, without its legal alternatives; None for a legal action."""


def with_nearest(
    reason: Refusal, a: Action, choices: Sequence[Action], apart: Callable[[Action, Action], int]
) -> Refusal:
    """The refusal with up to three legal choices: those with the same verb first, then the least different."""
    near = nsmallest(NEAREST, choices, key=lambda choice: (choice.verb != a.verb, apart(a, choice)))
    return reason._replace(nearest=tuple(near))


def refuse_out_of_turn(due: tuple[SeatNo, ...], seat: SeatNo, over: str, dealer: str, turn: str) -> Reason:
    """Why this seat may do nothing now; None if it is due. The rules are those of the end, the dealer and the turn.

    >>> reason = refuse_out_of_turn((1,), 0, "P-5.5", "P-3.5", "P-3.5")
    >>> reason.rule, str(reason.text)
    ('P-3.5', 'It is not your turn: #2 is to decide.')
    """
    if not due:
        return Refusal(over, Text("The game is over."))
    if seat in due:
        return None
    if due == (CHANCE,):
        return Refusal(dealer, Text("The dealer has to draw first."))
    return Refusal(turn, not_your_turn_text(due))


def refuse_undue(due: Decision) -> Refusal:
    """Return the refusal of an action that belongs to another decision than the one that is due."""
    return Refusal(due.rule, due.otherwise_text or due.prompt)


def not_your_turn_text(due: Sequence[SeatNo]) -> Text:
    """The sentence for a seat that is not due."""
    if len(due) == 1:
        return Text("It is not your turn: {who} is to decide.", who=Who(due[0]))
    return Text("It is not your turn: {who} are to decide.", who=join_and(map(Who, due)))


def words_distance(a: Action, b: Action, apart: Callable[[str, str], int]) -> int:
    """The difference of two actions' words, pair by pair; an extra word counts as nine letters."""
    mine, theirs = a.words, b.words
    return sum(map(apart, mine, theirs)) + 9 * abs(len(mine) - len(theirs))


def letters_distance(x: str, y: str) -> int:
    """The number of places in which two words differ.

    >>> letters_distance("gold", "good"), letters_distance("a1", "a12")
    (1, 1)
    """
    return sum(p != q for p, q in zip(x, y, strict=False)) + abs(len(x) - len(y))


def action_distance(a: Action, b: Action) -> int:
    """The difference of two actions by letters."""
    return words_distance(a, b, letters_distance)
