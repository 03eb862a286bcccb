"""What a program that plays is told, as docs/bots.md specifies it: made of what its seat may know, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from tilehall.engine import (
    Game,
    GameResult,
    Match,
    Receipt,
    Setup,
    Step,
    settle_options,
)
from tilehall.engine import SeatNo as Number
from tilehall.tui.programs.json_messages import (
    Message,
    decision_data,
    event_data,
    format_line,
    receipt_line_data,
    result_data,
    totals_data,
)

PROTOCOL = 1


class BotCase(NamedTuple):
    """What a program is asked about: the view of its seat, and the steps so far."""

    rules: Game[Any]
    names: tuple[str, ...]
    options: tuple[tuple[str, str], ...]
    seat: Number
    view: Any
    """The position as its seat sees it."""
    steps: Sequence[Step[Any]]
    """All steps; only what the seat may know of them is sent."""

    @classmethod
    def of_match(cls, match: Match[Any], seat: Number) -> BotCase:
        """Return the case of a seat in a match without people, whose players are named after their seats."""
        names = tuple(f"seat{n}" for n in range(match.setup.players))
        return cls(match.game, names, match.setup.options, seat, match.view(seat), tuple(match.steps))


def line(message: Message) -> bytes:
    return format_line(message).encode() + b"\n"


def hello(program: str, milliseconds: int) -> Message:
    return {"say": "hello", "protocol": PROTOCOL, "from": program, "ms": milliseconds}


def new(case: BotCase, match: int) -> Message:
    """Return the message that a game begins."""
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
    """Return the question for a decision."""
    rules, view, seat = case.rules, case.view, case.seat
    found = rules.decision(view, seat)
    return {
        "say": "turn",
        "match": match,
        "turn": number,
        "seat": seat,
        "ms": milliseconds,
        "decision": decision_data(found, case.names) | {"skip": None if found.skip is None else str(found.skip)},
        "legal": [str(action) for action in rules.legal_actions(view, seat)],
        "state": rules.dump(view),
        "receipt": receipt_data(rules.receipt(view), case.names),
        "events": list(events),
        "taken_back": back,
    }


def stop(match: int, number: int) -> Message:
    """Return the message that an answer is wanted at once, or not at all any more."""
    return {"say": "stop", "match": match, "turn": number}


def end(case: BotCase, match: int, result: GameResult | None, events: Sequence[Message], back: int) -> Message:
    """Return the message that the game is over, or broken off if there is no result."""
    head: Message = {"say": "end", "match": match, "ending": None, "text": "", "scores": None, "ranks": None}
    return head | {"winners": [], "events": list(events), "taken_back": back} | result_data(result, case.names)


def bye() -> Message:
    return {"say": "bye"}


def receipt_data(receipt: Receipt, names: Sequence[str]) -> Message:
    """Return the score, line by line."""
    lines = [receipt_line_data(each, names) for each in receipt.lines]
    return {"lines": lines, "totals": totals_data(receipt, len(names)), "final": receipt.final}


class SentEvents:
    """What one seat has been told of one game so far; steps may be taken back meanwhile."""

    def __init__(self) -> None:
        self._steps: list[tuple[Step[object], int]] = []
        """The steps, with how many events each had."""

    def since(self, case: BotCase) -> tuple[list[Message], int]:
        """Return the new events, and how many of those sent last are not so any more; count the new ones as sent."""
        back, steps = 0, case.steps
        while self._steps and not _still_stands(self._steps, steps):
            back += self._steps.pop()[1]
        found: list[Message] = []
        for step in steps[len(self._steps) :]:
            events = [event_data(each, case.seat, case.names) for each in step.events]
            self._steps.append((step, len(events)))
            found += events
        return found, back


def _still_stands(sent: Sequence[tuple[Step[object], int]], steps: Sequence[Step[object]]) -> bool:
    """Return whether the last step that was sent still stands where it stood."""
    return len(sent) <= len(steps) and sent[-1][0] is steps[len(sent) - 1]
