"""Pictures of which only parts are painted anew are the same as pictures painted from nothing."""

import random
from collections.abc import Callable, Mapping

import pytest

from tests.tui.boards.tables import KEYS, LOOKS, NAMES
from tests.tui.player.sitting import Sitting
from tilehall.engine import BUILT_IN_GAMES, RecordPlayer
from tilehall.tui.boards.registry import renderer_for
from tilehall.tui.config.look import Look
from tilehall.tui.languages.pseudo import PseudoLanguage
from tilehall.tui.tables.table import Table
from tilehall.tui.terminal.output.drawing import Drawing
from tilehall.tui.widgets.chrome import Chrome, paint

SIZES = ((80, 24), (120, 40))
LOOKED = [
    Look(LOOKS.palettes[palette], LOOKS.glyphs[glyphs]) for palette, glyphs in (("night", "full"), ("ansi", "ascii"))
]
LOOKED.append(LOOKED[0].with_language(PseudoLanguage()))
Hand = Callable[[Sitting, Drawing, random.Random], object]
HANDS: Mapping[Hand, int] = {
    lambda sitting, drawing, lots: sitting.move(lots.choice(("left", "right", "up", "down")), drawing): 20,
    lambda sitting, drawing, lots: sitting.go_to_next_stop(lots.choice((1, 1, -1))): 5,
    lambda sitting, drawing, lots: sitting.choose(): 8,
    lambda sitting, drawing, lots: sitting.digit(lots.randint(1, 9)): 3,
    lambda sitting, drawing, lots: sitting.toggle(): 2,
    lambda sitting, drawing, lots: sitting.go_to_next_zone(1): 1,
    lambda sitting, drawing, lots: sitting.go_back(): 1,
    lambda sitting, drawing, lots: sitting.rotate(1): 1,
    lambda sitting, drawing, lots: sitting.flip(): 1,
    lambda sitting, drawing, lots: sitting.skip(): 1,
    lambda sitting, drawing, lots: sitting.hint(): 1,
    lambda sitting, drawing, lots: sitting.refuse(): 1,
    lambda sitting, drawing, lots: sitting.undo(): 1,
    lambda sitting, drawing, lots: act(sitting, lots): 6,
}
"""What may be done at a board, and how often it is."""


def act(sitting: Sitting, lots: random.Random) -> None:
    """Something happens at the table, whoever does it."""
    table, seat = sitting.table, sitting.table.due()[0]
    table.act(seat, lots.choice(table.match.legal_actions(seat)))


def walk(game: str, players: int, seed: str, steps: int) -> None:
    lots = random.Random(seed)
    sitting = Sitting(
        Table.open(game, [RecordPlayer(name) for name in NAMES[:players]], (), seed),
        renderer_for(game),
        lots.random() < 0.5,
    )
    kept, look, size = Chrome(sitting, sitting.scene), LOOKED[0], SIZES[0]
    for step in range(steps):
        if sitting.table.over:
            return
        if not step % 9:
            size, look = lots.choice(SIZES), lots.choices(LOOKED, (8, 1, 1))[0]
            sitting.options.tile_size = lots.choice(("auto", "auto", "small"))
        shown, fresh = kept.paint(look, *size, KEYS), paint(sitting, renderer_for(game), look, *size, KEYS)
        assert shown.picture.text() == fresh.picture.text(), (game, seed, step)
        assert not shown.picture.changes(fresh.picture), (game, seed, step)
        assert [*shown.places.items()] == [*fresh.places.items()], (game, seed, step)
        if sitting.moment.curtain:
            sitting.look()
        else:
            lots.choices([*HANDS], [*HANDS.values()])[0](sitting, shown, lots)


@pytest.mark.parametrize("game", BUILT_IN_GAMES)
def test_what_is_kept_is_what_would_be_painted(game: str) -> None:
    walk(game, 3, "kept", 70)


@pytest.mark.soak
@pytest.mark.parametrize("game", BUILT_IN_GAMES)
@pytest.mark.parametrize("players", [3, 4])
def test_what_is_kept_through_many_games(game: str, players: int) -> None:
    for seed in range(12):
        walk(game, players, f"many {seed}", 1200)
