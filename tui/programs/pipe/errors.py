"""What goes wrong with a request: a code for programs and a sentence for people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tilehall.engine import (
    ENGLISH,
    NotationError,
    PositionError,
    RecordError,
    Refusal,
    Refused,
    RuleError,
    SetupError,
    said,
)

Fields = Mapping[str, Any]
"""A request."""
Answer = dict[str, Any]


class Trouble(Exception):
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
            error |= instead(self.refusal)
        return error if self.at is None else error | {"at": self.at}


def instead(refusal: Refusal) -> Answer:
    """What could be done instead, and what is in the way."""
    return {"nearest": [str(action) for action in refusal.nearest], "marks": list(refusal.marks)}


def trouble_of(error: Exception) -> Trouble:
    """Each thing that can go wrong with its code."""
    if isinstance(error, Trouble):
        return error
    if isinstance(error, Refused):
        return refused("illegal", error.refusal, ())
    if isinstance(error, RuleError):
        code = next((code for kind, code in CODES if isinstance(error, kind)), "bad_request")
        return Trouble(code, str(error), error.rule)
    if isinstance(error, RecursionError):
        return Trouble("bad_request", "The request is nested too deeply.")
    return Trouble("fault", f"This is a mistake in Tilehall ({type(error).__name__}: {str(error)[:80]}).")


CODES: tuple[tuple[type[RuleError], str], ...] = (
    (NotationError, "bad_notation"),
    (PositionError, "bad_position"),
    (SetupError, "bad_setup"),
    (RecordError, "bad_record"),
)


def refused(code: str, refusal: Refusal, names: Sequence[str]) -> Trouble:
    return Trouble(code, said(refusal.text, ENGLISH, names), refusal.rule, refusal)
