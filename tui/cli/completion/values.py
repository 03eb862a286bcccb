"""Completion sources for values that have nothing to do with a game; the engine is not imported."""

from __future__ import annotations

from collections.abc import Iterator

from tilehall.tui.cli.completion.sources import CompletionChoice, CompletionContext

LISTS = ("tables", "people", "games", "bans", "invited")


def programs(typed: CompletionContext) -> Iterator[CompletionChoice]:
    """Completes the command of a program after `NAME:`."""
    name, colon, command = typed.word.partition(":")
    if name and colon and "cmd=".startswith(command):
        yield f"{name}:cmd=", "Another program, which docs/bots.md tells how to write."


def languages(typed: CompletionContext) -> Iterator[CompletionChoice]:
    from tilehall.tui.languages.language import language_codes, own_name

    yield from ((code, own_name(code)) for code in language_codes())


def consent(typed: CompletionContext) -> Iterator[CompletionChoice]:
    yield from ((word, "") for word in ("yes", "no"))


def lists(typed: CompletionContext) -> Iterator[CompletionChoice]:
    """The lists of `tilehall hall`."""
    yield from ((word, "") for word in LISTS)
