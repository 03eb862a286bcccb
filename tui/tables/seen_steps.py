"""What the steps of a game are to one pair of eyes: told as they come, told anew where steps were taken back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tilehall.engine import CHANCE, Event, Game, Step, Text
from tilehall.engine import Seat as Number
from tilehall.tui.tables.moment import Deed, Entry


class Teller:
    """Keeps what it has told, so that a change costs only its own steps."""

    def __init__(self, rules: Game[Any], frank: bool = False, aids: bool = True) -> None:
        self.rules = rules
        self.frank = frank
        """Whether computer players may say why, though it gives their secrets away: nobody plays against them."""
        self.aids = aids
        """Whether they may before the game is over, where people play."""
        self._eyes: Number | None = None
        self._open = not rules.secrets
        self._over = False
        self._happened: list[tuple[Step[Any], tuple[Event, ...]]] = []
        """What a step tells is worked out once, whoever looks."""
        self._told: list[Deed] = []

    def deeds(
        self, steps: Sequence[Step[Any]], eyes: Number | None, over: bool, whys: Mapping[int, Text]
    ) -> tuple[Deed, ...]:
        """All steps as these eyes may know them. What was done in secret is open once the game is over."""
        is_open = over or not self.rules.secrets
        if (self.rules.secrets and eyes != self._eyes) or over != self._over:
            self._eyes, self._open, self._over = eyes, is_open, over
            self._told.clear()
        happened, told = self._happened, self._told
        while happened and (len(happened) > len(steps) or happened[-1][0] is not steps[len(happened) - 1]):
            happened.pop()
            del told[len(happened) :]
        happened += [(step, step.events) for step in steps[len(happened) :]]
        told += [self._deed(step, events, eyes, whys) for step, events in happened[len(told) :]]
        return tuple(told)

    def _deed(self, step: Step[Any], happened: Sequence[Event], eyes: Number | None, whys: Mapping[int, Text]) -> Deed:
        entries = tuple(
            [Entry(step.number, event.seat, event.told(eyes), event.rule, event.marks, event.key) for event in happened]
        )
        rule = self._rule(step, entries)
        known = self._open or _shown(step, happened, eyes)
        why = whys.get(step.number)
        if why is not None and not (self._over or self.frank or self._may_say(step)):
            why = None
        return Deed(step.number, step.seat, step.action if known else None, rule, entries, step.together, why)

    def _rule(self, step: Step[Any], entries: Sequence[Entry]) -> str:
        """The rule of the decision where no entry tells what was decided: of other things, or to do nothing more."""
        if step.together or any(entry.key == step.action.verb for entry in entries):
            return ""
        if not entries:
            return self.rules.decision(step.before, step.seat).rule
        if step.seat == CHANCE:
            return ""
        decision = self.rules.decision(step.before, step.seat)
        return decision.rule if step.action == decision.skip else ""

    def _may_say(self, step: Step[Any]) -> bool:
        return self.aids and lies_open(self.rules, step.before)


def lies_open(rules: Game[Any], s: Any) -> bool:
    """Whether there is nothing in this position that somebody does not know."""
    return not rules.secrets or rules.seen_by(s, None) is s


def _shown(step: Step[Any], events: Sequence[Event], eyes: Number | None) -> bool:
    """Whether an action may be named while there are secrets; of a draw its event tells as much as may be known."""
    if step.seat == CHANCE:
        return not events
    return step.seat == eyes or not (step.together or any(event.secret for event in events))
