"""What a program says, read with care: nothing that it writes is believed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tilehall.engine import quoted
from tilehall.tui.programs.bots.bot_messages import PROTOCOL, Message
from tilehall.tui.programs.strict_json import DECODER

CODES = ("bad_json", "bad_message", "bad_protocol", "bad_notation", "illegal", "late", "too_long", "dead")
"""What can be wrong with an answer."""
MOST_TRIED = 1_000
"""Lines in one `try`."""
DEEPEST = 32
"""Actions in one of those lines."""
WISHES = ("state", "legal", "receipt", "value", "foresee")
"""What can be told besides of each line that is tried."""


class Wrong(Exception):
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


Deed = str | tuple[int, str]
"""An action of the program's own seat, or of another one that is named."""


class Try(NamedTuple):
    turn: int
    lines: tuple[tuple[Deed, ...], ...] | None
    """What is tried; None: every legal action by itself."""
    wishes: frozenset[str]


Answer = Hello | Info | Best | Try


def answer(data: bytes) -> Answer:
    """What a line says. Raises Wrong.

    >>> answer(b'{"say": "best", "turn": 3, "action": "take FU"}')
    Best(turn=3, action='take FU', why='')
    """
    message = _message(data)
    say = _text(message, "say")
    if say == "best":
        return Best(_turn(message), _text(message, "action"), _text(message, "why", ""))
    if say == "try":
        return Try(_turn(message), _lines(message), _wishes(message))
    if say == "info":
        return Info(_text(message, "text", ""))
    if say == "hello":
        if message.get("protocol") != PROTOCOL or isinstance(message["protocol"], bool):
            raise Wrong("bad_protocol", f"'protocol' must be {PROTOCOL}: that is what is spoken here.")
        return Hello(_text(message, "name"))
    raise Wrong("bad_message", f"{quoted(say, 20)} is nothing to say here: hello, info, try or best.")


def _message(data: bytes) -> Message:
    try:
        found = DECODER.decode(data.decode())
    except UnicodeDecodeError:
        raise Wrong("bad_json", "The line is not UTF-8.") from None
    except RecursionError:
        raise Wrong("bad_json", "The line is nested too deeply.") from None
    except ValueError as error:
        shown = quoted(data[:60].decode(errors="replace"), 60)
        raise Wrong("bad_json", f"The line is not JSON ({str(error)[:80]}): {shown}.") from None
    if not isinstance(found, dict):
        raise Wrong("bad_message", 'A message is an object, such as {"say": "best", "turn": 1, "action": "..."}.')
    return found


def _text(message: Message, key: str, without: str | None = None) -> str:
    value = message.get(key, without)
    if not isinstance(value, str):
        raise Wrong("bad_message", f"'{key}' must be a text." if key in message else f"The message lacks '{key}'.")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise Wrong("bad_message", f"'{key}' must be proper Unicode.") from None
    return value


def _turn(message: Message) -> int:
    turn = message.get("turn")
    if type(turn) is not int:
        raise Wrong("bad_message", "'turn' must be the number of the turn that is answered.")
    return turn


def _lines(message: Message) -> tuple[tuple[Deed, ...], ...] | None:
    given = message.get("each", "legal")
    if given == "legal":
        return None
    if not isinstance(given, list) or not 0 < len(given) <= MOST_TRIED:
        raise Wrong(
            "bad_message", f"'each' must be \"legal\", or a list of 1 to {MOST_TRIED} actions or lists of them."
        )
    return tuple(_tried(each) for each in given)


def _tried(given: object) -> tuple[Deed, ...]:
    """An action, or several one after the other."""
    deeds = given if isinstance(given, list) else [given]
    if not 0 < len(deeds) <= DEEPEST:
        raise Wrong("bad_message", f"What is tried must be an action, or a list of 1 to {DEEPEST} of them.")
    return tuple(map(_deed, deeds))


def _deed(given: object) -> Deed:
    match given:
        case str():
            return given
        case [int() as seat, str() as text] if not isinstance(seat, bool):
            return seat, text
    raise Wrong("bad_message", "In a list that is tried each must be an action, or a list of a seat and its action.")


def _wishes(message: Message) -> frozenset[str]:
    given = message.get("want", [])
    if not isinstance(given, list) or not all(isinstance(each, str) and each in WISHES for each in given):
        raise Wrong("bad_message", f"'want' must be a list of some of these: {', '.join(WISHES)}.")
    return frozenset(given)
