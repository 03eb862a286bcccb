"""Actions as lines of text, where all games are alike."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tilehall.engine.game import Action, NotationError, quoted


def by_text(groups: Iterable[Iterable[Action]]) -> dict[str, Action]:
    """Every text that means something, with what it means."""
    return {str(action): action for group in groups for action in group}


def no_action(text: str, rule: str, examples: Mapping[str, str], hint: str = "") -> NotationError:
    """What is raised for a text without a meaning; for a known verb it shows an example, or a better hint.

    >>> str(no_action("take X", "P-3.6", {"take": "take FU"}))
    "'take X' is no action of this game; it looks like 'take FU'."
    """
    verb = text.split(" ")[0]
    if not hint and verb in examples:
        hint = f"it looks like '{examples[verb]}'"
    return NotationError(f"{quoted(text)} is no action of this game{hint and f'; {hint}'}.", rule)
