"""Why computer players did what they did, one after the other, for whoever asks; and what speaks for a hint."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from tilehall.engine import Action, Advice, Game, Text, join_spaces
from tilehall.tui.tables.moment import Moment, SeenStep
from tilehall.tui.tables.seat import Seat

NO_COMPUTER_STEP = Text("No computer player has done anything up to here.")
NO_EARLIER_STEP = Text("No computer player has done anything before that. Asked again, it begins with the latest.")
REASON_SECRET = Text("Computer players say why when the game is over: before that it would tell what they hide.")
REASON_UNAIDED = Text(
    "Computer players say why when the game is over: at this table everybody thinks alone until then."
)
REASON_LOST = Text("Why that was done is not known any more: it was not kept when the hall was closed.")


class StepReason(NamedTuple):
    """Why something was done."""

    text: Text
    rule: str = ""
    before: int = 0
    """The step before it; 0 if there is none."""


def find_reason(seat: Seat[Any], step: int, only: bool = False) -> StepReason:
    """Why the latest step of a computer player up to this one was done.

    With `only` nothing is looked for before this step.
    """
    now = seat.now
    computers = [n for n, player in enumerate(now.header.players) if player.kind != "human"]
    for deed in reversed(now.seen_steps[step - 1 if only else 0 : step]):
        if deed.seat in computers:
            why = seat.reason_for(deed.number)
            if why is None:
                return StepReason(_why_not_told(now))
            return StepReason(_make_reason(now.rules, deed, why), _rule_of(deed), deed.number - 1)
    return StepReason(Text("That was no computer player.") if only else NO_COMPUTER_STEP)


def _why_not_told(now: Moment[Any]) -> Text:
    """What is said where nothing may be told, or nothing is known any more."""
    if not now.header.aids and not now.over:
        return REASON_UNAIDED
    return REASON_SECRET if now.rules.has_secrets and not now.over else REASON_LOST


def _make_reason(rules: Game[Any], deed: SeenStep, why: Text) -> Text:
    told = join_spaces(entry.text for entry in deed.entries)
    if not told and deed.action:
        told = rules.narrator.describe_action(deed.seat, deed.action)
    return Text("{told} Why: {why}.", told=told, why=why)


def _rule_of(deed: SeenStep) -> str:
    return deed.entries[0].rule if deed.entries else deed.rule


def reasons_for_advice(advice: Advice, named: Callable[[Action], Text]) -> list[Text]:
    """What is about as good as a hint, by how much it is better than the rest and what for, and its risk."""
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
