"""The reasons of computer players for their steps, and of hints."""

from __future__ import annotations

from collections.abc import Callable
from itertools import takewhile
from typing import TYPE_CHECKING, Any, NamedTuple

from tilehall.engine import Action, Advice, Game, Step, Text, join_spaces
from tilehall.tui.tables.moment import Moment, SeenStep
from tilehall.tui.tables.seen_steps import is_public
from tilehall.tui.tables.table import Table

if TYPE_CHECKING:
    from tilehall.tui.tables.seat import Seat

NO_COMPUTER_STEP = Text("No computer player has done anything up to here.")
NO_EARLIER_STEP = Text("No computer player has done anything before that. Asked again, it begins with the latest.")
REASON_SECRET = Text("Computer players say why when the game is over: before that it would tell what they hide.")
REASON_UNAIDED = Text(
    "Computer players say why when the game is over: at this table everybody thinks alone until then."
)
REASON_LOST = Text("Why that was done is not known any more: it was not kept when the hall was closed.")


class StepReason(NamedTuple):
    """The reason of a step."""

    text: Text
    rule: str = ""
    before: int = 0
    """The number of the step before it; 0 if there is none."""


def reason_for_step(table: Table[Any], number: int) -> Text | None:
    """Return the reason of a computer player's step, as it was stored or worked out again in the same words.

    None for people, for draws, and for what the viewpoint may not know before the game is over.
    """
    steps = table.match.steps
    if not 0 < number <= len(steps):
        return None
    step = steps[number - 1]
    if step.seat < 0 or table.is_human(step.seat) or not _may_be_told(table, step):
        return None
    if (kept := table.reasons.get(number)) is not None:
        return kept
    # Only needed for reasons that were not stored; painting a board does not need it.
    from tilehall.engine.ai.players import explain_actions

    together = takewhile(lambda later: _continues_turn(table, step, later), steps[number:])
    actions = (step.action, *(later.action for later in together))
    view = table.rules.view(step.before, step.seat)
    return explain_actions(table.rules, view, step.seat, actions, table.header.players[step.seat].kind)


def _continues_turn(table: Table[Any], step: Step[Any], later: Step[Any]) -> bool:
    if len(table.names) == 1 and table.rules.advisor.is_quiet(later.before):
        # In a game for one player the next turn follows at once, and the plan of this one does not cover it.
        return False
    return later.seat == step.seat and not (step.is_joint or later.is_joint)


def _may_be_told(table: Table[Any], step: Step[Any]) -> bool:
    """Whether a reason reveals no secret and does not help a player who has to think alone."""
    if table.over or not table.humans:
        return True
    return table.header.aids and is_public(table.rules, step.before)


def find_reason(seat: Seat[Any], step: int, only: bool = False) -> StepReason:
    """Return the reason of the latest step of a computer player up to this one; with `only`, of this one."""
    now = seat.now
    computers = [n for n, player in enumerate(now.header.players) if player.kind != "human"]
    for seen in reversed(now.seen_steps[step - 1 if only else 0 : step]):
        if seen.seat in computers:
            why = seat.reason_for(seen.number)
            if why is None:
                return StepReason(_why_not_told(now))
            return StepReason(_make_reason(now.rules, seen, why), _rule_of(seen), seen.number - 1)
    return StepReason(Text("That was no computer player.") if only else NO_COMPUTER_STEP)


def _why_not_told(now: Moment[Any]) -> Text:
    if not now.header.aids and not now.over:
        return REASON_UNAIDED
    return REASON_SECRET if now.rules.has_secrets and not now.over else REASON_LOST


def _make_reason(rules: Game[Any], seen: SeenStep, why: Text) -> Text:
    told = join_spaces(entry.text for entry in seen.entries)
    if not told and seen.action:
        told = rules.narrator.describe_action(seen.seat, seen.action)
    return Text("{told} Why: {why}.", told=told, why=why)


def _rule_of(seen: SeenStep) -> str:
    return seen.entries[0].rule if seen.entries else seen.rule


def reasons_for_advice(advice: Advice, named: Callable[[Action], Text]) -> list[Text]:
    """Return the alternatives to a hint, its advantage over them with the reasons, and its risk."""
    told = []
    if advice.equal_action:
        told.append(Text("About as good as the hint: {choice}.", choice=named(advice.equal_action)))
    if advice.runner_up:
        told += _advantages(advice, named(advice.runner_up))
    elif advice.balance:
        told.append(Text("It leads to: {reasons}.", reasons=advice.balance))
    elif not advice.equal_action:
        told.append(Text("Nothing else seemed worth a closer look."))
    if advice.risk:
        told.append(Text("The risk of the hint when the others play (not counted in): {risk}.", risk=advice.risk))
    return told


def _advantages(advice: Advice, behind: Text) -> list[Text]:
    if advice.balance is None:
        told = Text(
            "The hint is {points:.1f} points better than {choice}, all in all.", points=advice.margin, choice=behind
        )
        return [told]
    return [
        Text("The hint is {points:.1f} points better than {choice}.", points=advice.margin, choice=behind),
        Text("{account}.", account=advice.balance),
    ]
