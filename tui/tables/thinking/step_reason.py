"""Why computer players did what they did, for whoever asks later."""

from __future__ import annotations

from itertools import takewhile
from typing import Any

from tilehall.engine import Step, Text
from tilehall.tui.tables.seen_steps import is_public
from tilehall.tui.tables.table import Table


def reason_for_step(table: Table[Any], number: int) -> Text | None:
    """The reason for a step: the one that was thought, or, where that was not kept, in the same words anew.

    None for what people do, what is drawn, and before the end what is a secret, or all where everybody thinks alone.
    """
    steps = table.match.steps
    if not 0 < number <= len(steps):
        return None
    step = steps[number - 1]
    if step.seat < 0 or table.is_human(step.seat) or not _may_be_told(table, step):
        return None
    if (kept := table.reasons.get(number)) is not None:
        return kept
    from tilehall.engine.ai.players import explain_actions

    together = takewhile(lambda later: _continues_turn(table, step, later), steps[number:])
    actions = (step.action, *(later.action for later in together))
    view = table.rules.view(step.before, step.seat)
    return explain_actions(table.rules, view, step.seat, actions, table.header.players[step.seat].kind)


def _continues_turn(table: Table[Any], step: Step[Any], later: Step[Any]) -> bool:
    if len(table.names) == 1 and table.rules.advisor.is_quiet(later.before):
        # Alone, one goes on at once with the next turn, of which no plan of this one knew.
        return False
    return later.seat == step.seat and not (step.is_joint or later.is_joint)


def _may_be_told(table: Table[Any], step: Step[Any]) -> bool:
    """Whether a reason gives nothing away, and helps nobody who is to think alone."""
    if table.over or not table.humans:
        return True
    return table.header.aids and is_public(table.rules, step.before)
