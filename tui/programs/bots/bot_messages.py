"""What a program is told, as JSON lines. Everything here is made of what its seat may know. See docs/bots.md."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from tilehall.engine import (
    ENGLISH,
    Decision,
    Event,
    Game,
    GameResult,
    Match,
    Receipt,
    Setup,
    Step,
    render_text,
    settle_options,
)
from tilehall.engine import SeatNo as Number

PROTOCOL = 1
Message = dict[str, Any]


class BotCase(NamedTuple):
    """What a program is asked: the position before its seat, and what has happened."""

    rules: Game[Any]
    names: tuple[str, ...]
    options: tuple[tuple[str, str], ...]
    seat: Number
    view: Any
    """The position as its seat sees it."""
    steps: Sequence[Step[Any]]
    """All that has been done so far; only what the seat may know of it is told."""

    @classmethod
    def of_match(cls, match: Match[Any], seat: Number) -> BotCase:
        """In a match without people, whose players are called by their seats."""
        names = tuple(f"seat{n}" for n in range(match.setup.players))
        return cls(match.game, names, match.setup.options, seat, match.view(seat), tuple(match.steps))


def line(message: Message) -> bytes:
    return json.dumps(message, separators=(",", ":")).encode() + b"\n"


def hello(program: str, milliseconds: int) -> Message:
    return {"say": "hello", "protocol": PROTOCOL, "from": program, "ms": milliseconds}


def new(case: BotCase, match: int) -> Message:
    """A game begins."""
    rules = case.rules
    return {
        "say": "new",
        "match": match,
        "game": rules.id,
        "rules": rules.rules_version,
        "players": len(case.names),
        "names": list(case.names),
        "seat": case.seat,
        "options": settle_options(rules.options, Setup(len(case.names), case.options), rules.player_counts),
    }


def turn(case: BotCase, match: int, number: int, milliseconds: int, events: Sequence[Message], back: int) -> Message:
    """It is this seat's turn."""
    rules, view, seat = case.rules, case.view, case.seat
    return {
        "say": "turn",
        "match": match,
        "turn": number,
        "seat": seat,
        "ms": milliseconds,
        "decision": decision(rules.decision(view, seat), case.names),
        "legal": [str(action) for action in rules.legal_actions(view, seat)],
        "state": rules.dump(view),
        "receipt": receipt(rules.receipt(view), case.names),
        "events": list(events),
        "taken_back": back,
    }


def stop(match: int, number: int) -> Message:
    """Its answer will be late: somebody waits for it, or nobody does any more."""
    return {"say": "stop", "match": match, "turn": number}


def end(case: BotCase, match: int, standing: GameResult | None, events: Sequence[Message], back: int) -> Message:
    """The game is over; or broken off, without a standing."""
    found: Message = {"say": "end", "match": match, "ending": None, "text": "", "scores": None, "ranks": None}
    found |= {"winners": [], "events": list(events), "taken_back": back}
    if standing is None:
        return found
    return found | {
        "ending": standing.ending,
        "text": render_text(standing.text, ENGLISH, case.names),
        "scores": None if standing.scores is None else list(standing.scores),
        "ranks": None if standing.ranks is None else list(standing.ranks),
        "winners": list(standing.winners),
    }


def bye() -> Message:
    return {"say": "bye"}


def decision(found: Decision, names: Sequence[str]) -> Message:
    """What has to be decided, in words and with the fields of each verb."""
    return {
        "kind": found.kind,
        "prompt": render_text(found.prompt, ENGLISH, names),
        "rule": found.rule,
        "fields": _fields(found.fields),
        "skip": None if found.skip is None else str(found.skip),
    }


def _fields(fields: Mapping[str, tuple[str, ...]]) -> Message:
    return {verb: list(words) for verb, words in fields.items()}


def receipt(found: Receipt, names: Sequence[str]) -> Message:
    """The score now, line by line."""
    lines = [
        {
            "seat": each.seat,
            "part": each.part,
            "points": each.points,
            "rule": each.rule,
            "text": render_text(each.text, ENGLISH, names),
        }
        for each in found.lines
    ]
    return {"lines": lines, "totals": totals(found, len(names)), "final": found.final}


def totals(found: Receipt, seats: int) -> list[int]:
    return [found.total(seat) for seat in range(seats)]


def event(found: Event, eyes: Number, names: Sequence[str]) -> Message:
    """Something that happened, as this seat may know it."""
    text = render_text(found.text_for(eyes), ENGLISH, names)
    return {"key": found.key, "rule": found.rule, "text": text, "seat": found.seat, "marks": list(found.marks)}
