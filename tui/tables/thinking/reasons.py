"""Why computer players did what they did, one after the other, for whoever asks; and what speaks for a hint."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from tilehall.engine import Action, Advice, Game, Text, spaced
from tilehall.tui.tables.moment import Deed, Moment
from tilehall.tui.tables.seat import Seat

NOBODY = Text("No computer player has done anything up to here.")
NOBODY_BEFORE = Text("No computer player has done anything before that. Asked again, it begins with the latest.")
SECRET = Text("Computer players say why when the game is over: before that it would tell what they hide.")
ALONE = Text("Computer players say why when the game is over: at this table everybody thinks alone until then.")
LOST = Text("Why that was done is not known any more: it was not kept when the hall was closed.")


class Reasoned(NamedTuple):
    """Why something was done."""

    text: Text
    rule: str = ""
    before: int = 0
    """The step before it; 0 if there is none."""


def reasoned(seat: Seat[Any], step: int, only: bool = False) -> Reasoned:
    """Why the latest step of a computer player up to this one was done.

    With `only` nothing is looked for before this step.
    """
    now = seat.now
    computers = [n for n, player in enumerate(now.header.players) if player.kind != "human"]
    for deed in reversed(now.deeds[step - 1 if only else 0 : step]):
        if deed.seat in computers:
            why = seat.why(deed.number)
            if why is None:
                return Reasoned(_untold(now))
            return Reasoned(_told(now.rules, deed, why), _rule(deed), deed.number - 1)
    return Reasoned(Text("That was no computer player.") if only else NOBODY)


def _untold(now: Moment[Any]) -> Text:
    """What is said where nothing may be told, or nothing is known any more."""
    if not now.header.aids and not now.over:
        return ALONE
    return SECRET if now.rules.secrets and not now.over else LOST


def _told(rules: Game[Any], deed: Deed, why: Text) -> Text:
    told = spaced(entry.text for entry in deed.entries)
    if not told and deed.action:
        told = rules.deed(deed.seat, deed.action)
    return Text("{told} Why: {why}.", told=told, why=why)


def _rule(deed: Deed) -> str:
    return deed.entries[0].rule if deed.entries else deed.rule


def for_it(advice: Advice, named: Callable[[Action], Text]) -> list[Text]:
    """What is about as good as a hint, by how much it is better than the rest and what for, and its risk."""
    told = []
    if advice.beside:
        told.append(Text("About as good as the hint: {choice}.", choice=named(advice.beside)))
    if advice.behind:
        told += _ahead(advice, named(advice.behind))
    elif advice.account:
        told.append(Text("It leads to: {reasons}.", reasons=advice.account))
    elif not advice.beside:
        told.append(Text("Nothing else seemed worth a closer look."))
    if advice.risk:
        told.append(Text("The risk of the hint when the others play (not counted in): {risk}.", risk=advice.risk))
    return told


def _ahead(advice: Advice, behind: Text) -> list[Text]:
    if advice.account is None:
        told = Text(
            "The hint is {points:.1f} points better than {choice}, all in all.", points=advice.ahead, choice=behind
        )
        return [told]
    return [
        Text("The hint is {points:.1f} points better than {choice}.", points=advice.ahead, choice=behind),
        Text("{account}.", account=advice.account),
    ]
