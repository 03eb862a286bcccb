"""What a typed line means among the actions that are legal: its number, its text, its beginning, or its names alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine import Action, Game, NotationError


def exact(text: str, choices: Sequence[Action]) -> list[Action]:
    """By number from 1, or by the whole text in any case."""
    if text.isascii() and text.isdigit():
        number = int(text[:6])
        return [choices[number - 1]] if 0 < number <= len(choices) else []
    words = _words(text)
    return [action for action in choices if _words(str(action)) == words]


def begun(text: str, choices: Sequence[Action]) -> list[Action]:
    """The actions whose words begin like the typed ones, or whose words after the verb do.

    >>> from engine.princess import PRINCESS
    >>> choices = [PRINCESS.parse(text) for text in ("take EM", "take ES", "take FU")]
    >>> [str(a) for a in begun("t e", choices)], [str(a) for a in begun("fu", choices)]
    (['take EM', 'take ES'], ['take FU'])
    """
    words = _words(text)
    if not words:
        return []
    found = [action for action in choices if _fits(words, _words(str(action)))]
    whole = [action for action in found if _words(str(action))[0] == words[0]]
    return whole or found or [action for action in choices if _fits(words, _words(str(action))[1:])]


def parsed(text: str, game: Game[Any]) -> Action:
    """The action that this text means, legal or not, whatever its case. Raises NotationError."""
    verb, _, names = " ".join(text.split()).partition(" ")
    for spelling in (text, f"{verb.lower()} {names.upper()}".strip(), text.lower()):
        try:
            return game.parse(" ".join(spelling.split()))
        except NotationError:
            continue
    return game.parse(text)


def _words(text: str) -> list[str]:
    return text.casefold().split()


def _fits(typed: list[str], words: list[str]) -> bool:
    return len(typed) <= len(words) and all(word.startswith(part) for part, word in zip(typed, words, strict=False))
