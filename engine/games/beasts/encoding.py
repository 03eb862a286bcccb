"""A position of the beast hunt in numbers, for programs that learn. All of it is told."""

from __future__ import annotations

from functools import cache

from tilehall.engine.games.beasts.components import NEUTRAL, components
from tilehall.engine.games.beasts.invariants import PLAYING, SETTING_UP
from tilehall.engine.games.beasts.rules import STALL_ROUNDS
from tilehall.engine.rl import encoding as tell


@cache
def features(players: int) -> tell.Feature:
    box = components()
    kinds, places, squares = tuple(box.beast_numbers), "1234", tuple(box.square_numbers)
    beasts, cards = tell.Counts(kinds, max(beast.copies for beast in box.beasts)), tell.Counts(box.icons, box.each)
    owners = box.colours[:players]
    colour = tell.Owner(owners + box.colours[NEUTRAL:], players)
    hunter = tell.entries(
        {
            "dice": tell.First(box.active, colour),
            "pool": tell.Number(0, box.own[players]),
            "hand": tell.Among(box.icons, box.hand),
            "deck": cards,
            "discard": cards,
            "captured": beasts,
        }
    )
    turn = tell.entries(
        {
            "faces": tell.First(box.active, tell.Word(box.faces)),
            "kept": tell.Among(places),
            "free": tell.Among(places),
            "placed": tell.Among(places),
            "wild": tell.Number(0, 1),
            "busy": tell.Number(0, 1),
        }
    )
    board = tell.entries(
        {
            "dice": tell.Grid(box.slot_numbers, tell.in_order({"colour": colour, "face": tell.Word(box.faces)})),
            "cards": tell.Grid(
                box.edge_numbers, tell.in_order({"whose": tell.Owner(owners, players), "icon": tell.Word(box.icons)})
            ),
            "scored": tell.Grid(box.edge_numbers, tell.Number(0, 9)),
            "beasts": tell.Grid(squares, tell.Word(kinds)),
            "enclosed": tell.Among(squares),
        }
    )
    return tell.entries(
        {
            "point": tell.Word((*SETTING_UP, *PLAYING, "OVER")),
            "seat": tell.Player(players),
            "first": tell.Player(players),
            "hunters": tell.Seats(players, hunter),
            "neutral": tell.Number(0, box.neutral),
            "turn": tell.Maybe(turn),
            "board": board,
            "supply": beasts,
            "idle": tell.Number(0, (STALL_ROUNDS + 1) * players),
            "final": tell.Maybe(tell.Number(0, players - 1)),
            "ending": tell.Word(("dice", "full", "stall")),
        }
    )
