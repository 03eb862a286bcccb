"""What the status line says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Tone = Literal["info", "bad", "hint"]


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence, its tone, and the rule it quotes."""

    text: str
    tone: Tone = "info"
    rule: str = ""
