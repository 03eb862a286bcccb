"""Positions read from plain data that anybody may have written: a position, or PositionError with one sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, Generic, TypeVar

from tilehall.engine.core.game import Action, Game, Position, PositionError, RuleError, Setup, quote_text, sanitize_text
from tilehall.engine.core.schema.encoders import HashedEncoder
from tilehall.engine.core.schema.errors import (
    EXACT_LENGTH,
    LENGTH,
    LETTERS,
    LIST,
    MISSING,
    OBJECT,
    TABLE,
    TUPLE,
    UNKNOWN_KEY,
    WORD,
    PathStep,
    SchemaError,
    Wording,
)
from tilehall.engine.core.schema.nodes import (
    DictSchema,
    EncodedSchema,
    IntSchema,
    ObjectSchema,
    Schema,
    StringSchema,
    WordSchema,
    unencoded,
)
from tilehall.engine.core.text import Text

S = TypeVar("S")
OPTIONS_SCHEMA: Final = ObjectSchema({"options": DictSchema(StringSchema())})
HUGE: Final = 10**9
"""Numbers below are said as they are."""


def check_position(schema: Schema, data: Any) -> None:
    """Raise PositionError, with the name of the entry that is wrong, unless the data fits the schema.

    >>> check_position(ObjectSchema({"seat": IntSchema(0, 3)}), {"seat": 4})
    Traceback (most recent call last):
    tilehall.engine.core.game.PositionError: 'seat' is a whole number from 0 to 3, not 4.
    """
    try:
        schema.check(data)
    except SchemaError as error:
        raise PositionError(POSITION_WORDING.describe(error)) from error


def position_schema(game: str, rules: int, players: int, of: Mapping[str, Schema]) -> ObjectSchema:
    """The schema of a position of a game: the entries that all games have, and these."""
    shared: dict[str, Schema] = {
        "game": unencoded(WordSchema((game,))),
        "rules": unencoded(IntSchema(rules, rules)),
        "players": unencoded(IntSchema(players, players)),
        "options": DictSchema(StringSchema()),
    }
    return ObjectSchema({**shared, **of})


class BaseEncoder(Generic[S]):
    """Numbers for any game: an action is its place among the choices, the entries of a position are hashed."""

    def __init__(self, game: Game[S]) -> None:
        self.game = game

    def all_actions(self, setup: Setup) -> Sequence[Action]:
        """Empty: they are not known beforehand."""
        return ()

    def position_schema(self, setup: Setup) -> Schema:
        """Allows everything."""
        return EncodedSchema(Schema(), HashedEncoder())


def format_data(found: Any) -> Text:
    """A value in a few words, whatever it is."""
    if found is None:
        return Text("null")
    if isinstance(found, bool):
        return Text("true") if found else Text("false")
    if isinstance(found, int):
        return Text("{n}", n=found) if -HUGE < found < HUGE else Text("a huge number")
    if isinstance(found, str):
        return Text("{typed}", typed=quote_text(found, 20))
    if isinstance(found, list):
        return Text("a list")
    return Text("an object") if isinstance(found, dict) else Text("something else")


def quote_path(path: Sequence[PathStep]) -> str:
    """The keys with dots between them, items of lists by their index: 'hunters.0.gems'."""
    return quote_text(".".join(name if index is None else f"{index}" for name, index in path))


POSITION_SENTENCES: Final = {
    EXACT_LENGTH: LENGTH,
    LETTERS: Text("{key} is a text of at most {most} of the letters '{letters}', not {found}."),
    MISSING: Text("The position lacks {key}."),
    TABLE: OBJECT,
    TUPLE: LIST,
    UNKNOWN_KEY: Text("A position has no {key}."),
    WORD: Text("{key} cannot be {found}."),
}
NO_POSITION: Final = Text("A position is an object, not {found}.")
POSITION_WORDING: Final = Wording(quote_path, format_data, POSITION_SENTENCES, NO_POSITION)


def load_position(data: Position, read: Callable[[Position], S], faults: Callable[[S], Sequence[Text]]) -> S:
    """The position that `read` makes of the data. Raises PositionError if it cannot, or if the position has faults."""
    try:
        s = read(data)
        broken = faults(s)
    except PositionError:
        raise
    except RuleError as error:
        raise PositionError(error.text, error.rule) from error
    except KeyError as error:
        raise PositionError(
            Text("The position lacks or does not know {what}.", what=sanitize_text(f"{error}"))
        ) from error
    except (TypeError, ValueError, AttributeError, IndexError, OverflowError) as error:
        why = sanitize_text(f"{error}")  # it may quote anything
        raise PositionError(Text("The position is not in the format of this game ({why}).", why=why)) from error
    if broken:
        raise PositionError(Text("This position cannot be: {why}", why=broken[0]))
    return s


def read_setup(data: Mapping[str, Any], game: str, rules: int) -> Setup:
    """The set-up of a position of that game. Raises PositionError if it is one of another.

    >>> read_setup({"game": "sand", "rules": 1, "players": 2, "options": {}}, "sand", 1)
    Setup(players=2, options=())
    """
    if data["game"] != game or type(data["rules"]) is not int or data["rules"] != rules:
        found = {"found": format_data(data["game"]), "found_rules": format_data(data["rules"])}
        raise PositionError(
            Text(
                "This is a position of {found} rules {found_rules}, not of {game} rules {rules}.",
                game=game,
                rules=rules,
                **found,
            )
        )
    check_position(OPTIONS_SCHEMA, {"options": data["options"]})
    return Setup(read_int(data["players"]), tuple(sorted(data["options"].items())))


def read_int(value: Any) -> int:
    if type(value) is not int:
        raise PositionError(Text("A whole number is expected, not {value}.", value=format_data(value)))
    return value


def check_unique(numbers: Iterable[int]) -> list[int]:
    """The numbers. Raises PositionError if one of them is there twice."""
    listed = list(numbers)
    if len(set(listed)) < len(listed):
        raise PositionError(Text("Something is listed twice."))
    return listed
