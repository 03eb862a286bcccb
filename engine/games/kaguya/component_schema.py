"""What may be changed in the box of Kaguyahime: every key of components.toml, its bounds, and what has to fit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tilehall.engine.core.game import RuleError
from tilehall.engine.core.schema import IntSchema, ListSchema, ObjectSchema, WordSchema
from tilehall.engine.core.schema.components import ComponentSchema, FixedSchema, NameSchema, table_schema
from tilehall.engine.core.text import Text
from tilehall.engine.games.kaguya.components import BOARDS, COMPONENTS_FILE

WRITTEN: Final = Text("records are written with it")
PLAN: Final = Text("the plane is drawn so")
RULES: Final = Text("the rules count on it")
COLOUR_LETTERS, PLAYER_COUNTS, BOARD_CELLS = "RBGP", range(2, 5), 9
COLOUR_PAIRS = tuple(one + other for one in COLOUR_LETTERS for other in COLOUR_LETTERS if one != other)
MOST_TILES, MOST_HEARTS = 99, 9


def _by_players(of: Any) -> ObjectSchema:
    return ObjectSchema({str(players): of for players in PLAYER_COUNTS})


BOARD_SCHEMA = ObjectSchema({"name": NameSchema(), "corner": FixedSchema(PLAN), "start": FixedSchema(PLAN)})
ENTRIES = ObjectSchema(
    {
        "cubes": table_schema(
            {
                "colours": FixedSchema(WRITTEN),
                "clear": FixedSchema(WRITTEN),
                "names": ListSchema(NameSchema(), 5, 5, distinct=True),
                "rooms": ListSchema(NameSchema(), 4, 4, distinct=True),
                "per_colour": _by_players(IntSchema(4, 40)),
                "storage": ListSchema(IntSchema(1, 9), 4, 4),
                "random": IntSchema(1, 9),
                "held": FixedSchema(RULES),
            }
        ),
        "favour": table_schema(
            {
                "start": IntSchema(0, 39),
                "princess": IntSchema(0, 39),
                "track": IntSchema(10, 40),
            }
        ),
        "round": table_schema(
            {
                "columns": IntSchema(2, BOARD_CELLS),
                "break_after": IntSchema(1, BOARD_CELLS - 1),
                "break_cubes": FixedSchema(RULES),
            }
        ),
        "rates": table_schema({"steps": _by_players(ListSchema(IntSchema(1, 60), 2, 2))}),
        "boards": table_schema({"size": FixedSchema(PLAN), **dict.fromkeys(BOARDS, BOARD_SCHEMA)}),
        "seats": table_schema({"sides": _by_players(FixedSchema(PLAN))}),
        "tiles": table_schema(
            {
                "pairs": ListSchema(WordSchema(COLOUR_PAIRS), 1, 12),
                "hearts": ListSchema(IntSchema(0, MOST_HEARTS), 1, 12),
                "large": ListSchema(WordSchema(COLOUR_LETTERS), 0, 9),
                "large_hearts": IntSchema(0, MOST_HEARTS),
                "storing": ListSchema(WordSchema(COLOUR_LETTERS), 0, 9),
                "storing_hearts": IntSchema(0, MOST_HEARTS),
                "plants": IntSchema(0, 9),
                "plant_hearts": FixedSchema(Text("a houseplant has a cube instead of hearts")),
            }
        ),
    }
)


def _check(data: Mapping[str, Any], original: Mapping[str, Any]) -> None:
    cubes, favour, course = data["cubes"], data["favour"], data["round"]
    for name in ("start", "princess"):
        if favour[name] >= favour["track"]:
            key, track = f"favour.{name}", favour["track"]
            raise RuleError(Text("{key} is less than the {track} spaces of favour.track.", key=key, track=track))
    if course["break_after"] >= course["columns"]:
        raise RuleError(Text("round.break_after is less than round.columns, {n}.", n=course["columns"]))
    for players, steps in data["rates"]["steps"].items():
        if steps[0] >= steps[1]:
            raise RuleError(Text("{key} rise.", key=f"rates.steps.{players}"))
    _check_cubes(cubes)
    _check_tiles(data["tiles"], course["columns"] * (PLAYER_COUNTS[-1] + 1))


def _check_cubes(cubes: Mapping[str, Any]) -> None:
    """Of each colour one marks its value and one goes to everybody; the rest lie in the storage and are drawn."""
    if cubes["storage"] != sorted(set(cubes["storage"]), reverse=True):
        raise RuleError(Text("cubes.storage falls: the colour of most cubes is worth least."))
    for players, count in cubes["per_colour"].items():
        n = int(players)
        due = -(-(sum(cubes["storage"]) + n * cubes["random"]) // len(COLOUR_LETTERS)) + 1 + n
        due = max(due, max(cubes["storage"]) + 1 + n)
        if count < due:
            raise RuleError(
                Text(
                    "cubes.per_colour.{n} is {count}: storage and random need at least {due}.",
                    n=players,
                    count=count,
                    due=due,
                )
            )


def _check_tiles(tiles: Mapping[str, Any], least: int) -> None:
    """Every place of the table gets a tile."""
    count = len(tiles["pairs"]) * len(tiles["hearts"]) + len(tiles["large"]) + len(tiles["storing"]) + tiles["plants"]
    if not least <= count <= MOST_TILES:
        raise RuleError(
            Text("there are {least} to {most} tiles, not {there}.", least=least, most=MOST_TILES, there=count)
        )


COMPONENT_SCHEMA = ComponentSchema("kaguya", __package__, COMPONENTS_FILE, ENTRIES, _check)
