"""How far a seat still is from joining its edges: the stones that it lacks, and where a chain would be hard to cut."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping

from tilehall.engine import SeatNo
from tilehall_hex.state import EMPTY, State


def stones_lacking(s: State, seat: SeatNo) -> int:
    """How many stones a seat still needs if the other one does nothing; more than there are cells if it is cut off."""
    first, last = s.board.edges[seat]
    steps = {cell: int(s.stones[cell] == EMPTY) for cell in first if s.stones[cell] in (EMPTY, seat)}
    waiting = deque(sorted(steps, key=lambda cell: steps[cell]))
    while waiting:
        here = waiting.popleft()
        if here in last:
            return steps[here]
        for cell in s.board.neighbours[here]:
            stone = s.stones[cell]
            if stone not in (EMPTY, seat):
                continue
            cost = steps[here] + (stone == EMPTY)
            if cost < steps.get(cell, cost + 1):
                steps[cell] = cost
                waiting.append(cell) if stone == EMPTY else waiting.appendleft(cell)
    return len(s.stones) + 1


def turns_through(s: State, seat: SeatNo) -> Mapping[int, int]:
    """For every empty cell through which the seat can still join its edges: how many turns that takes there.

    The other one always closes the best way on: so a cell is as far from an edge as the second best of its ways, and
    two ways on (a bridge) count as joined already.
    """
    links = _links(s, seat)
    there, back = (_distances(links, _at_edge(s, seat, edge)) for edge in s.board.edges[seat])
    return {cell: there[cell] + back[cell] for cell in there if cell in back}


def _links(s: State, seat: SeatNo) -> dict[int, set[int]]:
    """The empty cells next to every empty cell; own stones join all the cells around them."""
    near = s.board.neighbours
    links = {
        cell: {other for other in near[cell] if s.stones[other] == EMPTY}
        for cell, stone in enumerate(s.stones)
        if stone == EMPTY
    }
    for group in _groups(s, seat):
        rim = {other for cell in group for other in near[cell] if s.stones[other] == EMPTY}
        for cell in rim:
            links[cell] |= rim - {cell}
    return links


def _groups(s: State, seat: SeatNo) -> list[set[int]]:
    """The stones of a seat, those that touch each other together."""
    left, groups = {cell for cell, stone in enumerate(s.stones) if stone == seat}, []
    while left:
        group, waiting = set(), [left.pop()]
        while waiting:
            here = waiting.pop()
            group.add(here)
            near = left.intersection(s.board.neighbours[here])
            left -= near
            waiting += near
        groups.append(group)
    return groups


def _at_edge(s: State, seat: SeatNo, edge: frozenset[int]) -> set[int]:
    """The empty cells along an edge, or next to own stones that are joined to it."""
    joined = [group for group in _groups(s, seat) if group & edge]
    cells = {other for group in joined for cell in group for other in s.board.neighbours[cell]}
    return {cell for cell in (*edge, *cells) if s.stones[cell] == EMPTY}


def _distances(links: Mapping[int, Iterable[int]], start: set[int]) -> dict[int, int]:
    """How far each cell is: one more than the second nearest of the cells linked to it."""
    found, once = dict.fromkeys(start, 1), set[int]()
    waiting = deque(sorted(start))
    while waiting:
        here = waiting.popleft()
        for cell in links[here]:
            if cell in found:
                continue
            if cell in once:
                found[cell] = found[here] + 1
                waiting.append(cell)
            once.add(cell)
    return found
