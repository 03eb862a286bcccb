"""The files of levels, read."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from importlib.resources import files
from typing import Any, NamedTuple, TypeVar

from tilehall.engine.core.game import Game, Position, RuleError, brief
from tilehall.engine.core.package_data import text_of
from tilehall.engine.core.position_reader import sound, whole
from tilehall.engine.core.text import Text, name
from tilehall.engine.records.header import Header, Player
from tilehall.engine.records.reader import position_data, read
from tilehall.engine.teaching.lessons.conditions import Condition
from tilehall.engine.teaching.lessons.lesson import OPPONENT, REFUSED, Failure, Lesson
from tilehall.engine.teaching.lessons.lesson_schema import check

T = TypeVar("T")
FOLDER, ENDING = "teaching/lessons", ".toml"


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
    """What is in a file, every entry of the kind that belongs there."""
    try:
        data = tomllib.loads(text_of(game.package, f"{FOLDER}/{file}"))
    except (ValueError, RecursionError) as error:
        raise RuleError(Text("this is no TOML ({why}).", why=brief(f"{error}"))) from error
    check(data)
    return data


def _sound(file: str, found: Callable[[], T]) -> T:
    """What is found in a file; whatever is wrong with it is one sentence that begins with its name."""
    try:
        return found()
    except RuleError as error:
        problem = Text("{file}: {problem}", file=f"{FOLDER}/{file}", problem=error.text)
        raise LessonError(problem) from error


def _read(game: Game[Any], file: str, data: dict[str, Any]) -> Lesson:
    header, position = _begins(game, data)
    seats, seat = range(len(header.players)), data.get("seat", 0)
    others = {int(number): tuple(actions) for number, actions in data.get("others", {}).items()}
    stranger = next((each for each in (seat, *others) if each not in seats), None)
    if stranger is not None:
        raise RuleError(Text("Nobody sits at seat {seat}.", seat=stranger))
    where, what, why = map(name, data["hints"])
    return Lesson(
        game=game.id,
        id=file.removesuffix(ENDING),
        title=name(data["title"]),
        goal=name(data["goal"]),
        header=header,
        position=position,
        seat=seat,
        seed=data.get("seed", file),
        rules=tuple(data["rules"]),
        success=tuple(map(_condition, data["success"])),
        failures=tuple(map(_failure, data.get("fail", ()))),
        hints=(where, what, why),
        solution=tuple(data["solution"]),
        par=sum(not each.startswith(REFUSED) for each in data["solution"]),
        allow=tuple(data.get("allow", ())),
        keys=tuple(data["keys"]),
        others=others,
        after=name(data["after"]),
        intro=tuple(map(name, data.get("intro", ()))),
        outlook=data.get("outlook", True),
    )


def _begins(game: Game[Any], data: dict[str, Any]) -> tuple[Header, Position]:
    """The game that a level is a part of, and where in it the level begins."""
    if "position" in data:
        return _placed(game, position_data(data["position"]), tuple(sorted(data.get("options", {}).items())))
    return _played(game, data["record"], data["step"])


def _placed(game: Game[Any], position: Position, options: tuple[tuple[str, str], ...]) -> tuple[Header, Position]:
    """At a position, with these options."""
    # Whatever the game of a guest stumbles over is the fault of the file.
    begun = game.dump(sound(position, game.load, lambda state: ()))
    header = Header(game.id, game.rules, _players(whole(begun["players"])), options)
    game.start(header.setup)
    return header, begun


def _played(game: Game[Any], file: str, step: int) -> tuple[Header, Position]:
    """After so many steps of a record."""
    record = read(text_of(game.package, f"{FOLDER}/{file}"))
    steps, played = record.match.steps, record.header
    if played.game != game.id:
        raise RuleError(
            Text("{file} is a record of {found}, not of {game}.", file=file, found=played.game, game=game.id)
        )
    if step > len(steps):
        raise RuleError(
            Text("There is no step {step}: this record has steps 0 to {last}.", step=f"{step}", last=len(steps))
        )
    state = steps[step - 1].after if step else record.match.first
    return Header(game.id, game.rules, _players(len(played.players)), played.options), game.dump(state)


def _players(number: int) -> tuple[Player, ...]:
    """Placeholders: whoever opens the table names them."""
    return tuple(Player(f"Player{n + 1}", OPPONENT) for n in range(number))


def _condition(data: Mapping[str, Any]) -> Condition:
    given: dict[str, Any] = {key: tuple(value) if key == "marks" else value for key, value in data.items()}
    return Condition(**given)


def _failure(data: Mapping[str, Any]) -> Failure:
    return Failure(_condition(data["when"]), name(data["says"]), tuple(data["by"]))
