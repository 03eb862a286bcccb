"""A position of Kaguyahime in numbers, for programs that learn.

Tiles are told by what is on them. Not told: steps to come behind the next four.
"""

from __future__ import annotations

from functools import cache

from tilehall.engine.core.geometry import bits
from tilehall.engine.games.kaguya.actions import LETTERS, vocabulary
from tilehall.engine.games.kaguya.components import CLEAR, COLOURS, NAMES, PLANT, YELLOW, components
from tilehall.engine.games.kaguya.decision_points import POINTS
from tilehall.engine.games.kaguya.invariants import AUTOMATIC
from tilehall.engine.games.kaguya.position_data import FARTHEST, READY
from tilehall.engine.games.kaguya.rules import DRAWS
from tilehall.engine.rl import encoding as tell

TO_COME = 4
HALF = {**dict(zip(COLOURS, LETTERS, strict=False)), YELLOW: "yellow", PLANT: "plant"}


@cache
def features(players: int) -> tell.Feature:
    box, rows = components(), players + 1
    colours, combinations = LETTERS[:CLEAR], tuple(present.combination for present in vocabulary().present)
    tile, bag = _tile(), tell.Counts(LETTERS, box.per_colour[players])
    step = tell.in_order({"step": tell.Word((*POINTS, *DRAWS, *AUTOMATIC)), "whose": tell.Player(players)})
    return tell.entries(
        {
            "todo": tell.First(TO_COME, step),
            "round": tell.Number(1, box.columns),
            "values": tell.Counts(colours, len(COLOURS)),
            "storage": bag,
            "box": bag,
            "table": tell.First(box.columns, tell.First(rows, tile)),
            "rows": tell.several(
                {"seats": tell.Seats(players, tell.Number(0, rows)), "princess": tell.At(players, tell.Number(0, rows))}
            ),
            "merchants": tell.Seats(players, [_merchant(bag, combinations, side) for side in box.seats[players]]),
            "palace": _board(0),
            "princess": tell.Number(box.princess, FARTHEST),
            "order": tell.Ranked(range(players), seats=True),
            "tile": tile,
            "row": tell.Number(0, rows),
            "cell": tell.Word(NAMES),
            "rot": tell.Word(range(4)),
            "ending": tell.Word(("princess", "boards")),
        }
    )


def _merchant(bag: tell.Feature, combinations: tuple[str, ...], side: int) -> tell.Feature:
    return tell.entries(
        {
            "purse": tell.Maybe(bag),
            "sure": bag,
            "hidden": tell.Number(0, components().random),
            "disk": tell.Number(0, 1),
            "present": tell.Word((*combinations, READY)),
            "held": tell.Word(combinations),
            "penalised": tell.Number(0, 1),
            "favour": tell.Number(-FARTHEST, FARTHEST),
            "board": _board(side),
        }
    )


def _board(side: int) -> tell.Feature:
    names = [NAMES[cell] for cell in bits(components().sides[side].cells)]
    return tell.Grid(
        names, tell.in_order({"tile": _tile(), "rot": tell.Word(range(4)), "plant": tell.Word(LETTERS[:CLEAR])})
    )


@cache
def _tile() -> tell.Feature:
    """What is on the halves of a tile, and its hearts."""
    tiles = components().tiles
    halves = [(n, what) for n in range(2) for what in HALF if any(tile.halves[n] == what for tile in tiles)]
    names = ("there", *(f"{('first', 'second')[n]}.{HALF[what]}" for n, what in halves), "hearts")
    rows = {tile.id: (1, *(int(tile.halves[n] == what) for n, what in halves), tile.hearts) for tile in tiles}
    return tell.Traits(names, rows)
