"""The files of levels, read."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from importlib.resources import files
from json import loads
from typing import Any, NamedTuple, TypeVar

from tilehall.engine.data import text_of
from tilehall.engine.game import Game, Position, RuleError
from tilehall.engine.header import Header, Player
from tilehall.engine.lessons.conditions import Condition
from tilehall.engine.lessons.lesson import OPPONENT, REFUSED, Failure, Lesson
from tilehall.engine.record import read
from tilehall.engine.text import Text, name

T = TypeVar("T")
FOLDER, ENDING = "lessons", ".toml"
KINDS: Mapping[str, type] = {
    "done": str,
    "event": str,
    "marks": list,
    "of": str,
    "times": int,
    "refused": str,
    "points": int,
    "decides": str,
    "can": str,
    "cannot": str,
    "never": str,
    "turn": str,
    "over": bool,
    "rank": int,
    "at": str,
    "equals": object,
}
"""The keys of a condition, with the kind of their values."""
LEVEL = frozenset(
    (
        *("title", "goal", "after", "position", "options", "record", "step", "seat", "seed", "rules", "allow", "keys"),
        *("hints", "solution", "others", "success", "fail", "outlook", "intro"),
    )
)
"""The keys of a level."""


class LessonError(RuleError):
    """A level that cannot be read; its text is one clear sentence."""


class Outline(NamedTuple):
    """What a list of levels needs to know of one."""

    id: str
    title: Text


def levels(game: Game[Any]) -> tuple[str, ...]:
    """The names of a game's levels, in their order; none if it brings none. Nothing is read for that."""
    folder = files(game.package) / FOLDER
    if not folder.is_dir():
        return ()
    return tuple(sorted(file.name.removesuffix(ENDING) for file in folder.iterdir() if file.name.endswith(ENDING)))


def outlines(game: Game[Any]) -> tuple[Outline, ...]:
    """The levels with their titles; no position of them is looked at. Raises LessonError."""
    return tuple(Outline(each, _titled(game, f"{each}{ENDING}")) for each in levels(game))


def lessons(game: Game[Any]) -> tuple[Lesson, ...]:
    """The levels of a game, in their order; none if it brings none. Raises LessonError."""
    return tuple(level(game, each) for each in levels(game))


def level(game: Game[Any], id: str) -> Lesson:
    """One level. Raises LessonError."""
    file = f"{id}{ENDING}"
    return _sound(file, lambda: _read(game, file, _data(game, file)))


def _titled(game: Game[Any], file: str) -> Text:
    return _sound(file, lambda: name(_data(game, file)["title"]))


def _data(game: Game[Any], file: str) -> dict[str, Any]:
    return tomllib.loads(text_of(game.package, f"{FOLDER}/{file}"))


def _sound(file: str, found: Callable[[], T]) -> T:
    """What is found in a file; whatever is wrong with it is one sentence."""
    try:
        return found()
    except LessonError:
        raise
    except RuleError as error:
        raise _wrong(file, error.text) from error
    except KeyError as error:
        raise _wrong(file, Text("{key} is missing.", key=str(error.args[0]))) from error
    except (TypeError, ValueError) as error:
        raise _wrong(file, Text("{problem}.", problem=str(error))) from error


def _wrong(file: str, problem: Text) -> LessonError:
    return LessonError(Text("{file}: {problem}", file=f"{FOLDER}/{file}", problem=problem))


def _read(game: Game[Any], file: str, data: dict[str, Any]) -> Lesson:
    if unknown := next((key for key in data if key not in LEVEL), None):
        raise ValueError(f"there is no {unknown!r} in a level")
    header, position = _begins(game, data)
    seat = int(data.get("seat", 0))
    if seat not in range(len(header.players)):
        raise ValueError(f"nobody sits at seat {seat}")
    if not data["rules"]:
        raise ValueError("no rule is in force")
    where, what, why = map(name, data["hints"])
    return Lesson(
        game=game.id,
        id=file.removesuffix(ENDING),
        title=name(data["title"]),
        goal=name(data["goal"]),
        header=header,
        position=position,
        seat=seat,
        seed=str(data.get("seed", file)),
        rules=tuple(data["rules"]),
        success=tuple(map(_condition, data["success"])),
        failures=tuple(map(_failure, data.get("fail", ()))),
        hints=(where, what, why),
        solution=tuple(data["solution"]),
        par=sum(not each.startswith(REFUSED) for each in data["solution"]),
        allow=tuple(data.get("allow", ())),
        keys=tuple(data["keys"]),
        others={int(number): tuple(actions) for number, actions in data.get("others", {}).items()},
        after=name(data["after"]),
        intro=tuple(map(name, data.get("intro", ()))),
        outlook=bool(data.get("outlook", True)),
    )


def _begins(game: Game[Any], data: dict[str, Any]) -> tuple[Header, Position]:
    """The game that a level is a part of, and where in it the level begins."""
    if "position" in data:
        position = loads(data["position"])
        state = game.load(position)
        options = tuple(sorted(data.get("options", {}).items()))
        header = Header(game.id, game.rules, _players(position["players"]), options)
        return header, game.dump(state)
    record = read(text_of(game.package, f"{FOLDER}/{data['record']}"))
    match, step = record.match, int(data["step"])
    state = match.steps[step - 1].after if step else match.first
    header = Header(game.id, game.rules, _players(len(record.header.players)), record.header.options)
    return header, game.dump(state)


def _players(number: int) -> tuple[Player, ...]:
    """Placeholders: whoever opens the table names them."""
    return tuple(Player(f"Player{n + 1}", OPPONENT) for n in range(number))


def _condition(data: dict[str, Any]) -> Condition:
    for key, value in data.items():
        if key not in KINDS:
            raise ValueError(f"there is no condition {key!r}")
        if not isinstance(value, KINDS[key]):
            raise TypeError(f"{key} cannot be {value!r}")
    given: dict[str, Any] = {key: tuple(value) if key == "marks" else value for key, value in data.items()}
    return Condition(**given)


def _failure(data: dict[str, Any]) -> Failure:
    return Failure(_condition(data["when"]), name(data["says"]), tuple(data["by"]))
