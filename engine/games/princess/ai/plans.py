"""Whole turns: each choice at a decision, continued as far as it can be known, with the value that it leads to.

A single plan is the quick player's and has no value: nothing is compared, and searches ask for it thousands of times.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from tilehall.engine.ai.plan import UNVALUED, Plan, PositionValue, Term
from tilehall.engine.core.game import Action, SeatNo
from tilehall.engine.core.text import Text
from tilehall.engine.games.princess.actions import EXTRA, PASS, STOP, DeclareRune, vocabulary
from tilehall.engine.games.princess.ai.policy import (
    best_layouts,
    choose,
    decision_weights,
    declaration_order,
    laying_actions,
    quick_weights,
    rate_rune_actions,
)
from tilehall.engine.games.princess.ai.ready_combos import best_ready_combo, find_ready_runes, sorted_runes_in_play
from tilehall.engine.games.princess.ai.tile_placements import find_layings, find_targets
from tilehall.engine.games.princess.ai.value import value
from tilehall.engine.games.princess.ai.weights import PrincessWeights
from tilehall.engine.games.princess.rules import advance_to_decision, apply, legal_actions
from tilehall.engine.games.princess.state import PrincessState

Choice = tuple[Action, ...]
ENDS = 3
"""For this many plans the other way to end the turn is tried, too."""
MIDTURN_DRAWS = ("REFILL", "EXTRA_DRAW")
"""The draws within a turn."""


def plans(s: PrincessState, seat: SeatNo, k: int, w: PrincessWeights) -> list[Plan]:
    """The best whole turns from here, best first."""
    if k == 1:
        actions, _ = continue_turn(s, seat, choose(s, seat, w), w)
        return [Plan(actions, UNVALUED)]
    found = sorted([_plan(s, seat, choice, w) for choice in choices(s, seat, k, w)], key=_worth, reverse=True)
    others = [_plan(s, seat, choice, w) for choice in _with_other_end(s, seat, found[:ENDS])]
    return sorted([*found[: max(1, k - len(others))], *others], key=_worth, reverse=True)[:k]


def _worth(plan: Plan) -> tuple[float, float]:
    return plan.value.chance, plan.value.points


def _with_other_end(s: PrincessState, seat: SeatNo, found: Sequence[Plan]) -> Iterator[Choice]:
    """These plans with the other end of the turn: one rune declared instead of none, or none instead of some."""
    if s.todo[0][0] == "DECLARE":
        return
    for plan in found:
        after = s
        for done, action in enumerate(plan.actions):
            if after.todo[0] == ("DECLARE", seat):
                card, gem = best_declarations(after, seat)[0]
                yield (*plan.actions[:done], vocabulary().declare[card][gem] if action == STOP else STOP)
                break
            after = apply(after, seat, action)


def _plan(s: PrincessState, seat: SeatNo, choice: Choice, w: PrincessWeights) -> Plan:
    actions, then = continue_turn(s, seat, choice, w)
    worth, end = value_after_turn(then, seat, w)
    won = not s.hunters[seat].rank and end.hunters[seat].rank > 0
    return Plan(actions, worth, won or isinstance(actions[0], DeclareRune))


def continue_turn(s: PrincessState, seat: SeatNo, choice: Choice, w: PrincessWeights) -> tuple[Choice, PrincessState]:
    """A choice and what the quick player does after it, up to a draw or another seat's decision."""
    actions: list[Action] = []
    while choice:
        for action in choice:
            s = apply(s, seat, action)
        actions += choice
        choice = choose(s, seat, w) if is_due(s, seat) else ()
    return tuple(actions), s


def is_due(s: PrincessState, seat: SeatNo) -> bool:
    """Whether this seat decides next in the same turn."""
    return bool(s.todo) and s.todo[0][1] == seat and s.todo[0][0] not in (*MIDTURN_DRAWS, "REVEAL", "RUNE")


# --- results of plans ---------------------------------------------------------------------------------------------


def value_after_turn(s: PrincessState, seat: SeatNo, w: PrincessWeights) -> tuple[PositionValue, PrincessState]:
    """The value of a position within a turn of this seat once the quick player has ended the turn."""
    end, expected = finish_turn(s, seat, w)
    return value(end, seat, w, expected), end


def evaluate(s: PrincessState, seat: SeatNo, w: PrincessWeights) -> PositionValue:
    """The value of any position to a seat. From the taking of a tile on, the turn is played out first."""
    if s.todo and s.seat >= 0 and ("MOVE", s.seat) in s.todo and ("TAKE", s.seat) not in s.todo:
        s, _ = finish_turn(s, s.seat, w)
    return value(s, seat, w)


