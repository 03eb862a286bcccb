"""What may be changed in the box of Kaguyahime: every key of components.toml, its bounds, and what has to fit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tilehall.engine.core.component_schema import (
    At,
    Count,
    Different,
    Fields,
    Fixed,
    Inventory,
    Items,
    Name,
    OneOf,
    Told,
)
from tilehall.engine.core.text import Text
from tilehall.engine.games.kaguya.components import BOARDS, FILE

WRITTEN: Final = Text("records are written with it")
PLAN: Final = Text("the plane is drawn so")
RULES: Final = Text("the rules count on it")
COLOURS, SEATS, CELLS = "RBGP", range(2, 5), 9
PAIRS = tuple(one + other for one in COLOURS for other in COLOURS if one != other)
MOST_TILES, MOST_HEARTS = 99, 9


def _by_players(of: Any) -> Fields:
    return Fields({str(players): of for players in SEATS})


BOARD = Fields({"name": Name(), "corner": Fixed(PLAN), "start": Fixed(PLAN)})
ENTRIES = Fields(
    {
        "cubes": Fields(
            {
                "from": Told(),
                "colours": Fixed(WRITTEN),
                "clear": Fixed(WRITTEN),
                "names": Different(Items(Name(), 5, 5)),
                "rooms": Different(Items(Name(), 4, 4)),
                "per_colour": _by_players(Count(4, 40)),
                "storage": Items(Count(1, 9), 4, 4),
                "random": Count(1, 9),
                "held": Fixed(RULES),
            }
        ),
        "favour": Fields({"from": Told(), "start": Count(0, 39), "princess": Count(0, 39), "track": Count(10, 40)}),
        "round": Fields(
            {
                "from": Told(),
                "columns": Count(2, CELLS),
                "break_after": Count(1, CELLS - 1),
                "break_cubes": Fixed(RULES),
            }
        ),
        "rates": Fields({"from": Told(), "steps": _by_players(Items(Count(1, 60), 2, 2))}),
        "boards": Fields({"from": Told(), "size": Fixed(PLAN), **dict.fromkeys(BOARDS, BOARD)}),
        "seats": Fields({"from": Told(), "sides": _by_players(Fixed(PLAN))}),
        "tiles": Fields(
            {
                "from": Told(),
                "pairs": Items(OneOf(PAIRS), 1, 12),
                "hearts": Items(Count(0, MOST_HEARTS), 1, 12),
                "large": Items(OneOf(COLOURS), 0, 9),
                "large_hearts": Count(0, MOST_HEARTS),
                "storing": Items(OneOf(COLOURS), 0, 9),
                "storing_hearts": Count(0, MOST_HEARTS),
                "plants": Count(0, 9),
                "plant_hearts": Fixed(Text("a houseplant has a cube instead of hearts")),
            }
        ),
    }
)


def _check(data: Mapping[str, Any], was: Mapping[str, Any], at: At) -> None:
    cubes, favour, course = data["cubes"], data["favour"], data["round"]
    for name in ("start", "princess"):
        if favour[name] >= favour["track"]:
            key, track = at.inner("favour").inner(name).key, favour["track"]
            raise at.wrong(Text("{key} is less than the {track} spaces of favour.track.", key=key, track=track))
    if course["break_after"] >= course["columns"]:
        raise at.wrong(Text("round.break_after is less than round.columns, {n}.", n=course["columns"]))
    for players, steps in data["rates"]["steps"].items():
        if steps[0] >= steps[1]:
            raise at.wrong(Text("{key} rise.", key=at.inner("rates").inner("steps").inner(players).key))
    _check_cubes(cubes, at)
    _check_tiles(data["tiles"], course["columns"] * (SEATS[-1] + 1), at)


def _check_cubes(cubes: Mapping[str, Any], at: At) -> None:
    """Of each colour one marks its value and one goes to everybody; the rest lie in the storage and are drawn."""
    if cubes["storage"] != sorted(set(cubes["storage"]), reverse=True):
        raise at.wrong(Text("cubes.storage falls: the colour of most cubes is worth least."))
    for players, count in cubes["per_colour"].items():
        n = int(players)
        due = -(-(sum(cubes["storage"]) + n * cubes["random"]) // len(COLOURS)) + 1 + n
        due = max(due, max(cubes["storage"]) + 1 + n)
        if count < due:
            raise at.wrong(
                Text(
                    "cubes.per_colour.{n} is {count}: storage and random need at least {due}.",
                    n=players,
                    count=count,
                    due=due,
                )
            )


def _check_tiles(tiles: Mapping[str, Any], least: int, at: At) -> None:
    """Every place of the table gets a tile."""
    count = len(tiles["pairs"]) * len(tiles["hearts"]) + len(tiles["large"]) + len(tiles["storing"]) + tiles["plants"]
    if not least <= count <= MOST_TILES:
        raise at.wrong(
            Text("there are {least} to {most} tiles, not {there}.", least=least, most=MOST_TILES, there=count)
        )


INVENTORY = Inventory("kaguya", __package__, FILE, ENTRIES, _check)
