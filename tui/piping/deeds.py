"""What can be asked, and the fields that each request has."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tilehall.engine import OFFERED, did_you_mean, games, plain, quoted
from tilehall.tui.house.version import VERSION
from tilehall.tui.piping import ahead, looking, opening, playing, trying
from tilehall.tui.piping.fields import text_in
from tilehall.tui.piping.limits import IN_A_ROW, LONGEST, PLANS, PROTOCOL, SAMPLES, TRIES
from tilehall.tui.piping.matches import Matches
from tilehall.tui.piping.trouble import Answer, Fields, Trouble

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
    "games": Deed(opening.offered),
    "new": Deed(opening.new, ("game", *OPENING)),
    "set": Deed(opening.placed, ("state", "match", "game", *OPENING)),
    "load": Deed(opening.loaded, ("record", "seed", "dealer", "computers", "seat")),
    "legal": Deed(playing.legal, ("match", "seat")),
    "check": Deed(playing.check, ("match", "seat", "action")),
    "apply": Deed(playing.applied, ("match", "seat", "action")),
    "state": Deed(looking.state, ("match",)),
    "view": Deed(looking.view, ("match", "seat")),
    "decision": Deed(looking.decision, ("match", "seat")),
    "standing": Deed(looking.standing, ("match",)),
    "receipt": Deed(looking.receipt, ("match",)),
    "record": Deed(looking.record, ("match",)),
    "undo": Deed(playing.undone, ("match", "seat")),
    "redo": Deed(playing.redone, ("match",)),
    "hint": Deed(playing.hinted, ("match", "seat")),
    "imagine": Deed(ahead.imagined, (*ABOUT, "n", "seed")),
    "foresee": Deed(ahead.foreseen, (*ABOUT, "action", "actions")),
    "plans": Deed(ahead.planned, (*ABOUT, "n")),
    "try": Deed(trying.tried, (*ABOUT, "actions", "each", "seed", "dealer", "from", "n", "want")),
    "rules": Deed(looking.rules, ("game", "rule")),
    "close": Deed(opening.closed, ("match",)),
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
