"""Reading positions: from plain data that anybody may have written to a position, or one sentence about the fault."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from tilehall.engine.core.game import Position, PositionError, RuleError, Setup, brief
from tilehall.engine.core.position_schema import Fields, Names, fit, shown
from tilehall.engine.core.text import Text

S = TypeVar("S")
AS_ASKED = Fields({"options": Names()})


def sound(data: Position, read: Callable[[Position], S], faults: Callable[[S], Sequence[Text]]) -> S:
    """The position that `read` finds in the data and that has no faults; else PositionError with what is wrong."""
    try:
        s = read(data)
        broken = faults(s)
    except PositionError:
        raise
    except RuleError as error:
        raise PositionError(error.text, error.rule) from error
    except KeyError as error:
        raise PositionError(Text("The position lacks or does not know {what}.", what=brief(f"{error}"))) from error
    except (TypeError, ValueError, AttributeError, IndexError, OverflowError) as error:
        why = brief(f"{error}")  # it may quote anything
        raise PositionError(Text("The position is not in the format of this game ({why}).", why=why)) from error
    if broken:
        raise PositionError(Text("This position cannot be: {why}", why=broken[0]))
    return s


def setup_of(data: Mapping[str, Any], game: str, rules: int) -> Setup:
    """The set-up, if this is a position of that game.

    >>> setup_of({"game": "sand", "rules": 1, "players": 2, "options": {}}, "sand", 1)
    Setup(players=2, options=())
    """
    if data["game"] != game or type(data["rules"]) is not int or data["rules"] != rules:
        found = {"found": shown(data["game"]), "found_rules": shown(data["rules"])}
        raise PositionError(
            Text(
                "This is a position of {found} rules {found_rules}, not of {game} rules {rules}.",
                game=game,
                rules=rules,
                **found,
            )
        )
    fit(AS_ASKED, {"options": data["options"]})
    return Setup(whole(data["players"]), tuple(sorted(data["options"].items())))


def whole(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise PositionError(Text("A whole number is expected, not {value}.", value=shown(value)))
    return value


def whole_or(value: Any, otherwise: int) -> int:
    """A whole number; null stands for `otherwise`."""
    return otherwise if value is None else whole(value)


def truth(value: Any) -> bool:
    if not isinstance(value, bool):
        raise PositionError(Text("Either true or false is expected, not {value}.", value=shown(value)))
    return value


def unique(numbers: Iterable[int]) -> list[int]:
    """The numbers, none of them twice."""
    listed = list(numbers)
    if len(set(listed)) < len(listed):
        raise PositionError(Text("Something is listed twice."))
    return listed
