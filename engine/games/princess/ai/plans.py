"""Whole turns: the choices at a decision, each carried on as far as it can be known, and what it leads to.

One plan alone is the quick player's, without a value: nothing is compared, and searches ask for it thousands of times.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from tilehall.engine.ai.plan import UNVALUED, Plan, Term, Value
from tilehall.engine.core.game import Action, Seat
from tilehall.engine.core.text import Text
from tilehall.engine.games.princess.actions import Declare, vocabulary
from tilehall.engine.games.princess.ai.policy import choose, laid, layouts, order_of, quick_weights, runes, weights_at
from tilehall.engine.games.princess.ai.ready_combos import best_run, complete, playable
from tilehall.engine.games.princess.ai.tile_placements import aims, ways
from tilehall.engine.games.princess.ai.value import value
from tilehall.engine.games.princess.ai.weights import Weights
from tilehall.engine.games.princess.rules import apply, legal, settle
from tilehall.engine.games.princess.state import State

Choice = tuple[Action, ...]
ENDS = 3
"""So many plans are also looked at with the other end of the turn."""
DRAWN = ("REFILL", "EXTRA_DRAW")
"""The draws amid a turn."""


def plans(s: State, seat: Seat, k: int, w: Weights) -> list[Plan]:
    """The best whole turns from here, best first."""
    if k == 1:
        actions, _ = carried_on(s, seat, choose(s, seat, w), w)
        return [Plan(actions, UNVALUED)]
    found = sorted([_plan(s, seat, choice, w) for choice in choices(s, seat, k, w)], key=_worth, reverse=True)
    others = [_plan(s, seat, choice, w) for choice in _otherwise(s, seat, found[:ENDS])]
    return sorted([*found[: max(1, k - len(others))], *others], key=_worth, reverse=True)[:k]


def _worth(plan: Plan) -> tuple[float, float]:
    return plan.value.chance, plan.value.points


def _otherwise(s: State, seat: Seat, found: Sequence[Plan]) -> Iterator[Choice]:
    """These turns with the other end: the first rune declared that is kept, or all kept instead of declared."""
    if s.todo[0][0] == "DECLARE":
        return
    for plan in found:
        after = s
        for done, action in enumerate(plan.actions):
            if after.todo[0] == ("DECLARE", seat):
                stop = vocabulary().stop
                card, gem = declarations(after, seat)[0]
                yield (*plan.actions[:done], vocabulary().declare[card][gem] if action == stop else stop)
                break
            after = apply(after, seat, action)


def _plan(s: State, seat: Seat, choice: Choice, w: Weights) -> Plan:
    actions, then = carried_on(s, seat, choice, w)
    worth, end = outcome(then, seat, w)
    won = not s.hunters[seat].rank and end.hunters[seat].rank > 0
    return Plan(actions, worth, won or isinstance(actions[0], Declare))


def carried_on(s: State, seat: Seat, choice: Choice, w: Weights) -> tuple[Choice, State]:
    """A choice and what the quick player does after it, up to a draw or somebody else's decision."""
    actions: list[Action] = []
    while choice:
        for action in choice:
            s = apply(s, seat, action)
        actions += choice
        choice = choose(s, seat, w) if is_due(s, seat) else ()
    return tuple(actions), s


def is_due(s: State, seat: Seat) -> bool:
    """Whether this seat goes on in the same turn."""
    return bool(s.todo) and s.todo[0][1] == seat and s.todo[0][0] not in (*DRAWN, "REVEAL", "RUNE")


# --- what it leads to ---------------------------------------------------------------------------------------------


def outcome(s: State, seat: Seat, w: Weights) -> tuple[Value, State]:
    """What a position amid a turn of this seat is worth once the quick player has ended the turn."""
    end, expected = ended(s, seat, w)
    return value(end, seat, w, expected), end


def judged(s: State, seat: Seat, w: Weights) -> Value:
    """What any position is worth to a seat: once the tile of a turn is taken, the turn is as good as done."""
    if s.todo and s.seat >= 0 and ("MOVE", s.seat) in s.todo and ("TAKE", s.seat) not in s.todo:
        s, _ = ended(s, s.seat, w)
    return value(s, seat, w)


def ended(s: State, seat: Seat, w: Weights) -> tuple[State, list[Term]]:
    """The end of a turn: draws are left out, and what they bring on average is told."""
    expected: list[Term] = []
    while s.todo and s.todo[0][1] == seat:
        point = s.todo[0][0]
        if point == "REFILL":
            if ("TAKE", seat) in s.todo:
                expected.append(Term("runes", w.fresh_card, Text("a new rune")))
            s = _without(s, 1)
        elif point == "EXTRA_DRAW":
            expected.append(Term("tiles", _extra_tile(s, seat, w), Text("an extra tile")))
            s = _without(s, 3)
        elif is_due(s, seat):
            for action in choose(s, seat, w):
                s = apply(s, seat, action)
        else:
            break
    return s, expected


