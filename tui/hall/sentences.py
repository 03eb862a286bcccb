"""Sentences as they are kept in a ledger: what they say is read again by any later program."""

from __future__ import annotations

import json
from typing import Any

from tilehall.engine import JoinedSentences, Piece, Text, TextArgument, Who


def write_sentence(text: Text) -> str:
    """A sentence with all that it names.

    >>> sentence = Text("{who} lays {tile}, {n} is left", "{who} lays {tile}, {n} are left",
    ...     who=Who(1), tile=Piece("tile", "FU", Text("fire sun")), n=2)
    >>> read_sentence(write_sentence(sentence)) == sentence
    True
    """
    return json.dumps(_written(text), ensure_ascii=False, separators=(",", ":"))


def read_sentence(words: str) -> Text:
    """Raises ValueError for what is no sentence."""
    try:
        found = _read(json.loads(words))
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"no sentence: {words[:80]}") from error
    if not isinstance(found, Text):
        raise ValueError(f"no sentence: {words[:80]}")
    return found


def _written(value: TextArgument) -> Any:
    match value:
        case Text():
            args = {name: _written(arg) for name, arg in value.args.items()}
            return {"say": value.template, "many": value.plural, "with": args}
        case Who(seat):
            return {"who": seat}
        case JoinedSentences(sentences):
            return {"retold": [_written(each) for each in sentences]}
        case Piece(kind, id, name):
            return {"piece": [kind, id, None if name is None else _written(name)]}
        case _:
            return value


def _read(data: Any) -> TextArgument:
    match data:
        case {"say": template, "many": many, "with": args}:
            return Text.from_parts(template, many, {name: _read(arg) for name, arg in args.items()})
        case {"who": seat}:
            return Who(seat)
        case {"retold": sentences}:
            return JoinedSentences(tuple(_sentence(each) for each in sentences))
        case {"piece": [kind, id, name]}:
            return Piece(kind, id, None if name is None else _sentence(name))
        case int() | float() | str():
            return data
        case _:
            raise TypeError(f"nothing that a sentence names: {data!r}")


def _sentence(data: Any) -> Text:
    found = _read(data)
    if not isinstance(found, Text):
        raise TypeError(f"no sentence: {found!r}")
    return found
