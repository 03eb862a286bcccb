"""What a position is worth to a seat: points and chance of winning, with their terms in words.

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

from tilehall.engine.ai.plan import Term, Value, number
from tilehall.engine.core.game import Seat
from tilehall.engine.core.text import Piece, Text, Who
from tilehall.engine.games.beasts import names
from tilehall.engine.games.beasts.ai.expected_points import Moment, Part, moment, parts_of, rivalry, spread, totals
from tilehall.engine.games.beasts.ai.weights import Weights
from tilehall.engine.games.beasts.components import components
from tilehall.engine.games.beasts.fences import lacking
from tilehall.engine.games.beasts.scoring import standing
from tilehall.engine.games.beasts.state import NONE, Board, State

UNSAID: Final = Text("")
"""How many turns and dice the others have left is no reason that anybody would give."""


def value(s: State, seat: Seat, w: Weights) -> Value:
    """How far ahead of the best of the others this seat may expect to end, and how likely it wins."""
    m = moment(s, w)
    found = list(parts_of(m, w))
    sums = totals(found, s.rulings.players)
    over = standing(s)
    against = rivalry(w, sums, seat, over is not None)
    terms = tuple(
        [
            Term(part.kind, share * part.points, _words(m, part, seat), *_about(part, seat), None, _amount(m, part))
            for part in found
            if (share := 1.0 if part.seat == seat else -against[part.seat])
        ]
    )
    if over is not None:
        return Value(terms, (seat in over.winners) / len(over.winners))
    scale = spread(w, m.turns)
    return Value(terms, 1 / sum([exp((total - sums[seat]) / scale) for total in sums]))


def with_more(found: Value, term: Term) -> Value:
    """The same with one term more."""
    return Value((*found.terms, term), found.chance)


def mean(found: Sequence[Value]) -> Value:
    """What several positions that are as likely are worth together."""
    share, points, known = 1 / len(found), dict[object, float](), dict[object, list[Term]]()
    for each in found:
        for term in each.terms:
            key = term.kind, term.text, term.about
            points[key] = points.get(key, 0.0) + term.points * share
            known.setdefault(key, []).append(term)
    terms = tuple([_likely(known[key][0], total, len(known[key]) == len(found)) for key, total in points.items()])
    return Value(terms, sum([each.chance for each in found]) * share)


def _likely(term: Term, points: float, sure: bool) -> Term:
    """So many points on average; what is not so every time may be so."""
    if sure or not term.text:
        return term._replace(points=points)
    return term._replace(points=points, text=Text("perhaps {what}", what=term.text))


def _about(part: Part, seat: Seat) -> tuple[tuple[str | int, ...], Seat | None]:
    """What a part is about, whosever it is: a line, a square; and whose it is, if it is another's."""
    of = None if part.seat == seat else part.seat
    match part.kind:
        case "fence" | "promise" | "line":
            return ("line", part.number), of
        case "hunt":
            return ("square", part.number), of
        case _:
            return (part.kind, part.seat, part.number), of


def _amount(m: Moment, part: Part) -> Text | None:
    """What is told of a part to compare it with how it would stand otherwise."""
    match part.kind:
        case "promise":
            return _lacks(m.board, part.number)
        case "dice":
            return number(m.own[part.seat])
        case _:
            return None


def _words(m: Moment, part: Part, seat: Seat) -> Text:
    if part.kind == "time" or (part.kind == "dice" and part.seat != seat):
        return UNSAID
    if part.kind == "dice":
        return _own_dice(m.own[seat])
    return _mine(m.board, part, seat) if part.seat == seat else _theirs(m.board, part)


@cache
def _own_dice(n: int) -> Text:
    return Text("{n} own die left", "{n} own dice left", n=n)


def _mine(board: Board, part: Part, seat: Seat) -> Text:
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
            return UNSAID


def _theirs(board: Board, part: Part) -> Text:
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
            return UNSAID


def _caught(part: Part) -> Piece | Text:
    count = round(part.points / components().beasts[part.number].points)
    if count == 1:
        return names.beast(part.number)
    return Text("{n} {beasts}", n=count, beasts=names.beasts(part.number, count))


def _lacks(board: Board, number: int) -> Text:
    return _dice((components().edges[number].four & ~board.filled).bit_count())


@cache
def _dice(n: int) -> Text:
    return names.lacks(0, n)


def _hunt(board: Board, number: int) -> Text:
    square, missing, kind = components().squares[number].id, names.lacks(*lacking(board, number)), board.beasts[number]
    if kind == NONE:
        return Text("a beast on {square} would be captured with {missing} more", square=square, missing=missing)
    held = names.beast(kind)
    return Text("the {beast} on {square} is captured with {missing} more", square=square, beast=held, missing=missing)
