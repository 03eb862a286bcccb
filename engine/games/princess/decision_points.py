"""The decision points of the game as players meet them: rule, task, and the verbs with their fields (P-3)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from tilehall.engine.core.game import Decision, SeatNo
from tilehall.engine.core.text import Text, Who, join_spaces
from tilehall.engine.games.princess import names
from tilehall.engine.games.princess.actions import vocabulary
from tilehall.engine.games.princess.components import components
from tilehall.engine.games.princess.rules import DRAWS, can_use_sprite, victim_seat
from tilehall.engine.games.princess.state import NO_KIND, PrincessState


class PrincessDecisionPoint(NamedTuple):
    """What is to be done at a point: its rule, the task for whoever is due, and for whoever tries something else."""

    rule: str
    prompt: Text
    instead: Text
    fields: Mapping[str, tuple[str, ...]]


GEM: dict[str, tuple[str, ...]] = {"gem": ("answer",)}
CELL: dict[str, tuple[str, ...]] = {"cell": ("cell",)}
POINTS: dict[str, PrincessDecisionPoint] = {
    "SIDE": PrincessDecisionPoint(
        "P-3.S0",
        Text("Choose side a or b of your board to begin with."),
        Text("Now is the time to choose side a or b of your board."),
        {"side": ("side",)},
    ),
    "RUNE": PrincessDecisionPoint(
        "P-3.S2",
        Text("Hold or remove a rune, or pass."),
        Text("Now is the time to hold or remove a rune, or pass."),
        {"pass": (), "hold": ("card",), "remove": ("card",)},
    ),
    "RECALL": PrincessDecisionPoint(
        "P-3.S3",
        Text("Recall a gem, or pass."),
        Text("Now is the time to recall a gem, or pass."),
        {"pass": (), "recall": ("cell",)},
    ),
    "SPRITE": PrincessDecisionPoint(
        "P-3.S4",
        Text("Use a sprite, or pass."),
        Text("Now is the time to use a sprite, or pass."),
        {"pass": (), "extra": (), "set": ("cell",), "shift": ("start", "end")},
    ),
    "EXTRA_CELL": PrincessDecisionPoint(
        "P-3.S4", Text("Lay the extra tile."), Text("Now is the time to lay the extra tile."), CELL
    ),
    "EXTRA_GEM": PrincessDecisionPoint(
        "P-3.S4",
        Text("Set a gem on the extra tile? Runes need one."),
        Text("Now is the time to say whether a gem goes on the extra tile."),
        GEM,
    ),
    "TAKE": PrincessDecisionPoint(
        "P-3.S5",
        Text("Take a tile from the display."),
        Text("Now is the time to take a tile from the display."),
        {"take": ("kind",)},
    ),
    "CELL": PrincessDecisionPoint(
        "P-3.S5", Text("Lay the tile you took."), Text("Now is the time to lay the tile you took."), CELL
    ),
    "GEM": PrincessDecisionPoint(
        "P-3.S5",
        Text("Set a gem on the tile just laid? Runes need one."),
        Text("Now is the time to say whether a gem goes on the tile just laid."),
        GEM,
    ),
    "DECLARE": PrincessDecisionPoint(
        "P-3.S6",
        Text("Declare a finished rune for its steps, or stop."),
        Text("Now is the time to declare a rune, or stop."),
        {"stop": (), "declare": ("card", "gem")},
    ),
    "STEAL_PICK": PrincessDecisionPoint(
        "P-4.21",
        Text("Pick a tile to steal."),
        Text("Now is the time to pick a tile to steal."),
        {"steal": ("cell",)},
    ),
    "STEAL_CELL": PrincessDecisionPoint(
        "P-4.22", Text("Lay the stolen tile."), Text("Now is the time to lay the stolen tile."), CELL
    ),
}


LAYING = ("CELL", "EXTRA_CELL", "STEAL_CELL")
BEFORE_THE_TILE = ("RUNE", "RECALL", "SPRITE")


def decision(s: PrincessState, seat: SeatNo) -> Decision:
    """What is to be decided now."""
    point = s.todo[0][0]
    if point in DRAWS:
        return Decision(point, Text("The dealer draws."), "P-3.7", {})
    if point == "STEAL_PICK":
        victim = Who(victim_seat(s, seat))
        left = components().cards[s.pending[0]].direction == 1
        prompt = (
            Text("Steal a tile from {victim}, on your left, for your own board.", victim=victim)
            if left
            else Text("Steal a tile from {victim}, on your right, for your own board.", victim=victim)
        )
        told = POINTS[point]
        return Decision(point, prompt, told.rule, told.fields, otherwise_text=told.instead)
    kind = dict(s.stolen).get(seat, NO_KIND) if point == "STEAL_CELL" else s.hand
    if point in LAYING and kind != NO_KIND:
        return _laying(point, kind)
    if point in BEFORE_THE_TILE and s.display:
        return _before_the_tile(point, point != "SPRITE" and can_use_sprite(s, s.hunters[seat]))
    return _decisions()[point]


@cache
def _before_the_tile(point: str, sprites: bool) -> Decision:
    """With what comes next: whoever takes a tile at once passes it."""
    told = _decisions()[point]
    then = Text("Sprites come next, then the tile.") if sprites else Text("The tile comes next.")
    return told._replace(prompt=join_spaces((told.prompt, then)))


@cache
def _laying(point: str, kind: int) -> Decision:
    """Where a tile may go, with the name of the tile."""
    told, tile = POINTS[point], names.tile(kind)
    prompts = {
        "CELL": Text("Lay the tile {tile}: beside your tiles, or on one without a gem.", tile=tile),
        "EXTRA_CELL": Text("Lay the extra tile {tile}: beside your tiles, or on one without a gem.", tile=tile),
        "STEAL_CELL": Text("Lay the stolen tile {tile}: beside your tiles, or on one without a gem.", tile=tile),
    }
    return Decision(point, prompts[point], told.rule, told.fields, otherwise_text=told.instead)


@cache
def _decisions() -> dict[str, Decision]:
    skips = {point: vocabulary().skip for point in ("RUNE", "RECALL", "SPRITE")} | {"DECLARE": vocabulary().stop}
    return {
        point: Decision(point, told.prompt, told.rule, told.fields, skips.get(point), otherwise_text=told.instead)
        for point, told in POINTS.items()
    }
