"""Lines in and lines out: JSON with what nobody means refused, and an answer for every line."""

from __future__ import annotations

import json

from tilehall.tui.programs.pipe.errors import Answer, Fields, Trouble
from tilehall.tui.programs.strict_json import DECODER


def request_in(line: str) -> Fields:
    try:
        ask = DECODER.decode(line)
    except RecursionError:
        raise Trouble("bad_json", "The line is nested too deeply.") from None
    except ValueError as error:
        raise Trouble("bad_json", f"The line is not JSON ({str(error)[:80]}).") from None
    if not isinstance(ask, dict):
        raise Trouble("bad_request", 'A request is an object, such as {"do": "games"}.')
    return ask


def id_in(ask: Fields) -> Answer:
    if "id" not in ask:
        return {}
    if ask["id"] is not None and type(ask["id"]) not in (str, int):
        raise Trouble("bad_request", "'id' must be a text or a whole number.")
    return {"id": ask["id"]}


def line_of(answer: Answer) -> str:
    return json.dumps(answer, separators=(",", ":"))
