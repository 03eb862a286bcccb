"""Readers for the fields of requests; each raises MessageError."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from secrets import token_hex
from typing import Any, Final, NamedTuple

from tilehall.engine import (
    CHANCE,
    LEVELS,
    OFFERED_LEVELS,
    Option,
    RecordError,
    RecordPlayer,
    SeatNo,
    did_you_mean,
    literal_text,
)
from tilehall.engine.core.schema import DictSchema, IntSchema, ListSchema, Schema, SchemaError, StringSchema, WordSchema
from tilehall.tui.programs.json_messages import MAX_DIGITS, Fields, MessageError, text_field
from tilehall.tui.programs.pipe.limits import LONGEST

SEED_LENGTH = 64


class RequestField(NamedTuple):
    """What may stand in a field of a request, as a schema and in the words of errors."""

    schema: Schema
    words: str

    def read(self, ask: Fields, key: str) -> Any:
        """The value of the field with this key. Raises MessageError if it is not there or does not fit."""
        if key not in ask:
            raise MessageError("bad_request", f"The request lacks '{key}'.")
        try:
            self.schema.check(ask[key])
        except SchemaError:
            raise MessageError("bad_request", f"'{key}' must be {self.words}.") from None
        return ask[key]


WHOLE: Final = RequestField(IntSchema(-(10**MAX_DIGITS), 10**MAX_DIGITS), "a whole number")
ANYTHING: Final = RequestField(Schema(), "there")
OBJECT: Final = RequestField(DictSchema(Schema()), "an object")
LIST: Final = RequestField(ListSchema(Schema(), 0, LONGEST), "a list")
TEXTS: Final = RequestField(ListSchema(StringSchema(), 0, LONGEST), "a list of texts")
DEALER: Final = RequestField(WordSchema(("seed", "ask")), "'seed' or 'ask'")
SOURCE: Final = RequestField(WordSchema(("position", "view")), "'position' or 'view'")


def text_in(ask: Fields, key: str) -> str:
    return text_field(ask, key, "request")


def count_in(ask: Fields, key: str, otherwise: int, most: int) -> int:
    """Return a count from 1 to `most`; `otherwise` if the request has none."""
    return number_in(ask, key, 1, most) if key in ask else otherwise


def number_in(ask: Fields, key: str, least: int, most: int) -> int:
    WHOLE.read(ask, key)
    return int(RequestField(IntSchema(least, most), f"{least} to {most}").read(ask, key))


def seat_among(ask: Fields, due: Sequence[SeatNo], seats: int, lowest: SeatNo = CHANCE) -> SeatNo:
    """Return the seat of the request; without one, the only seat that has to decide."""
    if "seat" not in ask:
        if len(due) != 1:
            raise MessageError("bad_request", f"The request lacks 'seat'; to decide: {_all_of(due)}.")
        return due[0]
    return number_in(ask, "seat", lowest, seats - 1)


def must_decide(seat: SeatNo, due: Sequence[SeatNo]) -> SeatNo:
    """Return the seat. Raises MessageError if it has nothing to decide."""
    if seat not in due:
        raise MessageError("not_due", f"Seat {seat} has nothing to decide; to decide: {_all_of(due)}.")
    return seat


def _all_of(due: Sequence[SeatNo]) -> str:
    return ", ".join(map(str, due)) or "nobody"


def computers_in(ask: Fields, seats: int) -> dict[SeatNo, str]:
    """Return the seats of computer players, with their levels."""
    numbers, found = {str(seat): seat for seat in range(seats)}, dict[SeatNo, str]()
    for key, level in OBJECT.read(ask, "computers").items():
        if key not in numbers:
            raise MessageError("bad_setup", f"'computers' cannot seat '{key:.20}'; the seats are 0 to {seats - 1}.")
        if not isinstance(level, str):
            raise MessageError("bad_request", f"The level of seat {key} in 'computers' must be a text.")
        if level not in LEVELS:
            instead = did_you_mean(
                level, LEVELS, literal_text(f"Levels: {', '.join(known.id for known in OFFERED_LEVELS)}.")
            )
            raise MessageError("bad_setup", f"'{level:.20}' is no computer player. {instead}")
        found[numbers[key]] = level
    return found


def seed_in(ask: Fields, otherwise: str = "") -> str:
    """Return the seed of the request as text; without one `otherwise`, or a new one."""
    seed = ask.get("seed")
    if seed is None:
        return otherwise or token_hex(8)
    if isinstance(seed, bool) or not isinstance(seed, str | int | float):
        raise MessageError("bad_request", "'seed' must be a text or a number.")
    text = str(seed)
    # It must survive as a line of the record.
    if not 0 < len(text) <= SEED_LENGTH or not text.isprintable() or ";" in text or text != text.strip():
        raise MessageError("bad_request", f"'seed' must be 1 to {SEED_LENGTH} printable characters without ;.")
    return text


def dealer_in(ask: Fields, default: str) -> str:
    return str(DEALER.read({"dealer": default, **ask}, "dealer"))


def options_in(ask: Fields, offered: Sequence[Option]) -> tuple[tuple[str, str], ...]:
    if ask.get("options") is None:
        return ()
    known = {option.id: option for option in offered}
    return tuple(
        sorted((key, _option_value(key, given, known.get(key))) for key, given in OBJECT.read(ask, "options").items())
    )


def _option_value(key: str, given: object, option: Option | None) -> str:
    """Return an option's value as text: numbers as digits, true and false in the option's own words."""
    if isinstance(given, bool):
        words = ("on", "yes", "true") if given else ("off", "no", "false")
        return next((word for word in words if option and word in option.values), words[0])
    if isinstance(given, str):
        return given
    if isinstance(given, int) or (isinstance(given, float) and isfinite(given)):
        return f"{given:g}" if isinstance(given, float) else str(given)
    raise MessageError("bad_request", f"Option '{key:.20}' must be a text, a number, true or false.")


def names_in(ask: Fields, seats: int) -> tuple[tuple[str, ...], tuple[RecordPlayer, ...]]:
    """Return the names of the seats in sentences, and the players for the record."""
    if ask.get("names") is None:
        return plain_names(seats)
    given = TEXTS.read(ask, "names")
    if len(given) != seats or len(set(given)) < seats:
        raise MessageError("bad_setup", f"'names' must be {seats} different names.")
    try:
        return tuple(given), tuple(map(RecordPlayer, given))
    except RecordError as error:
        raise MessageError("bad_setup", str(error)) from None


def plain_names(seats: int) -> tuple[tuple[str, ...], tuple[RecordPlayer, ...]]:
    return tuple(f"seat {n}" for n in range(seats)), tuple(RecordPlayer(f"seat{n}") for n in range(seats))
