"""What may be changed in the box of the hunt: every key of components.toml, its bounds, and what has to fit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tilehall.engine.core.component_schema import (
    At,
    Control,
    Count,
    Different,
    Fields,
    Fixed,
    Inventory,
    Items,
    Name,
    OneOf,
    Rows,
    Told,
    right,
)
from tilehall.engine.core.text import Text
from tilehall.engine.games.beasts.components import CONDITIONS, FILE, ICONS, NEUTRAL

WRITTEN: Final = Text("records are written with it")
BOARD: Final = Text("the board is drawn so")
MOST_DICE, MOST_POINTS = 60, 50

ENTRIES = Fields(
    {
        "faces": Fields(
            {
                "from": Told(),
                "icons": Fixed(WRITTEN),
                "icon_names": Different(Items(Name(), ICONS, ICONS)),
                "wild": Fixed(WRITTEN),
                "wild_name": Name(),
                "beast": Fixed(WRITTEN),
                "beast_name": Name(),
            }
        ),
        "dice": Fields(
            {
                "from": Told(),
                "colours": Fixed(WRITTEN),
                "colour_names": Different(Items(Name(), NEUTRAL, NEUTRAL)),
                "neutral": Fixed(WRITTEN),
                "neutral_name": Name(),
                "all": Control(),
                "stock": Items(Count(0, MOST_DICE), NEUTRAL, NEUTRAL),
                "neutral_stock": Count(0, MOST_DICE),
                "own": Fields({str(players): Count(1, MOST_DICE) for players in range(2, 5)}),
                "active": Count(1, 4),
            }
        ),
        "cards": Fields({"from": Told(), "each": Count(1, 12), "hand": Count(1, 8)}),
        "fence": Fields(
            {
                "from": Told(),
                "base": Count(0, MOST_POINTS),
                "reinforced": Count(0, MOST_POINTS),
                "all_own": Count(0, MOST_POINTS),
                "all_own_wild": Count(0, MOST_POINTS),
                "most": Count(0, MOST_POINTS),
            }
        ),
        "beasts": Rows(
            Fields(
                {
                    "from": Told(),
                    "id": Fixed(Text("a beast is drawn by its id")),
                    "name": Name(),
                    "names": Name(),
                    "count": Count(1, 12),
                    "points": Count(1, MOST_POINTS),
                    "condition": OneOf(CONDITIONS),
                }
            ),
            lambda row: f"{row['id']}",
            4,
            4,
        ),
        "board": Fields(
            {
                "from": Told(),
                "columns": Fixed(BOARD),
                "rows": Fixed(BOARD),
                "holes": Fixed(BOARD),
                "slots": Fixed(BOARD),
            }
        ),
        "edges": Fixed(BOARD),
        "squares": Fixed(BOARD),
    }
)


def _check(data: Mapping[str, Any], was: Mapping[str, Any], at: At) -> None:
    """There are as many dice and cards as everybody begins with, and every beast once, with a name of its own."""
    dice, cards = data["dice"], data["cards"]
    called = [row["name"] for row in data["beasts"]]
    if twice := next((name for n, name in enumerate(called) if name in called[:n]), None):
        raise at.wrong(Text("two of the beasts are called {name}.", name=twice))
    if "all" in dice:
        due = sum(dice["stock"]) + dice["neutral_stock"]
        right(dice["all"], due, was["dice"]["all"], at.inner("dice").inner("all"))
    for players, own in dice["own"].items():
        least = min(dice["stock"][: int(players)])
        if own > least:
            raise at.wrong(
                Text(
                    "dice.own.{n} is {own}, but dice.stock has a colour with only {least} dice.",
                    n=players,
                    own=own,
                    least=least,
                )
            )
        if own < dice["active"]:
            raise at.wrong(
                Text(
                    "dice.own.{n} is {own}, fewer than the {active} dice.active that everybody rolls.",
                    n=players,
                    own=own,
                    active=dice["active"],
                )
            )
    if cards["hand"] > ICONS * cards["each"]:
        raise at.wrong(
            Text(
                "cards.hand is {hand}, more than the {deck} cards of a deck.",
                hand=cards["hand"],
                deck=ICONS * cards["each"],
            )
        )
    ids = [row["id"] for row in data["beasts"]]
    if ids != [row["id"] for row in was["beasts"]]:
        raise at.wrong(Text("the beasts stay {ids}, in this order.", ids=", ".join(row["id"] for row in was["beasts"])))


INVENTORY = Inventory("beasts", __package__, FILE, ENTRIES, _check)
