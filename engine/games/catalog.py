"""The games that can be played here: the built-in ones, and those that other installed packages announce."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from tilehall.engine.core.announcement import Announcement
from tilehall.engine.core.game import Game, RuleError, quote_text
from tilehall.engine.core.spelling import did_you_mean
from tilehall.engine.core.text import Text, join_commas


def credit_text(designer: str, publisher: str) -> Text:
    return Text("Designed by {designer}, published by {publisher}", designer=designer, publisher=publisher)


def _built_in(
    id: str, title: Text, credit: Text, player_counts: range, summary: Text, minutes: tuple[int, int] | None = None
) -> Announcement:
    """The announcement of a built-in game, whose modules have the same names in every game."""
    package, name, boards = f"tilehall.engine.games.{id}", id.capitalize(), f"tilehall.tui.boards.{id}"
    return Announcement(
        id,
        title,
        credit,
        player_counts,
        rules=f"{package}.game:{name}",
        advisor=f"{package}.ai.advisor:{name}Advisor",
        narrator=f"{package}.narrator:{name}Narrator",
        teacher=f"{package}.explain:{name}Teacher",
        encoder=f"{package}.position_data:{name}Encoder",
        renderer=f"{boards}.renderer:{name}Renderer",
        wording=f"{boards}.wording",
        components=f"{package}.component_schema:COMPONENT_SCHEMA",
        package=package,
        summary=summary,
        minutes=minutes,
    )


BUILT_IN_GAMES: Mapping[str, Announcement] = MappingProxyType(
    {
        "princess": _built_in(
            "princess",
            Text("The Princess and Magic Tile"),
            credit_text("Fukuda Hiroshi", "XiSize"),
            range(2, 5),
            Text("Race through the witch's manor: lay tiles into patterns, and set off several at once."),
            (25, 50),
        ),
        "sand": _built_in(
            "sand",
            Text("Realm of Sand"),
            credit_text("Ji Hua Wei", "EmperorS4"),
            range(1, 5),
            Text("A calm puzzle: fill your garden of colours, clear it into buildings, and begin again."),
            (30, 60),
        ),
        "beasts": _built_in(
            "beasts",
            Text("Merlin's Beast Hunt"),
            credit_text("Ian Bach", "WizKids"),
            range(2, 5),
            Text("Roll, keep, roll again, and close the last gap of a pen before somebody else does."),
        ),
        "kaguya": _built_in(
            "kaguya",
            Text("Kaguyahime"),
            credit_text("Miyamoto", "TAIL GAMES"),
            range(2, 5),
            Text("Everybody decides in secret at the same time: guess what the others hold, and furnish rooms."),
            (30, 60),
        ),
    }
)
"""The built-in games by their ids. Listing them imports no game and looks for no other package."""


def list_games() -> tuple[Announcement, ...]:
    """All games: the built-in ones, then the add-on games that work, in the order of their ids."""
    from tilehall.engine.games.addons import load_addon_games

    return (*BUILT_IN_GAMES.values(), *load_addon_games().announcements)


def list_game_ids() -> tuple[str, ...]:
    """The ids of all games. No add-on game is loaded, so one of them may not work."""
    from tilehall.engine.games.addons import find_entry_points

    return tuple(dict.fromkeys((*BUILT_IN_GAMES, *[point.name for point in find_entry_points()])))


def list_game_problems() -> tuple[Text, ...]:
    """For every add-on game that cannot be played a sentence that says why."""
    from tilehall.engine.games.addons import load_addon_games

    return load_addon_games().problems


def find_announcement(name: str) -> Announcement:
    """The announcement of the game with this id. Other packages are looked for only if it is not built in.

    Raises RuleError if there is no such game, or it does not work.
    """
    if name in BUILT_IN_GAMES:
        return BUILT_IN_GAMES[name]
    found = {announcement.id: announcement for announcement in list_games()}
    if name not in found:
        hint = did_you_mean(name, found, Text("Games: {games}.", games=join_commas(found)))
        raise RuleError(Text("There is no game {name}. {instead}", name=quote_text(name), instead=hint))
    return found[name]


def load_game(name: str) -> Game[Any]:
    """The game with this id. Raises RuleError if there is none.

    >>> print(load_game("princess").title)
    The Princess and Magic Tile
    """
    return find_announcement(name).game


def load_games() -> tuple[Game[Any], ...]:
    """All games, loaded."""
    return tuple(announcement.game for announcement in list_games())
