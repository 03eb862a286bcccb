"""Tries a program out in one game against itself, for `tilehall bot check`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from tilehall.engine import Game, Match, SeedDealer, Setup
from tilehall.tui.programs.bots.bot_messages import BotCase
from tilehall.tui.programs.bots.bot_seat import IN_A_HURRY, BotSeat, PendingDecision
from tilehall.tui.tables.seating import BOT_KIND, USUAL_PLAYERS
from tilehall.tui.tables.thinking.thinkers import Thought

HURRY_AFTER = 8
"""The decision that is hurried."""


class BotFault(NamedTuple):
    """A fault, with where it was committed."""

    game: str
    decision: str
    """What had to be decided, by its kind; empty before the first decision."""
    seat: int
    turn: int
    code: str
    message: str
    rule: str


class BotTrial(NamedTuple):
    """The outcome of a few decisions of one game."""

    game: str
    decisions: int
    over: bool
    """Whether the game was played to its end."""
    slowest: float
    """Seconds that the slowest answer took."""
    faults: tuple[BotFault, ...]
    hurries: bool | None
    """Whether it answers when it is hurried; None if that was not tried."""


def try_out_bots(rules: Game[Any], bot_seats: Sequence[BotSeat], most: int, seed: str) -> BotTrial:
    """Let programs in all seats make up to `most` decisions; ends early if one is given up."""
    match = Match(rules, Setup(len(bot_seats)), SeedDealer(seed))
    for bot_seat in bot_seats:
        bot_seat.slowest = 0.0
    findings: list[BotFault] = []
    made, hurries = 0, None
    while made < most and (due := match.actors()) and not any(bot_seat.given_up for bot_seat in bot_seats):
        bot_seat, case = bot_seats[due[0]], BotCase.of_match(match, due[0])
        before = len(bot_seat.faults)
        call = PendingDecision(hasty=made == HURRY_AFTER)
        decided = bot_seat.decide(case, Thought(rules.id, BOT_KIND, case.view, case.seat, ""), call)
        if call.hasty and decided.fault is None:
            hurries = decided.advice.why != IN_A_HURRY
        kind = rules.decision(case.view, case.seat).kind
        findings += [
            BotFault(rules.id, kind, due[0], bot_seat.turn, wrong.code, f"{wrong}", wrong.rule)
            for wrong in bot_seat.faults[before : before + 1]
        ]
        match.act(case.seat, decided.advice.action)
        made += 1
    standing = rules.final_result(match.state)
    for seat, bot_seat in enumerate(bot_seats):
        bot_seat.end(BotCase.of_match(match, seat), standing)
    return BotTrial(
        rules.id, made, match.is_over, max(bot_seat.slowest for bot_seat in bot_seats), tuple(findings), hurries
    )


def player_count(rules: Game[Any]) -> int:
    """Return the usual number of players, within what the game allows."""
    return min(max(USUAL_PLAYERS, rules.player_counts.start), rules.player_counts[-1])
