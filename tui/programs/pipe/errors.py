"""What goes wrong with a request: a code for programs and a sentence for people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tilehall.engine import (
    ENGLISH,
    IllegalActionError,
    NotationError,
    PositionError,
    RecordError,
    Refusal,
    SetupError,
    UserError,
    render_text,
)

Fields = Mapping[str, Any]
"""A request."""
Answer = dict[str, Any]


class RequestError(Exception):
    """A request that cannot be answered: a code for programs and a sentence for people."""

    def __init__(self, code: str, message: str, rule: str = "", refusal: Refusal | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.rule = rule
        self.refusal = refusal
        self.at: int | None = None
        """Of several actions the one that it is about, counted from 0."""

    def answer(self) -> Answer:
        error: Answer = {"code": self.code, "message": str(self), "rule": self.rule}
        if self.refusal is not None:
            error |= alternatives_answer(self.refusal)
        return error if self.at is None else error | {"at": self.at}


def alternatives_answer(refusal: Refusal) -> Answer:
    """What could be done instead, and what is in the way."""
    return {"nearest": [str(action) for action in refusal.nearest], "marks": list(refusal.marks)}


def to_request_error(error: Exception) -> RequestError:
    """Each thing that can go wrong with its code."""
    if isinstance(error, RequestError):
        return error
    if isinstance(error, IllegalActionError):
        return refusal_error("illegal", error.refusal, ())
    if isinstance(error, UserError):
        code = next((code for kind, code in CODES if isinstance(error, kind)), "bad_request")
        return RequestError(code, str(error), error.rule)
    if isinstance(error, RecursionError):
        return RequestError("bad_request", "The request is nested too deeply.")
    return RequestError("fault", f"This is a mistake in Tilehall ({type(error).__name__}: {str(error)[:80]}).")


CODES: tuple[tuple[type[UserError], str], ...] = (
    (NotationError, "bad_notation"),
    (PositionError, "bad_position"),
    (SetupError, "bad_setup"),
    (RecordError, "bad_record"),
)


def refusal_error(code: str, refusal: Refusal, names: Sequence[str]) -> RequestError:
    return RequestError(code, render_text(refusal.text, ENGLISH, names), refusal.rule, refusal)
