"""The steps of a game as one viewpoint may know them, worked out once each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tilehall.engine import CHANCE, Event, Game, SeatNo, Step, Text
from tilehall.tui.tables.moment import LogEntry, SeenStep


class StepViewer:
    """Views steps, and keeps the result, so that a change costs only its own steps."""

    def __init__(self, rules: Game[Any], frank: bool = False, aids: bool = True) -> None:
        self.rules = rules
        self.frank = frank
        """Whether reasons may reveal secrets: no person plays against the computer players."""
        self.aids = aids
        """Whether reasons may be told before the game is over."""
        self._viewpoint: SeatNo | None = None
        self._open = not rules.has_secrets
        self._over = False
        self._happened: list[tuple[Step[Any], tuple[Event, ...]]] = []
        """Each step with its events, for all viewpoints."""
        self._seen: list[SeenStep] = []

    def view_steps(
        self, steps: Sequence[Step[Any]], viewpoint: SeatNo | None, over: bool, reasons: Mapping[int, Text]
    ) -> tuple[SeenStep, ...]:
        """All steps as this viewpoint may know them; once the game is over nothing is secret."""
        is_open = over or not self.rules.has_secrets
        if (self.rules.has_secrets and viewpoint != self._viewpoint) or over != self._over:
            self._viewpoint, self._open, self._over = viewpoint, is_open, over
            self._seen.clear()
        happened, told = self._happened, self._seen
        while happened and (len(happened) > len(steps) or happened[-1][0] is not steps[len(happened) - 1]):
            happened.pop()
            del told[len(happened) :]
        happened += [(step, step.events) for step in steps[len(happened) :]]
        told += [self._view_step(step, events, viewpoint, reasons) for step, events in happened[len(told) :]]
        return tuple(told)

    def _view_step(
        self, step: Step[Any], happened: Sequence[Event], viewpoint: SeatNo | None, reasons: Mapping[int, Text]
    ) -> SeenStep:
        entries = tuple(
            [
                LogEntry(step.number, event.seat, event.text_for(viewpoint), event.rule, event.marks, event.key)
                for event in happened
            ]
        )
        rule = self._rule(step, entries)
        known = self._open or _action_is_visible(step, happened, viewpoint)
        why = reasons.get(step.number)
        if why is not None and not (self._over or self.frank or self._may_say(step)):
            why = None
        return SeenStep(step.number, step.seat, step.action if known else None, rule, entries, step.is_joint, why)

    def _rule(self, step: Step[Any], entries: Sequence[LogEntry]) -> str:
        """The rule of the decision, where no log entry tells what was decided."""
        if step.is_joint or any(entry.key == step.action.verb for entry in entries):
            return ""
        if not entries:
            return self.rules.decision(step.before, step.seat).rule
        if step.seat == CHANCE:
            return ""
        decision = self.rules.decision(step.before, step.seat)
        return decision.rule if step.action == decision.skip else ""

    def _may_say(self, step: Step[Any]) -> bool:
        return self.aids and is_public(self.rules, step.before)


def is_public(rules: Game[Any], s: Any) -> bool:
    """Whether everybody knows all of this position."""
    return not rules.has_secrets or rules.view(s, None) is s


def _action_is_visible(step: Step[Any], events: Sequence[Event], viewpoint: SeatNo | None) -> bool:
    """Whether a viewpoint may know the action while there are secrets; of a draw it may know the events alone."""
    if step.seat == CHANCE:
        return not events
    return step.seat == viewpoint or not (step.is_joint or any(event.secret for event in events))
