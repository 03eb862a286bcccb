"""The decision points of the game as players meet them: rule, task, and the verbs with their fields (K-3)."""

from __future__ import annotations

from functools import cache

from tilehall.engine.game import Decision, RuleError, Seat
from tilehall.engine.kaguya.components import components
from tilehall.engine.kaguya.rules import DRAWS
from tilehall.engine.kaguya.state import EMPTY, State

POINTS: dict[str, tuple[str, str, dict[str, tuple[str, ...]]]] = {
    "PRESENT": (
        "K-4.5",
        "choose what to hold: up to two cubes, with or without the disk",
        {"present": ("combination",)},
    ),
    "TAKE": ("K-4.8", "take a cube out of the storage", {"take": ("kind",)}),
    "GIVE": ("K-4.8", "give a cube from behind your screen to the storage", {"give": ("kind",)}),
    "TILE": ("K-4.28", "take a tile of this round's column for yourself", {"tile": ("row",)}),
    "CELL": ("K-4.26", "choose the cell for the tile", {"cell": ("cell",)}),
    "ROT": ("K-4.27", "choose how the tile is turned", {"rot": ("rot",)}),
    "PLANT": ("K-4.34", "put a coloured cube on the houseplant", {"plant": ("kind",)}),
    "BREAK": ("K-4.42", "take two cubes of different kinds out of the storage", {"break": ("kinds",)}),
}
"""Each point: its rule, what is to be done there, and the fields of each verb."""
FINAL = {"GIVE": ("give",), "PLANT": ("plant",), "BREAK": ("break",)}
"""What shows a cube cannot be taken back (section 9)."""


def decision(s: State, seat: Seat) -> Decision:
    """What is to be decided now."""
    if not s.todo:
        raise RuleError("The game is over: there is nothing to decide.", "K-5.1")
    point = s.todo[0][0]
    if point in DRAWS:
        return Decision(point, "The dealer draws.", "K-2.8", {})
    special = _special(s, seat)
    if special is None:
        return _decisions()[point]
    rule, prompt = special
    return Decision(point, prompt, rule, POINTS[point][2], final=FINAL.get(point, ()))


def _special(s: State, seat: Seat) -> tuple[str, str] | None:
    """The rule and the words where the usual ones would mislead."""
    point = s.todo[0][0]
    if point == "TILE" and s.princely():
        return "K-4.25", "Take a tile for the princess; you get the last tile of the column at the end."
    if point == "TILE" and s.column(s.round).count(EMPTY) == s.rulings.players:
        return "K-4.29", "Take the last tile of the column."
    if point == "CELL" and s.princely():
        return "K-4.26", f"Choose the cell on the princess' board for {components().tiles[s.tile].id}."
    purse = s.merchants[seat].purse
    if point == "PLANT" and purse is not None and not any(purse[:4]):
        return "K-4.35", "You have no coloured cube: lift your screen and show it."
    if point == "BREAK" and sum(1 for count in s.storage if count) == 1:
        return "K-4.43", "Take a cube of the only kind left in the storage."
    return None


@cache
def _decisions() -> dict[str, Decision]:
    return {
        point: Decision(point, f"{task[0].upper()}{task[1:]}.", rule, fields, final=FINAL.get(point, ()))
        for point, (rule, task, fields) in POINTS.items()
    }
