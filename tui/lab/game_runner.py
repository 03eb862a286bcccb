"""Plays a game between computer players at a table: the one runner of arena, simulate, --against, demos and benches."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from tilehall.engine import Game, GameResult, RecordPlayer, SeatNo, Setup, Text, UserError, load_game
from tilehall.engine.ai.players import make_bot
from tilehall.tui.tables.computer_players import ComputerPlayers, TableServices
from tilehall.tui.tables.seating import BOT_KIND
from tilehall.tui.tables.table import Table
from tilehall.tui.tables.thinking.thinkers import UNLIMITED_LEVEL, InlineThinker, Thinker, run_inline

if TYPE_CHECKING:
    from tilehall.tui.programs.bots.table_bots import TableBots

A = TypeVar("A")
NOTHING = Fraction(0)
Options = tuple[tuple[str, str], ...]


class PlayedGame(NamedTuple):
    """A finished game."""

    table: Table[Any]
    result: GameResult


def play_game(
    rules: Game[Any],
    players: Sequence[RecordPlayer],
    options: Options,
    seed: str,
    number: int,
    thinker: Thinker | None = None,
    bots: TableBots | None = None,
) -> PlayedGame:
    """Play game `number` of `seed` to its end; both decide all draws, whoever plays it and when.

    `thinker` decides for the players (default: the level that each is named after), `bots` for players of `BOT_KIND`.
    Raises UserError if the table cannot be opened or the game ends without a result.

    >>> from tilehall.engine import load_game
    >>> play_game(load_game("princess"), computer_players(("random", "random")), (), "1", 0).result.ending
    'witch'
    """
    table = Table.open(rules, players, options, game_seed(seed, number), bots=bots.bot_seats if bots else ())
    services = TableServices(thinker=thinker or InlineThinker(), bots=bots)
    run_inline(ComputerPlayers(table, services).run())
    result = rules.final_result(table.match.state)
    if result is None:
        raise UserError(Text("Game {number} of seed {seed} ended without a result.", number=number, seed=seed))
    return PlayedGame(table, result)


def win_share(result: GameResult, seat: SeatNo) -> Fraction:
    """Return what a seat has of the win: all, a part of a shared one, or nothing."""
    winners = result.winners
    return Fraction(1, len(winners)) if seat in winners else NOTHING


def game_seed(seed: str, number: int) -> str:
    """Return the seed of one of many games."""
    return f"{seed} {number}"


def computer_players(levels: Sequence[str], programs: Container[str] = ()) -> list[RecordPlayer]:
    """Return a player for each seat, named after it; levels among `programs` are played by programs of that name."""
    kinds = (BOT_KIND if level in programs else level for level in levels)
    return [RecordPlayer(f"seat{seat}", kind) for seat, kind in enumerate(kinds)]


def check_playable(game: str, levels: Sequence[str], options: Options, programs: Container[str] = ()) -> None:
    """Raise UserError if there is no such level or program, game, set-up or option."""
    for level in levels:
        if level not in programs:
            make_bot(level, "")
    load_game(game).start(Setup(len(levels), options))


@dataclass(frozen=True, slots=True)
class GameJob(Generic[A]):
    """Part of an experiment as plain data: an `AnalysisQuestion` that this or another process answers."""

    game: str
    work: Callable[[Game[Any]], A]
    level: str = UNLIMITED_LEVEL

    def answer(self, rules: Game[Any]) -> A:
        return self.work(rules)
