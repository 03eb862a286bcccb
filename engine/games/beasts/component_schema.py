"""What may be changed in the box of the hunt: every key of components.toml, its bounds, and what has to fit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tilehall.engine.core.component_schema import (
    ComponentSchema,
    CountField,
    DerivedField,
    DistinctListField,
    FixedField,
    ListField,
    NameField,
    RemarkField,
    SchemaLocation,
    TableField,
    TableListField,
    WordField,
    check_derived,
)
from tilehall.engine.core.text import Text
from tilehall.engine.games.beasts.components import COMPONENTS_FILE, CONDITIONS, ICONS, NEUTRAL

WRITTEN: Final = Text("records are written with it")
BOARD: Final = Text("the board is drawn so")
MOST_DICE, MOST_POINTS = 60, 50

ENTRIES = TableField(
    {
        "faces": TableField(
            {
                "from": RemarkField(),
                "icons": FixedField(WRITTEN),
                "icon_names": DistinctListField(ListField(NameField(), ICONS, ICONS)),
                "wild": FixedField(WRITTEN),
                "wild_name": NameField(),
                "beast": FixedField(WRITTEN),
                "beast_name": NameField(),
            }
        ),
        "dice": TableField(
            {
                "from": RemarkField(),
                "colours": FixedField(WRITTEN),
                "colour_names": DistinctListField(ListField(NameField(), NEUTRAL, NEUTRAL)),
                "neutral": FixedField(WRITTEN),
                "neutral_name": NameField(),
                "all": DerivedField(),
                "stock": ListField(CountField(0, MOST_DICE), NEUTRAL, NEUTRAL),
                "neutral_stock": CountField(0, MOST_DICE),
                "own": TableField({str(players): CountField(1, MOST_DICE) for players in range(2, 5)}),
                "active": CountField(1, 4),
            }
        ),
        "cards": TableField({"from": RemarkField(), "each": CountField(1, 12), "hand": CountField(1, 8)}),
        "fence": TableField(
            {
                "from": RemarkField(),
                "base": CountField(0, MOST_POINTS),
                "reinforced": CountField(0, MOST_POINTS),
                "all_own": CountField(0, MOST_POINTS),
                "all_own_wild": CountField(0, MOST_POINTS),
                "most": CountField(0, MOST_POINTS),
            }
        ),
        "beasts": TableListField(
            TableField(
                {
                    "from": RemarkField(),
                    "id": FixedField(Text("a beast is drawn by its id")),
                    "name": NameField(),
                    "names": NameField(),
                    "count": CountField(1, 12),
                    "points": CountField(1, MOST_POINTS),
                    "condition": WordField(CONDITIONS),
                }
            ),
            lambda row: f"{row['id']}",
            4,
            4,
        ),
        "board": TableField(
            {
                "from": RemarkField(),
                "columns": FixedField(BOARD),
                "rows": FixedField(BOARD),
                "holes": FixedField(BOARD),
                "slots": FixedField(BOARD),
            }
        ),
        "edges": FixedField(BOARD),
        "squares": FixedField(BOARD),
    }
)


def _check(data: Mapping[str, Any], was: Mapping[str, Any], at: SchemaLocation) -> None:
    """There are as many dice and cards as everybody begins with, and every beast once, with a name of its own."""
    dice, cards = data["dice"], data["cards"]
    called = [row["name"] for row in data["beasts"]]
    if twice := next((name for n, name in enumerate(called) if name in called[:n]), None):
        raise at.error(Text("two of the beasts are called {name}.", name=twice))
    if "all" in dice:
        due = sum(dice["stock"]) + dice["neutral_stock"]
        check_derived(dice["all"], due, was["dice"]["all"], at.child("dice").child("all"))
    for players, own in dice["own"].items():
        least = min(dice["stock"][: int(players)])
        if own > least:
            raise at.error(
                Text(
                    "dice.own.{n} is {own}, but dice.stock has a colour with only {least} dice.",
                    n=players,
                    own=own,
                    least=least,
                )
            )
        if own < dice["active"]:
            raise at.error(
                Text(
                    "dice.own.{n} is {own}, fewer than the {active} dice.active that everybody rolls.",
                    n=players,
                    own=own,
                    active=dice["active"],
                )
            )
    if cards["hand"] > ICONS * cards["each"]:
        raise at.error(
            Text(
                "cards.hand is {hand}, more than the {deck} cards of a deck.",
                hand=cards["hand"],
                deck=ICONS * cards["each"],
            )
        )
    ids = [row["id"] for row in data["beasts"]]
    if ids != [row["id"] for row in was["beasts"]]:
        raise at.error(Text("the beasts stay {ids}, in this order.", ids=", ".join(row["id"] for row in was["beasts"])))


COMPONENT_SCHEMA = ComponentSchema("beasts", __package__, COMPONENTS_FILE, ENTRIES, _check)
