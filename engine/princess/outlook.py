"""What an action would bring, in short phrases: how near the runes are, what a tile completes, where a move ends."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from tilehall.engine.game import Action, Seat
from tilehall.engine.geometry import bits
from tilehall.engine.princess.actions import Cell, Declare, Hold, Recall, Remove, Set, Shift, Steal, Take, Word
from tilehall.engine.princess.components import EMPTY, LATTICE, Card, components
from tilehall.engine.princess.manor import walk
from tilehall.engine.princess.matching import declarable, value
from tilehall.engine.princess.rules import apply, victim_of
from tilehall.engine.princess.scoring import SPRITE_POINTS
from tilehall.engine.princess.state import HOLE, Hunter, State, Tableau


@dataclass(frozen=True, slots=True)
class Nearness:
    """How near a formation is: how many cells lack the attribute, where, which one, and whether a gem stands in it."""

    missing: int
    cells: int
    attribute: int
    gem: bool


def nearness(tableau: Tableau, card: Card) -> Nearness:
    """The placement of a card that lacks the fewest cells; one with a gem in it wins a tie."""
    best = Nearness(99, 0, 0, False)
    for mask in _placements(tableau, card):
        gem = bool(mask & tableau.gems)
        for number, mark in enumerate(tableau.marks):
            lacking = mask & ~mark
            if lacking & tableau.gems:
                continue
            missing = lacking.bit_count()
            if (missing, not gem) < (best.missing, not best.gem):
                best = Nearness(missing, mask, number, gem)
    return best


def _placements(tableau: Tableau, card: Card) -> Iterable[int]:
    """The placements that still fit into the frame, each once: by their lowest cell."""
    outside = ~tableau.room
    for cell in bits(tableau.room):
        for mask in card.placements[cell]:
            if mask & -mask == 1 << cell and not mask & outside:
                yield mask


def in_play(s: State, hunter: Hunter) -> list[int]:
    """The runes this hunter may complete: the row and the own held card."""
    return [card for card in (*s.row, hunter.held) if card != HOLE]


def combo(values: list[int]) -> int:
    """P-4.15."""
    return sum(values) + max(0, len(values) - 1)


def march(s: State, hunter: Hunter, values: list[int]) -> str:
    """The move that these runes would make, in one line: `2+2+3 +2 combo = 9, toll 2 -> space 20`."""
    total = combo(values)
    walked = walk(hunter.space, total, s.princess, s.ways, s.finished)
    parts = "+".join(map(str, values)) + (f" +{len(values) - 1} combo" if len(values) > 1 else "")
    sums = f"{parts} = {total}" if len(values) > 1 else parts
    price = f", toll {walked.toll}" if walked.toll else ""
    goal = components().goal
    if walked.end >= goal:
        return f"{sums}{price} -> GOAL" + (f" +{walked.leftover}" if walked.leftover else "")
    return f"{sums}{price} -> space {walked.end}"


def gains(s: State, seat: Seat, values: list[int]) -> list[str]:
    """What else the move brings: the princess, the passages."""
    hunter, box = s.hunters[seat], components()
    end = walk(hunter.space, combo(values), s.princess, s.ways, s.finished).end
    found = []
    if not s.finished and box.goal > end >= box.tower and s.carrier != seat and (s.carrier < 0 or end > s.princess):
        found.append("you carry the princess")
    if end >= box.opening and not s.ways:
        found.append("the passages open")
    return found


def foresee(s: State, seat: Seat, a: Action) -> tuple[str, ...]:
    """Short phrases about a legal action, the most important first."""
    look = _LOOKS.get(type(a))
    return tuple(look(s, seat, a)) if look else ()


def _name(card: int) -> str:
    return f"{components().cards[card].id} {components().cards[card].name}"


def _word(s: State, seat: Seat, a: Word) -> list[str]:
    hunter = s.hunters[seat]
    if a.text == "stop":
        values = [worth for _, worth in s.completed]
        return (
            [march(s, hunter, values), *gains(s, seat, values)]
            if values
            else ["nothing declared: you stay where you are"]
        )
    if a.text == "extra":
        return [f"{hunter.extra} uses left; each unused use is worth {SPRITE_POINTS} points at the end"]
    if a.text == "gem yes":
        return [*_standing_in(s, hunter, s.laid), f"{hunter.supply - 1} gems left"]
    if a.verb == "side":
        kinds = [components().kinds[kind] for kind in components().printed[hunter.board + a.text[-1]]]
        return [f"{kinds[0]} {kinds[1]} above {kinds[2]} {kinds[3]}"]
    return []


def _standing_in(s: State, hunter: Hunter, cell: int) -> list[str]:
    """The runes that a gem on this cell would serve."""
    tableau = hunter.tableau.with_gems(hunter.tableau.gems | 1 << cell)
    cards = components().cards
    served = [number for number in in_play(s, hunter) if value(tableau, cards[number], cell)]
    return [f"completes {_name(number)} ({value(tableau, cards[number], cell)})" for number in served]


def _about_rune(s: State, seat: Seat, card: int) -> list[str]:
    """How near everybody is to a rune."""
    found = []
    for other, hunter in enumerate(s.hunters):
        missing = nearness(hunter.tableau, components().cards[card]).missing
        who = "you lack" if other == seat else f"{{{other}}} lacks"
        found.append(f"{who} {missing}" if missing < 9 else f"{who} the room")
    return found


def _hold(s: State, seat: Seat, a: Hold) -> list[str]:
    return [", ".join(_about_rune(s, seat, a.card)), "once held it cannot be swapped"]


def _remove(s: State, seat: Seat, a: Remove) -> list[str]:
    return [", ".join(_about_rune(s, seat, a.card)), "an unknown rune takes its place"]


def _recall(s: State, seat: Seat, a: Recall) -> list[str]:
    hunter, cards = s.hunters[seat], components().cards
    losing = [
        _name(number)
        for number in in_play(s, hunter)
        if (near := nearness(hunter.tableau, cards[number])).missing <= 1 and near.cells >> a.cell & 1
    ]
    return [f"{_list(losing)} would lose its gem"] if losing else ["it stands in nothing that is nearly complete"]


def _list(names: list[str]) -> str:
    return ", ".join(names)


def _set(s: State, seat: Seat, a: Set) -> list[str]:
    return _after_sprite(s, seat, a)


def _shift(s: State, seat: Seat, a: Shift) -> list[str]:
    return _after_sprite(s, seat, a)


def _after_sprite(s: State, seat: Seat, a: Set | Shift) -> list[str]:
    hunter = s.hunters[seat]
    cell = a.cell if isinstance(a, Set) else a.end
    return [*_standing_in(s, hunter, cell), f"{hunter.gem} uses left, worth {SPRITE_POINTS} points each"]


def _take(s: State, seat: Seat, a: Take) -> list[str]:
    """What this tile could complete, anywhere."""
    found: dict[int, str] = {}
    for cell, numbers in completions(s, seat, a.kind).items():
        for number in numbers:
            found.setdefault(number, LATTICE.name(cell))
    if not found:
        return ["completes no rune at once"]
    return [f"could complete {_name(number)} on {cell}" for number, cell in found.items()]


def completions(s: State, seat: Seat, kind: int) -> dict[int, tuple[int, ...]]:
    """For every cell where a tile of this kind may be laid and completes runes: which ones."""
    hunter = s.hunters[seat]
    found = {cell: _completed_by(s, hunter, hunter.tableau.lay(cell, kind), cell) for cell in bits(hunter.tableau.open)}
    return {cell: tuple(cards) for cell, cards in found.items() if cards}


def _completed_by(s: State, hunter: Hunter, tableau: Tableau, cell: int) -> list[int]:
    """The runes that stand complete through this cell and did not before."""
    cards = components().cards
    return [number for number in in_play(s, hunter) if value(tableau, cards[number], cell)]


def _cell(s: State, seat: Seat, a: Cell) -> list[str]:
    hunter, box = s.hunters[seat], components()
    kind = dict(s.stolen)[seat] if s.todo[0][0] == "STEAL_CELL" else s.hand
    tableau, was = hunter.tableau.lay(a.cell, kind), hunter.tableau.tops[a.cell]
    found = [f"completes {_name(number)}" for number in _completed_by(s, hunter, tableau, a.cell)]
    if not found:
        nearly = (n for n in in_play(s, hunter) if _lacks_one(tableau, box.cards[n], a.cell))
        found = [f"{_name(number)} lacks 1" for number in nearly]
    if was != EMPTY:
        found.append(f"covers {box.kinds[was]}")
    top, left, bottom, right = LATTICE.frame(tableau.occupied)
    return [*found, f"frame {right - left + 1}x{bottom - top + 1}"]


def _lacks_one(tableau: Tableau, card: Card, cell: int) -> bool:
    """Whether only one cell is missing in some placement through this cell."""
    usable = (mask for mask in card.placements[cell] if not mask & ~tableau.room)
    marks = [mark for mark in tableau.marks if mark >> cell & 1]
    return any(
        (lacking := mask & ~mark).bit_count() == 1 and not lacking & tableau.gems for mask in usable for mark in marks
    )


def _declare(s: State, seat: Seat, a: Declare) -> list[str]:
    hunter = s.hunters[seat]
    worth = value(hunter.tableau, components().cards[a.card], a.gem)
    values = [*(each for _, each in s.completed), worth]
    after = apply(s, seat, a)
    further = len({b.card for b in declarable(after.hunters[seat], after.row)})
    found = [march(s, hunter, values), *gains(s, seat, values)]
    if further:
        found.append(f"{further} more can follow")
    if hunter.held != a.card:
        found.append("an unknown rune takes its place")
    return found


def _steal(s: State, seat: Seat, a: Steal) -> list[str]:
    victim = victim_of(s).tableau
    found = [f"{components().kinds[victim.tops[a.cell]]} comes to you"]
    if victim.gems >> a.cell & 1:
        found.append("the gem on it goes back to its owner's supply")
    layers = victim.layers(a.cell)
    return [*found, f"{components().kinds[layers[-2]]} appears below"] if len(layers) > 1 else found


_LOOKS: dict[type, Callable[[State, Seat, Any], list[str]]] = {
    Word: _word,
    Hold: _hold,
    Remove: _remove,
    Recall: _recall,
    Set: _set,
    Shift: _shift,
    Take: _take,
    Cell: _cell,
    Declare: _declare,
    Steal: _steal,
}
