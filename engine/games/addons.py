"""Finds the games that other installed packages announce. A broken one becomes a sentence, and harms no other game."""

from __future__ import annotations

from collections.abc import Container
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from io import StringIO

from tilehall.engine.core.announcement import Announcement
from tilehall.engine.core.game import RuleError, quote_text
from tilehall.engine.core.text import Text
from tilehall.engine.games.catalog import BUILT_IN_GAMES
from tilehall.engine.testing.conformance import (
    ConformanceError,
    check_announcement,
    describe_error,
    error_message,
    quick_check,
)

ENTRY_POINT_GROUP = "tilehall.games"


@dataclass(frozen=True, slots=True)
class AddonGames:
    """The add-on games that can be played, and what is wrong with the others."""

    announcements: tuple[Announcement, ...]
    problems: tuple[Text, ...]


def find_entry_points() -> list[EntryPoint]:
    """The entry points of add-on games, ordered by their names."""
    return sorted(entry_points(group=ENTRY_POINT_GROUP), key=lambda point: (point.name, _package_name(point)))


@cache
def load_addon_games() -> AddonGames:
    """Loads and examines all add-on games, ordered by their ids, once in a process."""
    try:
        points = find_entry_points()
    except Exception as error:  # a single package with broken metadata is enough for that
        return AddonGames(
            (), (Text("Games of other packages cannot be looked for: {error}.", error=describe_error(error)),)
        )
    found: dict[str, Announcement] = {}
    problems = []
    for point in points:
        try:
            # What its modules print would end up in the middle of a screen or of somebody's JSON.
            with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
                found[point.name] = _load_announcement(point, found)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # it may raise anything, SystemExit too
            problems.append(_left_out_text(point, error))
    return AddonGames(tuple(found.values()), tuple(problems))


def _left_out_text(point: EntryPoint, error: BaseException) -> Text:
    why: Text | str = f"{describe_error(error)}."
    if isinstance(error, RuleError):
        why = error.text
    elif isinstance(error, ConformanceError):
        why = error_message(error) or why
    whose = {"game": quote_text(point.name), "package": quote_text(_package_name(point))}
    return Text("The game {game} of {package} is left out: {why}", why=why, **whose)


def _package_name(point: EntryPoint) -> str:
    """The name of the package that announces it."""
    return f"{point.dist.name}" if point.dist else "?"


def _load_announcement(point: EntryPoint, taken: Container[str]) -> Announcement:
    """The announcement at an entry point. Raises RuleError or ConformanceError if its game cannot be played."""
    if point.name in BUILT_IN_GAMES or point.name in taken:
        raise RuleError(Text("there is a game of that name already."))
    found = check_announcement(point.load())
    if found.id != point.name:
        raise RuleError(Text("its id is {id}.", id=quote_text(found.id)))
    if wrong := quick_check(found.game):
        raise ConformanceError(wrong)
    return found
