"""Games for programs that learn: an environment of PettingZoo for all seats, one of Gymnasium for a single seat.

They need the extra `tilehall[rl]`, which is imported when an environment is made. Nothing else in the engine imports
this package. `docs/rl.md` is its manual.

    from tilehall.engine.rl import env, single

    table = env("kaguya", players=2)
    seat = single("princess", opponents="easy")
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, TypeAlias, TypedDict, Unpack

from tilehall.engine.core.game import Game, Position, SeatNo

if TYPE_CHECKING:
    from pettingzoo import AECEnv

    from tilehall.engine.rl.aec import TableEnv
    from tilehall.engine.rl.single_seat import SingleSeatEnv

Renderer: TypeAlias = Callable[[Position, SeatNo], str]
"""Describes a position, as a seat sees it, in lines of text."""
NEEDED = ("numpy", "gymnasium", "pettingzoo")

__all__ = ["EnvOptions", "Renderer", "SingleEnvOptions", "env", "raw_env", "register", "single"]


class EnvOptions(TypedDict, total=False):
    """Options of all environments."""

    rewards: str
    """`rank` (the default) or `score`."""
    render_mode: str | None
    """None or `ansi`."""
    draw: Renderer | None
    """Describes positions for `ansi`; by default an entry a line."""


class SingleEnvOptions(EnvOptions, total=False):
    """Options of environments for one seat."""

    seat: SeatNo
    """The seat that learns; by default 0."""
    opponents: str | Sequence[str]
    """The level of all others, or of each in the order of the seats; by default `random`."""


def env(
    game: str | Game[Any],
    players: int | None = None,
    options: Mapping[str, str] | None = None,
    **how: Unpack[EnvOptions],
) -> AECEnv[str, dict[str, Any], Any]:
    """Return an environment for all seats, wrapped as PettingZoo's own games: an illegal action ends it with -1."""
    table = raw_env(game, players, options, **how)
    from pettingzoo.utils import wrappers

    ended = wrappers.TerminateIllegalWrapper(table, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(ended))


def raw_env(
    game: str | Game[Any],
    players: int | None = None,
    options: Mapping[str, str] | None = None,
    **how: Unpack[EnvOptions],
) -> TableEnv:
    """Return it without wrappers: an illegal action raises RuleError with the reason, and changes nothing."""
    _check_packages()
    from tilehall.engine.rl.aec import TableEnv

    return TableEnv(game, players, options, **how)


def single(
    game: str | Game[Any],
    players: int | None = None,
    options: Mapping[str, str] | None = None,
    **how: Unpack[SingleEnvOptions],
) -> SingleSeatEnv:
    """Return an environment for one seat; computer players have the others."""
    _check_packages()
    from tilehall.engine.rl.single_seat import SingleSeatEnv

    return SingleSeatEnv(game, players=players, options=options, **how)


def register() -> None:
    """Register all games with Gymnasium: `gymnasium.make("tilehall/Princess-v0", players=3)`."""
    _check_packages()
    import gymnasium

    from tilehall.engine.games.catalog import list_game_ids

    for id in list_game_ids():
        name = f"tilehall/{id.capitalize()}-v0"
        if name not in gymnasium.registry:
            gymnasium.register(name, entry_point="tilehall.engine.rl.single_seat:SingleSeatEnv", kwargs={"game": id})


def _check_packages() -> None:
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        raise ImportError(
            f"Environments need {' and '.join(missing)}: pip install 'tilehall[rl]' brings what is missing."
        )
