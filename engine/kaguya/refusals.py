"""Why an action may not be done: the rules walked in order, the first broken one named with its number.

Written against the rules, not against the generator in `rules.py`; a property test ties the two.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tilehall.engine.game import CHANCE, Action, Refusal, Seat
from tilehall.engine.kaguya.actions import Break, Cell, Give, Pick, Plant, Present, Rot, Take, exists, letters
from tilehall.engine.kaguya.components import CELLS, CLEAR, COLOURS, NAMES, components
from tilehall.engine.kaguya.points import POINTS
from tilehall.engine.kaguya.rooms import UNPLANTED
from tilehall.engine.kaguya.rules import actors, chance, legal
from tilehall.engine.kaguya.state import EMPTY, Merchant, State
from tilehall.engine.refusing import Reason, refused


def check(s: State, seat: Seat, a: Action) -> Refusal | None:
    """None if the action is legal, otherwise the rule it breaks."""
    reason = _reason(s, seat, a)
    if reason is None:
        return None
    if not exists(a):
        return Refusal(*reason, tuple(legal(s, seat)[:3]))
    return refused(*reason, a, legal(s, seat), _apart)


def _reason(s: State, seat: Seat, a: Action) -> Reason:
    due = actors(s)
    if not due:
        return "K-5.1", "The game is over."
    if not exists(a):
        return "K-3.1", "That is no action of this game."
    if due == (CHANCE,):
        return _dealer(s, seat, a)
    point = s.todo[0][0]
    rule, task, verbs = POINTS[point]
    if seat not in due:
        if point == "PRESENT" and 0 <= seat < s.rulings.players:
            return "K-4.4", "Your fist is closed; the others are still choosing."
        return _turn_rule(point), "It is not your turn."
    if a.verb not in verbs:
        return rule, f"Now is the time to {task}."
    merchant = s.merchants[seat]
    if merchant.purse is None and point in ("PRESENT", "GIVE", "PLANT"):
        return "K-4.4", "What is behind that screen is not known here."
    return _REASONS[type(a)](s, merchant, a)


def _turn_rule(point: str) -> str:
    """The rule that says whose turn it is."""
    return {"PRESENT": "K-4.4", "TAKE": "K-4.9", "GIVE": "K-4.9", "BREAK": "K-4.42"}.get(point, "K-4.28")


def _dealer(s: State, seat: Seat, a: Action) -> Reason:
    if seat != CHANCE:
        return "K-2.8", "The dealer has to draw first."
    draw = chance(s)
    if a in draw.outcomes:
        return None
    return "K-3.7", f"'{a}' cannot be drawn here: it is the turn of the pile '{draw.pile}'."


def _purse(merchant: Merchant) -> bytes:
    assert merchant.purse is not None
    return merchant.purse


def _present(s: State, merchant: Merchant, a: Present) -> Reason:
    if a.disk and not merchant.disk:
        return "K-4.6", "Your disk is spent: it may be held once in a game."
    for kind in a.cubes:
        have, wanted = _purse(merchant)[kind], a.cubes.count(kind)
        if have < wanted:
            behind = "no" if not have else "only one"
            return "K-4.5", f"You have {behind} {letters([kind])} behind your screen."
    return None


def _take(s: State, merchant: Merchant, a: Take) -> Reason:
    if s.storage[a.kind]:
        return None
    return "K-4.8", f"There is no {letters([a.kind])} in the storage."


def _give(s: State, merchant: Merchant, a: Give) -> Reason:
    kind = letters([a.kind])
    if a.kind == CLEAR and not s.rulings.clear_stays:
        return "K-6.1", "Clear cubes may not be given in this game."
    if _purse(merchant)[a.kind]:
        return None
    if merchant.held is not None and a.kind in merchant.held.cubes:
        return "K-4.8", f"Your {kind} is in your hand; only cubes behind the screen can be given."
    return "K-4.8", f"You have no {kind} behind your screen."


def _pick(s: State, merchant: Merchant, a: Pick) -> Reason:
    if a.row > s.rulings.rows:
        return "K-1.7", f"The table has {s.rulings.rows} rows."
    if s.column(s.round)[a.row - 1] == EMPTY:
        return "K-4.28", f"The tile in row {a.row} has been taken."
    return None


def _cell(s: State, merchant: Merchant, a: Cell) -> Reason:
    """K-4.26: on the board, free, the coloured cell first, then side by side."""
    board, name = s.palace if s.princely() else merchant.board, NAMES[a.cell]
    side = components().sides[board.side]
    if not side.cells >> a.cell & 1:
        whose = "the princess' board" if s.princely() else "your board"
        return "K-4.26", f"Cell {name} is not on {whose}, the one in the {side.name}."
    lying = [placed[0] for placed in board.placed]
    if a.cell in lying:
        return "K-4.27", f"On {name} lies a tile already, and it stays."
    if not lying and a.cell != side.start:
        return "K-4.26", f"The first tile of a board goes on its coloured cell, {NAMES[side.start]}."
    row, column = CELLS.where(a.cell)
    places = [CELLS.where(cell) for cell in lying]
    if lying and all(abs(row - r) + abs(column - c) != 1 for r, c in places):
        return "K-4.26", f"Cell {name} shares no side with a tile of the same board."
    return None


def _rot(s: State, merchant: Merchant, a: Rot) -> Reason:
    tile = components().tiles[s.tile]
    if a.rot and tile.halves[0] == tile.halves[1]:
        return "K-1.5", f"{tile.id} looks the same however it is turned: only rot 0."
    return None


def _plant(s: State, merchant: Merchant, a: Plant) -> Reason:
    coloured = [colour for colour in COLOURS if _purse(merchant)[colour]]
    if a.kind == UNPLANTED:
        return ("K-4.34", "You have a coloured cube, so one goes on the houseplant.") if coloured else None
    if not coloured:
        return "K-4.35", "You have no coloured cube behind your screen."
    if a.kind not in coloured:
        return "K-4.34", f"You have no {letters([a.kind])} behind your screen."
    return None


def _break(s: State, merchant: Merchant, a: Break) -> Reason:
    kinds = sum(1 for count in s.storage if count)
    missing = [kind for kind in a.kinds if not s.storage[kind]]
    if kinds == 1 and len(a.kinds) > 1:
        return "K-4.43", "Only one kind is left in the storage: take one cube of it."
    if missing:
        return "K-4.42", f"There is no {letters(missing[:1])} in the storage."
    if kinds > 1 and len(a.kinds) == 1:
        return "K-4.42", "Take two cubes of two different kinds."
    return None


_REASONS: dict[type, Callable[[State, Merchant, Any], Reason]] = {
    Present: _present,
    Take: _take,
    Give: _give,
    Pick: _pick,
    Cell: _cell,
    Rot: _rot,
    Plant: _plant,
    Break: _break,
}


def _apart(a: Action, b: Action) -> int:
    """How far two actions are apart: cells by steps, everything else by its letters."""
    if isinstance(a, Cell) and isinstance(b, Cell):
        return CELLS.distance(a.cell, b.cell)
    mine, theirs = str(a).split(" ")[1], str(b).split(" ")[1]
    if mine.isdigit() and theirs.isdigit():
        return abs(int(mine) - int(theirs))
    return len(set(mine) ^ set(theirs)) + abs(len(mine) - len(theirs))
