"""What a program that plays says: hello, info, try and best, as docs/bots.md specifies them."""

from __future__ import annotations

from typing import NamedTuple

from tilehall.engine import quote_text
from tilehall.tui.programs.bots.bot_messages import PROTOCOL
from tilehall.tui.programs.json_messages import Message, MessageError, parse_line, text_field
from tilehall.tui.programs.trial import SeatAction

FAULT_CODES = ("bad_json", "bad_message", "bad_protocol", "bad_notation", "illegal", "late", "too_long", "dead")
"""What can be wrong with an answer."""
MOST_TRIED_LINES = 1_000
"""Lines in one `try`."""
DEEPEST = 32
"""Actions in one of those lines."""
TRY_FIELDS = ("state", "legal", "receipt", "value", "foresee")
"""What a `try` may ask for besides."""


class Hello(NamedTuple):
    name: str


class Info(NamedTuple):
    text: str


class Best(NamedTuple):
    turn: int
    action: str
    why: str


class TryMessage(NamedTuple):
    turn: int
    lines: tuple[tuple[SeatAction, ...], ...] | None
    """What is tried; None: every legal action by itself."""
    fields: frozenset[str]


Answer = Hello | Info | Best | TryMessage


def read_answer(line: bytes) -> Answer:
    """Return what a line of a program says. Raises MessageError.

    >>> read_answer(b'{"say": "best", "turn": 3, "action": "take FU"}')
    Best(turn=3, action='take FU', why='')
    """
    message = parse_line(line, shown=60)
    if not isinstance(message, dict):
        raise MessageError(
            "bad_message", 'A message is an object, such as {"say": "best", "turn": 1, "action": "..."}.'
        )
    say = _text(message, "say")
    if say == "best":
        return Best(_turn(message), _text(message, "action"), _text(message, "why", ""))
    if say == "try":
        return TryMessage(_turn(message), _lines(message), _wanted(message))
    if say == "info":
        return Info(_text(message, "text", ""))
    if say == "hello":
        if message.get("protocol") != PROTOCOL or isinstance(message["protocol"], bool):
            raise MessageError("bad_protocol", f"'protocol' must be {PROTOCOL}: that is what is spoken here.")
        return Hello(_text(message, "name"))
    raise MessageError("bad_message", f"{quote_text(say, 20)} is nothing to say here: hello, info, try or best.")


def _text(message: Message, key: str, default: str | None = None) -> str:
    return text_field(message, key, "message", default)


def _turn(message: Message) -> int:
    turn = message.get("turn")
    if type(turn) is not int:
        raise MessageError("bad_message", "'turn' must be the number of the turn that is answered.")
    return turn


def _lines(message: Message) -> tuple[tuple[SeatAction, ...], ...] | None:
    given = message.get("each", "legal")
    if given == "legal":
        return None
    if not isinstance(given, list) or not 0 < len(given) <= MOST_TRIED_LINES:
        raise MessageError(
            "bad_message", f"'each' must be \"legal\", or a list of 1 to {MOST_TRIED_LINES} actions or lists of them."
        )
    return tuple(map(_line, given))


def _line(given: object) -> tuple[SeatAction, ...]:
    """Read an action, or several one after the other."""
    actions = given if isinstance(given, list) else [given]
    if not 0 < len(actions) <= DEEPEST:
        raise MessageError("bad_message", f"What is tried must be an action, or a list of 1 to {DEEPEST} of them.")
    return tuple(map(_action, actions))


def _action(given: object) -> SeatAction:
    found = SeatAction.read(given)
    if found is None:
        raise MessageError(
            "bad_message", "In a list that is tried each must be an action, or a list of a seat and its action."
        )
    return found


def _wanted(message: Message) -> frozenset[str]:
    given = message.get("want", [])
    if not isinstance(given, list) or not all(isinstance(each, str) and each in TRY_FIELDS for each in given):
        raise MessageError("bad_message", f"'want' must be a list of some of these: {', '.join(TRY_FIELDS)}.")
    return frozenset(given)
