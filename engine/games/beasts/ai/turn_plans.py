"""Whole turns of placements: the lines that a search found, each up to the end of the turn and with its discard."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from heapq import nlargest
from itertools import islice

from tilehall.engine.ai.plan import Plan
from tilehall.engine.core.game import Action, Seat
from tilehall.engine.games.beasts.actions import vocabulary
from tilehall.engine.games.beasts.ai.discards import ranked
from tilehall.engine.games.beasts.ai.line_values import Judge
from tilehall.engine.games.beasts.ai.placement_search import Finished, Line, Search
from tilehall.engine.games.beasts.ai.value import value
from tilehall.engine.games.beasts.ai.weights import Weights
from tilehall.engine.games.beasts.fences import Outcome, outcome
from tilehall.engine.games.beasts.rules import apply
from tilehall.engine.games.beasts.state import State

NARROW, WIDE = 1, 6
"""Lines that are followed at a time: for one plan and for more."""


def turn(s: State, seat: Seat, w: Weights) -> tuple[Action, ...]:
    """The best way to play the rest of a turn, for who is in a hurry."""
    search = Search(s, seat, w, NARROW)
    groups = _groups(s, seat, search.found)
    if len(groups) > 1:
        return max(_ways(s, seat, 1, w, search, groups), key=worth).actions
    (line,) = _best(search, groups[0], 1)
    return to_the_end(s, seat, line.actions, w)[0]


def turns(s: State, seat: Seat, k: int, w: Weights, judge: Judge | None = None) -> list[Plan]:
    """The k best ways to play the rest of a turn, best first; they differ in what they bring."""
    search = Search(s, seat, w, NARROW if k == 1 else WIDE, judge=judge)
    found = _ways(s, seat, k, w, search, _groups(s, seat, search.found))
    if len(found) > 1:
        found.sort(key=worth, reverse=True)
    return found[:k]


def _ways(s: State, seat: Seat, k: int, w: Weights, search: Search, groups: list[list[Line]]) -> list[Plan]:
    """The best k of each group."""
    return [ended(s, seat, line.actions, w) for group in groups for line in _best(search, group, k)]


def worth(plan: Plan) -> float:
    """What plans are put in order by."""
    return plan.value.chance


def _groups(s: State, seat: Seat, lines: list[Line]) -> list[list[Line]]:
    """Apart the lines that use up the own dice, which ends the game: these are hard to compare with the others."""
    hunter = s.hunters[seat]
    own = sum([1 << die for die, colour in enumerate(hunter.dice) if colour == seat])
    if s.final >= 0 or hunter.pool or not own & s.free:
        return [lines]
    kept = [line for line in lines if own & ~s.placed & line.free]
    last = [line for line in lines if not own & ~s.placed & line.free]
    return [kept, last] if last else [kept]


def _best(search: Search, lines: list[Line], k: int) -> Iterable[Finished]:
    """The best lines; of those that bring the same only the best one, unless there are too few."""
    found = [search.finished(line) for line in nlargest(2 if k == 1 else 4 * k, lines, key=_order)]
    found.sort(key=_score, reverse=True)
    first, rest = list[Finished](), list[Finished]()
    brought, pieces = set[tuple[object, ...]](), set[int]()
    for line in found:
        if line.mark not in pieces:
            (rest if line.brings in brought else first).append(line)
        pieces.add(line.mark)
        brought.add(line.brings)
    return islice((*first, *rest), k)


def _order(line: Line) -> float:
    return line.order


def _score(line: Finished) -> float:
    return line.score


def ended(s: State, seat: Seat, placements: Sequence[Action], w: Weights) -> Plan:
    """These placements up to the end of the turn, with the discard if it follows."""
    actions, found, after = to_the_end(s, seat, placements, w)
    finishes = bool(found.fences) or any(caught for _, _, caught in found.squares)
    return Plan(actions, value(after, seat, w), finishes)


def to_the_end(
    s: State, seat: Seat, placements: Sequence[Action], w: Weights
) -> tuple[tuple[Action, ...], Outcome, State]:
    """The rest of the turn with these placements, what they bring, and where it leads."""
    after, end = s, vocabulary().end
    for action in placements:
        after = apply(after, seat, action)
    found, after = outcome(after.board), apply(after, seat, end)
    if after.point != "DISCARD":
        return (*placements, end), found, after
    discard = ranked(after, seat, w)[0][1]
    return (*placements, end, discard), found, apply(after, seat, discard)
