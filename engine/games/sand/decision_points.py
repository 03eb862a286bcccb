"""The decision points of the game as players meet them: rule, task, and the verbs with their fields (S-3)."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from tilehall.engine.core.game import Decision, SeatNo
from tilehall.engine.core.text import Text
from tilehall.engine.games.sand import names
from tilehall.engine.games.sand.actions import vocabulary
from tilehall.engine.games.sand.components import NO_POWER
from tilehall.engine.games.sand.pattern_matching import completions
from tilehall.engine.games.sand.rules import DRAWS, legal_actions
from tilehall.engine.games.sand.state import PURPLE, UNLIMITED, Magician, SandState, completable_cards

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


class SandDecisionPoint(NamedTuple):
    """A point of the rules: what is to be done there, what is said to who does something else, the fields of verbs."""

    rule: str
    prompt: Text
    instead: Text
    fields: Fields


POINTS: dict[str, SandDecisionPoint] = {
    "GAIN": SandDecisionPoint(
        "S-3.D0",
        Text("Choose the special disk that you begin with."),
        Text("Now is the time to choose the special disk that you begin with."),
        {"gain": ("element",)},
    ),
    "PRE": SandDecisionPoint(
        "S-3.D1",
        Text("Place a tile or summon disks; before that you may complete buildings."),
        Text("Now is the time to place a tile or summon disks; before that you may complete buildings."),
        {"complete": ("card", "boxes"), "place": ("tile", "pieces"), "summon": ()},
    ),
    "FILL": SandDecisionPoint(
        "S-3.D2",
        Text("Choose the box that gets the last square."),
        Text("Now is the time to choose the box that gets the last square."),
        {"fill": ("box",)},
    ),
    "TAKE": SandDecisionPoint(
        "S-3.D3",
        Text("Take the first or the second tile of the circle."),
        Text("Now is the time to take the first or the second tile of the circle."),
        {"take": ("place",)},
    ),
    "SUMMON": SandDecisionPoint(
        "S-3.D4",
        Text("Put a disk on a box, or move one."),
        Text("Now is the time to put a disk on a box, or move one."),
        {"disk": ("element", "box"), "move": ("start", "end"), "done": ()},
    ),
    "ASIDE": SandDecisionPoint(
        "S-3.D5",
        Text("Set a tile aside: each round costs one, and you placed none."),
        Text("Now is the time to set one of your tiles aside."),
        {"aside": ("tile",)},
    ),
    "POST": SandDecisionPoint(
        "S-3.D6",
        Text("Complete buildings, or end your turn."),
        Text("Now is the time to complete buildings, or end your turn."),
        {"complete": ("card", "boxes"), "end": ()},
    ),
    "KEEP": SandDecisionPoint(
        "S-3.D7",
        Text("Keep one of the cards you look at."),
        Text("Now is the time to keep one of the cards you look at."),
        {"keep": ("card",)},
    ),
    "BOTTOM": SandDecisionPoint(
        "S-3.D7",
        Text("Say in which order the other two go under the deck."),
        Text("Now is the time to say in which order the other two go under the deck."),
        {"bottom": ("cards",)},
    ),
    "BLUE2": SandDecisionPoint(
        "S-3.D7",
        Text("Exchange a second tile, or stop."),
        Text("Now is the time to exchange a second tile, or stop."),
        {"blue2": ("own", "other"), "stop": ()},
    ),
}

_BEFORE = {
    (True, True): POINTS["PRE"].prompt,
    (True, False): Text("Place a tile or summon disks."),
    (False, True): Text("Place a tile; before that you may complete buildings."),
    (False, False): Text("Place a tile."),
}
"""What is said before the main action, by whether a disk is owned and whether a building is complete."""
_AFTER = {
    (False, True): POINTS["POST"].prompt,
    (True, True): Text("Complete buildings, use your power, or end your turn."),
    (True, False): Text("Use your power, or end your turn."),
    (False, False): Text("Nothing more is complete."),
}
"""What is said after it, by whether the power is ready and whether a building is complete."""


def decision(s: SandState, seat: SeatNo) -> Decision:
    """What is to be decided now."""
    point = s.todo[0][0]
    if point in DRAWS:
        return Decision(point, Text("The dealer draws."), "S-3.3", {})
    magician = s.magicians[seat]
    if point == "SUMMON":
        return _summoning(s.made, min(s.cap, s.made + _disks_to_use(s, magician)), s.cap == UNLIMITED)
    if point == "FILL":
        return _filling(s.short[0])
    return _menu(point, magician.power, _task(s, point, seat))


def _disks_to_use(s: SandState, magician: Magician) -> int:
    """How many steps of summoning are left at most: each disk is put or moved once (S-4.13)."""
    return sum(magician.reserve) + (magician.disks & ~s.settled).bit_count()


def _task(s: SandState, point: str, seat: SeatNo) -> Text:
    """What is to be done, without what cannot be done in this position."""
    magician = s.magicians[seat]
    if point == "PRE":
        return _BEFORE[
            magician.owns_disk, any(True for _ in completions(magician.pieces, completable_cards(s, magician)))
        ]
    if point == "POST":
        verbs = {action.verb for action in legal_actions(s, seat)}
        return _AFTER[not verbs <= {"complete", "end"}, "complete" in verbs]
    return POINTS[point].prompt


@cache
def _menu(point: str, power: int, prompt: Text) -> Decision:
    rule, _, instead, fields = POINTS[point]
    if power != NO_POWER and point in ("PRE", "POST"):
        fields = fields | POWERS[power]
        if power == PURPLE and point == "PRE":
            fields = fields | {"summon+": ()}
    skip = {"POST": vocabulary().end, "BLUE2": vocabulary().stop}.get(point)
    final = ("end",) if point == "POST" else ()
    return Decision(point, prompt, rule, fields, skip, final, instead)


@cache
def _filling(colour: int) -> Decision:
    prompt = Text("Only one square {square} is left: choose the box that gets it.", square=names.square(colour))
    told = POINTS["FILL"]
    return Decision("FILL", prompt, told.rule, told.fields, otherwise_text=told.instead)


@cache
def _summoning(made: int, cap: int, unlimited: bool) -> Decision:
    prompt = Text("Put a disk on a box, or move one (step {step} of {cap}).", step=made + 1, cap=cap)
    if unlimited:
        prompt = Text(
            "Put a disk on a box, or move one ({n} step made).",
            "Put a disk on a box, or move one ({n} steps made).",
            n=made,
        )
    skip = vocabulary().done if made else None
    told = POINTS["SUMMON"]
    return Decision("SUMMON", prompt, told.rule, told.fields, skip, otherwise_text=told.instead)
