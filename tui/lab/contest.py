"""Games between levels in blocks: one deal, played once with every level in every seat, so that no seat is lucky."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tilehall.engine import Advice, Game, GameResult, Match, SeedDealer, Setup
from tilehall.engine.ai.players import choose_action, make_bot
from tilehall.tui.programs.bots.bot_messages import BotCase
from tilehall.tui.programs.bots.bot_pool import BotConducts, BotPool, BotRoster
from tilehall.tui.programs.bots.bot_seat import BotSeat, PendingDecision
from tilehall.tui.tables.seating import BOT_KIND
from tilehall.tui.tables.thinking.thinkers import UNLIMITED_LEVEL, Thought


class LevelContest(NamedTuple):
    """Who plays what."""

    game: str
    levels: tuple[str, ...]
    seed: str
    options: tuple[tuple[str, str], ...] = ()
    bots: BotRoster = BotRoster()
    """Programs that play besides the levels, by their names."""


class SeatResult(NamedTuple):
    """How one player did in a game, or on average in several."""

    win: float
    """1 for a win; a shared one counts in parts."""
    rank: float
    score: float


@dataclass(slots=True)
class DealResult:
    """One deal in all seats: the mean showing of each level, and how long its decisions took.

    Those of our own take one core; a program is waited for, whatever it does meanwhile.
    """

    results: dict[str, SeatResult]
    seconds: dict[str, list[float]] = field(default_factory=dict)
    conduct: BotConducts = field(default_factory=dict)
    """How programs have done."""


class ContestDeal(NamedTuple):
    """One of the deals of a contest, to be played with everybody in every seat."""

    contest: LevelContest
    number: int

    @property
    def game(self) -> str:
        return self.contest.game

    @property
    def level(self) -> str:
        """Nobody knows how long it takes."""
        return UNLIMITED_LEVEL

    def answer(self, rules: Game[Any]) -> DealResult:
        contest, number = self
        found: dict[str, list[SeatResult]] = {}
        block = DealResult({})
        with BotPool(contest.bots) as crew:
            for turned in range(len(contest.levels)):
                seats = contest.levels[turned:] + contest.levels[:turned]
                standing = play_contest_game(rules, contest, seats, number, block.seconds, crew.bot_seats(seats))
                for level, showing in zip(seats, seat_results(standing, len(seats)), strict=True):
                    found.setdefault(level, []).append(showing)
            block.conduct = crew.conduct
        block.results = {level: _mean_result(each) for level, each in found.items()}
        return block


def _mean_result(found: list[SeatResult]) -> SeatResult:
    return SeatResult(*(sum(part) / len(found) for part in zip(*found, strict=True)))


def play_contest_game(
    rules: Game[Any],
    contest: LevelContest,
    seats: tuple[str, ...],
    number: int,
    seconds: dict[str, list[float]],
    programs: Mapping[int, BotSeat],
) -> GameResult:
    """One game; every player sees its own view, and carries its plans on while nothing else happens."""
    match = Match(rules, Setup(len(seats), contest.options), SeedDealer(f"{contest.seed} {number}"))
    whims = [f"{contest.seed} {number} {seat}" for seat in range(len(seats))]
    players = {seat: make_bot(seats[seat], whim, whim) for seat, whim in enumerate(whims) if seat not in programs}
    intended: dict[int, tuple[Any, ...]] = {}
    while due := match.actors():
        seat = due[0]
        if seat in programs:
            began = time.monotonic()
            advice = _ask_bot(programs[seat], match, seat)
            seconds.setdefault(seats[seat], []).append(time.monotonic() - began)
        else:
            # Not the clock: other work on the same machine is not this player's.
            begun = time.process_time()
            advice = choose_action(players[seat], rules, match.view(seat), seat, intended.get(seat, ()))
            seconds.setdefault(seats[seat], []).append(time.process_time() - begun)
        alone = len(match.act(seat, advice.action).steps) == 1
        intended = {seat: advice.next_actions} if alone else {}
    standing = rules.final_result(match.state)
    assert standing is not None
    for seat, chair in programs.items():
        chair.end(BotCase.of_match(match, seat), standing)
    return standing


def _ask_bot(chair: BotSeat, match: Match[Any], seat: int) -> Advice:
    case = BotCase.of_match(match, seat)
    return chair.decide(case, Thought(match.game.id, BOT_KIND, case.view, seat, ""), PendingDecision()).advice


def seat_results(standing: GameResult, seats: int) -> list[SeatResult]:
    """What a result is to each seat. Where nobody is ranked all are in the middle, and nobody wins."""
    if standing.ranks is None or standing.scores is None:
        return [SeatResult(0.0, (seats + 1) / 2, 0.0)] * seats
    winners = standing.winners
    return [
        SeatResult((rank == 1) / len(winners), rank, score)
        for rank, score in zip(standing.ranks, standing.scores, strict=True)
    ]
