"""What the status line says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tilehall.engine import Text

Tone = Literal["info", "bad", "hint"]


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence, its tone, and the rule it quotes."""

    text: Text
    tone: Tone = "info"
    rule: str = ""
