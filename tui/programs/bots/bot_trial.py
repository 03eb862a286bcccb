"""A program tried out by itself in one game: what its author wants to know first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from tilehall.engine import Game, Match, SeedDealer, Setup
from tilehall.tui.programs.bots.bot_messages import BotCase
from tilehall.tui.programs.bots.bot_seat import IN_A_HURRY, BotSeat, PendingDecision
from tilehall.tui.tables.seating import BOT_KIND, USUAL_PLAYERS
from tilehall.tui.tables.thinking.thinkers import Thought

HURRY_AFTER = 8
"""The decision at which somebody is in a hurry."""


class BotFault(NamedTuple):
    """Something wrong with an answer."""

    game: str
    decision: str
    """What had to be decided, by its kind; empty before the first decision."""
    seat: int
    turn: int
    code: str
    message: str
    rule: str


class BotTrial(NamedTuple):
    """What came of a few decisions of one game."""

    game: str
    decisions: int
    over: bool
    """Whether the game was played to its end."""
    slowest: float
    """Seconds that the slowest answer took."""
    faults: tuple[BotFault, ...]
    hurries: bool | None
    """Whether it answers in a hurry; None if that was not tried."""


def try_out_bots(rules: Game[Any], chairs: Sequence[BotSeat], most: int, seed: str) -> BotTrial:
    """The programs of all seats play so many decisions, or until one of them is not asked any more."""
    match = Match(rules, Setup(len(chairs)), SeedDealer(seed))
    for chair in chairs:
        chair.slowest = 0.0
    findings: list[BotFault] = []
    made, hurries = 0, None
    while made < most and (due := match.actors()) and not any(chair.given_up for chair in chairs):
        chair, case = chairs[due[0]], BotCase.of_match(match, due[0])
        before = len(chair.faults)
        call = PendingDecision(hasty=made == HURRY_AFTER)
        decided = chair.decide(case, Thought(rules.id, BOT_KIND, case.view, case.seat, ""), call)
        if call.hasty and decided.fault is None:
            hurries = decided.advice.why != IN_A_HURRY
        kind = rules.decision(case.view, case.seat).kind
        findings += [
            BotFault(rules.id, kind, due[0], chair.turn, wrong.code, f"{wrong}", wrong.rule)
            for wrong in chair.faults[before : before + 1]
        ]
        match.act(case.seat, decided.advice.action)
        made += 1
    standing = rules.final_result(match.state)
    for seat, chair in enumerate(chairs):
        chair.end(BotCase.of_match(match, seat), standing)
    return BotTrial(rules.id, made, match.is_over, max(chair.slowest for chair in chairs), tuple(findings), hurries)


def player_count(rules: Game[Any]) -> int:
    """As at a table, as far as the game is for so many."""
    return min(max(USUAL_PLAYERS, rules.player_counts.start), rules.player_counts[-1])
