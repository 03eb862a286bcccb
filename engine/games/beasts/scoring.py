"""The receipt, the terms behind its lines, and the result: every point with its rule (B-5.4, B-5.5)."""

from __future__ import annotations

from functools import cache

from tilehall.engine.core.game import GameResult, Receipt, ReceiptLine, SeatNo
from tilehall.engine.core.geometry import bits
from tilehall.engine.core.text import Text, Who, join_spaces
from tilehall.engine.games.beasts.components import components
from tilehall.engine.games.beasts.fences import fence_worth, is_reinforced
from tilehall.engine.games.beasts.names import beasts, card
from tilehall.engine.games.beasts.state import BeastsBoard, BeastsState

RankingKey = tuple[int, int, tuple[int, ...], int, tuple[int, ...]]
"""What the ranking compares, most important first (B-5.5)."""

TIE_BREAKS = (
    Text("The points are equal, so it goes by the number of captured beasts."),
    Text("The points are equal, so it goes by the most valuable beasts."),
    Text("The points are equal, so it goes by the reinforced fences."),
    Text("The points are equal, so it goes by the most valuable fences."),
)
"""What breaks a tie of points, in the order of the rest of the key."""
SHARED = Text("The first place is shared: everything is equal.")
FENCES, BEASTS = Text("fences"), Text("beasts")
CAUSES = {
    "full": Text("The board is full."),
    "stall": Text("Three rounds went by without a die or card."),
}


def receipt(s: BeastsState) -> Receipt:
    """The score so far, or the final one, line by line."""
    lines = [line for seat in range(s.rulings.players) for line in (*_fences(s, seat), *_beasts(s, seat))]
    return Receipt(tuple(lines), bool(s.ending))


def _own(board: BeastsBoard, seat: SeatNo) -> list[int]:
    """The fences of a seat that have scored."""
    return [edge for edge in bits(board.done) if board.owner(edge) == seat]


def _fences(s: BeastsState, seat: SeatNo) -> list[ReceiptLine]:
    """The lines of a seat's fences, one for each rule (B-4.42 to B-4.44)."""
    box, board = components(), s.board
    found = []
    for edge in _own(board, seat):
        line, value = box.edges[edge].id, fence_worth(board, edge)
        fence = Text("{card} fence on {line}", card=card(seat, board.kind(edge)), line=line)
        parts = (
            (value.base, "B-4.42", fence),
            (value.reinforced, "B-4.43", Text("{fence}: reinforced", fence=fence)),
            (value.dice, "B-4.44", Text("{fence}: for {why}", fence=fence, why=value.why)),
        )
        found += [
            ReceiptLine(seat, f"fence {line}", points, rule, text, FENCES) for points, rule, text in parts if points
        ]
    return found


def _beasts(s: BeastsState, seat: SeatNo) -> list[ReceiptLine]:
    found = []
    for kind, (beast, count) in enumerate(zip(components().beasts, s.hunters[seat].captured, strict=True)):
        if count:
            text = Text(
                "{count} {beast} captured, {points} each", count=count, beast=beasts(kind, count), points=beast.points
            )
            found.append(ReceiptLine(seat, beast.id, count * beast.points, "B-5.4", text, BEASTS))
    return found


def ranking_key(s: BeastsState, seat: SeatNo) -> RankingKey:
    """What a seat is ranked by."""
    board, captured, own = s.board, s.hunters[seat].captured, _own(s.board, seat)
    caught = zip(components().beasts, captured, strict=True)
    total = s.points(seat) + sum(beast.points * count for beast, count in caught)
    values = sorted([board.scored[edge] for edge in own], reverse=True)
    return (
        total,
        sum(captured),
        tuple([captured[kind] for kind in _by_value()]),
        sum(is_reinforced(board, edge) for edge in own),
        tuple(values),
    )


@cache
def _by_value() -> tuple[int, ...]:
    """The kinds of beasts, the most valuable first; of equal ones the later in the table first."""
    beasts = components().beasts
    return tuple(sorted(range(len(beasts)), key=lambda kind: (beasts[kind].points, kind), reverse=True))


def final_result(s: BeastsState) -> GameResult | None:
    """The result: totals, and ranks after all tie-breaks."""
    if not s.ending:
        return None
    keys = [ranking_key(s, seat) for seat in range(s.rulings.players)]
    ranks = tuple(1 + sum(other > mine for other in keys) for mine in keys)
    text = join_spaces([_cause(s), *_decided(keys)])
    return GameResult(s.ending, text, tuple(each[0] for each in keys), ranks)


def _cause(s: BeastsState) -> Text:
    """Why the game is over. The last turn belonged to the seat before the one whose dice were used up."""
    if s.ending != "dice":
        return CAUSES[s.ending]
    first = (s.seat + 1) % s.rulings.players
    return Text("{who} has no own dice left, and the last turns are over.", who=Who(first))


def _decided(keys: list[RankingKey]) -> list[Text]:
    """The tie-break that named the winner, if points did not."""
    best, second = sorted(keys, reverse=True)[:2]
    if best[0] != second[0]:
        return []
    if best == second:
        return [SHARED]
    return [next(text for text, a, b in zip(TIE_BREAKS, best[1:], second[1:], strict=True) if a != b)]
