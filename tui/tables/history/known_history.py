"""A game so far as one pair of eyes may know it, all at once: for whoever looks back at it elsewhere."""

from __future__ import annotations

from typing import Any

from tilehall.engine import SeatNo as Number
from tilehall.tui.tables.moment import SeenStep
from tilehall.tui.tables.seen_steps import StepViewer
from tilehall.tui.tables.table import Table


def known_history(table: Table[Any], eyes: Number | None) -> tuple[tuple[Any, ...], tuple[SeenStep, ...]]:
    """The positions before the first step and after each, and the steps.

    >>> from tilehall.engine import RecordPlayer
    >>> states, deeds = known_history(Table.open("princess", (RecordPlayer("Aki"), RecordPlayer("Bo")), seed="7"), None)
    >>> len(states), [str(deed.action) for deed in deeds]
    (4, ['start 1', 'board B4', 'board B3'])
    """
    match, rules = table.match, table.rules
    states = (match.initial_state, *(step.after for step in match.steps))
    deeds = StepViewer(rules).view_steps(match.steps, eyes, match.is_over, table.reasons)
    return tuple(rules.view(state, eyes) for state in states), deeds
