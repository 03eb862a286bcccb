"""What a seat can know of what may come: imagine, foresee, plans. All of it from what that seat sees."""

from __future__ import annotations

from typing import Any

from tilehall.engine import ENGLISH, Action, RuleError, Seat, said
from tilehall.tui.programs.pipe.errors import Answer, Fields, Trouble, refused
from tilehall.tui.programs.pipe.fields import count_in, list_in, seed_in, text_in
from tilehall.tui.programs.pipe.limits import EXACT, PLANS, SAMPLES, SEED, SOME_PLANS
from tilehall.tui.programs.pipe.matches import Matches
from tilehall.tui.programs.pipe.positions import Sight, eyes_of, sight_in, thinker, worlds


def imagined(matches: Matches, ask: Fields) -> Answer:
    """`match`, or `game` and `state` (a view will do); `seat`, `n`, `seed`: whole positions that fit what it sees."""
    sight, seed = sight_in(matches, ask), seed_in(ask, SEED)
    n, eyes = count_in(ask, "n", 1, SAMPLES), eyes_of(ask, sight)
    # What is sent without a seat is taken as it is: it is somebody's view.
    view = sight.seen_by(eyes) if "match" in ask or "seat" in ask else sight.position
    return {"states": [sight.rules.dump(world) for world in worlds(sight, view, seed, n)]}


def foreseen(matches: Matches, ask: Fields) -> Answer:
    """`match`, or `game` and `state`; `seat`, `action` or `actions` (or all): what each would bring it at once."""
    sight = sight_in(matches, ask)
    seat = thinker(ask, sight)
    view = sight.seen_by(seat)
    before = sight.rules.receipt(view).total(seat)
    return {
        "seat": seat,
        "foreseen": [_brought(sight, view, seat, a, before) for a in _choices(ask, sight, view, seat)],
    }


def _choices(ask: Fields, sight: Sight, view: Any, seat: Seat) -> list[Action]:
    """What is asked about; every choice if nothing is named."""
    rules = sight.rules
    if "action" not in ask and "actions" not in ask:
        return [*rules.legal(view, seat)]
    if "action" in ask and "actions" in ask:
        raise Trouble("bad_request", "The request has both 'action' and 'actions'; give one of them.")
    texts = [text_in(ask, "action")] if "action" in ask else list_in(ask, "actions")
    found = list[Action]()
    for text in texts:
        if not isinstance(text, str):
            raise Trouble("bad_request", "'actions' must be a list of texts.")
        found.append(rules.parse(text))
        if refusal := rules.check(view, seat, found[-1]):
            raise refused("illegal", refusal, sight.names)
    return found


def _brought(sight: Sight, view: Any, seat: Seat, action: Action, before: int) -> Answer:
    rules = sight.rules
    texts = [said(text, ENGLISH, sight.names) for text in rules.foresee(view, seat, action)]
    try:
        points: int | None = rules.receipt(rules.apply(view, seat, action)).total(seat) - before
    except RuleError:  # what follows depends on what this seat does not see
        points = None
    return {"action": str(action), "texts": texts, "points": points}


def planned(matches: Matches, ask: Fields) -> Answer:
    """`match`, or `game` and `state`; `seat`, `n`: the turns that a good player would consider, the best first."""
    sight = sight_in(matches, ask)
    seat, n = thinker(ask, sight), count_in(ask, "n", SOME_PLANS, PLANS)
    # One alone need not be valued.
    plans = sight.rules.plans(sight.seen_by(seat), seat, max(n, 2))[:n]
    told = [
        {
            "actions": [str(action) for action in plan.actions],
            "points": round(plan.value.points, EXACT),
            "chance": round(plan.value.chance, EXACT),
            "terms": [
                {
                    "kind": term.kind,
                    "points": round(term.points, EXACT),
                    "text": said(term.text, ENGLISH, sight.names),
                    "seat": term.of,
                }
                for term in plan.value.terms
            ],
            "finishes": plan.finishes,
            "weight": round(plan.weight, EXACT),
        }
        for plan in plans
    ]
    return {"seat": seat, "plans": told}