def _without(s: State, steps: int) -> State:
    """The position without its next steps."""
    after = s.copy()
    after.todo = s.todo[steps:]
    settle(after, None)
    return after


def _extra_tile(s: State, seat: Seat, w: Weights) -> float:
    """What a tile out of the stack brings on average, in points: about as much whatever lies there, but for the end."""
    if not s.finished:
        return w.extra_tile
    hunter, use = s.hunters[seat], quick_weights(s, w)
    found = aims(hunter.tableau, playable(s, hunter), use)
    gain = 0.0
    for kind, count in enumerate(s.stack):
        if count:
            gain += count * max(ways(hunter.tableau, hunter.supply, (kind,), found, use, 1))[0]
    return gain / sum(s.stack)


# --- the choices at a decision ------------------------------------------------------------------------------------


def choices(s: State, seat: Seat, k: int, w: Weights) -> list[Choice]:
    """What is worth comparing here, the quick player's own choice first."""
    point = s.todo[0][0]
    found = [choose(s, seat, w), *_CHOICES.get(point, _every)(s, seat, k, weights_at(s, w))]
    return list(dict.fromkeys(found))


def _every(s: State, seat: Seat, k: int, w: Weights) -> list[Choice]:
    return [(action,) for action in legal(s, seat)]


def _runes(s: State, seat: Seat, k: int, w: Weights) -> list[Choice]:
    """The best few that may be done: little hangs on it, and a whole turn follows."""
    rated = runes(s, s.hunters[seat], w)
    rated.sort(key=_rating, reverse=True)
    return [(action,) for _, action in rated[: max(2, k // 4)]]


def _rating(rated: tuple[float, Action]) -> float:
    return rated[0]


def _sprites(s: State, seat: Seat, k: int, w: Weights) -> list[Choice]:
    """A tile out of the stack, a gem set or moved, or nothing; and then a tile."""
    hunter, words = s.hunters[seat], vocabulary()
    found: list[Choice] = []
    if hunter.extra and any(s.stack):
        found.append((words.extra,))
    if not s.display:
        return [*found, *_every(s, seat, k, w)]
    eager = layouts(s, hunter, sorted(set(s.display)), hunter.supply, k, w, hunter.gem)
    found += [(layout.sprite, *laid(hunter, layout)) for layout in eager if layout.sprite is not None]
    plain = layouts(s, hunter, sorted(set(s.display)), hunter.supply, k, w)
    return [*found, *((words.skip, *laid(hunter, layout)) for layout in plain)]


def _takes(s: State, seat: Seat, k: int, w: Weights) -> list[Choice]:
    hunter = s.hunters[seat]
    return [laid(hunter, each) for each in layouts(s, hunter, sorted(set(s.display)), hunter.supply, k, w)]


def _cells(s: State, seat: Seat, k: int, w: Weights) -> list[Choice]:
    hunter = s.hunters[seat]
    return [laid(hunter, each)[1:] for each in layouts(s, hunter, [s.hand], hunter.supply, k, w)]


def _cells_of_stolen(s: State, seat: Seat, k: int, w: Weights) -> list[Choice]:
    kind = dict(s.stolen)[seat]
    return [(vocabulary().cell[each.cell],) for each in layouts(s, s.hunters[seat], [kind], 0, k, w)]


def _declarations(s: State, seat: Seat, k: int, w: Weights) -> list[Choice]:
    """The best combo, in the best order or another one; or nothing more."""
    words = vocabulary()
    return [*((words.declare[card][gem],) for card, gem in declarations(s, seat)), (words.stop,)]


def declarations(s: State, seat: Seat) -> list[tuple[int, int]]:
    """The runes and gems of the best combo."""
    hunter = s.hunters[seat]
    ready = complete(hunter.tableau, playable(s, hunter))
    return order_of(best_run(ready, hunter.tableau.gems), ready, hunter)


_CHOICES: dict[str, Callable[[State, Seat, int, Weights], list[Choice]]] = {
    "RUNE": _runes,
    "SPRITE": _sprites,
    "EXTRA_CELL": _cells,
    "TAKE": _takes,
    "CELL": _cells,
    "DECLARE": _declarations,
    "STEAL_CELL": _cells_of_stolen,
}
