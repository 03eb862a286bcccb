"""What may be changed in the box of Kaguyahime: every key of components.toml, its bounds, and what has to fit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tilehall.engine.core.component_schema import (
    ComponentSchema,
    CountField,
    DistinctListField,
    FixedField,
    ListField,
    NameField,
    RemarkField,
    SchemaLocation,
    TableField,
    WordField,
)
from tilehall.engine.core.text import Text
from tilehall.engine.games.kaguya.components import BOARDS, COMPONENTS_FILE

WRITTEN: Final = Text("records are written with it")
PLAN: Final = Text("the plane is drawn so")
RULES: Final = Text("the rules count on it")
COLOUR_LETTERS, PLAYER_COUNTS, BOARD_CELLS = "RBGP", range(2, 5), 9
COLOUR_PAIRS = tuple(one + other for one in COLOUR_LETTERS for other in COLOUR_LETTERS if one != other)
MOST_TILES, MOST_HEARTS = 99, 9


def _by_players(of: Any) -> TableField:
    return TableField({str(players): of for players in PLAYER_COUNTS})


BOARD_SCHEMA = TableField({"name": NameField(), "corner": FixedField(PLAN), "start": FixedField(PLAN)})
ENTRIES = TableField(
    {
        "cubes": TableField(
            {
                "from": RemarkField(),
                "colours": FixedField(WRITTEN),
                "clear": FixedField(WRITTEN),
                "names": DistinctListField(ListField(NameField(), 5, 5)),
                "rooms": DistinctListField(ListField(NameField(), 4, 4)),
                "per_colour": _by_players(CountField(4, 40)),
                "storage": ListField(CountField(1, 9), 4, 4),
                "random": CountField(1, 9),
                "held": FixedField(RULES),
            }
        ),
        "favour": TableField(
            {
                "from": RemarkField(),
                "start": CountField(0, 39),
                "princess": CountField(0, 39),
                "track": CountField(10, 40),
            }
        ),
        "round": TableField(
            {
                "from": RemarkField(),
                "columns": CountField(2, BOARD_CELLS),
                "break_after": CountField(1, BOARD_CELLS - 1),
                "break_cubes": FixedField(RULES),
            }
        ),
        "rates": TableField({"from": RemarkField(), "steps": _by_players(ListField(CountField(1, 60), 2, 2))}),
        "boards": TableField({"from": RemarkField(), "size": FixedField(PLAN), **dict.fromkeys(BOARDS, BOARD_SCHEMA)}),
        "seats": TableField({"from": RemarkField(), "sides": _by_players(FixedField(PLAN))}),
        "tiles": TableField(
            {
                "from": RemarkField(),
                "pairs": ListField(WordField(COLOUR_PAIRS), 1, 12),
                "hearts": ListField(CountField(0, MOST_HEARTS), 1, 12),
                "large": ListField(WordField(COLOUR_LETTERS), 0, 9),
                "large_hearts": CountField(0, MOST_HEARTS),
                "storing": ListField(WordField(COLOUR_LETTERS), 0, 9),
                "storing_hearts": CountField(0, MOST_HEARTS),
                "plants": CountField(0, 9),
                "plant_hearts": FixedField(Text("a houseplant has a cube instead of hearts")),
            }
        ),
    }
)


def _check(data: Mapping[str, Any], was: Mapping[str, Any], at: SchemaLocation) -> None:
    cubes, favour, course = data["cubes"], data["favour"], data["round"]
    for name in ("start", "princess"):
        if favour[name] >= favour["track"]:
            key, track = at.child("favour").child(name).key, favour["track"]
            raise at.error(Text("{key} is less than the {track} spaces of favour.track.", key=key, track=track))
    if course["break_after"] >= course["columns"]:
        raise at.error(Text("round.break_after is less than round.columns, {n}.", n=course["columns"]))
    for players, steps in data["rates"]["steps"].items():
        if steps[0] >= steps[1]:
            raise at.error(Text("{key} rise.", key=at.child("rates").child("steps").child(players).key))
    _check_cubes(cubes, at)
    _check_tiles(data["tiles"], course["columns"] * (PLAYER_COUNTS[-1] + 1), at)


def _check_cubes(cubes: Mapping[str, Any], at: SchemaLocation) -> None:
    """Of each colour one marks its value and one goes to everybody; the rest lie in the storage and are drawn."""
    if cubes["storage"] != sorted(set(cubes["storage"]), reverse=True):
        raise at.error(Text("cubes.storage falls: the colour of most cubes is worth least."))
    for players, count in cubes["per_colour"].items():
        n = int(players)
        due = -(-(sum(cubes["storage"]) + n * cubes["random"]) // len(COLOUR_LETTERS)) + 1 + n
        due = max(due, max(cubes["storage"]) + 1 + n)
        if count < due:
            raise at.error(
                Text(
                    "cubes.per_colour.{n} is {count}: storage and random need at least {due}.",
                    n=players,
                    count=count,
                    due=due,
                )
            )


def _check_tiles(tiles: Mapping[str, Any], least: int, at: SchemaLocation) -> None:
    """Every place of the table gets a tile."""
    count = len(tiles["pairs"]) * len(tiles["hearts"]) + len(tiles["large"]) + len(tiles["storing"]) + tiles["plants"]
    if not least <= count <= MOST_TILES:
        raise at.error(
            Text("there are {least} to {most} tiles, not {there}.", least=least, most=MOST_TILES, there=count)
        )


COMPONENT_SCHEMA = ComponentSchema("kaguya", __package__, COMPONENTS_FILE, ENTRIES, _check)
