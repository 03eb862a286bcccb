"""The decision points of the game as players meet them: rule, task, and the verbs with their fields (P-3)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from tilehall.engine.core.action import fields_of
from tilehall.engine.core.game import Decision, SeatNo
from tilehall.engine.core.text import Text, Who, join_spaces
from tilehall.engine.games.princess import names
from tilehall.engine.games.princess.actions import (
    EXTRA,
    PASS,
    STOP,
    AnswerGem,
    ChooseSide,
    DeclareRune,
    HoldRune,
    LayTile,
    RecallGem,
    RemoveRune,
    SetGem,
    ShiftGem,
    StealTile,
    TakeFromDisplay,
)
from tilehall.engine.games.princess.components import components
from tilehall.engine.games.princess.rules import DRAWS, can_use_sprite, victim_seat
from tilehall.engine.games.princess.state import NO_KIND, PrincessState

DECISIONS = (
    Decision(
        "SIDE",
        Text("Choose side a or b of your board to begin with."),
        "P-3.S0",
        fields_of(ChooseSide),
        otherwise_text=Text("Now is the time to choose side a or b of your board."),
    ),
    Decision(
        "RUNE",
        Text("Hold or remove a rune, or pass."),
        "P-3.S2",
        fields_of(PASS, HoldRune, RemoveRune),
        PASS,
        otherwise_text=Text("Now is the time to hold or remove a rune, or pass."),
    ),
    Decision(
        "RECALL",
        Text("Recall a gem, or pass."),
        "P-3.S3",
        fields_of(PASS, RecallGem),
        PASS,
        otherwise_text=Text("Now is the time to recall a gem, or pass."),
    ),
    Decision(
        "SPRITE",
        Text("Use a sprite, or pass."),
        "P-3.S4",
        fields_of(PASS, EXTRA, SetGem, ShiftGem),
        PASS,
        otherwise_text=Text("Now is the time to use a sprite, or pass."),
    ),
    Decision(
        "EXTRA_CELL",
        Text("Lay the extra tile."),
        "P-3.S4",
        fields_of(LayTile),
        otherwise_text=Text("Now is the time to lay the extra tile."),
    ),
    Decision(
        "EXTRA_GEM",
        Text("Set a gem on the extra tile? Runes need one."),
        "P-3.S4",
        fields_of(AnswerGem),
        otherwise_text=Text("Now is the time to say whether a gem goes on the extra tile."),
    ),
    Decision(
        "TAKE",
        Text("Take a tile from the display."),
        "P-3.S5",
        fields_of(TakeFromDisplay),
        otherwise_text=Text("Now is the time to take a tile from the display."),
    ),
    Decision(
        "CELL",
        Text("Lay the tile you took."),
        "P-3.S5",
        fields_of(LayTile),
        otherwise_text=Text("Now is the time to lay the tile you took."),
    ),
    Decision(
        "GEM",
        Text("Set a gem on the tile just laid? Runes need one."),
        "P-3.S5",
        fields_of(AnswerGem),
        otherwise_text=Text("Now is the time to say whether a gem goes on the tile just laid."),
    ),
    Decision(
        "DECLARE",
        Text("Declare a finished rune for its steps, or stop."),
        "P-3.S6",
        fields_of(STOP, DeclareRune),
        STOP,
        otherwise_text=Text("Now is the time to declare a rune, or stop."),
    ),
    Decision(
        "STEAL_PICK",
        Text("Pick a tile to steal."),
        "P-4.21",
        fields_of(StealTile),
        otherwise_text=Text("Now is the time to pick a tile to steal."),
    ),
    Decision(
        "STEAL_CELL",
        Text("Lay the stolen tile."),
        "P-4.22",
        fields_of(LayTile),
        otherwise_text=Text("Now is the time to lay the stolen tile."),
    ),
)
POINTS: Mapping[str, Decision] = {point.kind: point for point in DECISIONS}
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
        return POINTS[point]._replace(prompt=prompt)
    kind = dict(s.stolen).get(seat, NO_KIND) if point == "STEAL_CELL" else s.hand
    if point in LAYING and kind != NO_KIND:
        return _laying(point, kind)
    if point in BEFORE_THE_TILE and s.display:
        return _before_the_tile(point, point != "SPRITE" and can_use_sprite(s, s.hunters[seat]))
    return POINTS[point]


@cache
def _before_the_tile(point: str, sprites: bool) -> Decision:
    """The prompt says what comes next: taking a tile at once passes these points."""
    decision = POINTS[point]
    then = Text("Sprites come next, then the tile.") if sprites else Text("The tile comes next.")
    return decision._replace(prompt=join_spaces((decision.prompt, then)))


@cache
def _laying(point: str, kind: int) -> Decision:
    """The prompt names the tile and says where it may go."""
    tile = names.tile(kind)
    prompts = {
        "CELL": Text("Lay the tile {tile}: beside your tiles, or on one without a gem.", tile=tile),
        "EXTRA_CELL": Text("Lay the extra tile {tile}: beside your tiles, or on one without a gem.", tile=tile),
        "STEAL_CELL": Text("Lay the stolen tile {tile}: beside your tiles, or on one without a gem.", tile=tile),
    }
    return POINTS[point]._replace(prompt=prompts[point])
