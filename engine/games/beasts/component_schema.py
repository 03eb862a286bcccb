"""What may be changed in the box of the hunt: every key of components.toml, its bounds, and what has to fit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tilehall.engine.core.game import RuleError
from tilehall.engine.core.schema import IntSchema, ListSchema, ObjectSchema, WordSchema
from tilehall.engine.core.schema.components import (
    ComponentSchema,
    DerivedSchema,
    FixedSchema,
    NameSchema,
    RowsSchema,
    check_derived,
    table_schema,
)
from tilehall.engine.core.text import Text
from tilehall.engine.games.beasts.components import COMPONENTS_FILE, CONDITIONS, ICONS, NEUTRAL

WRITTEN: Final = Text("records are written with it")
BOARD: Final = Text("the board is drawn so")
MOST_DICE, MOST_POINTS = 60, 50

ENTRIES = ObjectSchema(
    {
        "faces": table_schema(
            {
                "icons": FixedSchema(WRITTEN),
                "icon_names": ListSchema(NameSchema(), ICONS, ICONS, distinct=True),
                "wild": FixedSchema(WRITTEN),
                "wild_name": NameSchema(),
                "beast": FixedSchema(WRITTEN),
                "beast_name": NameSchema(),
            }
        ),
        "dice": table_schema(
            {
                "colours": FixedSchema(WRITTEN),
                "colour_names": ListSchema(NameSchema(), NEUTRAL, NEUTRAL, distinct=True),
                "neutral": FixedSchema(WRITTEN),
                "neutral_name": NameSchema(),
                "all": DerivedSchema(),
                "stock": ListSchema(IntSchema(0, MOST_DICE), NEUTRAL, NEUTRAL),
                "neutral_stock": IntSchema(0, MOST_DICE),
                "own": ObjectSchema({str(players): IntSchema(1, MOST_DICE) for players in range(2, 5)}),
                "active": IntSchema(1, 4),
            }
        ),
        "cards": table_schema({"each": IntSchema(1, 12), "hand": IntSchema(1, 8)}),
        "fence": table_schema(
            {
                "base": IntSchema(0, MOST_POINTS),
                "reinforced": IntSchema(0, MOST_POINTS),
                "all_own": IntSchema(0, MOST_POINTS),
                "all_own_wild": IntSchema(0, MOST_POINTS),
                "most": IntSchema(0, MOST_POINTS),
            }
        ),
        "beasts": RowsSchema(
            table_schema(
                {
                    "id": FixedSchema(Text("a beast is drawn by its id")),
                    "name": NameSchema(),
                    "names": NameSchema(),
                    "count": IntSchema(1, 12),
                    "points": IntSchema(1, MOST_POINTS),
                    "condition": WordSchema(CONDITIONS),
                }
            ),
            lambda row: f"{row['id']}",
            4,
            4,
        ),
        "board": table_schema(
            {
                "columns": FixedSchema(BOARD),
                "rows": FixedSchema(BOARD),
                "holes": FixedSchema(BOARD),
                "slots": FixedSchema(BOARD),
            }
        ),
        "edges": FixedSchema(BOARD),
        "squares": FixedSchema(BOARD),
    }
)


def _check(data: Mapping[str, Any], original: Mapping[str, Any]) -> None:
    """There are as many dice and cards as everybody begins with, and every beast once, with a name of its own."""
    dice, cards = data["dice"], data["cards"]
    called = [row["name"] for row in data["beasts"]]
    if twice := next((name for n, name in enumerate(called) if name in called[:n]), None):
        raise RuleError(Text("two of the beasts are called {name}.", name=twice))
    if "all" in dice:
        due = sum(dice["stock"]) + dice["neutral_stock"]
        check_derived("dice.all", dice["all"], due, original["dice"]["all"])
    for players, own in dice["own"].items():
        least = min(dice["stock"][: int(players)])
        if own > least:
            raise RuleError(
                Text(
                    "dice.own.{n} is {own}, but dice.stock has a colour with only {least} dice.",
                    n=players,
                    own=own,
                    least=least,
                )
            )
        if own < dice["active"]:
            raise RuleError(
                Text(
                    "dice.own.{n} is {own}, fewer than the {active} dice.active that everybody rolls.",
                    n=players,
                    own=own,
                    active=dice["active"],
                )
            )
    if cards["hand"] > ICONS * cards["each"]:
        raise RuleError(
            Text(
                "cards.hand is {hand}, more than the {deck} cards of a deck.",
                hand=cards["hand"],
                deck=ICONS * cards["each"],
            )
        )
    ids, due = ([row["id"] for row in table["beasts"]] for table in (data, original))
    if ids != due:
        raise RuleError(Text("the beasts stay {ids}, in this order.", ids=", ".join(due)))


COMPONENT_SCHEMA = ComponentSchema("beasts", __package__, COMPONENTS_FILE, ENTRIES, _check)
