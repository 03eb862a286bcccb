"""Contests between computer players in blocks: each deal is played once with every player in every seat."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tilehall.engine import Advice, Game, GameResult, SeatNo
from tilehall.engine.ai.players import Bot, choose_action, make_bot
from tilehall.tui.lab.game_runner import Options, computer_players, game_seed, play_game, win_share
from tilehall.tui.programs.bots.bot_pool import NO_BOTS, BotConducts, BotPool, BotRoster
from tilehall.tui.programs.bots.bot_seat import BotSeat
from tilehall.tui.programs.bots.table_bots import TableBots
from tilehall.tui.tables.thinking.thinkers import Thought

DecisionTimes = dict[str, list[float]]
"""Seconds of each decision, by the name of the player: CPU time of a level, elapsed time of a program."""


class LevelContest(NamedTuple):
    """Who plays what."""

    game: str
    levels: tuple[str, ...]
    seed: str
    options: Options = ()
    bots: BotRoster = NO_BOTS
    """Programs that may be named like levels."""


class SeatResult(NamedTuple):
    """How one player did in a game, or on average in several."""

    win: float
    """1 for a win; a shared one counts in parts."""
    rank: float
    score: float


@dataclass(slots=True)
class DealResult:
    """One deal in all seats: the mean result of each level, the times of its decisions, the conduct of programs."""

    results: dict[str, SeatResult]
    seconds: DecisionTimes = field(default_factory=dict)
    conduct: BotConducts = field(default_factory=dict)


def play_contest_deal(rules: Game[Any], contest: LevelContest, number: int) -> DealResult:
    """Play one deal with everybody in every seat. Raises UserError."""
    found: dict[str, list[SeatResult]] = {}
    block = DealResult({})
    with BotPool(contest.bots) as pool:
        for turned in range(len(contest.levels)):
            seats = contest.levels[turned:] + contest.levels[:turned]
            result = _play_in_seats(rules, contest, seats, number, block.seconds, pool)
            for level, seat_result in zip(seats, seat_results(result, len(seats)), strict=True):
                found.setdefault(level, []).append(seat_result)
        block.conduct = pool.conduct
    block.results = {level: _mean_result(each) for level, each in found.items()}
    return block


def _mean_result(found: list[SeatResult]) -> SeatResult:
    return SeatResult(*(sum(part) / len(found) for part in zip(*found, strict=True)))


def _play_in_seats(
    rules: Game[Any], contest: LevelContest, levels: tuple[str, ...], number: int, seconds: DecisionTimes, pool: BotPool
) -> GameResult:
    whims = [f"{game_seed(contest.seed, number)} {seat}" for seat in range(len(levels))]
    programs = pool.bot_seats(levels)
    bots = {seat: make_bot(levels[seat], whim, whim) for seat, whim in enumerate(whims) if seat not in programs}

    def add_time(seat: SeatNo, elapsed: float) -> None:
        seconds.setdefault(levels[seat], []).append(elapsed)

    return play_game(
        rules,
        computer_players(levels, contest.bots.names),
        contest.options,
        contest.seed,
        number,
        SeatThinker(bots, dict.fromkeys(bots, rules), add_time),
        TimedBots(programs, add_time) if programs else None,
    ).result


class SeatThinker:
    """Decides with one bot per seat, which may judge by rules of its own and keeps its luck for the whole game.

    `add_time` gets the CPU time of each decision: other work on the same machine does not count.
    """

    def __init__(
        self,
        bots: Mapping[SeatNo, Bot],
        rules: Mapping[SeatNo, Game[Any]],
        add_time: Callable[[SeatNo, float], object] = lambda seat, seconds: None,
    ) -> None:
        self._bots, self._rules, self._add_time = bots, rules, add_time
        self._last_seat: SeatNo | None = None

    async def think(self, thought: Thought) -> Advice:
        seat = thought.seat
        intended = thought.intended if seat == self._last_seat else ()
        self._last_seat = seat
        began = time.process_time()
        advice = choose_action(self._bots[seat], self._rules[seat], thought.view, seat, intended)
        self._add_time(seat, time.process_time() - began)
        return advice

    def hurry(self, thought: Thought) -> None:
        """No-op: nobody waits at this table."""


class TimedBots(TableBots):
    """Programs at a table; `add_time` gets the elapsed time of each decision."""

    def __init__(self, programs: Mapping[SeatNo, BotSeat], add_time: Callable[[SeatNo, float], object]) -> None:
        super().__init__({f"seat{seat}": program for seat, program in programs.items()})
        self._add_time = add_time

    async def think(self, thought: Thought) -> Advice:
        began = time.monotonic()
        advice = await super().think(thought)
        self._add_time(thought.seat, time.monotonic() - began)
        return advice


def seat_results(result: GameResult, seats: int) -> list[SeatResult]:
    """Return what a result is to each seat. Where nobody is ranked all are in the middle, and nobody wins."""
    if result.ranks is None or result.scores is None:
        return [SeatResult(0.0, (seats + 1) / 2, 0.0)] * seats
    ranked = zip(result.ranks, result.scores, strict=True)
    return [SeatResult(float(win_share(result, seat)), rank, score) for seat, (rank, score) in enumerate(ranked)]
