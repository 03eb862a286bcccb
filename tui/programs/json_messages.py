"""Messages to and from other programs: one JSON object a line. Nothing that comes in is believed."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from tilehall.engine import (
    ENGLISH,
    Decision,
    Event,
    GameResult,
    Receipt,
    ReceiptLine,
    Refusal,
    SeatNo,
    quote_text,
    render_text,
)

MAX_DIGITS = 64
"""Of a whole number, as errors may quote it."""
Fields = Mapping[str, Any]
"""A message of another program."""
Message = dict[str, Any]
"""A message to another program, or a part of one."""


class MessageError(Exception):
    """What is wrong with a message: a code for programs, and a sentence for whoever writes them."""

    def __init__(self, code: str, text: str, rule: str = "", refusal: Refusal | None = None) -> None:
        super().__init__(text)
        self.code = code
        self.rule = rule
        self.refusal = refusal
        self.at: int | None = None
        """Of several actions the one that it is about, counted from 0."""

    def data(self) -> Message:
        found: Message = {"code": self.code, "message": str(self), "rule": self.rule}
        if self.refusal is not None:
            found |= refusal_data(self.refusal)
        return found if self.at is None else found | {"at": self.at}


# --- lines --------------------------------------------------------------------------------------------------------


def parse_line(line: str | bytes, shown: int = 0) -> Any:
    """Return the JSON value of a line. Raises MessageError, which repeats up to `shown` characters of the line.

    >>> parse_line(b'{"turn": NaN}', 60)
    Traceback (most recent call last):
    tilehall.tui.programs.json_messages.MessageError: The line is not JSON (NaN is not JSON): '{"turn": NaN}'.
    """
    try:
        return _DECODER.decode(line.decode() if isinstance(line, bytes) else line)
    except UnicodeDecodeError:
        raise MessageError("bad_json", "The line is not UTF-8.") from None
    except RecursionError:
        raise MessageError("bad_json", "The line is nested too deeply.") from None
    except ValueError as error:
        begin = line[:shown].decode(errors="replace") if isinstance(line, bytes) else line[:shown]
        repeated = f": {quote_text(begin, shown)}" if shown else ""
        raise MessageError("bad_json", f"The line is not JSON ({str(error)[:80]}){repeated}.") from None


def format_line(message: Message) -> str:
    """Return a message as a line without its end, in ASCII."""
    return json.dumps(message, separators=(",", ":"))


def text_field(fields: Fields, key: str, kind: Literal["request", "message"], default: str | None = None) -> str:
    """Return the text of a field. Raises MessageError `bad_request` or `bad_message`."""
    value = fields.get(key, default)
    if not isinstance(value, str):
        wrong = f"'{key}' must be a text." if key in fields else f"The {kind} lacks '{key}'."
        raise MessageError(f"bad_{kind}", wrong)
    try:
        value.encode()
    except UnicodeEncodeError:  # half a character: JSON can say that, nothing else can
        raise MessageError(f"bad_{kind}", f"'{key}' must be proper Unicode.") from None
    return value


def _parse_int(digits: str) -> int:
    if len(digits) > MAX_DIGITS:
        raise ValueError(f"a number of {len(digits)} digits")
    return int(digits)


def _refuse_constant(name: str) -> float:
    raise ValueError(f"{name} is not JSON")


_DECODER = json.JSONDecoder(parse_constant=_refuse_constant, parse_int=_parse_int)


# --- what games are made of, as JSON data -------------------------------------------------------------------------


def refusal_data(refusal: Refusal) -> Message:
    """Return what could be done instead, and what is in the way."""
    return {"nearest": [str(action) for action in refusal.nearest], "marks": list(refusal.marks)}


def event_data(event: Event, viewpoint: SeatNo | None, names: Sequence[str]) -> Message:
    """Return an event as this viewpoint may know it."""
    text = render_text(event.text_for(viewpoint), ENGLISH, names)
    return {"key": event.key, "rule": event.rule, "text": text, "seat": event.seat, "marks": list(event.marks)}


def decision_data(decision: Decision, names: Sequence[str]) -> Message:
    """Return what has to be decided, in words and with the fields of each verb."""
    return {
        "kind": decision.kind,
        "prompt": render_text(decision.prompt, ENGLISH, names),
        "rule": decision.rule,
        "fields": {verb: list(words) for verb, words in decision.fields.items()},
    }


def receipt_line_data(line: ReceiptLine, names: Sequence[str]) -> Message:
    text = render_text(line.text, ENGLISH, names)
    return {"seat": line.seat, "part": line.part, "points": line.points, "rule": line.rule, "text": text}


def totals_data(receipt: Receipt, players: int) -> list[int]:
    return [receipt.total(seat) for seat in range(players)]


def result_data(result: GameResult | None, names: Sequence[str]) -> Message:
    """Return how a game ended; empty values as long as it did not."""
    if result is None:
        return {"scores": None, "ranks": None, "ending": None, "winners": [], "text": ""}
    return {
        "scores": None if result.scores is None else list(result.scores),
        "ranks": None if result.ranks is None else list(result.ranks),
        "ending": result.ending,
        "winners": list(result.winners),
        "text": render_text(result.text, ENGLISH, names),
    }
