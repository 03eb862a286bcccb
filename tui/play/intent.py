"""What a player wants to be done at the table. Wanting is quick; doing it may have to wait for a table far away."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tilehall.tui.play.picking import Choice


@dataclass(frozen=True, slots=True)
class Do:
    """A choice, with what is passed before it."""

    choice: Choice[Any]


@dataclass(frozen=True, slots=True)
class TakeBack:
    """The latest choice, with the passes it took."""


@dataclass(frozen=True, slots=True)
class DoAgain:
    """The choice that was taken back last."""


@dataclass(frozen=True, slots=True)
class Restart:
    """Everything since something new was shown is taken back."""


@dataclass(frozen=True, slots=True)
class Ask:
    """A hint."""


Intent = Do | TakeBack | DoAgain | Restart | Ask
