"""Interprets typed lines: legal actions by number, text, prefix or names alone, and yes or no."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from tilehall.engine import Action, Game, Language, NotationError, Text, render_text

NAMED = 3
"""Number of similarly spelled actions that a message names."""
ENGLISH_ANSWERS = {"y": True, "yes": True, "ok": True, "n": False, "no": False}


def match_exact(text: str, choices: Sequence[Action]) -> list[Action]:
    """The action with this number, counted from 1, or with this text in any case."""
    if text.isascii() and text.isdigit():
        number = int(text[:6])
        return [choices[number - 1]] if 0 < number <= len(choices) else []
    typed = _folded(text.split())
    return [action for action in choices if _words(action) == typed]


def match_prefix(text: str, choices: Sequence[Action]) -> list[Action]:
    """The actions whose words begin with the typed ones, the verb included or left out.

    >>> from tilehall.engine.games.princess import PRINCESS
    >>> choices = [PRINCESS.parse(text) for text in ("take EM", "take ES", "take FU")]
    >>> [str(a) for a in match_prefix("t e", choices)], [str(a) for a in match_prefix("fu", choices)]
    (['take EM', 'take ES'], ['take FU'])
    """
    typed = _folded(text.split())
    if not typed:
        return []
    found = [action for action in choices if _fits(typed, _words(action))]
    whole = [action for action in found if _words(action)[0] == typed[0]]
    return whole or found or [action for action in choices if _fits(typed, _words(action)[1:])]


def match_similar(text: str, choices: Sequence[Action]) -> list[Action]:
    """The actions with the most similar spelling.

    >>> from tilehall.engine.games.princess import PRINCESS
    >>> [str(a) for a in match_similar("tkae FU", [PRINCESS.parse(text) for text in ("take EM", "take ES", "take FU",
    ...     "pass")])]
    ['take FU', 'take ES', 'take EM']
    """
    # Late import: only typing errors need it.
    from difflib import get_close_matches

    spelled = {str(action).casefold(): action for action in choices}
    return [spelled[found] for found in get_close_matches(text[:80].casefold(), spelled, NAMED, 0.0)]


def parse_action(text: str, game: Game[Any], verbs: Iterable[str] = ()) -> Action:
    """Parses an action, legal or not, in any case; one of `verbs` may be left out. Raises NotationError."""
    words = " ".join(text.split())
    found = _spelled(words, game)
    if found is not None:
        return found
    named = [action for verb in verbs if (action := _spelled(f"{verb} {words}", game)) is not None]
    return named[0] if len(named) == 1 else game.parse(words)


def _spelled(words: str, game: Game[Any]) -> Action | None:
    """Tries the usual case of the notation: verbs lower, names upper; other words after a verb may be lower too."""
    verb, _, names = words.partition(" ")
    for spelling in (words, f"{verb.lower()} {names.upper()}".strip(), words.lower()):
        try:
            return game.parse(spelling)
        except NotationError:
            continue
    return None


def parse_yes_no(text: str, language: Language) -> bool | None:
    """Parses a yes or no, whole or by its first letter; None if it is neither. English always works.

    >>> from tilehall.engine import ENGLISH
    >>> parse_yes_no("Y", ENGLISH), parse_yes_no("no", ENGLISH), parse_yes_no("take FU", ENGLISH)
    (True, False, None)
    """
    no, yes = (render_text(word, language).casefold() for word in (Text("no"), Text("yes")))
    own = {no: False, yes: True}
    if no[:1] != yes[:1]:
        own |= {no[:1]: False, yes[:1]: True}
    return (own | ENGLISH_ANSWERS).get(text.casefold())


def _words(action: Action) -> list[str]:
    return _folded((action.verb, *action.words))


def _folded(words: Iterable[str]) -> list[str]:
    return [word.casefold() for word in words]


def _fits(typed: list[str], words: list[str]) -> bool:
    return len(typed) <= len(words) and all(word.startswith(part) for part, word in zip(typed, words, strict=False))
