"""Asking `tilehall pipe`, for its tests."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tilehall.engine import Rng
from tilehall.tui.programs.pipe.command import Pipe

CODES = {"bad_json", "bad_request", "no_match", "illegal", "not_due", "bad_notation", "bad_position", "bad_setup"}
CODES |= {"bad_record", "too_many"}


def ask(pipe: Pipe, do: str, **fields: Any) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(pipe.answer(json.dumps({"do": do, **fields})))
    return answer


def good(pipe: Pipe, do: str, **fields: Any) -> dict[str, Any]:
    answer = ask(pipe, do, **fields)
    assert answer.pop("ok") is True, answer
    return answer


def bad(pipe: Pipe, code: str, do: str, **fields: Any) -> dict[str, Any]:
    answer = ask(pipe, do, **fields)
    assert answer["ok"] is False, answer
    error: dict[str, Any] = answer["error"]
    assert error["code"] == code, error
    assert error["message"].endswith((".", "?", "'", ")")) or "looks like" in error["message"], error
    return error


def new(pipe: Pipe, players: int = 2, **fields: Any) -> dict[str, Any]:
    return good(pipe, "new", game="princess", players=players, **{"seed": 7, **fields})


def play(pipe: Pipe, opened: dict[str, Any], seed: int, most: int = 10_000) -> tuple[list[str], list[dict[str, Any]]]:
    """A random game to its end: the record lines that came, and all answers to `apply`."""
    rng, match, lines, answers = Rng(seed), opened["match"], list(opened["steps"]), [opened]
    while (due := answers[-1]["actors"]) and len(answers) < most:
        actions = good(pipe, "legal", match=match, seat=due[0])["actions"]
        answers.append(good(pipe, "apply", match=match, seat=due[0], action=actions[rng.below(len(actions))]))
        lines += answers[-1]["steps"]
    return lines, answers


def one_answer(pipe: Pipe, request: Any) -> dict[str, Any]:
    text = pipe.answer(json.dumps(request))
    assert "\n" not in text
    answer: dict[str, Any] = json.loads(text, parse_constant=pytest.fail)
    assert answer["ok"] is True or answer["error"]["code"] in CODES, answer
    return answer


def leaves(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths to everything in a position."""
    yield path
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in inner:
        yield from leaves(value, (*path, key))


def put(data: Any, path: tuple[Any, ...], value: Any) -> Any:
    """The same data with something else at that path."""
    if not path:
        return value
    copy = dict(data) if isinstance(data, dict) else [*data]
    copy[path[0]] = put(data[path[0]], path[1:], value)
    return copy
