"""Why computer players did what they did, for whoever asks later."""

from __future__ import annotations

from itertools import takewhile
from typing import Any

from tilehall.engine import Step, Text
from tilehall.tui.house.table import Table


def why(table: Table[Any], number: int) -> Text | None:
    """The reason for a step: the one that was thought, or, where that was not kept, in the same words anew.

    None for what people do, what is drawn, and what is still a secret.
    """
    steps = table.match.steps
    if not 0 < number <= len(steps) or not _told_to_all(table):
        return None
    step = steps[number - 1]
    if step.seat < 0 or table.is_human(step.seat):
        return None
    if (kept := table.whys.get(number)) is not None:
        return kept
    from tilehall.engine.players import reason

    together = takewhile(lambda later: _goes_on(step, later), steps[number:])
    actions = (step.action, *(later.action for later in together))
    view = table.rules.seen_by(step.before, step.seat)
    return reason(table.rules, view, step.seat, actions, table.header.players[step.seat].kind)


def _goes_on(step: Step[Any], later: Step[Any]) -> bool:
    return later.seat == step.seat and not (step.together or later.together)


def _told_to_all(table: Table[Any]) -> bool:
    """Whether a reason gives nothing away."""
    return table.over or not table.rules.secrets or not table.humans
