"""The decision points of the game: rule, task, and the verbs with their fields (S-3)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from tilehall.engine.core.action import fields_of
from tilehall.engine.core.game import Decision, SeatNo
from tilehall.engine.core.text import Text
from tilehall.engine.games.sand import names
from tilehall.engine.games.sand.actions import (
    DONE,
    END,
    STOP,
    SUMMON,
    SUMMON_PLUS,
    USE_ORANGE,
    BluePower,
    CompleteBuilding,
    FillBox,
    GainDisk,
    GreenPower,
    KeepCard,
    MoveDisk,
    PlaceTile,
    PutDisk,
    PutUnderDeck,
    RedPower,
    SecondBluePower,
    SetAside,
    TakeFromCircle,
    YellowPower,
)
from tilehall.engine.games.sand.components import NO_POWER
from tilehall.engine.games.sand.pattern_matching import completions
from tilehall.engine.games.sand.rules import DRAWS, legal_actions
from tilehall.engine.games.sand.state import PURPLE, UNLIMITED, Magician, SandState, completable_cards

POWER_FIELDS = (
    fields_of(RedPower),
    fields_of(),
    fields_of(YellowPower),
    fields_of(GreenPower),
    fields_of(USE_ORANGE),
    fields_of(BluePower),
)
"""The verb that a power adds to both menus, in the order of the powers; purple adds `summon+` to the first."""

DECISIONS = (
    Decision(
        "GAIN",
        Text("Choose the special disk that you begin with."),
        "S-3.D0",
        fields_of(GainDisk),
        otherwise_text=Text("Now is the time to choose the special disk that you begin with."),
    ),
    Decision(
        "PRE",
        Text("Place a tile or summon disks; before that you may complete buildings."),
        "S-3.D1",
        fields_of(CompleteBuilding, PlaceTile, SUMMON),
        otherwise_text=Text("Now is the time to place a tile or summon disks; before that you may complete buildings."),
    ),
    Decision(
        "FILL",
        Text("Choose the box that gets the last square."),
        "S-3.D2",
        fields_of(FillBox),
        otherwise_text=Text("Now is the time to choose the box that gets the last square."),
    ),
    Decision(
        "TAKE",
        Text("Take the first or the second tile of the circle."),
        "S-3.D3",
        fields_of(TakeFromCircle),
        otherwise_text=Text("Now is the time to take the first or the second tile of the circle."),
    ),
    Decision(
        "SUMMON",
        Text("Put a disk on a box, or move one."),
        "S-3.D4",
        fields_of(PutDisk, MoveDisk, DONE),
        otherwise_text=Text("Now is the time to put a disk on a box, or move one."),
    ),
    Decision(
        "ASIDE",
        Text("Set a tile aside: each round costs one, and you placed none."),
        "S-3.D5",
        fields_of(SetAside),
        otherwise_text=Text("Now is the time to set one of your tiles aside."),
    ),
    Decision(
        "POST",
        Text("Complete buildings, or end your turn."),
        "S-3.D6",
        fields_of(CompleteBuilding, END),
        END,
        final_verbs=("end",),
        otherwise_text=Text("Now is the time to complete buildings, or end your turn."),
    ),
    Decision(
        "KEEP",
        Text("Keep one of the cards you look at."),
        "S-3.D7",
        fields_of(KeepCard),
        otherwise_text=Text("Now is the time to keep one of the cards you look at."),
    ),
    Decision(
        "BOTTOM",
        Text("Say in which order the other two go under the deck."),
        "S-3.D7",
        fields_of(PutUnderDeck),
        otherwise_text=Text("Now is the time to say in which order the other two go under the deck."),
    ),
    Decision(
        "BLUE2",
        Text("Exchange a second tile, or stop."),
        "S-3.D7",
        fields_of(SecondBluePower, STOP),
        STOP,
        otherwise_text=Text("Now is the time to exchange a second tile, or stop."),
    ),
)
POINTS: Mapping[str, Decision] = {point.kind: point for point in DECISIONS}

_BEFORE = {
    (True, True): POINTS["PRE"].prompt,
    (True, False): Text("Place a tile or summon disks."),
    (False, True): Text("Place a tile; before that you may complete buildings."),
    (False, False): Text("Place a tile."),
}
"""The prompts before the main action, by whether a disk is owned and whether a building is complete."""
_AFTER = {
    (False, True): POINTS["POST"].prompt,
    (True, True): Text("Complete buildings, use your power, or end your turn."),
    (True, False): Text("Use your power, or end your turn."),
    (False, False): Text("Nothing more is complete."),
}
"""The prompts after it, by whether the power is ready and whether a building is complete."""


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
    """The most summon steps that are left: each disk is put or moved once (S-4.13)."""
    return sum(magician.reserve) + (magician.disks & ~s.settled).bit_count()


def _task(s: SandState, point: str, seat: SeatNo) -> Text:
    """The prompt, without what cannot be done in this position."""
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
    decision = POINTS[point]
    fields = {**decision.fields}
    if power != NO_POWER and point in ("PRE", "POST"):
        fields |= POWER_FIELDS[power]
        if power == PURPLE and point == "PRE":
            fields |= fields_of(SUMMON_PLUS)
    return decision._replace(prompt=prompt, fields=fields)


@cache
def _filling(colour: int) -> Decision:
    prompt = Text("Only one square {square} is left: choose the box that gets it.", square=names.square(colour))
    return POINTS["FILL"]._replace(prompt=prompt)


@cache
def _summoning(made: int, cap: int, unlimited: bool) -> Decision:
    prompt = Text("Put a disk on a box, or move one (step {step} of {cap}).", step=made + 1, cap=cap)
    if unlimited:
        prompt = Text(
            "Put a disk on a box, or move one ({n} step made).",
            "Put a disk on a box, or move one ({n} steps made).",
            n=made,
        )
    return POINTS["SUMMON"]._replace(prompt=prompt, skip=DONE if made else None)
