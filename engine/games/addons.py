"""Games that other installed packages announce. What is wrong with one becomes a sentence, and harms no other game."""

from __future__ import annotations

from collections.abc import Container
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from io import StringIO
from typing import Any

from tilehall.engine.core.catalog import BUILT_IN, Box
from tilehall.engine.core.game import Game, RuleError, quoted
from tilehall.engine.core.text import Text
from tilehall.engine.testing.conformance import ConformanceError, described, is_a_game, look, said_by

GROUP = "tilehall.games"


@dataclass(frozen=True, slots=True)
class Guests:
    """The announced games that can be played, and what is wrong with the others."""

    boxes: tuple[Box, ...]
    problems: tuple[Text, ...]


def announced() -> list[EntryPoint]:
    """What other packages say they have, in the order of the names."""
    return sorted(entry_points(group=GROUP), key=lambda point: (point.name, _owner(point)))


@cache
def guests() -> Guests:
    """All announced games in the order of their names, looked at once in a process."""
    try:
        points = announced()
    except Exception as error:  # a single package with broken metadata is enough for that
        return Guests((), (Text("Games of other packages cannot be looked for: {error}.", error=described(error)),))
    boxes: dict[str, Box] = {}
    problems = []
    for point in points:
        try:
            # What a guest says while it is looked at would end up in the middle of a screen or of somebody's JSON.
            with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
                boxes[point.name] = _box(_game(point, boxes))
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # it may raise anything, SystemExit too
            problems.append(_left_out(point, error))
    return Guests(tuple(boxes.values()), tuple(problems))


def _left_out(point: EntryPoint, error: BaseException) -> Text:
    why: Text | str = f"{described(error)}."
    if isinstance(error, RuleError):
        why = error.text
    elif isinstance(error, ConformanceError):
        why = said_by(error) or why
    whose = {"game": quoted(point.name), "package": quoted(_owner(point))}
    return Text("The game {game} of {package} is left out: {why}", why=why, **whose)


def _owner(point: EntryPoint) -> str:
    """The name of the package that announces it."""
    return f"{point.dist.name}" if point.dist else "?"


def _game(point: EntryPoint, taken: Container[str]) -> Game[Any]:
    """The game that is announced there, if it can be played."""
    if point.name in BUILT_IN or point.name in taken:
        raise RuleError(Text("there is a game of that name already."))
    found: Game[Any] = point.load()
    is_a_game(found)
    if found.id != point.name:
        raise RuleError(Text("its id is {id}.", id=quoted(found.id)))
    if wrong := look(found):
        raise ConformanceError(wrong)
    return found


def _box(found: Game[Any]) -> Box:
    return Box(found.id, found.title, found.credit, found.seats, lambda: found)
