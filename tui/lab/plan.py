"""What a simulation is to play, and what it observes of each game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tilehall.engine import Setup, Text, UserError
from tilehall.tui.lab.game_runner import Options, check_playable
from tilehall.tui.programs.bots.bot_pool import NO_BOTS, BotConducts, BotRoster
from tilehall.tui.tables.history.outcome import GameOutcome

RANDOM = "random"


@dataclass(frozen=True, slots=True)
class SimulationPlan:
    """Who plays what, and how often.

    >>> SimulationPlan("princess", ("easy", "normal"), 10, "1", rotate=True).seatings
    (('easy', 'normal'), ('normal', 'easy'))
    """

    game: str
    levels: tuple[str, ...]
    """By seat."""
    deals: int
    seed: str
    """Of all deals, with the number of each."""
    options: Options = ()
    rotate: bool = False
    """Whether each deal is played once for each rotation of the levels."""
    recorded: bool = False
    """Whether records are kept."""
    bots: BotRoster = NO_BOTS
    """Programs that may be named like levels."""

    @property
    def setup(self) -> Setup:
        return Setup(len(self.levels), self.options)

    @property
    def seatings(self) -> tuple[tuple[str, ...], ...]:
        """The levels by seat, for each game of a deal: all different rotations, or just one."""
        if not self.rotate:
            return (self.levels,)
        turned = (self.levels[-n:] + self.levels[:-n] for n in range(len(self.levels)))
        return tuple(dict.fromkeys(turned))

    @property
    def games(self) -> int:
        return self.deals * len(self.seatings)


class ObservedGame(NamedTuple):
    """What was seen of one game."""

    deal: int
    """Its number in the plan, from 0 on."""
    levels: tuple[str, ...]
    """Who sat where."""
    outcome: GameOutcome
    record: str = ""
    """The whole game, if the plan asks for it."""
    conduct: BotConducts | None = None
    """How programs have done; None if none played."""


Deal = tuple[ObservedGame, ...]
"""All games of one deal: one for each seating."""
DealListener = Callable[[Deal], object]


def make_plan(
    name: str,
    players: int,
    levels: Sequence[str] = (),
    deals: int = 100,
    seed: str = "1",
    options: Sequence[tuple[str, str]] = (),
    rotate: bool = False,
    recorded: bool = False,
    bots: BotRoster = NO_BOTS,
) -> SimulationPlan:
    """Return a plan that can be played; one level is for all seats, none means random. Raises UserError.

    >>> make_plan("sand", 2, ["easy"]).levels
    ('easy', 'easy')
    """
    plan = SimulationPlan(
        name, seat_levels_of(levels, players), deals, seed, tuple(sorted(options)), rotate, recorded, bots
    )
    if deals < 1:
        raise UserError(Text("At least one game is needed."))
    check_playable(name, plan.levels, plan.options, bots.names)
    return plan


def seat_levels_of(levels: Sequence[str], players: int) -> tuple[str, ...]:
    """Return a level for each seat. Raises UserError unless none, one, or one for each seat is named."""
    if len(levels) <= 1:
        return tuple(levels or (RANDOM,)) * players
    if len(levels) != players:
        raise level_count_error(len(levels), players)
    return tuple(levels)


def level_count_error(named: int, players: int) -> UserError:
    return UserError(
        Text(
            "{n} computer player is named for {seats} seats.",
            "{n} computer players are named for {seats} seats.",
            n=named,
            seats=players,
        )
    )
