"""Requests that look ahead from what a seat sees: imagine, foresee, plans."""

from __future__ import annotations

from typing import Any

from tilehall.engine import ENGLISH, Action, RuleError, SeatNo, render_text
from tilehall.tui.programs.json_messages import Fields, Message, MessageError
from tilehall.tui.programs.pipe.errors import refusal_error
from tilehall.tui.programs.pipe.fields import TEXTS, count_in, seed_in, text_in
from tilehall.tui.programs.pipe.limits import EXACT, PLANS, SAMPLES, SEED, SOME_PLANS
from tilehall.tui.programs.pipe.matches import (
    Matches,
    QueriedPosition,
    deciding_seat,
    imagine_worlds,
    queried_position,
    viewpoint_in,
)


def imagine(matches: Matches, ask: Fields) -> Message:
    """`match`, or `game` and `state` (a view will do); `seat`, `n`, `seed`: whole positions that fit what it sees."""
    sight, seed = queried_position(matches, ask), seed_in(ask, SEED)
    n, eyes = count_in(ask, "n", 1, SAMPLES), viewpoint_in(ask, sight)
    # A position that is sent without a seat is a view already.
    view = sight.view_for(eyes) if "match" in ask or "seat" in ask else sight.position
    return {"states": [sight.rules.dump(world) for world in imagine_worlds(sight, view, seed, n)]}


def foresee(matches: Matches, ask: Fields) -> Message:
    """`match`, or `game` and `state`; `seat`, `action` or `actions` (or all): what each would bring it at once."""
    sight = queried_position(matches, ask)
    seat = deciding_seat(ask, sight)
    view = sight.view_for(seat)
    before = sight.rules.receipt(view).total(seat)
    return {
        "seat": seat,
        "foreseen": [_brought(sight, view, seat, a, before) for a in _choices(ask, sight, view, seat)],
    }


def _choices(ask: Fields, sight: QueriedPosition, view: Any, seat: SeatNo) -> list[Action]:
    """Return the actions of the request; without any, all legal ones."""
    rules = sight.rules
    if "action" not in ask and "actions" not in ask:
        return [*rules.legal_actions(view, seat)]
    if "action" in ask and "actions" in ask:
        raise MessageError("bad_request", "The request has both 'action' and 'actions'; give one of them.")
    texts = [text_in(ask, "action")] if "action" in ask else TEXTS.read(ask, "actions")
    found = [rules.parse(text) for text in texts]
    for action in found:
        if refusal := rules.check(view, seat, action):
            raise refusal_error("illegal", refusal, sight.names)
    return found


def _brought(sight: QueriedPosition, view: Any, seat: SeatNo, action: Action, before: int) -> Message:
    rules = sight.rules
    texts = [render_text(text, ENGLISH, sight.names) for text in rules.narrator.preview(view, seat, action)]
    try:
        points: int | None = rules.receipt(rules.apply(view, seat, action)).total(seat) - before
    except RuleError:  # what follows depends on what this seat does not see
        points = None
    return {"action": str(action), "texts": texts, "points": points}


def list_plans(matches: Matches, ask: Fields) -> Message:
    """`match`, or `game` and `state`; `seat`, `n`: the turns that a good player would consider, the best first."""
    sight = queried_position(matches, ask)
    seat, n = deciding_seat(ask, sight), count_in(ask, "n", SOME_PLANS, PLANS)
    # A single plan may come without a value.
    plans = sight.rules.advisor.plans(sight.view_for(seat), seat, max(n, 2))[:n]
    told = [
        {
            "actions": [str(action) for action in plan.actions],
            "points": round(plan.value.points, EXACT),
            "chance": round(plan.value.chance, EXACT),
            "terms": [
                {
                    "kind": term.kind,
                    "points": round(term.points, EXACT),
                    "text": render_text(term.text, ENGLISH, sight.names),
                    "seat": term.owner,
                }
                for term in plan.value.terms
            ],
            "finishes": plan.finishes,
            "weight": round(plan.weight, EXACT),
        }
        for plan in plans
    ]
    return {"seat": seat, "plans": told}
