"""Games that other installed packages announce. What is wrong with one becomes a sentence, and harms no other game."""

from __future__ import annotations

from collections.abc import Container
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from io import StringIO
from typing import Any

from tilehall.engine.core.catalog import BUILT_IN_GAMES, GameInfo
from tilehall.engine.core.game import Game, RuleError, quote_text
from tilehall.engine.core.text import Text
from tilehall.engine.testing.conformance import (
    ConformanceError,
    check_game_object,
    describe_error,
    error_message,
    quick_check,
)

ENTRY_POINT_GROUP = "tilehall.games"


@dataclass(frozen=True, slots=True)
class AddonGames:
    """The announced games that can be played, and what is wrong with the others."""

    infos: tuple[GameInfo, ...]
    problems: tuple[Text, ...]


def find_entry_points() -> list[EntryPoint]:
    """What other packages say they have, in the order of the names."""
    return sorted(entry_points(group=ENTRY_POINT_GROUP), key=lambda point: (point.name, _package_name(point)))


@cache
def load_addon_games() -> AddonGames:
    """All announced games in the order of their names, looked at once in a process."""
    try:
        points = find_entry_points()
    except Exception as error:  # a single package with broken metadata is enough for that
        return AddonGames(
            (), (Text("Games of other packages cannot be looked for: {error}.", error=describe_error(error)),)
        )
    boxes: dict[str, GameInfo] = {}
    problems = []
    for point in points:
        try:
            # What a guest says while it is looked at would end up in the middle of a screen or of somebody's JSON.
            with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
                boxes[point.name] = _game_info(_load_announced_game(point, boxes))
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # it may raise anything, SystemExit too
            problems.append(_left_out_text(point, error))
    return AddonGames(tuple(boxes.values()), tuple(problems))


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


def _load_announced_game(point: EntryPoint, taken: Container[str]) -> Game[Any]:
    """The game that is announced there, if it can be played."""
    if point.name in BUILT_IN_GAMES or point.name in taken:
        raise RuleError(Text("there is a game of that name already."))
    found: Game[Any] = point.load()
    check_game_object(found)
    if found.id != point.name:
        raise RuleError(Text("its id is {id}.", id=quote_text(found.id)))
    if wrong := quick_check(found):
        raise ConformanceError(wrong)
    return found


def _game_info(found: Game[Any]) -> GameInfo:
    return GameInfo(found.id, found.title, found.credit, found.player_counts, lambda: found)
