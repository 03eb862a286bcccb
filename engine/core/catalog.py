"""The games that can be played here: those of the house, and those that other installed packages announce.

A package announces its games by entry points, each under the game's own id:

    [project.entry-points."tilehall.games"]
    hex = "tilehall_hex:HEX"
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from tilehall.engine.core.game import Game, RuleError, quote_text
from tilehall.engine.core.spelling import did_you_mean
from tilehall.engine.core.text import Text, join_commas


class GameInfo(NamedTuple):
    """What is printed on a game's box, to be read before it is opened."""

    id: str
    title: Text
    credit: Text
    player_counts: range
    load: Callable[[], Game[Any]]
    summary: Text = Text("")
    """What playing it feels like, in a sentence."""
    minutes: tuple[int, int] | None = None
    """How long a game lasts, at least and at most, as its box says; None if that is not known."""


def credit_text(designer: str, publisher: str) -> Text:
    """Whose game it is."""
    return Text("Designed by {designer}, published by {publisher}", designer=designer, publisher=publisher)


# Each function imports its game when it is called, and shows the type checker that it is one.


def _princess() -> Game[Any]:
    from tilehall.engine.games.princess import PRINCESS, PrincessState

    found: Game[PrincessState] = PRINCESS
    return found


def _sand() -> Game[Any]:
    from tilehall.engine.games.sand import SAND, SandState

    found: Game[SandState] = SAND
    return found


def _beasts() -> Game[Any]:
    from tilehall.engine.games.beasts import BEASTS, BeastsState

    found: Game[BeastsState] = BEASTS
    return found


def _kaguya() -> Game[Any]:
    from tilehall.engine.games.kaguya import KAGUYA, KaguyaState

    found: Game[KaguyaState] = KAGUYA
    return found


_BUILT_IN_INFOS = (
    GameInfo(
        id="princess",
        title=Text("The Princess and Magic Tile"),
        credit=credit_text("Fukuda Hiroshi", "XiSize"),
        player_counts=range(2, 5),
        load=_princess,
        summary=Text("Race through the witch's manor: lay tiles into patterns, and set off several at once."),
        minutes=(25, 50),
    ),
    GameInfo(
        id="sand",
        title=Text("Realm of Sand"),
        credit=credit_text("Ji Hua Wei", "EmperorS4"),
        player_counts=range(1, 5),
        load=_sand,
        summary=Text("A calm puzzle: fill your garden of colours, clear it into buildings, and begin again."),
        minutes=(30, 60),
    ),
    GameInfo(
        id="beasts",
        title=Text("Merlin's Beast Hunt"),
        credit=credit_text("Ian Bach", "WizKids"),
        player_counts=range(2, 5),
        load=_beasts,
        summary=Text("Roll, keep, roll again, and close the last gap of a pen before somebody else does."),
    ),
    GameInfo(
        id="kaguya",
        title=Text("Kaguyahime"),
        credit=credit_text("Miyamoto", "TAIL GAMES"),
        player_counts=range(2, 5),
        load=_kaguya,
        summary=Text("Everybody decides in secret at the same time: guess what the others hold, and furnish rooms."),
        minutes=(30, 60),
    ),
)
BUILT_IN_GAMES: Mapping[str, GameInfo] = MappingProxyType({box.id: box for box in _BUILT_IN_INFOS})
"""The games of the house by their ids. To list them costs nothing: no game is imported, and no package looked for."""


def list_games() -> tuple[GameInfo, ...]:
    """All games: those of the house, then the guests in the order of their ids."""
    from tilehall.engine.games.addons import load_addon_games

    return (*BUILT_IN_GAMES.values(), *load_addon_games().infos)


def list_game_ids() -> tuple[str, ...]:
    """The ids of all games. Those of guests are as announced: none is loaded, so one of them may not work."""
    from tilehall.engine.games.addons import find_entry_points

    return tuple(dict.fromkeys((*BUILT_IN_GAMES, *[point.name for point in find_entry_points()])))


def list_game_problems() -> tuple[Text, ...]:
    """For every announced game that cannot be played a sentence that says why."""
    from tilehall.engine.games.addons import load_addon_games

    return load_addon_games().problems


def load_game(name: str) -> Game[Any]:
    """The game with this id. Other packages are looked for only if it is none of the house.

    >>> print(load_game("princess").title)
    The Princess and Magic Tile
    """
    if name in BUILT_IN_GAMES:
        return BUILT_IN_GAMES[name].load()
    found = {box.id: box for box in list_games()}
    if name not in found:
        instead = did_you_mean(name, found, Text("Games: {games}.", games=join_commas(found)))
        raise RuleError(Text("There is no game {name}. {instead}", name=quote_text(name), instead=instead))
    return found[name].load()


def load_games() -> tuple[Game[Any], ...]:
    """All games, opened."""
    return tuple(box.load() for box in list_games())
