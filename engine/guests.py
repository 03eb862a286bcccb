"""Games that other installed packages announce. What is wrong with one becomes a sentence, and harms no other game."""

from __future__ import annotations

from collections.abc import Container
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from io import StringIO
from typing import Any

from tilehall.engine.catalog import BUILT_IN, Box
from tilehall.engine.game import Game, RuleError, quoted
from tilehall.engine.testing import ConformanceError, described, is_a_game, look, said_by

GROUP = "tilehall.games"


@dataclass(frozen=True, slots=True)
class Guests:
    """The announced games that can be played, and what is wrong with the others."""

    boxes: tuple[Box, ...]
    problems: tuple[str, ...]


def announced() -> list[EntryPoint]:
    """What other packages say they have, in the order of the names."""
    return sorted(entry_points(group=GROUP), key=lambda point: (point.name, _owner(point)))


@cache
def guests() -> Guests:
    """All announced games in the order of their names, looked at once in a process."""
    try:
        points = announced()
    except Exception as error:  # a single package with broken metadata is enough for that
        return Guests((), (f"Games of other packages cannot be looked for: {described(error)}.",))
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
            ours = isinstance(error, RuleError | ConformanceError)
            why = (said_by(error) if ours else "") or f"{described(error)}."
            problems.append(f"The game {quoted(point.name)} of {quoted(_owner(point))} is left out: {why}")
    return Guests(tuple(boxes.values()), tuple(problems))


def _owner(point: EntryPoint) -> str:
    """The name of the package that announces it."""
    return f"{point.dist.name}" if point.dist else "?"


def _game(point: EntryPoint, taken: Container[str]) -> Game[Any]:
    """The game that is announced there, if it can be played."""
    if point.name in BUILT_IN or point.name in taken:
        raise RuleError("there is a game of that name already.")
    found: Game[Any] = point.load()
    is_a_game(found)
    if found.id != point.name:
        raise RuleError(f"its id is {quoted(found.id)}.")
    if wrong := look(found):
        raise ConformanceError(wrong)
    return found


def _box(found: Game[Any]) -> Box:
    return Box(found.id, found.title, found.credit, found.seats, lambda: found)
