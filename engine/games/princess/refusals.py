"""Why an action is illegal: the rules are checked in order, and the first broken one is named by number.

Written against the rulebook and not against `rules.legal_actions`; a property test compares the two.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from tilehall.engine.core.action import Phrase
from tilehall.engine.core.game import CHANCE, Action, Refusal, SeatNo, quote_text
from tilehall.engine.core.geometry import bits, mask_of
from tilehall.engine.core.refusal import Reason, refuse_out_of_turn, refuse_undue, with_nearest, words_distance
from tilehall.engine.core.text import Text
from tilehall.engine.games.princess.actions import (
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
from tilehall.engine.games.princess.components import EMPTY, LATTICE, SPAN, RuneCard, components
from tilehall.engine.games.princess.decision_points import POINTS
from tilehall.engine.games.princess.names import rune, tile
from tilehall.engine.games.princess.pattern_matching import rune_value
from tilehall.engine.games.princess.rules import DRAWS, actors, chance, legal_actions, victim_hunter
from tilehall.engine.games.princess.state import HOLE, PrincessHunter, PrincessState, Tableau, frame


def check(s: PrincessState, seat: SeatNo, a: Action) -> Refusal | None:
    """None if the action is legal, else the rule that it breaks."""
    reason = _reason(s, seat, a)
    return with_nearest(reason, a, legal_actions(s, seat), _distance) if reason else None


def _reason(s: PrincessState, seat: SeatNo, a: Action) -> Reason:
    due = actors(s)
    if seat not in due:
        return refuse_out_of_turn(due, seat, over="P-5.5", dealer="P-3.5", turn="P-3.5")
    if seat == CHANCE:
        return _dealer(s, a)
    point = s.todo[0][0]
    if a.verb not in POINTS[point].fields:
        return refuse_undue(POINTS[point])
    find = _REASONS.get(a.verb)
    return find(s, s.hunters[seat], a) if find else None


def _dealer(s: PrincessState, a: Action) -> Reason:
    if a in chance(s).outcomes:
        return None
    drawn = _DRAWN[DRAWS[s.todo[0][0]]]
    return Refusal(
        "P-3.8",
        Text("{outcome} cannot be drawn here: the dealer draws {drawn}.", outcome=quote_text(str(a)), drawn=drawn),
    )


def _names(cells: int) -> tuple[str, ...]:
    return tuple(map(LATTICE.name, bits(cells)))


_DRAWN = {
    "start": Text("who begins"),
    "board": Text("a board that nobody has yet"),
    "side": Text("a side of a board"),
    "tile": Text("a tile that is left in the stack"),
    "rune": Text("the top rune of the deck"),
    "bonus": Text("a bonus card that is not open yet"),
}
"""What comes from each pile."""


def _extra(s: PrincessState, hunter: PrincessHunter, a: Phrase) -> Reason:
    if not hunter.extra:
        return Refusal("P-3.S4", Text("Your sprite for extra tiles has no use left."))
    if not any(s.stack):
        return Refusal("P-3.S4", Text("The stack is empty: there is no extra tile to draw."))
    return None


def _hold(s: PrincessState, hunter: PrincessHunter, a: HoldRune) -> Reason:
    if hunter.held != HOLE:
        return Refusal(
            "P-4.8",
            Text("You already hold {rune}; it stays until you complete it.", rune=rune(hunter.held)),
            marks=(components().cards[hunter.held].id,),
        )
    return _in_row(s, a.card)


def _remove(s: PrincessState, hunter: PrincessHunter, a: RemoveRune) -> Reason:
    return _in_row(s, a.card)


def _in_row(s: PrincessState, card: int) -> Reason:
    if card in s.row:
        return None
    return Refusal("P-3.S2", Text("{rune} is not one of the four open runes.", rune=rune(card)))


def _recall(s: PrincessState, hunter: PrincessHunter, a: RecallGem) -> Reason:
    return _own_gem(hunter, a.cell, "P-3.S3")


def _own_gem(hunter: PrincessHunter, cell: int, rule: str) -> Reason:
    if hunter.tableau.gems >> cell & 1:
        return None
    return Refusal(
        rule, Text("{cell}: no gem of yours lies there.", cell=LATTICE.name(cell)), marks=(LATTICE.name(cell),)
    )


def _gem_free(hunter: PrincessHunter, cell: int) -> Reason:
    name = LATTICE.name(cell)
    if hunter.tableau.tops[cell] == EMPTY:
        return Refusal("P-4.7", Text("{cell}: there is no tile to put the gem on.", cell=name), marks=(name,))
    if hunter.tableau.gems >> cell & 1:
        return Refusal("P-4.6", Text("{cell}: a gem lies there already, one a tile.", cell=name), marks=(name,))
    return None


def _set(s: PrincessState, hunter: PrincessHunter, a: SetGem) -> Reason:
    if not hunter.gem:
        return Refusal("P-3.S4", Text("Your sprite for gems has no use left."))
    if not hunter.supply:
        return Refusal("P-4.6", Text("You have no gem left in your supply."))
    return _gem_free(hunter, a.cell)


def _shift(s: PrincessState, hunter: PrincessHunter, a: ShiftGem) -> Reason:
    if not hunter.gem:
        return Refusal("P-3.S4", Text("Your sprite for gems has no use left."))
    if a.start == a.end:
        return Refusal("P-4.7", Text("The gem has to move to another tile."), marks=(LATTICE.name(a.start),))
    return _own_gem(hunter, a.start, "P-4.7") or _gem_free(hunter, a.end)


def _take(s: PrincessState, hunter: PrincessHunter, a: TakeFromDisplay) -> Reason:
    if a.kind in s.display:
        return None
    return Refusal("P-3.S5", Text("{tile} is not in the display.", tile=tile(a.kind)))


def _cell(s: PrincessState, hunter: PrincessHunter, a: LayTile) -> Reason:
    """P-4.1, (i) before (ii)."""
    tableau, bit = hunter.tableau, 1 << a.cell
    if tableau.gems & bit:
        return Refusal(
            "P-4.6",
            Text("{cell}: a gem lies here, tiles may not cover it.", cell=LATTICE.name(a.cell)),
            marks=(LATTICE.name(a.cell),),
        )
    if tableau.occupied & bit:
        return None
    if not _neighbours(a.cell) & tableau.occupied:
        touch = Text("{cell}: a tile must touch another one by a side or a corner.", cell=LATTICE.name(a.cell))
        return Refusal("P-4.1", touch, marks=(LATTICE.name(a.cell),))
    top, left, bottom, right = frame(tableau.occupied | bit)
    wide, high = right - left + 1, bottom - top + 1
    if wide > SPAN or high > SPAN:
        return Refusal(
            "P-4.1",
            Text(
                "{cell}: your tiles would be {wide} wide and {high} high; they must fit into 5x5.",
                cell=LATTICE.name(a.cell),
                wide=wide,
                high=high,
            ),
            marks=(LATTICE.name(a.cell),),
        )
    return None


@cache
def _neighbours(cell: int) -> int:
    """The cells that touch this one by a side or a corner."""
    return mask_of(other for other in range(LATTICE.size) if LATTICE.king_distance(cell, other) == 1)


def _declare(s: PrincessState, hunter: PrincessHunter, a: DeclareRune) -> Reason:
    card = components().cards[a.card]
    if a.card not in s.row and a.card != hunter.held:
        if any(h.held == a.card for h in s.hunters):
            return Refusal("P-4.14", Text("{rune} cannot be declared: another player holds it.", rune=rune(a.card)))
        return Refusal("P-3.S6", Text("{rune} cannot be declared: it is not open.", rune=rune(a.card)))
    if missing := _own_gem(hunter, a.gem, "P-4.14"):
        return missing
    if not card.value or not rune_value(hunter.tableau, card, a.gem):
        gem = LATTICE.name(a.gem)
        return Refusal(
            "P-4.12",
            Text("{rune} is not complete around the gem on {cell}.", rune=rune(a.card), cell=gem),
            marks=_lacking(hunter.tableau, card, a.gem),
        )
    return None


def _lacking(tableau: Tableau, card: RuneCard, gem: int) -> tuple[str, ...]:
    """The empty or unfitting cells where the rune is nearest to being complete around this gem.

    None if a gem lies there: around that gem another rune may be complete.
    """
    marks = [tableau.marks[mark] for mark in components().marks[tableau.tops[gem]]]
    odd = [mask & ~mark for mask in card.placements[gem] for mark in marks] if card.value else []
    return _names(min(odd, key=int.bit_count, default=0) & ~tableau.gems)


def _steal(s: PrincessState, hunter: PrincessHunter, a: StealTile) -> Reason:
    tableau, name = victim_hunter(s).tableau, LATTICE.name(a.cell)
    if tableau.tops[a.cell] == EMPTY:
        return Refusal("P-4.21", Text("{cell}: there is no tile to steal.", cell=name), marks=(name,))
    if not tableau.stealable_cells >> a.cell & 1:
        return Refusal(
            "P-4.2", Text("{cell} is printed on the board; only laid tiles can be stolen.", cell=name), marks=(name,)
        )
    return None


_REASONS: dict[str, Callable[[PrincessState, PrincessHunter, Any], Reason]] = {
    "extra": _extra,
    "hold": _hold,
    "remove": _remove,
    "recall": _recall,
    "set": _set,
    "shift": _shift,
    "take": _take,
    "cell": _cell,
    "declare": _declare,
    "steal": _steal,
}


def _distance(a: Action, b: Action) -> int:
    """How far two actions are apart: cells in steps, kinds and cards by their letters."""
    return words_distance(a, b, _word_distance)


def _word_distance(x: str, y: str) -> int:
    here, there = LATTICE.cell(x), LATTICE.cell(y)
    if here is not None and there is not None:
        return LATTICE.king_distance(here, there)
    return sum(p != q for p, q in zip(x, y, strict=False))
