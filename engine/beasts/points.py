"""The decision points of the game as players meet them: rule, task, and the verbs with their fields (B-3.1)."""

from __future__ import annotations

from functools import cache

from tilehall.engine.beasts.actions import discards, vocabulary
from tilehall.engine.beasts.components import ICONS
from tilehall.engine.beasts.rules import DRAWS
from tilehall.engine.beasts.state import State
from tilehall.engine.game import Action, Decision, Seat

POINTS: dict[str, tuple[str, str, dict[str, tuple[str, ...]]]] = {
    "SETUP_BEAST": ("B-2.5", "put one beast of your choice on any square", {"setup": ("beast", "square")}),
    "KEEP": ("B-4.1", "keep at least one die; the others are rerolled once", {"keep": ("dice",)}),
    "PLACE": (
        "B-4.2",
        "place dice and cards and use beast faces, or end your turn",
        {
            "die": ("die", "slot"),
            "card": ("kind", "edge"),
            "add": ("die", "beast", "square"),
            "move": ("die", "start", "end"),
            "end": (),
        },
    ),
    "DISCARD": ("B-4.60", "throw away any cards before you draw up to four", {"discard": ("cards",)}),
}
"""Each point: its rule, what is to be done there, and the fields of each verb."""


def decision(s: State, seat: Seat) -> Decision:
    """What is to be decided now."""
    return _decisions()["CHANCE" if s.point in DRAWS else s.point]


@cache
def _decisions() -> dict[str, Decision]:
    skips: dict[str, Action] = {"PLACE": vocabulary().end, "DISCARD": discards(bytes(ICONS))[0]}
    found = {
        point: Decision(point, f"{task[0].upper()}{task[1:]}.", rule, fields, skips.get(point))
        for point, (rule, task, fields) in POINTS.items()
    }
    return found | {"CHANCE": Decision("CHANCE", "The dealer rolls or draws.", "B-3.4", {})}
