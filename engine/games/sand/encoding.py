"""A position of Realm of Sand in numbers, for programs that learn.

Not told: steps to come behind the next three, and rounds beyond the hundredth.
"""

from __future__ import annotations

from functools import cache

from tilehall.engine.games.sand.components import BASE, GRID, LEVELS, PER_LEVEL, components
from tilehall.engine.games.sand.position_data import CRYSTALS, POINTS
from tilehall.engine.games.sand.state import STEPS
from tilehall.engine.rl import encoding as tell

TO_COME = 3
ROUNDS = 100


@cache
def features(players: int) -> tell.Feature:
    box = components()
    letters, tiles, cards = tuple(box.letters), tuple(box.tile_numbers), tuple(box.card_numbers)
    levels = {f"{n + 1}": cards[n * PER_LEVEL : (n + 1) * PER_LEVEL] for n in range(LEVELS)}
    disks = tell.Counts(letters, max(box.disks[players]))
    magician = tell.entries(
        {
            "power": tell.Word(box.powers),
            "crystal": tell.Word(CRYSTALS),
            "level": tell.Number(0, box.track),
            "squares": tell.Grid(GRID.names, tell.Word(letters[:BASE])),
            "disks": tell.Grid(GRID.names, tell.Word(letters)),
            "reserve": disks,
            "tiles": tell.Among(tiles),
            "tableau": tell.Among(cards),
            "kept": tell.Among(cards),
        }
    )
    hidden = tell.in_order({name: tell.Number(0, PER_LEVEL) for name in ("kept", "under", "looked")})
    cap = tell.entries(
        {"cap": tell.Maybe(tell.Number(0, STEPS)), "made": tell.Number(0, GRID.size), "settled": tell.Among(GRID.names)}
    )
    return tell.entries(
        {
            "todo": tell.First(TO_COME, tell.in_order({"step": tell.Word(POINTS), "whose": tell.Player(players)})),
            "seat": tell.Player(players),
            "start": tell.Player(players),
            "round": tell.Number(0, ROUNDS),
            "magicians": tell.Seats(players, magician),
            "squares": tell.Counts(letters[:BASE], box.squares),
            "disks": disks,
            "decks": tell.in_order(
                {
                    level: tell.entries(
                        {"unknown": tell.Among(there), "known": tell.Numbered(there, PER_LEVEL, word=1, more=1)}
                    )
                    for level, there in levels.items()
                }
            ),
            "rows": tell.in_order({level: tell.Among(there) for level, there in levels.items()}),
            "circle": tell.Ranked(tiles),
            "aside": tell.Among(tiles),
            "looked": tell.Among(cards),
            "short": tell.Maybe(tell.entries({"colour": tell.Word(letters[:BASE]), "boxes": tell.Among(GRID.names)})),
            "summon": tell.Maybe(cap),
            "swapped": tell.in_order({"given": tell.Word(tiles), "received": tell.Word(tiles)}),
            "hidden": tell.in_order(dict.fromkeys(levels, hidden)),
            "ending": tell.Word(("hourglasses", "round limit", "solo")),
        }
    )
