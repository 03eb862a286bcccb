"""A hint in words: what it is, what for, and what another choice loses against it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from tilehall.engine import Action, Advice, Text, join_spaces
from tilehall.tui.player.messages.status_message import StatusMessage
from tilehall.tui.player.selection import ActionChoice, Selection

S = TypeVar("S")
ENTER_DOES = Text("Enter does it.")
ENTER_TWICE_DOES = Text("Enter twice does it for good.")


def find_advised_choice(picker: Selection[S], advice: Advice) -> ActionChoice[S] | None:
    """The choice that the advice names, with the passes of its plan before it; None if it is not offered."""
    plan = (advice.action, *advice.next_actions)
    found = [choice for choice in picker.choices if (*choice.passes, choice.action) == plan[: _steps(choice)]]
    # What comes after something is passed is not listed in words.
    return max((choice for choice in found if choice.places or not choice.passes), key=_steps, default=None)


def _steps(choice: ActionChoice[Any]) -> int:
    return len(choice.passes) + 1


def hint_message(name: Text, advice: Advice, asks_first: bool) -> StatusMessage:
    """The hint: what a good player would do, and why."""
    told = Text("Hint: {choice}. Why: {reason}.", choice=name, reason=advice.why)
    if not advice.is_clear:
        told = Text("No clear best. {hint}", hint=told)
    return StatusMessage(
        join_spaces([told, ENTER_TWICE_DOES if asks_first else ENTER_DOES]), "hint", asks_first=asks_first
    )


def hint_reason_message(advice: Advice, named: Callable[[Action], Text], asks_first: bool) -> StatusMessage:
    """More on a hint: what it is better than, what is about as good, and what others may spoil."""
    # Loaded when it is asked for: no first board waits for it.
    from tilehall.tui.tables.history.reasons import reasons_for_advice

    return StatusMessage(
        join_spaces(reasons_for_advice(advice, named)), "hint", asks_first=asks_first, is_complete=True
    )


def loss_message(name: Text, advice: Advice, key: str = "") -> StatusMessage:
    """What another choice loses; with the key that shows the hint, if that was not told yet."""
    told = Text("{choice}: {reason}.", choice=name, reason=advice.why)
    return StatusMessage(join_spaces([told, Text("{key} shows the hint.", key=key)]) if key else told, "hint")


def same_choice_message(key: str) -> StatusMessage:
    """Says that the picks are the hint."""
    return StatusMessage(Text("What you have picked is the hint as well. {key} tells why.", key=key), "hint")


def kept_picks_message(key: str) -> StatusMessage:
    """Says that the hint is another choice than the picks, which stay until it is asked for again."""
    told = Text("The hint is something else than what you have picked. {key} shows it, and puts that back.", key=key)
    return StatusMessage(told, "hint")
