"""Reading positions: from plain data that anybody may have written to a position, or one sentence about the fault."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from tilehall.engine.core.game import Position, PositionError, RuleError, Setup, sanitize_text
from tilehall.engine.core.position_schema import ObjectSchema, StringMapSchema, check_schema, format_data
from tilehall.engine.core.text import Text

S = TypeVar("S")
OPTIONS_SCHEMA = ObjectSchema({"options": StringMapSchema()})


def load_position(data: Position, read: Callable[[Position], S], faults: Callable[[S], Sequence[Text]]) -> S:
    """The position that `read` finds in the data and that has no faults; else PositionError with what is wrong."""
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
    """The set-up, if this is a position of that game.

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
    check_schema(OPTIONS_SCHEMA, {"options": data["options"]})
    return Setup(read_int(data["players"]), tuple(sorted(data["options"].items())))


def read_int(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise PositionError(Text("A whole number is expected, not {value}.", value=format_data(value)))
    return value


def read_int_or(value: Any, otherwise: int) -> int:
    """A whole number; null stands for `otherwise`."""
    return otherwise if value is None else read_int(value)


def read_bool(value: Any) -> bool:
    if not isinstance(value, bool):
        raise PositionError(Text("Either true or false is expected, not {value}.", value=format_data(value)))
    return value


def check_unique(numbers: Iterable[int]) -> list[int]:
    """The numbers, none of them twice."""
    listed = list(numbers)
    if len(set(listed)) < len(listed):
        raise PositionError(Text("Something is listed twice."))
    return listed
