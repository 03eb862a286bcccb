"""The decision points of the game as players meet them: rule, task, and the verbs with their fields (K-3)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from tilehall.engine.core.game import Decision, RuleError, SeatNo
from tilehall.engine.core.text import Text
from tilehall.engine.games.kaguya.components import components
from tilehall.engine.games.kaguya.names import tile
from tilehall.engine.games.kaguya.rules import DRAWS
from tilehall.engine.games.kaguya.state import EMPTY, KaguyaState


class KaguyaDecisionPoint(NamedTuple):
    """A decision point: its rule, what is asked there, what is said to an action of another point, the verbs."""

    rule: str
    prompt: Text
    reminder: Text
    fields: Mapping[str, tuple[str, ...]]


POINTS: Mapping[str, KaguyaDecisionPoint] = {
    "PRESENT": KaguyaDecisionPoint(
        "K-4.5",
        Text("Hold up to two cubes, with or without the disk."),
        Text("Now is the time to choose what to hold: up to two cubes, with or without the disk."),
        {"present": ("combination",)},
    ),
    "TAKE": KaguyaDecisionPoint(
        "K-4.8",
        Text("Take a cube out of the storage."),
        Text("Now is the time to take a cube out of the storage."),
        {"take": ("kind",)},
    ),
    "GIVE": KaguyaDecisionPoint(
        "K-4.8",
        Text("Give a cube from behind your screen to the storage."),
        Text("Now is the time to give a cube from behind your screen to the storage."),
        {"give": ("kind",)},
    ),
    "TILE": KaguyaDecisionPoint(
        "K-4.28",
        Text("Take a tile of this round for yourself."),
        Text("Now is the time to take a tile of this round for yourself."),
        {"tile": ("row",)},
    ),
    "CELL": KaguyaDecisionPoint(
        "K-4.26",
        Text("Choose the cell for the tile."),
        Text("Now is the time to choose the cell for the tile."),
        {"cell": ("cell",)},
    ),
    "ROT": KaguyaDecisionPoint(
        "K-4.27",
        Text("Choose how the tile is turned."),
        Text("Now is the time to choose how the tile is turned."),
        {"rot": ("rot",)},
    ),
    "PLANT": KaguyaDecisionPoint(
        "K-4.34",
        Text("Put a coloured cube on the houseplant."),
        Text("Now is the time to put a coloured cube on the houseplant."),
        {"plant": ("kind",)},
    ),
    "BREAK": KaguyaDecisionPoint(
        "K-4.42",
        Text("Take two cubes of different kinds out of the storage."),
        Text("Now is the time to take two cubes of different kinds out of the storage."),
        {"break": ("kinds",)},
    ),
}
FOR_PRINCESS = Text("Now is the time to take a tile of this round for the princess.")
"""The reminder where the first player takes one for her."""
ENOUGH = {"PRESENT": Text("The fist holds two cubes at most."), "BREAK": Text("Only two cubes are taken.")}
"""Why no more goes into a set (K-4.5, K-4.42)."""
FINAL = {"GIVE": ("give",), "PLANT": ("plant",), "BREAK": ("break",)}
"""What shows a cube cannot be taken back (section 9)."""


def decision(s: KaguyaState, seat: SeatNo) -> Decision:
    """What is to be decided now."""
    if not s.todo:
        raise RuleError(Text("The game is over: there is nothing to decide."), "K-5.1")
    point = s.todo[0][0]
    if point in DRAWS:
        return Decision(point, Text("The dealer draws."), "K-2.8", {})
    special, only = _special(s, seat), _only(s, seat) if point in ("CELL", "ROT") else None
    if special is None:
        usual = _decisions()[point]
        return usual._replace(single_choice_text=only) if only else usual
    rule, prompt = special
    told = POINTS[point]
    instead = FOR_PRINCESS if point == "TILE" and s.is_princess_tile() else told.reminder
    enough = Text("Only one cube is taken.") if rule == "K-4.43" else ENOUGH.get(point)
    return Decision(point, prompt, rule, told.fields, None, FINAL.get(point, ()), instead, only, enough)


def _only(s: KaguyaState, seat: SeatNo) -> Text | None:
    """Why a cell or a turn is no choice (K-4.26, K-1.5)."""
    point = s.todo[0][0]
    if point == "CELL" and not (s.palace if s.is_princess_tile() else s.merchants[seat].board).placed:
        return Text("the first tile of a board goes on its coloured cell")
    if point == "ROT" and components().tiles[s.tile].rotation_count == 1:
        return Text("it looks the same however it is turned")
    return None


def _special(s: KaguyaState, seat: SeatNo) -> tuple[str, Text] | None:
    """The rule and the words where the usual ones would mislead."""
    point = s.todo[0][0]
    if point == "TILE" and s.is_princess_tile():
        return "K-4.25", Text("Take a tile for the princess; the one nobody else takes will be yours.")
    if point == "TILE" and s.column(s.round).count(EMPTY) == s.rulings.players:
        return "K-4.29", Text("Take the last tile left.")
    if point == "CELL" and s.is_princess_tile():
        return "K-4.26", Text("Choose the cell on the princess' board for {tile}.", tile=tile(s.tile))
    purse = s.merchants[seat].purse
    if point == "PLANT" and purse is not None and not any(purse[:4]):
        return "K-4.35", Text("You have no coloured cube: lift your screen and show it.")
    if point == "BREAK" and sum(1 for count in s.storage if count) == 1:
        return "K-4.43", Text("Take a cube of the only kind left in the storage.")
    return None


@cache
def _decisions() -> dict[str, Decision]:
    return {
        name: Decision(
            name,
            point.prompt,
            point.rule,
            point.fields,
            final_verbs=FINAL.get(name, ()),
            otherwise_text=point.reminder,
            complete_text=ENOUGH.get(name),
        )
        for name, point in POINTS.items()
    }
