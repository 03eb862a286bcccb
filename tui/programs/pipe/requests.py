"""The table of requests: what answers each, and its fields."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tilehall.engine import OFFERED_LEVELS, did_you_mean, literal_text, load_games, quote_text
from tilehall.tui.programs.json_messages import Fields, Message, MessageError
from tilehall.tui.programs.pipe import lookahead, open_close, play, queries, try_actions
from tilehall.tui.programs.pipe.fields import text_in
from tilehall.tui.programs.pipe.limits import IN_A_ROW, LONGEST, PLANS, PROTOCOL, SAMPLES, TRIES
from tilehall.tui.programs.pipe.matches import Matches
from tilehall.tui.tables.version import VERSION

NAMED = 5
"""Unknown fields that an error names."""


class RequestType(NamedTuple):
    """What answers a request, and its fields besides `do` and `id`."""

    answer: Callable[[Matches, Fields], Message]
    fields: tuple[str, ...] = ()


def hello(matches: Matches, ask: Fields) -> Message:
    """The program and its protocol, the games with the versions of their rules, and what can be asked."""
    return {
        "program": "tilehall",
        "version": VERSION,
        "protocol": PROTOCOL,
        "games": [
            {"id": found.id, "rules": found.rules_version, "secrets": found.has_secrets} for found in load_games()
        ],
        "levels": [level.id for level in OFFERED_LEVELS],
        "requests": {do: list(deed.fields) for do, deed in REQUESTS.items()},
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
REQUESTS = {
    "hello": RequestType(hello),
    "games": RequestType(open_close.list_games),
    "new": RequestType(open_close.new_match, ("game", *OPENING)),
    "set": RequestType(open_close.set_position, ("state", "match", "game", *OPENING)),
    "load": RequestType(open_close.load_record, ("record", "seed", "dealer", "computers", "seat")),
    "legal": RequestType(play.legal, ("match", "seat")),
    "check": RequestType(play.check, ("match", "seat", "action")),
    "apply": RequestType(play.apply_action, ("match", "seat", "action")),
    "state": RequestType(queries.query_state, ("match",)),
    "view": RequestType(queries.query_view, ("match", "seat")),
    "decision": RequestType(queries.query_decision, ("match", "seat")),
    "standing": RequestType(queries.query_standing, ("match",)),
    "receipt": RequestType(queries.query_receipt, ("match",)),
    "record": RequestType(queries.query_record, ("match",)),
    "undo": RequestType(play.undo, ("match", "seat")),
    "redo": RequestType(play.redo, ("match",)),
    "hint": RequestType(play.hint, ("match", "seat")),
    "imagine": RequestType(lookahead.imagine, (*ABOUT, "n", "seed")),
    "foresee": RequestType(lookahead.foresee, (*ABOUT, "action", "actions")),
    "plans": RequestType(lookahead.list_plans, (*ABOUT, "n")),
    "try": RequestType(try_actions.try_actions, (*ABOUT, "actions", "each", "seed", "dealer", "from", "n", "want")),
    "rules": RequestType(queries.query_rules, ("game", "rule")),
    "close": RequestType(open_close.close_match, ("match",)),
}
"""By `do`; the docstring of each function is the help of its request."""
KNOWN_FIELDS = {do: frozenset((*ALWAYS, *deed.fields)) for do, deed in REQUESTS.items()}


def request_type(ask: Fields) -> RequestType:
    """Return what answers a request. Raises MessageError for an unknown `do` or field."""
    do = text_in(ask, "do")
    deed = REQUESTS.get(do)
    if deed is None:
        instead = did_you_mean(do, REQUESTS, literal_text(f"What can: {', '.join(REQUESTS)}."))
        raise MessageError("bad_request", f"{quote_text(do, 20)} cannot be asked. {instead}")
    if not ask.keys() <= KNOWN_FIELDS[do]:
        raise _strange(do, deed, ask)
    return deed


def _strange(do: str, deed: RequestType, ask: Fields) -> MessageError:
    known = (*ALWAYS, *deed.fields)
    strange = [key for key in ask if key not in known]
    named = ", ".join(quote_text(key, 30) for key in strange[:NAMED])
    instead = did_you_mean(strange[0], known, literal_text(f"Its fields: {', '.join(known)}."))
    return MessageError("bad_request", f"'{do}' has no field {named}. {instead}")
