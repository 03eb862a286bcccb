"""What goes wrong with a request, each thing with its code."""

from __future__ import annotations

from collections.abc import Sequence

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
from tilehall.tui.programs.json_messages import MessageError

CODES: tuple[tuple[type[UserError], str], ...] = (
    (NotationError, "bad_notation"),
    (PositionError, "bad_position"),
    (SetupError, "bad_setup"),
    (RecordError, "bad_record"),
)


def message_error_of(error: Exception) -> MessageError:
    """Return what is answered for an exception; one that nobody expected is a `fault` of ours."""
    if isinstance(error, MessageError):
        return error
    if isinstance(error, IllegalActionError):
        return refusal_error("illegal", error.refusal, ())
    if isinstance(error, UserError):
        code = next((code for kind, code in CODES if isinstance(error, kind)), "bad_request")
        return MessageError(code, str(error), error.rule)
    if isinstance(error, RecursionError):
        return MessageError("bad_request", "The request is nested too deeply.")
    return MessageError("fault", f"This is a mistake in Tilehall ({type(error).__name__}: {str(error)[:80]}).")


def refusal_error(code: str, refusal: Refusal, names: Sequence[str]) -> MessageError:
    return MessageError(code, render_text(refusal.text, ENGLISH, names), refusal.rule, refusal)
