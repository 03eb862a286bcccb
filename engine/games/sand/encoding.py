"""A position of Realm of Sand in numbers, for programs that learn.

Not told: steps to come behind the next three, and rounds beyond the hundredth.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from tilehall.engine.core.game import Action, Setup
from tilehall.engine.games.sand import actions
from tilehall.engine.games.sand.components import BASE, CARDS_PER_LEVEL, GRID, LEVELS, components
from tilehall.engine.games.sand.position_data import CRYSTALS, KNOWN_POINTS
from tilehall.engine.games.sand.state import STEPS, SandState
from tilehall.engine.rl import encoding as tell

ENCODED_STEPS = 3
ROUNDS = 100


@cache
def _features(players: int) -> tell.Feature:
    box = components()
    letters, tiles, cards = tuple(box.letters), tuple(box.tile_numbers), tuple(box.card_numbers)
    levels = {f"{n + 1}": cards[n * CARDS_PER_LEVEL : (n + 1) * CARDS_PER_LEVEL] for n in range(LEVELS)}
    disks = tell.CountsFeature(letters, max(box.disks[players]))
    magician = tell.object_feature(
        {
            "power": tell.WordFeature(box.powers),
            "crystal": tell.WordFeature(CRYSTALS),
            "level": tell.NumberFeature(0, box.track),
            "squares": tell.GridFeature(GRID.names, tell.WordFeature(letters[:BASE])),
            "disks": tell.GridFeature(GRID.names, tell.WordFeature(letters)),
            "reserve": disks,
            "tiles": tell.WordCountFeature(tiles),
            "tableau": tell.WordCountFeature(cards),
            "kept": tell.WordCountFeature(cards),
        }
    )
    hidden = tell.sequence_feature(
        {name: tell.NumberFeature(0, CARDS_PER_LEVEL) for name in ("kept", "under", "looked")}
    )
    cap = tell.object_feature(
        {
            "cap": tell.OptionalFeature(tell.NumberFeature(0, STEPS)),
            "made": tell.NumberFeature(0, GRID.size),
            "settled": tell.WordCountFeature(GRID.names),
        }
    )
    return tell.object_feature(
        {
            "todo": tell.PrefixFeature(
                ENCODED_STEPS,
                tell.sequence_feature({"step": tell.WordFeature(KNOWN_POINTS), "whose": tell.PlayerFeature(players)}),
            ),
            "seat": tell.PlayerFeature(players),
            "start": tell.PlayerFeature(players),
            "round": tell.NumberFeature(0, ROUNDS),
            "magicians": tell.SeatsFeature(players, magician),
            "squares": tell.CountsFeature(letters[:BASE], box.squares),
            "disks": disks,
            "decks": tell.sequence_feature(
                {
                    level: tell.object_feature(
                        {
                            "unknown": tell.WordCountFeature(there),
                            "known": tell.NumberedWordsFeature(there, CARDS_PER_LEVEL, word=1, more=1),
                        }
                    )
                    for level, there in levels.items()
                }
            ),
            "rows": tell.sequence_feature({level: tell.WordCountFeature(there) for level, there in levels.items()}),
            "circle": tell.RankFeature(tiles),
            "aside": tell.WordCountFeature(tiles),
            "looked": tell.WordCountFeature(cards),
            "short": tell.OptionalFeature(
                tell.object_feature(
                    {"colour": tell.WordFeature(letters[:BASE]), "boxes": tell.WordCountFeature(GRID.names)}
                )
            ),
            "summon": tell.OptionalFeature(cap),
            "swapped": tell.sequence_feature({"given": tell.WordFeature(tiles), "received": tell.WordFeature(tiles)}),
            "hidden": tell.sequence_feature(dict.fromkeys(levels, hidden)),
            "ending": tell.WordFeature(("hourglasses", "round limit", "solo")),
        }
    )


class SandEncoder(tell.BaseEncoder[SandState]):
    def all_actions(self, setup: Setup) -> Sequence[Action]:
        return actions.all_actions()

    def features(self, setup: Setup) -> tell.Feature:
        return _features(setup.players)
