"""The decision points of the game as players meet them: rule, task, and the verbs with their fields (S-3)."""

from __future__ import annotations

from functools import cache

from tilehall.engine.game import Decision, Seat
from tilehall.engine.sand.actions import vocabulary
from tilehall.engine.sand.components import NO_POWER, components
from tilehall.engine.sand.rules import DRAWS
from tilehall.engine.sand.state import UNLIMITED, State

Fields = dict[str, tuple[str, ...]]

POWERS: tuple[Fields, ...] = (
    {"red": ("level",)},
    {},
    {"yellow": ("give", "get")},
    {"green": ("start", "end")},
    {"orange": ()},
    {"blue": ("own", "other")},
)
"""The verbs that a power adds to both menus, in the order of the powers; purple adds `summon+` to the first."""

POINTS: dict[str, tuple[str, str, Fields]] = {
    "GAIN": ("S-3.D0", "choose the special disk that you begin with", {"gain": ("element",)}),
    "PRE": (
        "S-3.D1",
        "place a tile or summon disks; before that you may complete buildings",
        {"complete": ("card", "boxes"), "place": ("tile", "pieces"), "summon": ()},
    ),
    "FILL": ("S-3.D2", "choose the box that gets the last square", {"fill": ("box",)}),
    "TAKE": ("S-3.D3", "take the first or the second tile of the circle", {"take": ("place",)}),
    "SUMMON": (
        "S-3.D4",
        "put a disk on a box, or move one",
        {"disk": ("element", "box"), "move": ("start", "end"), "done": ()},
    ),
    "ASIDE": ("S-3.D5", "set one of your tiles aside", {"aside": ("tile",)}),
    "POST": ("S-3.D6", "complete buildings, or end your turn", {"complete": ("card", "boxes"), "end": ()}),
    "KEEP": ("S-3.D7", "keep one of the cards you look at", {"keep": ("card",)}),
    "BOTTOM": ("S-3.D7", "say in which order the other two go under the deck", {"bottom": ("cards",)}),
    "BLUE2": ("S-3.D7", "exchange a second tile, or stop", {"blue2": ("own", "other"), "stop": ()}),
}
"""Each point: its rule, what is to be done there, and the fields of each verb."""


def decision(s: State, seat: Seat) -> Decision:
    """What is to be decided now."""
    point = s.todo[0][0]
    if point in DRAWS:
        return Decision(point, "The dealer draws.", "S-3.3", {})
    if point == "SUMMON":
        return _summoning(s.made, s.cap)
    if point == "FILL":
        rule, _, fields = POINTS[point]
        letter = components().letters[s.short[0]]
        return Decision(point, f"Only one square {letter} is left: choose the box that gets it.", rule, fields)
    return _menu(point, s.magicians[seat].power)


@cache
def _menu(point: str, power: int) -> Decision:
    rule, task, fields = POINTS[point]
    if power != NO_POWER and point in ("PRE", "POST"):
        fields = fields | POWERS[power]
        if components().powers[power] == "purple" and point == "PRE":
            fields = fields | {"summon+": ()}
    skip = {"POST": vocabulary().end, "BLUE2": vocabulary().stop}.get(point)
    final = ("end",) if point == "POST" else ()
    return Decision(point, f"{task[0].upper()}{task[1:]}.", rule, fields, skip, final)


@cache
def _summoning(made: int, cap: int) -> Decision:
    rule, task, fields = POINTS["SUMMON"]
    steps = f"{made} steps made" if cap == UNLIMITED else f"step {made + 1} of {cap}"
    skip = vocabulary().done if made else None
    return Decision("SUMMON", f"{task[0].upper()}{task[1:]} ({steps}).", rule, fields, skip)
