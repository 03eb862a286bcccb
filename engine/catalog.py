"""The games that can be played here: those of the house, and those that other installed packages announce.

A package announces its games by entry points, each under the game's own id:

    [project.entry-points."tilehall.games"]
    hex = "tilehall_hex:HEX"
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from tilehall.engine.game import Game, RuleError, quoted
from tilehall.engine.spelling import did_you_mean


@dataclass(frozen=True, slots=True)
class Box:
    """What is printed on a game's box, to be read before it is opened."""

    id: str
    title: str
    credit: str
    seats: range
    open: Callable[[], Game[Any]]


# Each function imports its game when it is called, and shows the type checker that it is one.


def _princess() -> Game[Any]:
    from tilehall.engine.princess import PRINCESS, State

    found: Game[State] = PRINCESS
    return found


def _sand() -> Game[Any]:
    from tilehall.engine.sand import SAND, State

    found: Game[State] = SAND
    return found


def _beasts() -> Game[Any]:
    from tilehall.engine.beasts import BEASTS, State

    found: Game[State] = BEASTS
    return found


def _kaguya() -> Game[Any]:
    from tilehall.engine.kaguya import KAGUYA, State

    found: Game[State] = KAGUYA
    return found


_HOUSE = (
    Box(
        id="princess",
        title="The Princess and Magic Tile",
        credit="Designed by Fukuda Hiroshi, published by XiSize",
        seats=range(2, 5),
        open=_princess,
    ),
    Box(
        id="sand",
        title="Realm of Sand",
        credit="Designed by Ji Hua Wei, published by EmperorS4",
        seats=range(1, 5),
        open=_sand,
    ),
    Box(
        id="beasts",
        title="Merlin's Beast Hunt",
        credit="Designed by Ian Bach, published by WizKids",
        seats=range(2, 5),
        open=_beasts,
    ),
    Box(
        id="kaguya",
        title="Kaguyahime",
        credit="Designed by Miyamoto, published by TAIL GAMES",
        seats=range(2, 5),
        open=_kaguya,
    ),
)
BUILT_IN: Mapping[str, Box] = MappingProxyType({box.id: box for box in _HOUSE})
"""The games of the house by their ids. To list them costs nothing: no game is imported, and no package looked for."""


def boxes() -> tuple[Box, ...]:
    """All games: those of the house, then the guests in the order of their ids."""
    from tilehall.engine.guests import guests

    return (*BUILT_IN.values(), *guests().boxes)


def ids() -> tuple[str, ...]:
    """The ids of all games. Those of guests are as announced: none is loaded, so one of them may not work."""
    from tilehall.engine.guests import announced

    return tuple(dict.fromkeys((*BUILT_IN, *(point.name for point in announced()))))


def problems() -> tuple[str, ...]:
    """For every announced game that cannot be played a sentence that says why."""
    from tilehall.engine.guests import guests

    return guests().problems


def game(name: str) -> Game[Any]:
    """The game with this id. Other packages are looked for only if it is none of the house.

    >>> game("princess").title
    'The Princess and Magic Tile'
    """
    if name in BUILT_IN:
        return BUILT_IN[name].open()
    found = {box.id: box for box in boxes()}
    if name not in found:
        instead = did_you_mean(name, found, f"Games: {', '.join(found)}.")
        raise RuleError(f"There is no game {quoted(name)}. {instead}")
    return found[name].open()


def games() -> tuple[Game[Any], ...]:
    """All games, opened."""
    return tuple(box.open() for box in boxes())
