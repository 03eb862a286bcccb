"""What the steps of a game are to one pair of eyes: told as they come, told anew where steps were taken back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tilehall.engine import CHANCE, Game, Step, Text
from tilehall.engine import Seat as Number
from tilehall.tui.house.moment import Deed, Entry


class Teller:
    """Keeps what it has told, so that a change costs only its own steps."""

    def __init__(self, rules: Game[Any], frank: bool = False) -> None:
        self.rules = rules
        self.frank = frank
        """Whether computer players may say why, though it gives their secrets away: nobody plays against them."""
        self._eyes: Number | None = None
        self._open = not rules.secrets
        self._told: list[tuple[Step[Any], Deed]] = []

    def deeds(
        self, steps: Sequence[Step[Any]], eyes: Number | None, over: bool, whys: Mapping[int, Text]
    ) -> tuple[Deed, ...]:
        """All steps as these eyes may know them. What was done in secret is open once the game is over."""
        is_open = over or not self.rules.secrets
        if (eyes, is_open) != (self._eyes, self._open):
            self._eyes, self._open = eyes, is_open
            self._told.clear()
        told = self._told
        while told and (len(told) > len(steps) or told[-1][0] is not steps[len(told) - 1]):
            told.pop()
        told += [(step, self._deed(step, eyes, whys)) for step in steps[len(told) :]]
        return tuple([deed for _, deed in told])

    def _deed(self, step: Step[Any], eyes: Number | None, whys: Mapping[int, Text]) -> Deed:
        entries = tuple(
            [
                Entry(step.number, event.seat, event.told(eyes), event.rule, event.marks, event.key)
                for event in step.events
            ]
        )
        silent = not entries and not step.together
        rule = self.rules.decision(step.before, step.seat).rule if silent else ""
        known = self._open or self._shown(step, eyes)
        why = whys.get(step.number) if self._open or self.frank else None
        return Deed(step.number, step.seat, step.action if known else None, rule, entries, step.together, why)

    def _shown(self, step: Step[Any], eyes: Number | None) -> bool:
        """Whether an action may be named while there are secrets; of a draw its event tells as much as may be known."""
        if step.seat == CHANCE:
            return not step.events
        return step.seat == eyes or not (step.together or any(event.secret for event in step.events))
