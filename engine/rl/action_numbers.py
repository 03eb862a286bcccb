"""Actions by number."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

from tilehall.engine.core.game import Action, RuleError
from tilehall.engine.core.text import Text

MOST = 1024
"""Choices in one decision of a game that does not say beforehand what its seats may do."""


class ActionNumbers(Protocol):
    size: int

    def numbers(self, choices: Sequence[Action]) -> list[int]:
        """The number of each choice."""

    def action(self, number: int, choices: Sequence[Action]) -> Action:
        """What a number means where these are the choices; it need not be one of them. Raises RuleError."""


class FixedNumbers:
    """Every action has a number of its own, the same in all games.

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
    """An action has the number of its place among the choices: 0 is the first."""

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
