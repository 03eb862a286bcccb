"""What a program says, read with care: nothing that it writes is believed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tilehall.engine import quote_text
from tilehall.tui.programs.bots.bot_messages import PROTOCOL, Message
from tilehall.tui.programs.strict_json import DECODER

FAULT_CODES = ("bad_json", "bad_message", "bad_protocol", "bad_notation", "illegal", "late", "too_long", "dead")
"""What can be wrong with an answer."""
MOST_TRIED_LINES = 1_000
"""Lines in one `try`."""
DEEPEST = 32
"""Actions in one of those lines."""
TRY_FIELDS = ("state", "legal", "receipt", "value", "foresee")
"""What can be told besides of each line that is tried."""


class BadAnswer(Exception):
    """What is wrong with an answer: a code for programs, and a sentence for whoever writes them."""

    def __init__(
        self, code: str, message: str, rule: str = "", nearest: Sequence[str] = (), marks: Sequence[str] = ()
    ) -> None:
        super().__init__(message)
        self.code, self.rule, self.nearest, self.marks = code, rule, tuple(nearest), tuple(marks)


class Hello(NamedTuple):
    name: str


class Info(NamedTuple):
    text: str


class Best(NamedTuple):
    turn: int
    action: str
    why: str


TriedAction = str | tuple[int, str]
"""An action of the program's own seat, or of another one that is named."""


class TryMessage(NamedTuple):
    turn: int
    lines: tuple[tuple[TriedAction, ...], ...] | None
    """What is tried; None: every legal action by itself."""
    fields: frozenset[str]


Answer = Hello | Info | Best | TryMessage


def read_answer(data: bytes) -> Answer:
    """What a line says. Raises Wrong.

    >>> read_answer(b'{"say": "best", "turn": 3, "action": "take FU"}')
    Best(turn=3, action='take FU', why='')
    """
    message = _read_message(data)
    say = _read_text(message, "say")
    if say == "best":
        return Best(_read_turn(message), _read_text(message, "action"), _read_text(message, "why", ""))
    if say == "try":
        return TryMessage(_read_turn(message), _read_lines(message), _read_fields(message))
    if say == "info":
        return Info(_read_text(message, "text", ""))
    if say == "hello":
        if message.get("protocol") != PROTOCOL or isinstance(message["protocol"], bool):
            raise BadAnswer("bad_protocol", f"'protocol' must be {PROTOCOL}: that is what is spoken here.")
        return Hello(_read_text(message, "name"))
    raise BadAnswer("bad_message", f"{quote_text(say, 20)} is nothing to say here: hello, info, try or best.")


def _read_message(data: bytes) -> Message:
    try:
        found = DECODER.decode(data.decode())
    except UnicodeDecodeError:
        raise BadAnswer("bad_json", "The line is not UTF-8.") from None
    except RecursionError:
        raise BadAnswer("bad_json", "The line is nested too deeply.") from None
    except ValueError as error:
        shown = quote_text(data[:60].decode(errors="replace"), 60)
        raise BadAnswer("bad_json", f"The line is not JSON ({str(error)[:80]}): {shown}.") from None
    if not isinstance(found, dict):
        raise BadAnswer("bad_message", 'A message is an object, such as {"say": "best", "turn": 1, "action": "..."}.')
    return found


def _read_text(message: Message, key: str, without: str | None = None) -> str:
    value = message.get(key, without)
    if not isinstance(value, str):
        raise BadAnswer("bad_message", f"'{key}' must be a text." if key in message else f"The message lacks '{key}'.")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise BadAnswer("bad_message", f"'{key}' must be proper Unicode.") from None
    return value


def _read_turn(message: Message) -> int:
    turn = message.get("turn")
    if type(turn) is not int:
        raise BadAnswer("bad_message", "'turn' must be the number of the turn that is answered.")
    return turn


def _read_lines(message: Message) -> tuple[tuple[TriedAction, ...], ...] | None:
    given = message.get("each", "legal")
    if given == "legal":
        return None
    if not isinstance(given, list) or not 0 < len(given) <= MOST_TRIED_LINES:
        raise BadAnswer(
            "bad_message", f"'each' must be \"legal\", or a list of 1 to {MOST_TRIED_LINES} actions or lists of them."
        )
    return tuple(_read_line(each) for each in given)


def _read_line(given: object) -> tuple[TriedAction, ...]:
    """An action, or several one after the other."""
    deeds = given if isinstance(given, list) else [given]
    if not 0 < len(deeds) <= DEEPEST:
        raise BadAnswer("bad_message", f"What is tried must be an action, or a list of 1 to {DEEPEST} of them.")
    return tuple(map(_read_action, deeds))


def _read_action(given: object) -> TriedAction:
    match given:
        case str():
            return given
        case [int() as seat, str() as text] if not isinstance(seat, bool):
            return seat, text
    raise BadAnswer(
        "bad_message", "In a list that is tried each must be an action, or a list of a seat and its action."
    )


def _read_fields(message: Message) -> frozenset[str]:
    given = message.get("want", [])
    if not isinstance(given, list) or not all(isinstance(each, str) and each in TRY_FIELDS for each in given):
        raise BadAnswer("bad_message", f"'want' must be a list of some of these: {', '.join(TRY_FIELDS)}.")
    return frozenset(given)
