"""Games between levels in blocks: one deal, played once with every level in every seat, so that no seat is lucky."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tilehall.engine import Advice, Game, Match, SeedDealer, Setup, Standing
from tilehall.engine.ai.players import bot, choose
from tilehall.tui.programs.bots.bot_messages import Case
from tilehall.tui.programs.bots.bot_pool import Cast, Conducts, Crew
from tilehall.tui.programs.bots.bot_seat import Call, Chair
from tilehall.tui.tables.seating import PROGRAM
from tilehall.tui.tables.thinking.parallel import LONG
from tilehall.tui.tables.thinking.thinkers import Thought


class Contest(NamedTuple):
    """Who plays what."""

    game: str
    levels: tuple[str, ...]
    seed: str
    options: tuple[tuple[str, str], ...] = ()
    cast: Cast = Cast()
    """Programs that play besides the levels, by their names."""


class Showing(NamedTuple):
    """How one player did in a game, or on average in several."""

    win: float
    """1 for a win; a shared one counts in parts."""
    rank: float
    score: float


@dataclass(slots=True)
class Block:
    """One deal in all seats: the mean showing of each level, and how long its decisions took.

    Those of our own take one core; a program is waited for, whatever it does meanwhile.
    """

    showings: dict[str, Showing]
    seconds: dict[str, list[float]] = field(default_factory=dict)
    conduct: Conducts = field(default_factory=dict)
    """How programs have done."""


class Deal(NamedTuple):
    """One of the deals of a contest, to be played with everybody in every seat."""

    contest: Contest
    number: int

    @property
    def game(self) -> str:
        return self.contest.game

    @property
    def level(self) -> str:
        """Nobody knows how long it takes."""
        return LONG

    def answer(self, rules: Game[Any]) -> Block:
        contest, number = self
        found: dict[str, list[Showing]] = {}
        block = Block({})
        with Crew(contest.cast) as crew:
            for turned in range(len(contest.levels)):
                seats = contest.levels[turned:] + contest.levels[:turned]
                standing = played(rules, contest, seats, number, block.seconds, crew.seated(seats))
                for level, showing in zip(seats, showings(standing, len(seats)), strict=True):
                    found.setdefault(level, []).append(showing)
            block.conduct = crew.conduct
        block.showings = {level: _mean(each) for level, each in found.items()}
        return block


def _mean(found: list[Showing]) -> Showing:
    return Showing(*(sum(part) / len(found) for part in zip(*found, strict=True)))


def played(
    rules: Game[Any],
    contest: Contest,
    seats: tuple[str, ...],
    number: int,
    seconds: dict[str, list[float]],
    programs: Mapping[int, Chair],
) -> Standing:
    """One game; every player sees its own view, and carries its plans on while nothing else happens."""
    match = Match(rules, Setup(len(seats), contest.options), SeedDealer(f"{contest.seed} {number}"))
    whims = [f"{contest.seed} {number} {seat}" for seat in range(len(seats))]
    players = {seat: bot(seats[seat], whim, whim) for seat, whim in enumerate(whims) if seat not in programs}
    intended: dict[int, tuple[Any, ...]] = {}
    while due := match.actors():
        seat = due[0]
        if seat in programs:
            began = time.monotonic()
            advice = _asked(programs[seat], match, seat)
            seconds.setdefault(seats[seat], []).append(time.monotonic() - began)
        else:
            # Not the clock: other work on the same machine is not this player's.
            begun = time.process_time()
            advice = choose(players[seat], rules, match.view(seat), seat, intended.get(seat, ()))
            seconds.setdefault(seats[seat], []).append(time.process_time() - begun)
        alone = len(match.act(seat, advice.action).moves) == 1
        intended = {seat: advice.then} if alone else {}
    standing = rules.standing(match.state)
    assert standing is not None
    for seat, chair in programs.items():
        chair.end(Case.of(match, seat), standing)
    return standing


def _asked(chair: Chair, match: Match[Any], seat: int) -> Advice:
    case = Case.of(match, seat)
    return chair.decide(case, Thought(match.game.id, PROGRAM, case.view, seat, ""), Call()).advice


def showings(standing: Standing, seats: int) -> list[Showing]:
    """What a result is to each seat. Where nobody is ranked all are in the middle, and nobody wins."""
    if standing.ranks is None or standing.scores is None:
        return [Showing(0.0, (seats + 1) / 2, 0.0)] * seats
    winners = standing.winners
    return [
        Showing((rank == 1) / len(winners), rank, score)
        for rank, score in zip(standing.ranks, standing.scores, strict=True)
    ]
