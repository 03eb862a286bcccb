"""What is to be simulated."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tilehall.engine import Setup, Text, UserError
from tilehall.tui.lab.game_runner import Options, check_playable
from tilehall.tui.programs.bots.bot_pool import NO_BOTS, BotRoster

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
    """A deal comes from it and from its own number."""
    options: Options = ()
    rotate: bool = False
    """Whether each deal is played with the levels in every order around the table."""
    recorded: bool = False
    """Whether the records of the games are wanted."""
    bots: BotRoster = NO_BOTS
    """Programs that may be named like levels."""

    @property
    def setup(self) -> Setup:
        return Setup(len(self.levels), self.options)

    @property
    def seatings(self) -> tuple[tuple[str, ...], ...]:
        """The levels by seat, for each game of a deal: all ways to turn them that differ, or just one."""
        if not self.rotate:
            return (self.levels,)
        turned = (self.levels[-n:] + self.levels[:-n] for n in range(len(self.levels)))
        return tuple(dict.fromkeys(turned))

    @property
    def games(self) -> int:
        return self.deals * len(self.seatings)


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
    """A plan that can be played. One level is for everybody; without any, everybody plays at random. Raises UserError.

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
    """A level for each seat. Raises UserError if so many are named that they are neither one nor one for each."""
    if len(levels) <= 1:
        return tuple(levels or (RANDOM,)) * players
    if len(levels) != players:
        raise UserError(
            Text(
                "{n} computer player is named for {seats} seats.",
                "{n} computer players are named for {seats} seats.",
                n=len(levels),
                seats=players,
            )
        )
    return tuple(levels)
