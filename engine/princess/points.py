"""The decision points of the game as players meet them: rule, task, and the verbs with their fields (P-3)."""

from __future__ import annotations

from functools import cache

from tilehall.engine.game import Decision, Seat
from tilehall.engine.princess.actions import vocabulary
from tilehall.engine.princess.components import components
from tilehall.engine.princess.rules import DRAWS, victim_seat
from tilehall.engine.princess.state import State

GEM: dict[str, tuple[str, ...]] = {"gem": ("answer",)}
CELL: dict[str, tuple[str, ...]] = {"cell": ("cell",)}
POINTS: dict[str, tuple[str, str, dict[str, tuple[str, ...]]]] = {
    "SIDE": ("P-3.S0", "choose side a or b of your board", {"side": ("side",)}),
    "RUNE": ("P-3.S2", "hold or remove a rune, or pass", {"pass": (), "hold": ("card",), "remove": ("card",)}),
    "RECALL": ("P-3.S3", "recall a gem, or pass", {"pass": (), "recall": ("cell",)}),
    "SPRITE": (
        "P-3.S4",
        "use a sprite, or pass",
        {"pass": (), "extra": (), "set": ("cell",), "shift": ("start", "end")},
    ),
    "EXTRA_CELL": ("P-3.S4", "lay the extra tile", CELL),
    "EXTRA_GEM": ("P-3.S4", "say whether a gem goes on the extra tile", GEM),
    "TAKE": ("P-3.S5", "take a tile from the display", {"take": ("kind",)}),
    "CELL": ("P-3.S5", "lay the tile you took", CELL),
    "GEM": ("P-3.S5", "say whether a gem goes on the tile just laid", GEM),
    "DECLARE": ("P-3.S6", "declare a rune, or stop", {"stop": (), "declare": ("card", "gem")}),
    "STEAL_PICK": ("P-4.21", "pick a tile to steal", {"steal": ("cell",)}),
    "STEAL_CELL": ("P-4.22", "lay the stolen tile", CELL),
}
"""Each point: its rule, what is to be done there, and the fields of each verb."""


def decision(s: State, seat: Seat) -> Decision:
    """What is to be decided now."""
    point = s.todo[0][0]
    if point in DRAWS:
        return Decision(point, "The dealer draws.", "P-3.7", {})
    if point == "STEAL_PICK":
        rule, _, fields = POINTS[point]
        side = "left" if components().cards[s.pending[0]].direction == 1 else "right"
        return Decision(point, f"Steal a tile from {{{victim_seat(s, seat)}}}, on your {side}.", rule, fields)
    return _decisions()[point]


@cache
def _decisions() -> dict[str, Decision]:
    skips = {point: vocabulary().skip for point in ("RUNE", "RECALL", "SPRITE")} | {"DECLARE": vocabulary().stop}
    return {
        point: Decision(point, f"{task[0].upper()}{task[1:]}.", rule, fields, skips.get(point))
        for point, (rule, task, fields) in POINTS.items()
    }
