"""A position of Kaguyahime in numbers, for programs that learn.

Tiles are told by what is on them. Not told: steps to come behind the next four.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from tilehall.engine.core.game import Action, Setup
from tilehall.engine.core.geometry import bits
from tilehall.engine.games.kaguya import actions
from tilehall.engine.games.kaguya.actions import LETTERS, vocabulary
from tilehall.engine.games.kaguya.components import CLEAR, COLOURS, NAMES, PLANT, YELLOW, components
from tilehall.engine.games.kaguya.decision_points import POINTS
from tilehall.engine.games.kaguya.invariants import AUTOMATIC
from tilehall.engine.games.kaguya.position_data import FARTHEST, READY
from tilehall.engine.games.kaguya.rules import DRAWS
from tilehall.engine.games.kaguya.state import KaguyaState
from tilehall.engine.rl import encoding as tell

ENCODED_STEPS = 4
HALF = {**dict(zip(COLOURS, LETTERS, strict=False)), YELLOW: "yellow", PLANT: "plant"}


@cache
def _features(players: int) -> tell.Feature:
    box, rows = components(), players + 1
    colours, combinations = LETTERS[:CLEAR], tuple(present.combination for present in vocabulary().present)
    tile, bag = _tile(), tell.CountsFeature(LETTERS, box.per_colour[players])
    step = tell.sequence_feature(
        {"step": tell.WordFeature((*POINTS, *DRAWS, *AUTOMATIC)), "whose": tell.PlayerFeature(players)}
    )
    return tell.object_feature(
        {
            "todo": tell.PrefixFeature(ENCODED_STEPS, step),
            "round": tell.NumberFeature(1, box.columns),
            "values": tell.CountsFeature(colours, len(COLOURS)),
            "storage": bag,
            "box": bag,
            "table": tell.PrefixFeature(box.columns, tell.PrefixFeature(rows, tile)),
            "rows": tell.combined_feature(
                {
                    "seats": tell.SeatsFeature(players, tell.NumberFeature(0, rows)),
                    "princess": tell.ItemFeature(players, tell.NumberFeature(0, rows)),
                }
            ),
            "merchants": tell.SeatsFeature(
                players, [_merchant(bag, combinations, side) for side in box.seats[players]]
            ),
            "palace": _board(0),
            "princess": tell.NumberFeature(box.princess, FARTHEST),
            "order": tell.RankFeature(range(players), seats=True),
            "tile": tile,
            "row": tell.NumberFeature(0, rows),
            "cell": tell.WordFeature(NAMES),
            "rot": tell.WordFeature(range(4)),
            "ending": tell.WordFeature(("princess", "boards")),
        }
    )


def _merchant(bag: tell.Feature, combinations: tuple[str, ...], side: int) -> tell.Feature:
    return tell.object_feature(
        {
            "purse": tell.OptionalFeature(bag),
            "sure": bag,
            "hidden": tell.NumberFeature(0, components().random),
            "disk": tell.NumberFeature(0, 1),
            "present": tell.WordFeature((*combinations, READY)),
            "held": tell.WordFeature(combinations),
            "penalised": tell.NumberFeature(0, 1),
            "favour": tell.NumberFeature(-FARTHEST, FARTHEST),
            "board": _board(side),
        }
    )


def _board(side: int) -> tell.Feature:
    names = [NAMES[cell] for cell in bits(components().sides[side].cells)]
    return tell.GridFeature(
        names,
        tell.sequence_feature(
            {"tile": _tile(), "rot": tell.WordFeature(range(4)), "plant": tell.WordFeature(LETTERS[:CLEAR])}
        ),
    )


@cache
def _tile() -> tell.Feature:
    """What is on the halves of a tile, and its hearts."""
    tiles = components().tiles
    halves = [(n, what) for n in range(2) for what in HALF if any(tile.halves[n] == what for tile in tiles)]
    names = ("there", *(f"{('first', 'second')[n]}.{HALF[what]}" for n, what in halves), "hearts")
    rows = {tile.id: (1, *(int(tile.halves[n] == what) for n, what in halves), tile.hearts) for tile in tiles}
    return tell.TraitsFeature(names, rows)


class KaguyaEncoder(tell.BaseEncoder[KaguyaState]):
    def all_actions(self, setup: Setup) -> Sequence[Action]:
        return actions.all_actions()

    def features(self, setup: Setup) -> tell.Feature:
        return _features(setup.players)
