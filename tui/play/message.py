"""What the status line says."""

from __future__ import annotations

from typing import Literal, NamedTuple

from tilehall.engine import Text

Tone = Literal["info", "bad", "hint"]


class Message(NamedTuple):
    """A sentence, its tone, and the rule it quotes."""

    text: Text
    tone: Tone = "info"
    rule: str = ""
