"""Refusing, where all games are alike: a reason becomes a refusal that says what would be legal instead."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from heapq import nsmallest

from tilehall.engine.core.game import CHANCE, Action, Decision, Refusal, SeatNo
from tilehall.engine.core.text import Text, Who, join_and

NEAREST = 3
"""So many choices are named at most."""
Reason = Refusal | None
"""Why an action may not be done, before it is said what could be; None for a legal action."""


def with_nearest(
    reason: Refusal, a: Action, choices: Sequence[Action], apart: Callable[[Action, Action], int]
) -> Refusal:
    """The refusal with up to three of the legal choices: same verb first, then those least apart from this action."""
    near = nsmallest(NEAREST, choices, key=lambda choice: (choice.verb != a.verb, apart(a, choice)))
    return reason._replace(nearest=tuple(near))


def refuse_out_of_turn(due: tuple[SeatNo, ...], seat: SeatNo, over: str, dealer: str, turn: str) -> Reason:
    """Why this seat may do nothing at all now, and what it waits for; the rules say that the game ends, and so on.

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
    """The refusal of an action that belongs to another decision point than the one that is due."""
    return Refusal(due.rule, due.otherwise_text or due.prompt)


def not_your_turn_text(due: Sequence[SeatNo]) -> Text:
    """Whom one waits for."""
    if len(due) == 1:
        return Text("It is not your turn: {who} is to decide.", who=Who(due[0]))
    return Text("It is not your turn: {who} are to decide.", who=join_and(map(Who, due)))


def words_distance(a: Action, b: Action, apart: Callable[[str, str], int]) -> int:
    """How far the words after the verbs of two actions are apart, by pairs; one word more counts for nine letters."""
    mine, theirs = a.words, b.words
    return sum(map(apart, mine, theirs)) + 9 * abs(len(mine) - len(theirs))


def letters_distance(x: str, y: str) -> int:
    """In how many places two words differ.

    >>> letters_distance("gold", "good"), letters_distance("a1", "a12")
    (1, 1)
    """
    return sum(p != q for p, q in zip(x, y, strict=False)) + abs(len(x) - len(y))


def action_distance(a: Action, b: Action) -> int:
    """How far two actions are apart by their letters."""
    return words_distance(a, b, letters_distance)
