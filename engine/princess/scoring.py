"""The receipt and the result: every point with the rule it comes from (P-5.4, P-5.5)."""

from __future__ import annotations

from collections.abc import Sequence

from tilehall.engine.game import Line, Receipt, Seat, Standing
from tilehall.engine.princess.components import components
from tilehall.engine.princess.state import Hunter, State

RANK_POINTS = (0, 10, 5, 3, 1)
SPRITE_POINTS = 2
FEW = 2
"""With this many players the sky scores 3 for the most and nothing for second."""


def receipt(s: State) -> Receipt:
    """The score if the game ended now, line by line."""
    lines: list[Line] = []
    for seat, hunter in enumerate(s.hunters):
        lines += _race(seat, hunter)
    if s.rulings.sky_points:
        lines += _sky(s)
    for seat, hunter in enumerate(s.hunters):
        uses = hunter.extra + hunter.gem
        if uses:
            text = f"sprite uses left: {uses}, {SPRITE_POINTS} each"
            lines.append(Line(seat, "sprite", SPRITE_POINTS * uses, "P-5.4", text))
    for bonus in s.bonus:
        lines += _bonus(s, components().bonuses[bonus])
    return Receipt(tuple(lines), bool(s.ending))


def _race(seat: Seat, hunter: Hunter) -> list[Line]:
    goal = components().goal
    if not hunter.rank:
        short = hunter.space - goal
        return [Line(seat, "shortfall", short, "P-5.4", f"on space {hunter.space}, {-short} short of the GOAL")]
    place = ("", "first", "second", "third", "fourth")[hunter.rank]
    lines = [Line(seat, "rank", RANK_POINTS[hunter.rank], "P-5.4", f"{place} at the GOAL")]
    if hunter.leftover:
        lines.append(Line(seat, "leftover", hunter.leftover, "P-5.4", f"{hunter.leftover} steps beyond the GOAL"))
    return lines


def sky_points(counts: Sequence[int]) -> list[int]:
    """What the counts of one sky symbol score, seat by seat.

    >>> sky_points([6, 6, 3]), sky_points([7, 5, 5, 2]), sky_points([6, 4])
    ([5, 5, 2], [5, 2, 2, 0], [3, 0])
    """
    ranking = sorted({count for count in counts if count}, reverse=True)
    prizes = (3,) if len(counts) == FEW else (5, 2)
    worth = dict(zip(ranking, prizes, strict=False))
    return [worth.get(count, 0) for count in counts]


def _sky(s: State) -> list[Line]:
    box, lines = components(), []
    for mark in box.skies:
        counts = [hunter.tableau.marks[mark].bit_count() for hunter in s.hunters]
        letter, name = box.attributes[mark], box.attribute_names[mark]
        for seat, points in enumerate(sky_points(counts)):
            if points:
                rank = "most" if counts[seat] == max(counts) else "second most"
                text = f"{rank} {name}s ({counts[seat]})"
                lines.append(Line(seat, f"sky {letter}", points, "P-5.4", text))
    return lines


def _bonus(s: State, card: str) -> list[Line]:
    box = components()
    mark = box.attributes.index(card[0])
    counts = [hunter.tableau.marks[mark].bit_count() for hunter in s.hunters]
    best = max(counts) if card[1] == "+" else min(counts)
    if card[1] == "+" and not best:
        return []
    name = box.attribute_names[mark]
    text = f"bonus {card}: {'most' if card[1] == '+' else 'fewest'} {name} tiles ({best})"
    return [Line(seat, "bonus", box.bonus_points, "P-5.4", text) for seat, count in enumerate(counts) if count == best]


def standing(s: State) -> Standing | None:
    """P-3.9, P-5.3, P-5.5."""
    if not s.ending:
        return None
    if s.ending == "witch":
        return Standing("witch", "The witch is back before anyone is out: all lose.", None, None)
    sums = receipt(s)
    scores = tuple(sums.total(seat) for seat in range(s.rulings.players))
    ranks = tuple(1 + sum(other > score for other in scores) for score in scores)
    return Standing("goal", "The princess is out of the manor.", scores, ranks)
