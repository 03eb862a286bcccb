"""Why somebody is not let in, or not listened to any more: what is said to them, and what is counted for the host."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, get_args

from tilehall.engine import Text, UserError

Reason = Literal[
    "banned", "uninvited", "keyless", "password", "screens", "address", "full", "knocks", "tries", "silent", "terminal",
    "words", "packets", "unread",
]  # fmt: skip
REASONS: tuple[Reason, ...] = get_args(Reason)


class HallError(UserError):
    """Something that the hall does not do, or cannot do now."""


class Unwelcome(HallError):
    """Somebody may not come in, for this reason.

    >>> import pickle
    >>> pickle.loads(pickle.dumps(Unwelcome(Text("Not now."), "full"))).reason
    'full'
    """

    def __init__(self, text: Text, reason: Reason) -> None:
        super().__init__(text)
        self.reason = reason

    def __reduce__(self) -> tuple[Callable[..., Unwelcome], tuple[Any, ...]]:
        return type(self), (self.text, self.reason)
