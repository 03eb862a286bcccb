"""What Tab offers for a value: said where the value is defined, asked when somebody presses it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from tilehall.tui.config.user_dirs import UserDirs


class CompletionContext(NamedTuple):
    """What is known where a value is being typed."""

    word: str
    """As far as it is typed."""
    given: Mapping[str, Sequence[str]]
    """The values on the line before it."""
    user_dirs: Callable[[], UserDirs]
    """Where the user's files are, for those who have to look there."""


CompletionChoice = tuple[str, str]
"""A word that may be typed, and what it means, or nothing."""
CompletionSource = Callable[[CompletionContext], Iterable[CompletionChoice]]
"""Gives the choices, and those that do not begin with the word as well if that is easier."""
