"""Reads the files of lessons."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeVar

from tilehall.engine.core.game import Game, Position, RuleError, sanitize_text
from tilehall.engine.core.package_data import read_package_text
from tilehall.engine.core.position_reader import load_position, read_int
from tilehall.engine.core.text import Text, name_text
from tilehall.engine.records.header import Header, RecordPlayer
from tilehall.engine.records.reader import parse_position, parse_record
from tilehall.engine.teaching.lesson_index import ENDING, FOLDER, lesson_ids
from tilehall.engine.teaching.lessons.conditions import Condition
from tilehall.engine.teaching.lessons.lesson import OPPONENT_LEVEL, REFUSED_MARK, Lesson, LessonFailure
from tilehall.engine.teaching.lessons.lesson_schema import check_lesson_data

T = TypeVar("T")


class LessonError(RuleError):
    """A lesson that cannot be read; the error is one clear sentence."""


class LessonOutline(NamedTuple):
    """What a list of lessons shows of one."""

    id: str
    title: Text


def load_outlines(game: Game[Any]) -> tuple[LessonOutline, ...]:
    """Return the lessons of a game with their titles, without loading positions. Raises LessonError."""
    return tuple(LessonOutline(each, _read_title(game, f"{each}{ENDING}")) for each in lesson_ids(game))


def load_lessons(game: Game[Any]) -> tuple[Lesson, ...]:
    """Return the lessons of a game, in order. Raises LessonError."""
    return tuple(load_lesson(game, each) for each in lesson_ids(game))


def load_lesson(game: Game[Any], id: str) -> Lesson:
    """Return one lesson. Raises LessonError."""
    file = f"{id}{ENDING}"
    return _checked(file, lambda: _read(game, file, _data(game, file)))


def _read_title(game: Game[Any], file: str) -> Text:
    return _checked(file, lambda: name_text(_data(game, file)["title"]))


def _data(game: Game[Any], file: str) -> dict[str, Any]:
    """Return the data of a file, checked by the schema."""
    try:
        data = tomllib.loads(read_package_text(game.package, f"{FOLDER}/{file}"))
    except (ValueError, RecursionError) as error:
        raise RuleError(Text("this is no TOML ({why}).", why=sanitize_text(f"{error}"))) from error
    check_lesson_data(data)
    return data


def _checked(file: str, found: Callable[[], T]) -> T:
    """Call `found`; errors become a LessonError that begins with the name of the file."""
    try:
        return found()
    except RuleError as error:
        problem = Text("{file}: {problem}", file=f"{FOLDER}/{file}", problem=error.text)
        raise LessonError(problem) from error


def _read(game: Game[Any], file: str, data: dict[str, Any]) -> Lesson:
    header, position = _read_start(game, data)
    seats, seat = range(len(header.players)), data.get("seat", 0)
    others = {int(number): tuple(actions) for number, actions in data.get("others", {}).items()}
    stranger = next((each for each in (seat, *others) if each not in seats), None)
    if stranger is not None:
        raise RuleError(Text("Nobody sits at seat {seat}.", seat=stranger))
    where, what, why = map(name_text, data["hints"])
    return Lesson(
        game=game.id,
        id=file.removesuffix(ENDING),
        title=name_text(data["title"]),
        goal=name_text(data["goal"]),
        header=header,
        position=position,
        seat=seat,
        seed=data.get("seed", file),
        rules=tuple(data["rules"]),
        success=tuple(map(_condition, data["success"])),
        failures=tuple(map(_failure, data.get("fail", ()))),
        hints=(where, what, why),
        solution=tuple(data["solution"]),
        par=sum(not each.startswith(REFUSED_MARK) for each in data["solution"]),
        allow=tuple(data.get("allow", ())),
        keys=tuple(data["keys"]),
        others=others,
        after=name_text(data["after"]),
        intro=tuple(map(name_text, data.get("intro", ()))),
        outlook=data.get("outlook", True),
    )


def _read_start(game: Game[Any], data: dict[str, Any]) -> tuple[Header, Position]:
    """Return the header of the game that a lesson is a part of, and the position that it begins at."""
    if "position" in data:
        return _at_position(game, parse_position(data["position"]), tuple(sorted(data.get("options", {}).items())))
    return _after_steps(game, data["record"], data["step"])


def _at_position(game: Game[Any], position: Position, options: tuple[tuple[str, str], ...]) -> tuple[Header, Position]:
    """The same for a lesson with a position of its own."""
    # Errors of an add-on game count as errors of the file.
    begun = game.dump(load_position(position, game.load, lambda state: ()))
    header = Header(game.id, game.rules_version, _players(read_int(begun["players"])), options)
    game.start(header.setup)
    return header, begun


def _after_steps(game: Game[Any], file: str, step: int) -> tuple[Header, Position]:
    """The same for a lesson after so many steps of a record."""
    record = parse_record(read_package_text(game.package, f"{FOLDER}/{file}"))
    steps, played = record.match.steps, record.header
    if played.game != game.id:
        raise RuleError(
            Text("{file} is a record of {found}, not of {game}.", file=file, found=played.game, game=game.id)
        )
    if step > len(steps):
        raise RuleError(
            Text("There is no step {step}: this record has steps 0 to {last}.", step=f"{step}", last=len(steps))
        )
    state = steps[step - 1].after if step else record.match.initial_state
    return Header(game.id, game.rules_version, _players(len(played.players)), played.options), game.dump(state)


def _players(number: int) -> tuple[RecordPlayer, ...]:
    """Return placeholders; the table names the players."""
    return tuple(RecordPlayer(f"Player{n + 1}", OPPONENT_LEVEL) for n in range(number))


def _condition(data: Mapping[str, Any]) -> Condition:
    given: dict[str, Any] = {key: tuple(value) if key == "marks" else value for key, value in data.items()}
    return Condition(**given)


def _failure(data: Mapping[str, Any]) -> LessonFailure:
    return LessonFailure(_condition(data["when"]), name_text(data["says"]), tuple(data["by"]))
