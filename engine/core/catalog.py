"""The games that can be played here: those of the house, and those that other installed packages announce.

A package announces its games by entry points, each under the game's own id:

    [project.entry-points."tilehall.games"]
    hex = "tilehall_hex:HEX"
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from tilehall.engine.core.game import Game, RuleError, quoted
from tilehall.engine.core.spelling import did_you_mean
from tilehall.engine.core.text import Text, listed


class Box(NamedTuple):
    """What is printed on a game's box, to be read before it is opened."""

    id: str
    title: Text
    credit: Text
    seats: range
    open: Callable[[], Game[Any]]
    about: Text = Text("")
    """What playing it feels like, in a sentence."""
    minutes: tuple[int, int] | None = None
    """How long a game lasts, at least and at most, as its box says; None if that is not known."""


def credit(designer: str, publisher: str) -> Text:
    """Whose game it is."""
    return Text("Designed by {designer}, published by {publisher}", designer=designer, publisher=publisher)


# Each function imports its game when it is called, and shows the type checker that it is one.


def _princess() -> Game[Any]:
    from tilehall.engine.games.princess import PRINCESS, State

    found: Game[State] = PRINCESS
    return found


def _sand() -> Game[Any]:
    from tilehall.engine.games.sand import SAND, State

    found: Game[State] = SAND
    return found


def _beasts() -> Game[Any]:
    from tilehall.engine.games.beasts import BEASTS, State

    found: Game[State] = BEASTS
    return found


def _kaguya() -> Game[Any]:
    from tilehall.engine.games.kaguya import KAGUYA, State

    found: Game[State] = KAGUYA
    return found


_HOUSE = (
    Box(
        id="princess",
        title=Text("The Princess and Magic Tile"),
        credit=credit("Fukuda Hiroshi", "XiSize"),
        seats=range(2, 5),
        open=_princess,
        about=Text("Race through the witch's manor: lay tiles into patterns, and set off several at once."),
        minutes=(25, 50),
    ),
    Box(
        id="sand",
        title=Text("Realm of Sand"),
        credit=credit("Ji Hua Wei", "EmperorS4"),
        seats=range(1, 5),
        open=_sand,
        about=Text("A calm puzzle: fill your garden of colours, clear it into buildings, and begin again."),
        minutes=(30, 60),
    ),
    Box(
        id="beasts",
        title=Text("Merlin's Beast Hunt"),
        credit=credit("Ian Bach", "WizKids"),
        seats=range(2, 5),
        open=_beasts,
        about=Text("Roll, keep, roll again, and close the last gap of a pen before somebody else does."),
    ),
    Box(
        id="kaguya",
        title=Text("Kaguyahime"),
        credit=credit("Miyamoto", "TAIL GAMES"),
        seats=range(2, 5),
        open=_kaguya,
        about=Text("Everybody decides in secret at the same time: guess what the others hold, and furnish rooms."),
        minutes=(30, 60),
    ),
)
BUILT_IN: Mapping[str, Box] = MappingProxyType({box.id: box for box in _HOUSE})
"""The games of the house by their ids. To list them costs nothing: no game is imported, and no package looked for."""


def boxes() -> tuple[Box, ...]:
    """All games: those of the house, then the guests in the order of their ids."""
    from tilehall.engine.games.addons import guests

    return (*BUILT_IN.values(), *guests().boxes)


def ids() -> tuple[str, ...]:
    """The ids of all games. Those of guests are as announced: none is loaded, so one of them may not work."""
    from tilehall.engine.games.addons import announced

    return tuple(dict.fromkeys((*BUILT_IN, *[point.name for point in announced()])))


def problems() -> tuple[Text, ...]:
    """For every announced game that cannot be played a sentence that says why."""
    from tilehall.engine.games.addons import guests

    return guests().problems


def game(name: str) -> Game[Any]:
    """The game with this id. Other packages are looked for only if it is none of the house.

    >>> print(game("princess").title)
    The Princess and Magic Tile
    """
    if name in BUILT_IN:
        return BUILT_IN[name].open()
    found = {box.id: box for box in boxes()}
    if name not in found:
        instead = did_you_mean(name, found, Text("Games: {games}.", games=listed(found)))
        raise RuleError(Text("There is no game {name}. {instead}", name=quoted(name), instead=instead))
    return found[name].open()


def games() -> tuple[Game[Any], ...]:
    """All games, opened."""
    return tuple(box.open() for box in boxes())
