"""A position of the princess' game in numbers, for programs that learn.

Not told: what lies under the top tile of a cell (only how many there are), and steps to come behind the next four.
"""

from __future__ import annotations

from functools import cache

from tilehall.engine.games.princess.components import LATTICE, components
from tilehall.engine.games.princess.rules import DISPLAY, DRAWS, WAITS
from tilehall.engine.rl import encoding as tell

TO_COME = 4
HIGHEST = 8
"""Tiles on one cell."""


@cache
def features(players: int) -> tell.Feature:
    box = components()
    cards, values = tuple(box.card_numbers), [card.value for card in box.cards]
    step = tell.in_order(
        {"step": tell.Word((*DRAWS, *WAITS, "RUNE", "SIDE", "EXTRA_CELL")), "whose": tell.Player(players)}
    )
    hunter = tell.entries(
        {
            "board": tell.Word(box.printed),
            "cells": tell.Grid(
                LATTICE.names, tell.several({"height": tell.Length(HIGHEST), "top": tell.At(-1, tell.Word(box.kinds))})
            ),
            "gems": tell.Among(LATTICE.names),
            "supply": tell.Number(0, box.gems),
            "held": tell.Word(cards),
            "extra": tell.Number(0, box.sprite_uses),
            "gem": tell.Number(0, box.sprite_uses),
            "space": tell.Number(0, box.goal),
            "rank": tell.Number(0, players),
            "leftover": tell.Number(0, sum(sorted(values)[-box.gems :]) + box.gems),
            "moved": tell.Number(0, 1),
        }
    )
    return tell.entries(
        {
            "todo": tell.First(TO_COME, step),
            "seat": tell.Player(players),
            "start": tell.Player(players),
            "hunters": tell.Seats(players, hunter),
            "boards": tell.Among(box.boards),
            "stack": tell.Counts(box.kinds, box.copies),
            "display": tell.Among(box.kinds, DISPLAY + 1),
            "row": tell.Among(cards),
            "deck": tell.entries(
                {"unknown": tell.Among(cards), "known": tell.Numbered(cards, len(cards), word=1, more=1)}
            ),
            "discard": tell.Among(cards),
            "pending": tell.Among(cards),
            "completed": tell.Numbered(cards, max(values)),
            "hand": tell.Word(box.kinds),
            "laid": tell.Word(LATTICE.names),
            "stolen": tell.Seats(players, tell.Word(box.kinds)),
            "princess": tell.Number(0, box.goal - 1),
            "carrier": tell.Player(players),
            "passages": tell.Number(0, 1),
            "final": tell.Maybe(tell.Number(0, players)),
            "bonus": tell.Among(box.bonuses),
            "ending": tell.Word(("goal", "witch")),
        }
    )
