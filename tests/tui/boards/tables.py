"""Tables to look at: games played on, position by position, by people who mostly know what they do."""

import random
from collections.abc import Iterable, Iterator
from functools import cache

from tests.tui.player.sitting import Sitting, hint
from tilehall.engine import RecordPlayer
from tilehall.themes import ThemeCollection, find_themes
from tilehall.tui.boards.registry import renderer_for
from tilehall.tui.config.look import Look
from tilehall.tui.config.settings import Settings
from tilehall.tui.key_map import bind_keys
from tilehall.tui.tables.table import Table
from tilehall.tui.terminal.output.drawing import Drawing
from tilehall.tui.widgets import chrome

NAMES = ("Aki", "Bo", "Cleo", "Dara")
SIZES = ((80, 24), (100, 30), (120, 40), (200, 60))
LOOKS: ThemeCollection = find_themes()[0]
KEYS = bind_keys(Settings())


def look(palette: str = "night", glyphs: str = "full") -> Look:
    return Look(LOOKS.palettes[palette], LOOKS.glyphs[glyphs])


def hot_seat(players: int = 2, seed: str = "7", *options: tuple[str, str]) -> Table:
    """Everybody at one keyboard; Aki begins, and every turn is a full one."""
    usual = {"start_seat": "0", "first_turn": "full", **dict(options)}
    return Table.open("princess", [RecordPlayer(name) for name in NAMES[:players]], usual.items(), seed)


def sit(table: Table, confirm: bool = False) -> Sitting:
    return Sitting(table, renderer_for("princess"), confirm)


@cache
def played(players: int, wild: float) -> tuple[str, ...]:
    """The choices of a whole game, worked out once; some of them are made by lot."""
    lots, table = random.Random(str(players)), hot_seat(players, f"walk{players}")
    while not table.over:
        seat = table.due()[0]
        by_lot = lots.random() < wild
        table.act(seat, lots.choice(table.match.legal_actions(seat)) if by_lot else hint(table, seat).action)
    return tuple(str(step.action) for step in table.match.steps if step.seat >= 0)


def visit(sitting: Sitting, actions: Iterable[str], every: int = 1) -> Iterator[Sitting]:
    """The sitting at every so-many-th decision of a game. The steps between are shown to it at once, which is cheap."""
    sitting.leave()
    for number, action in enumerate(actions):
        if number % every == 0:
            sitting.catch_up()
            sitting.anew()
            sitting.leave = sitting.table.subscribe(sitting.catch_up)
            yield sitting
            sitting.leave()
        sitting.table.act(sitting.table.due()[0], action)
    sitting.catch_up()


def walk(players: int, wild: float = 0.25, every: int = 1) -> Iterator[Sitting]:
    """A whole game: a sitting at every decision, or at some. One of four choices is made by lot."""
    for sitting in visit(sit(hot_seat(players, f"walk{players}")), played(players, wild), every):
        # What is said may cover a part of the board.
        sitting.message = None
        yield sitting


def until(sitting: Sitting, kind: str) -> Sitting:
    """Plays on by advice until this decision is due."""
    table = sitting.table
    while table.rules.decision(table.match.state, table.due()[0]).kind != kind:
        table.act(table.due()[0], hint(table, table.due()[0]).action)
    sitting.anew()
    return sitting


def paint(sitting: Sitting, size: tuple[int, int] = (80, 24), dress: Look | None = None) -> Drawing:
    return chrome.paint(sitting, sitting.scene, dress or look(), *size, KEYS)


def text(sitting: Sitting, size: tuple[int, int] = (80, 24), dress: Look | None = None) -> str:
    return paint(sitting, size, dress).picture.text()
