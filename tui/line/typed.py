"""What a typed line means among the actions that are legal: its number, its text, its beginning, or its names alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from tilehall.engine import Action, Game, NotationError


def exact(text: str, choices: Sequence[Action]) -> list[Action]:
    """By number from 1, or by the whole text in any case."""
    if text.isascii() and text.isdigit():
        number = int(text[:6])
        return [choices[number - 1]] if 0 < number <= len(choices) else []
    words = _words(text)
    return [action for action in choices if _words(str(action)) == words]


def begun(text: str, choices: Sequence[Action]) -> list[Action]:
    """The actions whose words begin like the typed ones, or whose words after the verb do.

    >>> from tilehall.engine.princess import PRINCESS
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


def parsed(text: str, game: Game[Any], verbs: Iterable[str] = ()) -> Action:
    """The action that this text means, legal or not, whatever its case; one of these verbs may be left out.

    Raises NotationError.
    """
    words = " ".join(text.split())
    found = _spelled(words, game)
    if found is not None:
        return found
    named = [action for verb in verbs if (action := _spelled(f"{verb} {words}", game)) is not None]
    return named[0] if len(named) == 1 else game.parse(words)


def _spelled(words: str, game: Game[Any]) -> Action | None:
    """Verbs are written small, names large; some words after a verb are small as well."""
    verb, _, names = words.partition(" ")
    for spelling in (words, f"{verb.lower()} {names.upper()}".strip(), words.lower()):
        try:
            return game.parse(spelling)
        except NotationError:
            continue
    return None


def _words(text: str) -> list[str]:
    return text.casefold().split()


def _fits(typed: list[str], words: list[str]) -> bool:
    return len(typed) <= len(words) and all(word.startswith(part) for part, word in zip(typed, words, strict=False))
