"""A program tried out by itself in one game: what its author wants to know first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from tilehall.engine import Game, Match, SeedDealer, Setup
from tilehall.tui.programs.bots.bot_messages import Case
from tilehall.tui.programs.bots.bot_seat import IN_A_HURRY, Call, Chair
from tilehall.tui.tables.seating import PROGRAM, USUAL
from tilehall.tui.tables.thinking.thinkers import Thought

HURRIED = 8
"""The decision at which somebody is in a hurry."""


class Finding(NamedTuple):
    """Something wrong with an answer."""

    game: str
    decision: str
    """What had to be decided, by its kind; empty before the first decision."""
    seat: int
    turn: int
    code: str
    message: str
    rule: str


class Trial(NamedTuple):
    """What came of a few decisions of one game."""

    game: str
    decisions: int
    over: bool
    """Whether the game was played to its end."""
    slowest: float
    """Seconds that the slowest answer took."""
    findings: tuple[Finding, ...]
    hurries: bool | None
    """Whether it answers in a hurry; None if that was not tried."""


def tried_out(rules: Game[Any], chairs: Sequence[Chair], most: int, seed: str) -> Trial:
    """The programs of all seats play so many decisions, or until one of them is not asked any more."""
    match = Match(rules, Setup(len(chairs)), SeedDealer(seed))
    for chair in chairs:
        chair.slowest = 0.0
    findings: list[Finding] = []
    made, hurries = 0, None
    while made < most and (due := match.actors()) and not any(chair.given_up for chair in chairs):
        chair, case = chairs[due[0]], Case.of(match, due[0])
        before = len(chair.wrong)
        call = Call(hasty=made == HURRIED)
        decided = chair.decide(case, Thought(rules.id, PROGRAM, case.view, case.seat, ""), call)
        if call.hasty and decided.fault is None:
            hurries = decided.advice.why != IN_A_HURRY
        kind = rules.decision(case.view, case.seat).kind
        findings += [
            Finding(rules.id, kind, due[0], chair.turn, wrong.code, f"{wrong}", wrong.rule)
            for wrong in chair.wrong[before : before + 1]
        ]
        match.act(case.seat, decided.advice.action)
        made += 1
    standing = rules.standing(match.state)
    for seat, chair in enumerate(chairs):
        chair.end(Case.of(match, seat), standing)
    return Trial(rules.id, made, match.over, max(chair.slowest for chair in chairs), tuple(findings), hurries)


def players(rules: Game[Any]) -> int:
    """As at a table, as far as the game is for so many."""
    return min(max(USUAL, rules.seats.start), rules.seats[-1])
