"""What can be asked, and the fields that each request has."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tilehall.engine import OFFERED, did_you_mean, games, plain, quoted
from tilehall.tui.programs.pipe import lookahead, open_close, play, queries, try_actions
from tilehall.tui.programs.pipe.errors import Answer, Fields, Trouble
from tilehall.tui.programs.pipe.fields import text_in
from tilehall.tui.programs.pipe.limits import IN_A_ROW, LONGEST, PLANS, PROTOCOL, SAMPLES, TRIES
from tilehall.tui.programs.pipe.matches import Matches
from tilehall.tui.tables.version import VERSION

NAMED = 5
"""So many fields that there are not are named."""


class Deed(NamedTuple):
    """Something that can be asked: what answers it, and the fields of the request besides `do` and `id`."""

    answer: Callable[[Matches, Fields], Answer]
    fields: tuple[str, ...] = ()


def hello(matches: Matches, ask: Fields) -> Answer:
    """The program and its protocol, the games with the versions of their rules, and what can be asked."""
    return {
        "program": "tilehall",
        "version": VERSION,
        "protocol": PROTOCOL,
        "games": [{"id": found.id, "rules": found.rules, "secrets": found.secrets} for found in games()],
        "levels": [level.id for level in OFFERED],
        "requests": {do: list(deed.fields) for do, deed in DEEDS.items()},
        "limits": {
            "line": LONGEST,
            "matches": matches.most,
            "samples": SAMPLES,
            "plans": PLANS,
            "actions": IN_A_ROW,
            "tries": TRIES,
        },
    }


ALWAYS = ("do", "id")
ABOUT = ("match", "game", "state", "seat")
OPENING = ("players", "options", "seed", "dealer", "names", "computers", "seat")
DEEDS = {
    "hello": Deed(hello),
    "games": Deed(open_close.offered),
    "new": Deed(open_close.new, ("game", *OPENING)),
    "set": Deed(open_close.placed, ("state", "match", "game", *OPENING)),
    "load": Deed(open_close.loaded, ("record", "seed", "dealer", "computers", "seat")),
    "legal": Deed(play.legal, ("match", "seat")),
    "check": Deed(play.check, ("match", "seat", "action")),
    "apply": Deed(play.applied, ("match", "seat", "action")),
    "state": Deed(queries.state, ("match",)),
    "view": Deed(queries.view, ("match", "seat")),
    "decision": Deed(queries.decision, ("match", "seat")),
    "standing": Deed(queries.standing, ("match",)),
    "receipt": Deed(queries.receipt, ("match",)),
    "record": Deed(queries.record, ("match",)),
    "undo": Deed(play.undone, ("match", "seat")),
    "redo": Deed(play.redone, ("match",)),
    "hint": Deed(play.hinted, ("match", "seat")),
    "imagine": Deed(lookahead.imagined, (*ABOUT, "n", "seed")),
    "foresee": Deed(lookahead.foreseen, (*ABOUT, "action", "actions")),
    "plans": Deed(lookahead.planned, (*ABOUT, "n")),
    "try": Deed(try_actions.tried, (*ABOUT, "actions", "each", "seed", "dealer", "from", "n", "want")),
    "rules": Deed(queries.rules, ("game", "rule")),
    "close": Deed(open_close.closed, ("match",)),
}
"""What can be asked; the first line of each docstring tells of the fields."""
KNOWN = {do: frozenset((*ALWAYS, *deed.fields)) for do, deed in DEEDS.items()}


def deed_in(ask: Fields) -> Deed:
    """What is asked for, if nothing in the request is a slip of the pen."""
    do = text_in(ask, "do")
    deed = DEEDS.get(do)
    if deed is None:
        instead = did_you_mean(do, DEEDS, plain(f"What can: {', '.join(DEEDS)}."))
        raise Trouble("bad_request", f"{quoted(do, 20)} cannot be asked. {instead}")
    if not ask.keys() <= KNOWN[do]:
        raise _strange(do, deed, ask)
    return deed


def _strange(do: str, deed: Deed, ask: Fields) -> Trouble:
    known = (*ALWAYS, *deed.fields)
    strange = [key for key in ask if key not in known]
    named = ", ".join(quoted(key, 30) for key in strange[:NAMED])
    instead = did_you_mean(strange[0], known, plain(f"Its fields: {', '.join(known)}."))
    return Trouble("bad_request", f"'{do}' has no field {named}. {instead}")