def finish_turn(s: PrincessState, seat: SeatNo, w: PrincessWeights) -> tuple[PrincessState, list[Term]]:
    """The end of a turn. Draws are left out; their average effect is returned."""
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


def _without(s: PrincessState, steps: int) -> PrincessState:
    """The position without its next steps."""
    after = s.copy()
    after.todo = s.todo[steps:]
    advance_to_decision(after, None)
    return after


def _extra_tile(s: PrincessState, seat: SeatNo, w: PrincessWeights) -> float:
    """The average points of a tile from the stack: about the same on any tableau, except near the end."""
    if not s.finished:
        return w.extra_tile
    hunter, use = s.hunters[seat], quick_weights(s, w)
    found = find_targets(hunter.tableau, sorted_runes_in_play(s, hunter), use)
    gain = 0.0
    for kind, count in enumerate(s.stack):
        if count:
            gain += count * max(find_layings(hunter.tableau, hunter.supply, (kind,), found, use, 1))[0]
    return gain / sum(s.stack)


# --- the choices at a decision ------------------------------------------------------------------------------------


def choices(s: PrincessState, seat: SeatNo, k: int, w: PrincessWeights) -> list[Choice]:
    """The choices worth comparing here, the quick player's first."""
    point = s.todo[0][0]
    found = [choose(s, seat, w), *_CHOICES.get(point, _every)(s, seat, k, decision_weights(s, w))]
    return list(dict.fromkeys(found))


def _every(s: PrincessState, seat: SeatNo, k: int, w: PrincessWeights) -> list[Choice]:
    return [(action,) for action in legal_actions(s, seat)]


def _runes(s: PrincessState, seat: SeatNo, k: int, w: PrincessWeights) -> list[Choice]:
    """The best few rune actions: they matter little, and a whole turn follows."""
    rated = rate_rune_actions(s, s.hunters[seat], w)
    rated.sort(key=_rating, reverse=True)
    return [(action,) for _, action in rated[: max(2, k // 4)]]


def _rating(rated: tuple[float, Action]) -> float:
    return rated[0]


def _sprites(s: PrincessState, seat: SeatNo, k: int, w: PrincessWeights) -> list[Choice]:
    """An extra tile, a gem set or shifted, or nothing; then a tile."""
    hunter = s.hunters[seat]
    found: list[Choice] = []
    if hunter.extra and any(s.stack):
        found.append((EXTRA,))
    if not s.display:
        return [*found, *_every(s, seat, k, w)]
    eager = best_layouts(s, hunter, sorted(set(s.display)), hunter.supply, k, w, hunter.gem)
    found += [(layout.sprite, *laying_actions(hunter, layout)) for layout in eager if layout.sprite is not None]
    plain = best_layouts(s, hunter, sorted(set(s.display)), hunter.supply, k, w)
    return [*found, *((PASS, *laying_actions(hunter, layout)) for layout in plain)]


def _takes(s: PrincessState, seat: SeatNo, k: int, w: PrincessWeights) -> list[Choice]:
    hunter = s.hunters[seat]
    return [
        laying_actions(hunter, each) for each in best_layouts(s, hunter, sorted(set(s.display)), hunter.supply, k, w)
    ]


def _cells(s: PrincessState, seat: SeatNo, k: int, w: PrincessWeights) -> list[Choice]:
    hunter = s.hunters[seat]
    return [laying_actions(hunter, each)[1:] for each in best_layouts(s, hunter, [s.hand], hunter.supply, k, w)]


def _cells_of_stolen(s: PrincessState, seat: SeatNo, k: int, w: PrincessWeights) -> list[Choice]:
    kind = dict(s.stolen)[seat]
    return [(vocabulary().cell[each.cell],) for each in best_layouts(s, s.hunters[seat], [kind], 0, k, w)]


def _declarations(s: PrincessState, seat: SeatNo, k: int, w: PrincessWeights) -> list[Choice]:
    """The runes of the best combo in either order, or nothing more."""
    declare = vocabulary().declare
    return [*((declare[card][gem],) for card, gem in best_declarations(s, seat)), (STOP,)]


def best_declarations(s: PrincessState, seat: SeatNo) -> list[tuple[int, int]]:
    """The runes and gems of the best combo."""
    hunter = s.hunters[seat]
    ready = find_ready_runes(hunter.tableau, sorted_runes_in_play(s, hunter))
    return declaration_order(best_ready_combo(ready, hunter.tableau.gems), ready, hunter)


_CHOICES: dict[str, Callable[[PrincessState, SeatNo, int, PrincessWeights], list[Choice]]] = {
    "RUNE": _runes,
    "SPRITE": _sprites,
    "EXTRA_CELL": _cells,
    "TAKE": _takes,
    "CELL": _cells,
    "DECLARE": _declarations,
    "STEAL_CELL": _cells_of_stolen,
}
