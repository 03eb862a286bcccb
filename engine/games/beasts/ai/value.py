"""The value of a position to a seat: the expected lead and the chance of winning, with terms in words.

>>> from tilehall.engine import Setup
>>> from tilehall.engine.games.beasts import rules
>>> from tilehall.engine.games.beasts.ai.weights import weights
>>> s = rules.start(Setup(2))
>>> round(sum(value(s, seat, weights()).chance for seat in range(2)), 6)
1.0
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import exp
from typing import Final

from tilehall.engine.ai.plan import PositionValue, Term, number_text
from tilehall.engine.core.game import SeatNo
from tilehall.engine.core.text import Piece, Text, Who
from tilehall.engine.games.beasts import names
from tilehall.engine.games.beasts.ai.expected_points import (
    ExpectedPoints,
    TurnEndPosition,
    expected_points_of,
    expected_totals,
    result_spread,
    rival_shares,
    turn_end_position,
)
from tilehall.engine.games.beasts.ai.weights import BeastsWeights
from tilehall.engine.games.beasts.components import components
from tilehall.engine.games.beasts.fences import missing_cards_and_dice
from tilehall.engine.games.beasts.scoring import final_result
from tilehall.engine.games.beasts.state import NONE, BeastsBoard, BeastsState

NO_TEXT: Final = Text("")
"""The others' remaining turns and dice are no reason to name."""


def value(s: BeastsState, seat: SeatNo, w: BeastsWeights) -> PositionValue:
    """The expected lead of this seat over the best of the others, and its chance of winning."""
    m = turn_end_position(s, w)
    found = list(expected_points_of(m, w))
    sums = expected_totals(found, s.rulings.players)
    over = final_result(s)
    against = rival_shares(w, sums, seat, over is not None)
    terms = tuple(
        [
            Term(part.kind, share * part.points, _words(m, part, seat), *_about(part, seat), None, _amount(m, part))
            for part in found
            if (share := 1.0 if part.seat == seat else -against[part.seat])
        ]
    )
    if over is not None:
        return PositionValue(terms, (seat in over.winners) / len(over.winners))
    scale = result_spread(w, m.turns)
    return PositionValue(terms, 1 / sum([exp((total - sums[seat]) / scale) for total in sums]))


def add_term(found: PositionValue, term: Term) -> PositionValue:
    """The value with one more term."""
    return PositionValue((*found.terms, term), found.chance)


def mean_value(found: Sequence[PositionValue]) -> PositionValue:
    """The mean of values of equally likely positions."""
    share, points, known = 1 / len(found), dict[object, float](), dict[object, list[Term]]()
    for each in found:
        for term in each.terms:
            key = term.kind, term.text, term.topic
            points[key] = points.get(key, 0.0) + term.points * share
            known.setdefault(key, []).append(term)
    terms = tuple([_likely(known[key][0], total, len(known[key]) == len(found)) for key, total in points.items()])
    return PositionValue(terms, sum([each.chance for each in found]) * share)


def _likely(term: Term, points: float, sure: bool) -> Term:
    """A number of points on average; results that vary are marked as such."""
    if sure or not term.text:
        return term._replace(points=points)
    return term._replace(points=points, text=Text("perhaps {what}", what=term.text))


def _about(part: ExpectedPoints, seat: SeatNo) -> tuple[tuple[str | int, ...], SeatNo | None]:
    """What a part is about: a line or a square, with its owner if that is another seat."""
    of = None if part.seat == seat else part.seat
    match part.kind:
        case "fence" | "promise" | "line":
            return ("line", part.number), of
        case "hunt":
            return ("square", part.number), of
        case _:
            return (part.kind, part.seat, part.number), of


def _amount(m: TurnEndPosition, part: ExpectedPoints) -> Text | None:
    """The text of a part for comparison with another state of it."""
    match part.kind:
        case "promise":
            return _lacks(m.board, part.number)
        case "dice":
            return number_text(m.own[part.seat])
        case _:
            return None


def _words(m: TurnEndPosition, part: ExpectedPoints, seat: SeatNo) -> Text:
    if part.kind == "time" or (part.kind == "dice" and part.seat != seat):
        return NO_TEXT
    if part.kind == "dice":
        return _own_dice(m.own[seat])
    return _mine(m.board, part, seat) if part.seat == seat else _theirs(m.board, part)


@cache
def _own_dice(n: int) -> Text:
    return Text("{n} own die left", "{n} own dice left", n=n)


def _mine(board: BeastsBoard, part: ExpectedPoints, seat: SeatNo) -> Text:
    match part.kind:
        case "fence":
            n = round(part.points)
            line = names.fence(seat, part.number)
            return Text(
                "the fence {fence} is complete for {n} point",
                "the fence {fence} is complete for {n} points",
                fence=line,
                n=n,
            )
        case "beast":
            return Text("beasts captured: {beasts}", beasts=_caught(part))
        case "promise":
            lacks = _lacks(board, part.number)
            return Text("the own fence {fence} lacks {missing}", fence=names.fence(seat, part.number), missing=lacks)
        case "line":
            return Text("line {line} is free for a card", line=components().edges[part.number].id)
        case "hunt":
            return _hunt(board, part.number)
        case _:
            return NO_TEXT


def _theirs(board: BeastsBoard, part: ExpectedPoints) -> Text:
    who = Who(part.seat)
    match part.kind:
        case "fence":
            return Text("the fence {fence} of {who} is complete", fence=names.fence(part.seat, part.number), who=who)
        case "beast":
            return Text("beasts captured by {who}: {beasts}", who=who, beasts=_caught(part))
        case "promise":
            fence, lacks = names.fence(part.seat, part.number), _lacks(board, part.number)
            return Text("the fence {fence} of {who} lacks {missing}", fence=fence, who=who, missing=lacks)
        case "line":
            return Text("line {line} is free for a card of {who}", line=components().edges[part.number].id, who=who)
        case "hunt":
            return Text("{who} may close the fences: {hunt}", who=who, hunt=_hunt(board, part.number))
        case _:
            return NO_TEXT


def _caught(part: ExpectedPoints) -> Piece | Text:
    count = round(part.points / components().beasts[part.number].points)
    if count == 1:
        return names.beast(part.number)
    return Text("{n} {beasts}", n=count, beasts=names.beasts(part.number, count))


def _lacks(board: BeastsBoard, number: int) -> Text:
    return _dice((components().edges[number].four & ~board.filled).bit_count())


@cache
def _dice(n: int) -> Text:
    return names.missing_pieces_text(0, n)


def _hunt(board: BeastsBoard, number: int) -> Text:
    square, missing, kind = (
        components().squares[number].id,
        names.missing_pieces_text(*missing_cards_and_dice(board, number)),
        board.beasts[number],
    )
    if kind == NONE:
        return Text("a beast on {square} would be captured with {missing} more", square=square, missing=missing)
    held = names.beast(kind)
    return Text("the {beast} on {square} is captured with {missing} more", square=square, beast=held, missing=missing)
