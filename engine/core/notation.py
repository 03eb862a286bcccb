"""Actions as lines of text, where all games are alike."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tilehall.engine.core.game import Action, NotationError, quote_text
from tilehall.engine.core.text import Text


def index_by_text(groups: Iterable[Iterable[Action]]) -> dict[str, Action]:
    """Every text that means something, with what it means."""
    return {str(action): action for group in groups for action in group}


def notation_error(text: str, rule: str, examples: Mapping[str, str], hint: Text | None = None) -> NotationError:
    """What is raised for a text without a meaning; for a known verb it shows an example, or a better hint.

    >>> str(notation_error("take X", "P-3.6", {"take": "take FU"}))
    "'take X' is no action of this game; it looks like 'take FU'."
    """
    verb = text.split(" ")[0]
    if hint is None and verb in examples:
        hint = Text("it looks like '{example}'", example=examples[verb])
    if hint is None:
        return NotationError(Text("{typed} is no action of this game.", typed=quote_text(text)), rule)
    return NotationError(Text("{typed} is no action of this game; {hint}.", typed=quote_text(text), hint=hint), rule)
