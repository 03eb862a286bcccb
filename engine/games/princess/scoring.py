"""The receipt, the terms behind its lines, and the result: every point with its rule (P-5.4, P-5.5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tilehall.engine.core.game import GameResult, Receipt, ReceiptLine, SeatNo
from tilehall.engine.core.text import Text, join_spaces, name_text
from tilehall.engine.games.princess.components import components
from tilehall.engine.games.princess.names import bonus, symbol
from tilehall.engine.games.princess.state import PrincessHunter, PrincessState

RANK_POINTS = (0, 10, 5, 3, 1)
SPRITE_POINTS = 2
RANK_NAMES = (
    Text("first at the GOAL"),
    Text("second at the GOAL"),
    Text("third at the GOAL"),
    Text("fourth at the GOAL"),
)
RACE, SKY, SPRITES, BONUS = Text("the race"), Text("the sky"), Text("sprites"), Text("bonus cards")
FEW_PLAYERS = 2
"""With this many players the sky scores 3 for the most and nothing for the second."""


class ScoreLead(NamedTuple):
    """Who is in front, and by how many points."""

    seat: SeatNo
    points: int


def receipt(s: PrincessState) -> Receipt:
    """The score if the game ended now, line by line."""
    lines: list[ReceiptLine] = []
    for seat, hunter in enumerate(s.hunters):
        lines += _race(seat, hunter)
    if s.rulings.sky_points:
        lines += _sky(s)
    for seat, hunter in enumerate(s.hunters):
        uses = hunter.extra + hunter.gem
        if uses:
            text = Text("sprite uses left: {uses}, {points} each", uses=uses, points=SPRITE_POINTS)
            lines.append(ReceiptLine(seat, "sprite", SPRITE_POINTS * uses, "P-5.4", text, SPRITES))
    for number in s.bonus:
        lines += bonus_lines(s, number)
    return Receipt(tuple(lines), bool(s.ending), () if s.ending else (_bonus_to_come(),))


def _bonus_to_come() -> Text:
    return Text(
        "Two bonus cards are turned up at the end: each gives {points} points to whoever has most, or fewest, tiles of "
        "one element.",
        points=components().bonus_points,
    )


def score_lead(s: PrincessState) -> ScoreLead | None:
    """Who would win if the game ended now, and by how much; None if nobody is alone in front or nobody has moved."""
    if not any(hunter.space for hunter in s.hunters):
        return None
    sums = receipt(s)
    (most, first), (second, _) = sorted(((sums.total(seat), seat) for seat in range(len(s.hunters))), reverse=True)[:2]
    return ScoreLead(first, most - second) if most > second else None


def _race(seat: SeatNo, hunter: PrincessHunter) -> list[ReceiptLine]:
    goal = components().goal
    if not hunter.rank:
        short = goal - hunter.space
        text = Text("on space {space}, {short} short of the GOAL", space=hunter.space, short=short)
        return [ReceiptLine(seat, "shortfall", -short, "P-5.4", text, RACE)]
    lines = [ReceiptLine(seat, "rank", RANK_POINTS[hunter.rank], "P-5.4", RANK_NAMES[hunter.rank - 1], RACE)]
    if hunter.leftover:
        text = Text("{n} step beyond the GOAL", "{n} steps beyond the GOAL", n=hunter.leftover)
        lines.append(ReceiptLine(seat, "leftover", hunter.leftover, "P-5.4", text, RACE))
    return lines


def sky_points(counts: Sequence[int]) -> list[int]:
    """The points for each seat's count of one sky symbol.

    >>> sky_points([6, 6, 3]), sky_points([7, 5, 5, 2]), sky_points([6, 4])
    ([5, 5, 2], [5, 2, 2, 0], [3, 0])
    """
    ranking = sorted({count for count in counts if count}, reverse=True)
    prizes = (3,) if len(counts) == FEW_PLAYERS else (5, 2)
    worth = dict(zip(ranking, prizes, strict=False))
    return [worth.get(count, 0) for count in counts]


def _sky(s: PrincessState) -> list[ReceiptLine]:
    box, lines = components(), []
    for mark in box.skies:
        counts = [hunter.tableau.marks[mark].bit_count() for hunter in s.hunters]
        signs = name_text(box.sky_plurals[mark - box.skies[0]])
        for seat, points in enumerate(sky_points(counts)):
            if points:
                most, count = counts[seat] == max(counts), counts[seat]
                text = Text(
                    "most {signs} ({count})" if most else "second most {signs} ({count})", signs=signs, count=count
                )
                lines.append(ReceiptLine(seat, f"sky {box.attributes[mark]}", points, "P-5.4", text, SKY))
    return lines


def bonus_lines(s: PrincessState, number: int) -> list[ReceiptLine]:
    """The lines of a bonus card."""
    box, card = components(), bonus(number)
    most, mark = card.id.endswith("+"), box.attributes.index(card.id[0])
    counts = [hunter.tableau.marks[mark].bit_count() for hunter in s.hunters]
    best = max(counts) if most else min(counts)
    if most and not best:
        return []
    text = Text(
        "bonus {card}: most {element} tiles ({count})" if most else "bonus {card}: fewest {element} tiles ({count})",
        card=card,
        element=symbol(mark),
        count=best,
    )
    worth = box.bonus_points
    return [
        ReceiptLine(seat, "bonus", worth, "P-5.4", text, BONUS) for seat, count in enumerate(counts) if count == best
    ]


def final_result(s: PrincessState) -> GameResult | None:
    """The result once the game is over (P-3.9, P-5.3, P-5.5)."""
    if not s.ending:
        return None
    if s.ending == "witch":
        return GameResult("witch", Text("The witch is back before anyone is out: all lose."), None, None)
    sums = receipt(s)
    scores = tuple(sums.total(seat) for seat in range(s.rulings.players))
    ranks = tuple(1 + sum(other > score for other in scores) for score in scores)
    text = Text("The princess is out of the manor.")
    if ranks.count(1) > 1:
        text = join_spaces([text, Text("The points are equal: the win is shared.")])
    return GameResult("goal", text, scores, ranks)
