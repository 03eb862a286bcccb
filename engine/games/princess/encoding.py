"""A position of the princess' game in numbers, for programs that learn.

Not told: what lies under the top tile of a cell (only how many there are), and steps to come behind the next four.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from tilehall.engine.core.game import Action, Setup
from tilehall.engine.games.princess import actions
from tilehall.engine.games.princess.components import LATTICE, components
from tilehall.engine.games.princess.rules import DISPLAY, DRAWS, POINT_CONDITIONS
from tilehall.engine.games.princess.state import PrincessState
from tilehall.engine.rl import encoding as tell

ENCODED_STEPS = 4
HIGHEST = 8
"""Tiles on one cell."""


@cache
def _features(players: int) -> tell.Feature:
    box = components()
    cards, values = tuple(box.card_numbers), [card.value for card in box.cards]
    step = tell.sequence_feature(
        {
            "step": tell.WordFeature((*DRAWS, *POINT_CONDITIONS, "RUNE", "SIDE", "EXTRA_CELL")),
            "whose": tell.PlayerFeature(players),
        }
    )
    hunter = tell.object_feature(
        {
            "board": tell.WordFeature(box.printed),
            "cells": tell.GridFeature(
                LATTICE.names,
                tell.combined_feature(
                    {"height": tell.LengthFeature(HIGHEST), "top": tell.ItemFeature(-1, tell.WordFeature(box.kinds))}
                ),
            ),
            "gems": tell.WordCountFeature(LATTICE.names),
            "supply": tell.NumberFeature(0, box.gems),
            "held": tell.WordFeature(cards),
            "extra": tell.NumberFeature(0, box.sprite_uses),
            "gem": tell.NumberFeature(0, box.sprite_uses),
            "space": tell.NumberFeature(0, box.goal),
            "rank": tell.NumberFeature(0, players),
            "leftover": tell.NumberFeature(0, sum(sorted(values)[-box.gems :]) + box.gems),
            "moved": tell.NumberFeature(0, 1),
        }
    )
    return tell.object_feature(
        {
            "todo": tell.PrefixFeature(ENCODED_STEPS, step),
            "seat": tell.PlayerFeature(players),
            "start": tell.PlayerFeature(players),
            "hunters": tell.SeatsFeature(players, hunter),
            "boards": tell.WordCountFeature(box.boards),
            "stack": tell.CountsFeature(box.kinds, box.copies),
            "display": tell.WordCountFeature(box.kinds, DISPLAY + 1),
            "row": tell.WordCountFeature(cards),
            "deck": tell.object_feature(
                {
                    "unknown": tell.WordCountFeature(cards),
                    "known": tell.NumberedWordsFeature(cards, len(cards), word=1, more=1),
                }
            ),
            "discard": tell.WordCountFeature(cards),
            "pending": tell.WordCountFeature(cards),
            "completed": tell.NumberedWordsFeature(cards, max(values)),
            "hand": tell.WordFeature(box.kinds),
            "laid": tell.WordFeature(LATTICE.names),
            "stolen": tell.SeatsFeature(players, tell.WordFeature(box.kinds)),
            "princess": tell.NumberFeature(0, box.goal - 1),
            "carrier": tell.PlayerFeature(players),
            "passages": tell.NumberFeature(0, 1),
            "final": tell.OptionalFeature(tell.NumberFeature(0, players)),
            "bonus": tell.WordCountFeature(box.bonuses),
            "ending": tell.WordFeature(("goal", "witch")),
        }
    )


class PrincessEncoder(tell.BaseEncoder[PrincessState]):
    def all_actions(self, setup: Setup) -> Sequence[Action]:
        return actions.all_actions()

    def features(self, setup: Setup) -> tell.Feature:
        return _features(setup.players)
