"""A hint in words: what it is, what for, and what another choice loses against it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from tilehall.engine import Action, Advice, Text, spaced
from tilehall.tui.player.messages.status_message import Message
from tilehall.tui.player.selection import Choice, Picker
from tilehall.tui.tables.thinking.reasons import for_it

S = TypeVar("S")
ENTER = Text("Enter does it.")
TWICE = Text("Enter twice does it for good.")


def advised(picker: Picker[S], advice: Advice) -> Choice[S] | None:
    """The choice that an advice is, behind what its plan passes before."""
    plan = (advice.action, *advice.then)
    found = [choice for choice in picker.choices if (*choice.passes, choice.action) == plan[: _steps(choice)]]
    # What comes after something is passed is not listed in words.
    return max((choice for choice in found if choice.places or not choice.passes), key=_steps, default=None)


def _steps(choice: Choice[Any]) -> int:
    return len(choice.passes) + 1


def what(name: Text, advice: Advice, asks_first: bool) -> Message:
    """What a good player would do, and why."""
    told = Text("Hint: {choice}. Why: {reason}.", choice=name, reason=advice.why)
    if not advice.clear:
        told = Text("No clear best. {hint}", hint=told)
    return Message(spaced([told, TWICE if asks_first else ENTER]), "hint", asks_first=asks_first)


def what_for(advice: Advice, named: Callable[[Action], Text], asks_first: bool) -> Message:
    """What it is better than and for what, what is about as good, and what the others may spoil."""
    return Message(spaced(for_it(advice, named)), "hint", asks_first=asks_first, is_all=True)


def loses(name: Text, advice: Advice, key: str = "") -> Message:
    """What another choice loses; with the key that shows what it loses against, where that was not told yet."""
    told = Text("{choice}: {reason}.", choice=name, reason=advice.why)
    return Message(spaced([told, Text("{key} shows the hint.", key=key)]) if key else told, "hint")


def same(key: str) -> Message:
    """That one has picked what the hint is."""
    return Message(Text("What you have picked is the hint as well. {key} tells why.", key=key), "hint")


def kept(key: str) -> Message:
    """That a hint leads elsewhere than what was begun, which stays until the hint is asked for again."""
    told = Text("The hint is something else than what you have picked. {key} shows it, and puts that back.", key=key)
    return Message(told, "hint")
