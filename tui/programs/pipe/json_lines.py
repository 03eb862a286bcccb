"""Lines in and lines out: JSON with what nobody means refused, and an answer for every line."""

from __future__ import annotations

import json

from tilehall.tui.programs.pipe.errors import Answer, Fields, RequestError
from tilehall.tui.programs.strict_json import DECODER


def parse_request(line: str) -> Fields:
    try:
        ask = DECODER.decode(line)
    except RecursionError:
        raise RequestError("bad_json", "The line is nested too deeply.") from None
    except ValueError as error:
        raise RequestError("bad_json", f"The line is not JSON ({str(error)[:80]}).") from None
    if not isinstance(ask, dict):
        raise RequestError("bad_request", 'A request is an object, such as {"do": "games"}.')
    return ask


def request_id(ask: Fields) -> Answer:
    if "id" not in ask:
        return {}
    if ask["id"] is not None and type(ask["id"]) not in (str, int):
        raise RequestError("bad_request", "'id' must be a text or a whole number.")
    return {"id": ask["id"]}


def format_answer(answer: Answer) -> str:
    return json.dumps(answer, separators=(",", ":"))
