"""A position of the beast hunt in numbers, for programs that learn. All of it is told."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from tilehall.engine.core.game import Action, Setup
from tilehall.engine.games.beasts import actions
from tilehall.engine.games.beasts.components import NEUTRAL, components
from tilehall.engine.games.beasts.invariants import PLAYING, SETTING_UP
from tilehall.engine.games.beasts.rules import STALL_ROUNDS
from tilehall.engine.games.beasts.state import BeastsState
from tilehall.engine.rl import encoding as tell


@cache
def _features(players: int) -> tell.Feature:
    box = components()
    kinds, places, squares = tuple(box.beast_numbers), "1234", tuple(box.square_numbers)
    beasts, cards = (
        tell.CountsFeature(kinds, max(beast.copies for beast in box.beasts)),
        tell.CountsFeature(box.icons, box.each),
    )
    owners = box.colours[:players]
    colour = tell.OwnerFeature(owners + box.colours[NEUTRAL:], players)
    hunter = tell.object_feature(
        {
            "dice": tell.PrefixFeature(box.active, colour),
            "pool": tell.NumberFeature(0, box.own[players]),
            "hand": tell.WordCountFeature(box.icons, box.hand),
            "deck": cards,
            "discard": cards,
            "captured": beasts,
        }
    )
    turn = tell.object_feature(
        {
            "faces": tell.PrefixFeature(box.active, tell.WordFeature(box.faces)),
            "kept": tell.WordCountFeature(places),
            "free": tell.WordCountFeature(places),
            "placed": tell.WordCountFeature(places),
            "wild": tell.NumberFeature(0, 1),
            "busy": tell.NumberFeature(0, 1),
        }
    )
    board = tell.object_feature(
        {
            "dice": tell.GridFeature(
                box.slot_numbers, tell.sequence_feature({"colour": colour, "face": tell.WordFeature(box.faces)})
            ),
            "cards": tell.GridFeature(
                box.edge_numbers,
                tell.sequence_feature(
                    {"whose": tell.OwnerFeature(owners, players), "icon": tell.WordFeature(box.icons)}
                ),
            ),
            "scored": tell.GridFeature(box.edge_numbers, tell.NumberFeature(0, 9)),
            "beasts": tell.GridFeature(squares, tell.WordFeature(kinds)),
            "enclosed": tell.WordCountFeature(squares),
        }
    )
    return tell.object_feature(
        {
            "point": tell.WordFeature((*SETTING_UP, *PLAYING, "OVER")),
            "seat": tell.PlayerFeature(players),
            "first": tell.PlayerFeature(players),
            "hunters": tell.SeatsFeature(players, hunter),
            "neutral": tell.NumberFeature(0, box.neutral),
            "turn": tell.OptionalFeature(turn),
            "board": board,
            "supply": beasts,
            "idle": tell.NumberFeature(0, (STALL_ROUNDS + 1) * players),
            "final": tell.OptionalFeature(tell.NumberFeature(0, players - 1)),
            "ending": tell.WordFeature(("dice", "full", "stall")),
        }
    )


class BeastsEncoder(tell.BaseEncoder[BeastsState]):
    def all_actions(self, setup: Setup) -> Sequence[Action]:
        return actions.all_actions()

    def features(self, setup: Setup) -> tell.Feature:
        return _features(setup.players)
