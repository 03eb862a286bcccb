"""Games for programs that learn: an environment of PettingZoo for all seats, one of Gymnasium for a single seat.

What they need comes with the extra `tilehall[rl]`, and is loaded when an environment is made, not before. Nobody else
in the house imports this room. `docs/rl.md` tells how to learn with it.

    from tilehall.engine.rl import env, single

    table = env("kaguya", players=2)
    seat = single("princess", opponents="easy")
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, TypeAlias, TypedDict, Unpack

from tilehall.engine.core.game import Game, Position, Seat

if TYPE_CHECKING:
    from pettingzoo import AECEnv

    from tilehall.engine.rl.aec import Table
    from tilehall.engine.rl.single_seat import OneSeat

Draw: TypeAlias = Callable[[Position, Seat], str]
"""Tells a position, as this seat sees it, in lines of text."""
NEEDED = ("numpy", "gymnasium", "pettingzoo")

__all__ = ["Against", "Draw", "How", "env", "raw_env", "register", "single"]


class How(TypedDict, total=False):
    """How it is told what happens at a table."""

    rewards: str
    """`rank` (so it is if nothing is said) or `score`."""
    render_mode: str | None
    """None or `ansi`."""
    draw: Draw | None
    """What tells positions then; if nothing is said, an entry a line."""


class Against(How, total=False):
    """And who plays there."""

    seat: Seat
    """The seat that learns: 0 if nothing is said."""
    opponents: str | Sequence[str]
    """The level of all others, or of each in the order of the seats: `random` if nothing is said."""


def env(
    game: str | Game[Any], players: int | None = None, options: Mapping[str, str] | None = None, **how: Unpack[How]
) -> AECEnv[str, dict[str, Any], Any]:
    """A table of all seats, in the wrappers of PettingZoo's own games: an illegal action ends the game with -1."""
    table = raw_env(game, players, options, **how)
    from pettingzoo.utils import wrappers

    ended = wrappers.TerminateIllegalWrapper(table, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(ended))


def raw_env(
    game: str | Game[Any], players: int | None = None, options: Mapping[str, str] | None = None, **how: Unpack[How]
) -> Table:
    """The same without wrappers: an illegal action raises RuleError with the reason, and changes nothing."""
    _must_be_there()
    from tilehall.engine.rl.aec import Table

    return Table(game, players, options, **how)


def single(
    game: str | Game[Any], players: int | None = None, options: Mapping[str, str] | None = None, **how: Unpack[Against]
) -> OneSeat:
    """One seat at a table whose others are computer players."""
    _must_be_there()
    from tilehall.engine.rl.single_seat import OneSeat

    return OneSeat(game, players=players, options=options, **how)


def register() -> None:
    """Tells Gymnasium of all games, guests' as well: `gymnasium.make("tilehall/Princess-v0", players=3)`."""
    _must_be_there()
    import gymnasium

    from tilehall.engine.core.catalog import ids

    for id in ids():
        name = f"tilehall/{id.capitalize()}-v0"
        if name not in gymnasium.registry:
            gymnasium.register(name, entry_point="tilehall.engine.rl.single_seat:OneSeat", kwargs={"game": id})


def _must_be_there() -> None:
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        raise ImportError(
            f"Environments need {' and '.join(missing)}: pip install 'tilehall[rl]' brings what is missing."
        )
