"""The decision points of the game: rule, task, and the verbs with their fields (K-3)."""

from __future__ import annotations

from collections.abc import Mapping

from tilehall.engine.core.action import fields_of
from tilehall.engine.core.game import Decision, RuleError, SeatNo
from tilehall.engine.core.text import Text
from tilehall.engine.games.kaguya.actions import (
    ChoosePlantCube,
    ChooseTile,
    ChooseTileCell,
    ChooseTileRotation,
    GiveCube,
    Present,
    TakeBreakCubes,
    TakeCube,
)
from tilehall.engine.games.kaguya.components import components
from tilehall.engine.games.kaguya.names import tile
from tilehall.engine.games.kaguya.rules import DRAWS
from tilehall.engine.games.kaguya.state import EMPTY, KaguyaState

DECISIONS = (
    Decision(
        "PRESENT",
        Text("Hold up to two cubes, with or without the disk."),
        "K-4.5",
        fields_of(Present),
        complete_text=Text("The fist holds two cubes at most."),
        otherwise_text=Text("Now is the time to choose what to hold: up to two cubes, with or without the disk."),
    ),
    Decision(
        "TAKE",
        Text("Take a cube out of the storage."),
        "K-4.8",
        fields_of(TakeCube),
        otherwise_text=Text("Now is the time to take a cube out of the storage."),
    ),
    Decision(
        "GIVE",
        Text("Give a cube from behind your screen to the storage."),
        "K-4.8",
        fields_of(GiveCube),
        final_verbs=("give",),
        otherwise_text=Text("Now is the time to give a cube from behind your screen to the storage."),
    ),
    Decision(
        "TILE",
        Text("Take a tile of this round for yourself."),
        "K-4.28",
        fields_of(ChooseTile),
        otherwise_text=Text("Now is the time to take a tile of this round for yourself."),
    ),
    Decision(
        "CELL",
        Text("Choose the cell for the tile."),
        "K-4.26",
        fields_of(ChooseTileCell),
        otherwise_text=Text("Now is the time to choose the cell for the tile."),
    ),
    Decision(
        "ROT",
        Text("Choose how the tile is turned."),
        "K-4.27",
        fields_of(ChooseTileRotation),
        otherwise_text=Text("Now is the time to choose how the tile is turned."),
    ),
    Decision(
        "PLANT",
        Text("Put a coloured cube on the houseplant."),
        "K-4.34",
        fields_of(ChoosePlantCube),
        final_verbs=("plant",),
        otherwise_text=Text("Now is the time to put a coloured cube on the houseplant."),
    ),
    Decision(
        "BREAK",
        Text("Take two cubes of different kinds out of the storage."),
        "K-4.42",
        fields_of(TakeBreakCubes),
        final_verbs=("break",),
        complete_text=Text("Only two cubes are taken."),
        otherwise_text=Text("Now is the time to take two cubes of different kinds out of the storage."),
    ),
)
POINTS: Mapping[str, Decision] = {point.kind: point for point in DECISIONS}
"""A verb that shows a cube is final: it cannot be taken back (section 9)."""
FOR_PRINCESS = Text("Now is the time to take a tile of this round for the princess.")
"""The `otherwise_text` of TILE while the first player takes a tile for the princess."""


def decision(s: KaguyaState, seat: SeatNo) -> Decision:
    """What is to be decided now."""
    if not s.todo:
        raise RuleError(Text("The game is over: there is nothing to decide."), "K-5.1")
    point = s.todo[0][0]
    if point in DRAWS:
        return Decision(point, Text("The dealer draws."), "K-2.8", {})
    special, only = _special(s, seat), _only(s, seat) if point in ("CELL", "ROT") else None
    usual = POINTS[point]
    if special is None:
        return usual._replace(single_choice_text=only) if only else usual
    rule, prompt = special
    otherwise = FOR_PRINCESS if point == "TILE" and s.is_princess_tile() else usual.otherwise_text
    complete = Text("Only one cube is taken.") if rule == "K-4.43" else usual.complete_text
    return Decision(point, prompt, rule, usual.fields, None, usual.final_verbs, otherwise, only, complete)


def _only(s: KaguyaState, seat: SeatNo) -> Text | None:
    """Why there is only one cell or rotation (K-4.26, K-1.5)."""
    point = s.todo[0][0]
    if point == "CELL" and not (s.palace if s.is_princess_tile() else s.merchants[seat].board).placed:
        return Text("the first tile of a board goes on its coloured cell")
    if point == "ROT" and components().tiles[s.tile].rotation_count == 1:
        return Text("it looks the same however it is turned")
    return None


def _special(s: KaguyaState, seat: SeatNo) -> tuple[str, Text] | None:
    """The rule and the prompt where the usual ones would mislead."""
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
