"""Refusing, where all games are alike: a reason becomes a refusal that says what would be legal instead."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tilehall.engine.game import Action, Refusal

Reason = tuple[str, str] | None
"""The rule that an action breaks and a sentence about it; None for a legal action."""


def refused(
    rule: str, text: str, a: Action, choices: Sequence[Action], apart: Callable[[Action, Action], int]
) -> Refusal:
    """The refusal with up to three of the legal choices: same verb first, then those least apart from this action."""
    near = sorted(choices, key=lambda choice: (choice.verb != a.verb, apart(a, choice)))
    return Refusal(rule, text, tuple(near[:3]))
