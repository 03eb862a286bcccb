"""The receipt, the terms behind its lines, and the result: every point with its rule (K-5.2 to K-5.5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tilehall.engine.core.game import GameResult, Receipt, ReceiptLine, SeatNo
from tilehall.engine.core.text import Text, TextArgument, join_spaces
from tilehall.engine.games.kaguya.components import COLOURS, components
from tilehall.engine.games.kaguya.names import room
from tilehall.engine.games.kaguya.rooms import largest_room
from tilehall.engine.games.kaguya.state import KaguyaState, bonus_rate

TRACK, ROOMS = Text("the favour track"), Text("rooms")


class RoomContest(NamedTuple):
    """The room bonus of one colour: the sizes, their order, and the points paid."""

    colour: int
    cubes: int
    rate: int
    sizes: tuple[int, ...]
    """By seat."""
    order: tuple[SeatNo, ...]
    """Largest first, equal ones in tie-break order."""
    bonuses: tuple[int, ...]
    """By seat."""

    def is_tied(self, seat: SeatNo) -> bool:
        """Whether another seat has a room of the same size."""
        return self.sizes[seat] > 0 and self.sizes.count(self.sizes[seat]) > 1


def room_contest(colour: int, cubes: int, rate: int, sizes: Sequence[int], line: Sequence[SeatNo]) -> RoomContest:
    """The contest for one colour, with exactly one first and one second (K-5.3).

    >>> room_contest(1, 8, 1, (5, 3, 10, 3), (0, 1, 2, 3)).bonuses
    (2, 0, 10, 0)
    """
    order = tuple(sorted(line, key=lambda seat: -sizes[seat]))
    bonuses = [0] * len(sizes)
    bonuses[order[0]] = sizes[order[0]] * rate
    bonuses[order[1]] = sizes[order[1]] * rate // 2
    return RoomContest(colour, cubes, rate, tuple(sizes), order, tuple(bonuses))


def room_contests(s: KaguyaState) -> tuple[RoomContest, ...]:
    """The contests for the four colours as they would score now."""
    areas, line, n = [s.area_rooms(seat) for seat in range(s.rulings.players)], s.tie_break_order(), s.rulings.players
    return tuple(
        room_contest(
            colour,
            s.storage[colour],
            bonus_rate(n, s.storage[colour]),
            [largest_room(area[colour]) for area in areas],
            line,
        )
        for colour in COLOURS
    )


def receipt(s: KaguyaState) -> Receipt:
    """The score if the game ended now, line by line."""
    lines = [
        ReceiptLine(seat, "favour", merchant.favour, "K-5.4", Text("favour on the track"), TRACK)
        for seat, merchant in enumerate(s.merchants)
    ]
    for each in room_contests(s):
        lines += [
            ReceiptLine(
                seat, f"room {components().kinds[each.colour]}", each.bonuses[seat], "K-5.3", _reason(each, seat), ROOMS
            )
            for seat in each.order[:2]
            if each.bonuses[seat]
        ]
    return Receipt(tuple(lines), bool(s.ending))


def _reason(each: RoomContest, seat: SeatNo) -> Text:
    """`largest R kitchen: 9 x2`, `second B bedroom: 5 x1, half of it`."""
    pays: dict[str, TextArgument] = {"room": room(each.colour), "size": each.sizes[seat], "rate": each.rate}
    match seat == each.order[0], each.is_tied(seat):
        case True, False:
            return Text("largest {room}: {size} x{rate}", **pays)
        case True, True:
            return Text("largest {room}: {size} x{rate} (tie-break)", **pays)
        case False, False:
            return Text("second {room}: {size} x{rate}, half of it", **pays)
        case _:
            return Text("second {room}: {size} x{rate}, half of it (tie-break)", **pays)


def final_result(s: KaguyaState) -> GameResult | None:
    """The result once the game is over (K-5.5, K-6.19)."""
    if not s.ending:
        return None
    sums = receipt(s)
    scores = tuple(sums.total(seat) for seat in range(s.rulings.players))
    text = Text("The princess has passed 29." if s.ending == "princess" else "All boards are full.")
    if scores.count(max(scores)) > 1:
        shared = Text("The points are equal: the win is shared.")
        by_line = Text("The points are equal, so it goes by the line of meeples.")
        text = join_spaces([text, shared if s.rulings.shared else by_line])
    return GameResult(s.ending, text, scores, ranking(scores, s.tie_break_order(), s.rulings.shared))


def ranking(scores: Sequence[int], line: Sequence[SeatNo], shared: bool) -> tuple[int, ...]:
    """The rank of each seat; the tie-break separates equal scores unless places are shared.

    >>> ranking((40, 51, 40), (2, 1, 0), False), ranking((40, 51, 40), (2, 1, 0), True)
    ((3, 1, 2), (2, 1, 2))
    """
    if shared:
        return tuple(1 + sum(other > score for other in scores) for score in scores)
    places = sorted(line, key=lambda seat: -scores[seat])
    return tuple(1 + places.index(seat) for seat in range(len(scores)))
