"""Completion sources for values of commands about games; add-on games are not loaded for names alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from tilehall.engine import (
    BUILT_IN_GAMES,
    JUDGING_LEVELS,
    LEVELS,
    OFFERED_LEVELS,
    Game,
    UserError,
    list_game_ids,
    load_game,
)
from tilehall.tui.cli.completion.sources import CompletionChoice, CompletionContext, CompletionSource
from tilehall.tui.tables.storage.store import Library


def games(typed: CompletionContext) -> Iterator[CompletionChoice]:
    for name in list_game_ids():
        yield name, f"{BUILT_IN_GAMES[name].title}" if name in BUILT_IN_GAMES else ""


def game_on_line(typed: CompletionContext) -> Game[Any] | None:
    """The game named on the command line, if there is one."""
    try:
        return load_game(typed.given["game"][0]) if "game" in typed.given else None
    except UserError:
        return None


def players(typed: CompletionContext) -> Iterator[CompletionChoice]:
    game = game_on_line(typed)
    yield from ((str(number), "") for number in (game.player_counts if game else ()))


def levels(typed: CompletionContext) -> Iterator[CompletionChoice]:
    yield from ((level.id, f"{level.about}") for level in OFFERED_LEVELS)


def judges(typed: CompletionContext) -> Iterator[CompletionChoice]:
    """The levels that can judge a game."""
    yield from ((level, f"{LEVELS[level].about}") for level in JUDGING_LEVELS)


def seats(kinds: Iterable[str]) -> CompletionSource:
    """Completes the kind of player after `NAME:`."""

    def source(typed: CompletionContext) -> Iterator[CompletionChoice]:
        about = dict(levels(typed))
        name, colon, _ = typed.word.partition(":")
        if name and colon:
            yield from ((f"{name}:{kind}", about.get(kind, "Somebody at this keyboard.")) for kind in kinds)

    return source


def options(typed: CompletionContext) -> Iterator[CompletionChoice]:
    """The rule options of the game on the line that are not set yet; after `NAME=`, their values."""
    game = game_on_line(typed)
    name, sign, _ = typed.word.partition("=")
    taken = {given.partition("=")[0] for given in typed.given.get("option", ())}
    for option in game.options if game else ():
        if sign and option.id == name:
            meanings = zip(option.values, option.meanings, strict=False)
            yield from ((f"{name}={value}", f"{meaning}") for value, meaning in meanings)
        elif not sign and option.id not in taken:
            yield f"{option.id}=", f"{option.title}"


def saved(typed: CompletionContext) -> Iterator[CompletionChoice]:
    yield from _once(Library(typed.user_dirs().games).names(), typed.given.get("names", ()))


def unfinished(typed: CompletionContext) -> Iterator[CompletionChoice]:
    yield "last", "the newest that is not over"
    yield from _once(Library(typed.user_dirs().games).unfinished_names(), ())


def _once(names: Iterable[str], given: Iterable[str]) -> Iterator[CompletionChoice]:
    known = {*given}
    yield from ((name, "") for name in names if name not in known)
