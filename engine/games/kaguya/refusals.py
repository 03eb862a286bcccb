"""Why an action is illegal: the rules are checked in order, and the first broken one is named by number.

Written against the rulebook and not against `rules.legal_actions`; a property test compares the two.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tilehall.engine.core.game import CHANCE, Action, Refusal, SeatNo
from tilehall.engine.core.refusal import NEAREST, Reason, not_your_turn_text, refuse_undue, with_nearest
from tilehall.engine.core.text import Text, name_text
from tilehall.engine.games.kaguya.actions import (
    ChoosePlantCube,
    ChooseTile,
    ChooseTileCell,
    ChooseTileRotation,
    GiveCube,
    Present,
    TakeBreakCubes,
    TakeCube,
    is_action,
)
from tilehall.engine.games.kaguya.components import CELLS, CLEAR, COLOURS, KINDS, NAMES, components
from tilehall.engine.games.kaguya.decision_points import POINTS
from tilehall.engine.games.kaguya.names import cube, tile
from tilehall.engine.games.kaguya.rooms import UNPLANTED
from tilehall.engine.games.kaguya.rules import actors, chance, legal_actions
from tilehall.engine.games.kaguya.state import EMPTY, KaguyaState, Merchant


def check(s: KaguyaState, seat: SeatNo, a: Action) -> Refusal | None:
    """None if the action is legal, else the rule that it breaks."""
    reason = _reason(s, seat, a)
    if reason is None:
        return None
    if not is_action(a):
        return reason._replace(nearest=tuple(legal_actions(s, seat)[:NEAREST]))
    return with_nearest(reason, a, legal_actions(s, seat), _distance)


def _reason(s: KaguyaState, seat: SeatNo, a: Action) -> Reason:
    due = actors(s)
    if not due:
        return Refusal("K-5.1", Text("The game is over."))
    if not is_action(a):
        return Refusal("K-3.1", Text("That is no action of this game."))
    if due == (CHANCE,):
        return _dealer(s, seat, a)
    point = s.todo[0][0]
    expected = POINTS[point]
    if seat not in due:
        if point == "PRESENT" and 0 <= seat < s.rulings.players:
            return Refusal("K-4.4", Text("Your fist is closed; the others are still choosing."))
        return Refusal(_turn_rule(point), not_your_turn_text(due))
    if a.verb not in expected.fields:
        return refuse_undue(expected)
    merchant = s.merchants[seat]
    if merchant.purse is None and point in ("PRESENT", "GIVE", "PLANT"):
        return Refusal("K-4.4", Text("What is behind that screen is not known here."))
    return _REASONS[a.verb](s, merchant, a)


def _turn_rule(point: str) -> str:
    """The rule that says whose turn it is."""
    return {"PRESENT": "K-4.4", "TAKE": "K-4.9", "GIVE": "K-4.9", "BREAK": "K-4.42"}.get(point, "K-4.28")


def _dealer(s: KaguyaState, seat: SeatNo, a: Action) -> Reason:
    if seat != CHANCE:
        return Refusal("K-2.8", Text("The dealer has to draw first."))
    draw = chance(s)
    if a in draw.outcomes:
        return None
    return Refusal(
        "K-3.7",
        Text("'{drawn}' cannot be drawn here: it is the turn of the pile '{pile}'.", drawn=f"{a}", pile=draw.pile),
    )


def _kinds(*kinds: int) -> tuple[str, ...]:
    """Kinds of cubes as they are typed."""
    return tuple(components().kinds[kind] for kind in kinds)


def _purse(merchant: Merchant) -> bytes:
    assert merchant.purse is not None
    return merchant.purse


def _present(s: KaguyaState, merchant: Merchant, a: Present) -> Reason:
    if a.disk and not merchant.disk:
        return Refusal("K-4.6", Text("Your disk is spent: it may be held once in a game."), marks=("*",))
    for kind in a.cubes:
        have, wanted = _purse(merchant)[kind], a.cubes.count(kind)
        if not have:
            return Refusal("K-4.5", Text("You have no {cube} behind your screen.", cube=cube(kind)), marks=_kinds(kind))
        if have < wanted:
            return Refusal("K-4.5", Text("You have only one {cube} behind your screen.", cube=cube(kind)))
    return None


def _take(s: KaguyaState, merchant: Merchant, a: TakeCube) -> Reason:
    if s.storage[a.kind]:
        return None
    return Refusal("K-4.8", Text("There is no {cube} in the storage.", cube=cube(a.kind)), marks=_kinds(a.kind))


def _give(s: KaguyaState, merchant: Merchant, a: GiveCube) -> Reason:
    if a.kind == CLEAR and not s.rulings.clear_stays:
        return Refusal("K-6.1", Text("Clear cubes may not be given in this game."), marks=_kinds(a.kind))
    if _purse(merchant)[a.kind]:
        return None
    if merchant.held is not None and a.kind in merchant.held.cubes:
        held = cube(a.kind)
        return Refusal(
            "K-4.8",
            Text("Your {cube} is in your hand; only cubes behind the screen can be given.", cube=held),
            marks=_kinds(a.kind),
        )
    return Refusal("K-4.8", Text("You have no {cube} behind your screen.", cube=cube(a.kind)), marks=_kinds(a.kind))


def _pick(s: KaguyaState, merchant: Merchant, a: ChooseTile) -> Reason:
    if a.row > s.rulings.rows:
        return Refusal("K-1.7", Text("There are {rows} tiles in a round.", rows=s.rulings.rows))
    if s.column(s.round)[a.row - 1] == EMPTY:
        return Refusal("K-4.28", Text("Tile {row} has been taken.", row=a.row), marks=(str(a.row),))
    return None


def _cell(s: KaguyaState, merchant: Merchant, a: ChooseTileCell) -> Reason:
    """K-4.26: on the board, free, the coloured cell first, then side by side."""
    board, cell = s.palace if s.is_princess_tile() else merchant.board, NAMES[a.cell]
    side = components().sides[board.side]
    if not side.cells >> a.cell & 1:
        return Refusal("K-4.26", _elsewhere(s, cell, name_text(side.name)), marks=(cell,))
    lying = [placed[0] for placed in board.placed]
    if a.cell in lying:
        return Refusal("K-4.27", Text("On {cell} lies a tile already, and it stays.", cell=cell), marks=(cell,))
    if not lying and a.cell != side.start:
        first = NAMES[side.start]
        return Refusal(
            "K-4.26", Text("The first tile of a board goes on its coloured cell, {cell}.", cell=first), marks=(cell,)
        )
    row, column = CELLS.row_and_column(a.cell)
    places = [CELLS.row_and_column(cell) for cell in lying]
    if lying and all(abs(row - r) + abs(column - c) != 1 for r, c in places):
        return Refusal(
            "K-4.26",
            Text("Cell {cell} shares no side with a tile of the same board.", cell=cell),
            marks=(cell,),
        )
    return None


def _elsewhere(s: KaguyaState, cell: str, side: Text) -> Text:
    if s.is_princess_tile():
        return Text("Cell {cell} is not on the princess' board, the one in the {side}.", cell=cell, side=side)
    return Text("Cell {cell} is not on your board, the one in the {side}.", cell=cell, side=side)


def _rot(s: KaguyaState, merchant: Merchant, a: ChooseTileRotation) -> Reason:
    first, second = components().tiles[s.tile].halves
    if a.rot and first == second:
        return Refusal(
            "K-1.5",
            Text("{tile} looks the same however it is turned: it stays as it is.", tile=tile(s.tile)),
            marks=(NAMES[s.cell],),
        )
    return None


def _plant(s: KaguyaState, merchant: Merchant, a: ChoosePlantCube) -> Reason:
    coloured = [colour for colour in COLOURS if _purse(merchant)[colour]]
    if a.kind == UNPLANTED:
        return Refusal("K-4.34", Text("You have a coloured cube, so one goes on the houseplant.")) if coloured else None
    if not coloured:
        return Refusal("K-4.35", Text("You have no coloured cube behind your screen."))
    if a.kind not in coloured:
        return Refusal(
            "K-4.34", Text("You have no {cube} behind your screen.", cube=cube(a.kind)), marks=_kinds(a.kind)
        )
    return None


def _break(s: KaguyaState, merchant: Merchant, a: TakeBreakCubes) -> Reason:
    kinds = sum(1 for count in s.storage if count)
    missing = [kind for kind in a.kinds if not s.storage[kind]]
    if kinds == 1 and len(a.kinds) > 1:
        return Refusal("K-4.43", Text("Only one kind is left in the storage: take one cube of it."))
    if missing:
        return Refusal(
            "K-4.42", Text("There is no {cube} in the storage.", cube=cube(missing[0])), marks=_kinds(*missing)
        )
    if kinds > 1 and len(a.kinds) == 1:
        return Refusal("K-4.42", Text("Take two cubes of two different kinds."))
    return None


_REASONS: dict[str, Callable[[KaguyaState, Merchant, Any], Reason]] = {
    "present": _present,
    "take": _take,
    "give": _give,
    "tile": _pick,
    "cell": _cell,
    "rot": _rot,
    "plant": _plant,
    "break": _break,
}


def _distance(a: Action, b: Action) -> int:
    """How far two actions are apart: cells in steps, everything else by letters."""
    if isinstance(a, ChooseTileCell) and isinstance(b, ChooseTileCell):
        return CELLS.king_distance(a.cell, b.cell)
    if isinstance(a, Present) and isinstance(b, Present) and bool(a.cubes) != bool(b.cubes):
        # Holding nothing is no alternative to holding something.
        return len(KINDS)
    mine, theirs = a.words[0], b.words[0]
    if mine.isdigit() and theirs.isdigit():
        return abs(int(mine) - int(theirs))
    return len(set(mine) ^ set(theirs)) + abs(len(mine) - len(theirs))
