"""Readers for the fields of requests; each raises MessageError."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from secrets import token_hex
from typing import Any

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
from tilehall.tui.programs.json_messages import Fields, MessageError, text_field

SEED_LENGTH = 64


def needed(ask: Fields, key: str) -> Any:
    if key not in ask:
        raise MessageError("bad_request", f"The request lacks '{key}'.")
    return ask[key]


def text_in(ask: Fields, key: str) -> str:
    return text_field(ask, key, "request")


def whole_in(ask: Fields, key: str) -> int:
    value = needed(ask, key)
    if type(value) is not int:
        raise MessageError("bad_request", f"'{key}' must be a whole number.")
    return value


def object_in(ask: Fields, key: str) -> dict[str, Any]:
    value = needed(ask, key)
    if not isinstance(value, dict):
        raise MessageError("bad_request", f"'{key}' must be an object.")
    return value


def list_in(ask: Fields, key: str) -> list[Any]:
    value = needed(ask, key)
    if not isinstance(value, list):
        raise MessageError("bad_request", f"'{key}' must be a list.")
    return value


def count_in(ask: Fields, key: str, otherwise: int, most: int) -> int:
    """Return a count from 1 to `most`."""
    if key not in ask:
        return otherwise
    count = whole_in(ask, key)
    if not 1 <= count <= most:
        raise MessageError("bad_request", f"'{key}' must be 1 to {most}.")
    return count


def seat_among(ask: Fields, due: Sequence[SeatNo], seats: int, lowest: SeatNo = CHANCE) -> SeatNo:
    """Return the seat of the request; without one, the only seat that has to decide."""
    if "seat" not in ask:
        if len(due) != 1:
            raise MessageError("bad_request", f"The request lacks 'seat'; to decide: {_all_of(due)}.")
        return due[0]
    seat = whole_in(ask, "seat")
    if not lowest <= seat < seats:
        raise MessageError("bad_request", f"'seat' must be {lowest} to {seats - 1}.")
    return seat


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
    for key, level in object_in(ask, "computers").items():
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
    dealer = ask.get("dealer", default)
    if dealer not in ("seed", "ask"):
        raise MessageError("bad_request", "'dealer' must be 'seed' or 'ask'.")
    return str(dealer)


def options_in(ask: Fields, offered: Sequence[Option]) -> tuple[tuple[str, str], ...]:
    if ask.get("options") is None:
        return ()
    known = {option.id: option for option in offered}
    return tuple(
        sorted((key, _option_value(key, given, known.get(key))) for key, given in object_in(ask, "options").items())
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
    given = ask.get("names")
    if given is None:
        return plain_names(seats)
    if not isinstance(given, list) or not all(isinstance(name, str) for name in given):
        raise MessageError("bad_request", "'names' must be a list of texts.")
    if len(given) != seats or len(set(given)) < seats:
        raise MessageError("bad_setup", f"'names' must be {seats} different names.")
    try:
        return tuple(given), tuple(map(RecordPlayer, given))
    except RecordError as error:
        raise MessageError("bad_setup", str(error)) from None


def plain_names(seats: int) -> tuple[tuple[str, ...], tuple[RecordPlayer, ...]]:
    return tuple(f"seat {n}" for n in range(seats)), tuple(RecordPlayer(f"seat{n}") for n in range(seats))
