"""Numbers for actions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

from tilehall.engine.core.game import Action, RuleError
from tilehall.engine.core.text import Text

MOST = 1024
"""Choices in one decision of a game without `all_actions`."""


class ActionNumbers(Protocol):
    size: int

    def numbers(self, choices: Sequence[Action]) -> list[int]:
        """Return the number of each choice."""

    def action(self, number: int, choices: Sequence[Action]) -> Action:
        """Return the action with a number, which need not be one of the choices. Raises RuleError if there is none."""


class FixedNumbers:
    """Each action has the same number in all decisions and games.

    >>> fixed = FixedNumbers(("red", "blue", "green"))
    >>> fixed.numbers(("green", "red")), fixed.action(1, ("green", "red"))
    ([2, 0], 'blue')
    """

    def __init__(self, repertoire: Sequence[Action]) -> None:
        self.size = len(repertoire)
        self._actions: Final = tuple(repertoire)
        self._numbers: Final = {action: n for n, action in enumerate(repertoire)}

    def numbers(self, choices: Sequence[Action]) -> list[int]:
        return [self._numbers[choice] for choice in choices]

    def action(self, number: int, choices: Sequence[Action]) -> Action:
        if not 0 <= number < self.size:
            raise unknown_number(number, self.size)
        return self._actions[number]


class ChoiceIndexes:
    """The number of an action is its index among the choices."""

    size = MOST

    def numbers(self, choices: Sequence[Action]) -> list[int]:
        if len(choices) > MOST:
            text = Text("There are {n} choices here, and numbers for {most}.", n=len(choices), most=MOST)
            raise RuleError(text)
        return list(range(len(choices)))

    def action(self, number: int, choices: Sequence[Action]) -> Action:
        if not 0 <= number < len(choices):
            raise unknown_number(number, len(choices))
        return choices[number]


def unknown_number(number: int, size: int) -> RuleError:
    return RuleError(
        Text("There is no action {number}: they are numbered from 0 to {most}.", number=number, most=size - 1)
    )


def make_action_numbers(repertoire: Sequence[Action]) -> ActionNumbers:
    return FixedNumbers(repertoire) if repertoire else ChoiceIndexes()
