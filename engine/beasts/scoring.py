"""The receipt and the result: every point with the rule it comes from (B-5.4, B-5.5)."""

from __future__ import annotations

from tilehall.engine.beasts.components import components
from tilehall.engine.beasts.fences import reinforced, worth
from tilehall.engine.beasts.state import Board, State
from tilehall.engine.game import Line, Receipt, Seat, Standing
from tilehall.engine.geometry import bits

Key = tuple[int, int, tuple[int, ...], int, tuple[int, ...]]
"""What the ranking compares, most important first (B-5.5)."""

TIE_BREAKS = (
    "points",
    "the number of captured beasts",
    "the most valuable beasts",
    "the reinforced fences",
    "the most valuable fences",
)
BEST, LEAST = 7, 2
"""The values a fence can have (B-4.46)."""

CAUSES = {
    "dice": "A colour is used up and the last turns are played.",
    "full": "The board is full.",
    "stall": "Three rounds went by without a die or card.",
}


def receipt(s: State) -> Receipt:
    """The score so far, or the final one, line by line."""
    lines = [line for seat in range(s.rulings.players) for line in (*_fences(s, seat), *_beasts(s, seat))]
    return Receipt(tuple(lines), bool(s.ending))


def _own(board: Board, seat: Seat) -> list[int]:
    """The fences of a seat that have scored."""
    return [edge for edge in bits(board.done) if board.owner(edge) == seat]


def _fences(s: State, seat: Seat) -> list[Line]:
    box, board = components(), s.board
    return [
        Line(
            seat,
            f"fence {box.edges[edge].id}",
            board.scored[edge],
            "B-4.42",
            f"{box.icon_names[board.kind(edge)]} fence on {box.edges[edge].id}: {worth(board, edge)}",
        )
        for edge in _own(board, seat)
    ]


def _beasts(s: State, seat: Seat) -> list[Line]:
    found = []
    for beast, count in zip(components().beasts, s.hunters[seat].captured, strict=True):
        if count:
            name = beast.id if count == 1 else f"{beast.id}s"
            text = f"{count} {name} captured, {beast.points} each"
            found.append(Line(seat, beast.id, count * beast.points, "B-5.4", text))
    return found


def key(s: State, seat: Seat) -> Key:
    """What this seat is ranked by."""
    board, captured, own = s.board, s.hunters[seat].captured, _own(s.board, seat)
    beasts = components().beasts
    total = s.points(seat) + sum(beast.points * count for beast, count in zip(beasts, captured, strict=True))
    values = [board.scored[edge] for edge in own]
    return (
        total,
        sum(captured),
        tuple(reversed(captured)),
        sum(reinforced(board, edge) for edge in own),
        tuple(values.count(value) for value in range(BEST, LEAST - 1, -1)),
    )


def standing(s: State) -> Standing | None:
    """The result: totals, and ranks with the long tie-break."""
    if not s.ending:
        return None
    keys = [key(s, seat) for seat in range(s.rulings.players)]
    ranks = tuple(1 + sum(other > mine for other in keys) for mine in keys)
    return Standing(s.ending, CAUSES[s.ending] + _decided(keys), tuple(each[0] for each in keys), ranks)


def _decided(keys: list[Key]) -> str:
    """Which tie-break named the winner, if the points did not."""
    best, second = sorted(keys, reverse=True)[:2]
    if best[0] != second[0]:
        return ""
    if best == second:
        return " The first place is shared: everything is equal."
    level = next(n for n, (a, b) in enumerate(zip(best, second, strict=True)) if a != b)
    return f" The points are equal, so it goes by {TIE_BREAKS[level]}."
