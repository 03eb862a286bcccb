"""Completion sources: functions that an argument names in its definition and that run when Tab is pressed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from tilehall.tui.config.user_dirs import UserDirs


class CompletionContext(NamedTuple):
    """What is known about the command line when a value is completed."""

    word: str
    """The word as far as it is typed."""
    given: Mapping[str, Sequence[str]]
    """The values given before it."""
    user_dirs: Callable[[], UserDirs]
    """Returns the user's folders, for sources that read them."""


CompletionChoice = tuple[str, str]
"""A word and its meaning, which may be empty."""
CompletionSource = Callable[[CompletionContext], Iterable[CompletionChoice]]
"""Yields choices; they need not be filtered by the typed word."""
