"""What a key costs, in counts that are the same on every machine."""

import random
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from types import FrameType
from typing import NamedTuple

import pytest
from textual.app import App

import tilehall
from tests.cases import each_once
from tests.tui.boards.tables import NAMES
from tests.tui.player.sitting import hint
from tests.tui.screens.driver import Fingers, at, playing
from tilehall.engine import RecordPlayer
from tilehall.tui.tables import seat as seats
from tilehall.tui.tables.table import Table
from tilehall.tui.terminal.output.mirror_updates import MirrorUpdate
from tilehall.tui.widgets.chrome import Chrome

OURS = str(Path(tilehall.__file__).parent)
KEYS = (*("left", "right", "up", "down") * 4, *("tab",) * 3, *("enter",) * 7)


class Most(NamedTuple):
    """The most that keys may cost: calls of ours for a cursor move and a choice, and bytes of a cursor move."""

    move: int
    choice: int
    dearest: int
    """For every choice; the others are for those in the middle."""
    bytes: int


MOST = {
    # The cursor may also stand on what is explained above the rooms, in sentences.
    "princess": Most(420, 2_440, 3_900, 350),
    # The dearest spells out the placements of three new tiles.
    "sand": Most(800, 3_400, 5_500, 560),
    "beasts": Most(1_000, 4_500, 5_600, 380),
    # The dearest paints a log where there was none.
    "kaguya": Most(400, 4_000, 5_500, 460),
}
"""Fewer keys do more: what is left over is done with a choice, and what comes is told with it.

An Enter that commits in the princess took 8,212 calls when screens played matches, and 4,100 before layers.
"""


CACHED = 1.01
"""What other tests have worked out for the whole program before is not worked out again: so much depends on that."""
NEARLY_ALL = 900
"""Bytes that 95 in 100 cursor moves cost at most, in every game."""


class Cost(NamedTuple):
    """What a key did: whether the cursor moved or a choice was carried out, calls of ours, and bytes."""

    moved: bool
    """And nothing else: nothing was picked, and what was told over the board was not taken away with it."""
    chose: bool
    calls: int
    bytes: int


@contextmanager
def counted() -> Iterator[Counter[str]]:
    """Counts the calls of our own functions."""
    calls: Counter[str] = Counter()

    def profile(frame: FrameType, event: str, arg: object) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(OURS):
            calls[frame.f_code.co_qualname] += 1

    sys.setprofile(profile)
    try:
        yield calls
    finally:
        sys.setprofile(None)


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What a terminal would be sent: without one Textual works it out, but does not put it into bytes."""
    found: list[str] = []

    def display(app: App[None], screen: object, update: MirrorUpdate | None) -> None:
        if update is not None:
            found.append(update.render_segments(app.console))

    monkeypatch.setattr(App, "_display", display)
    return found


async def walk(hands: Fingers, table: Table, sent: list[str], keys: int) -> list[Cost]:
    """Presses keys by lot; one change makes one moment and one picture."""
    lots, costs = random.Random("cost"), list[Cost]()
    for _ in range(keys):
        if hands.room != "BoardScreen" or table.over:
            await hands.press("v" if hands.room == "CurtainScreen" else "enter")
            continue
        player, before = hands.app.screen.player, table.version
        cursor, covered = player.cursor, player.status.message or player.focus.pending
        sent.clear()
        with counted() as calls:
            await hands.press(key := lots.choice(KEYS))
        chose = table.version != before
        assert calls[Chrome.paint.__qualname__] <= 1 + chose * bool(player.moment.curtain)
        assert calls[seats.TableSeat._make_moment.__qualname__] == table.version - before, "once for each change"
        moved = player.cursor != cursor and key != "enter" and not covered
        costs.append(Cost(moved, chose, calls.total(), len("".join(sent).encode())))
    return costs


@pytest.mark.parametrize(("game", "size"), each_once([*MOST], [(80, 24), (120, 40)]))
async def test_a_key_is_worked_out_once(tmp_path: Path, sent: list[str], game: str, size: tuple[int, int]) -> None:
    most = MOST[game]
    players = [RecordPlayer(name) for name in NAMES[: 3 if game == "kaguya" else 2]]
    for _ in range(2):
        # The first time some things are worked out for the whole program.
        table = Table.open(game, players, (), "7")
        async with playing(tmp_path, at(table), size=size) as hands:
            # What moves is counted apart.
            hands.app.animation_level = "none"
            costs = await walk(hands, table, sent, 100)
    moves, choices = [cost for cost in costs if cost.moved], [cost for cost in costs if cost.chose]
    assert len(moves) > 20 and choices
    assert median(cost.calls for cost in moves) <= most.move
    assert median(cost.calls for cost in choices) <= most.choice * CACHED
    assert max(cost.calls for cost in choices) <= most.dearest
    assert median(cost.bytes for cost in moves) <= most.bytes
    assert quantiles([cost.bytes for cost in moves], n=20, method="inclusive")[-1] <= NEARLY_ALL


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_a_walk_over_the_buildings_paints_few_boxes(
    tmp_path: Path, sent: list[str], size: tuple[int, int]
) -> None:
    """In the middle of a game, where much lies on the board: it tells what counts for each card without dimming."""
    table = Table.open("sand", [RecordPlayer(name) for name in NAMES[:2]], (), "7")
    while len(table.match.steps) < 120 or table.rules.decision(table.match.state, table.due()[0]).kind != "POST":
        table.act(table.due()[0], hint(table, table.due()[0]).action)
    async with playing(tmp_path, at(table), size=size) as hands:
        player, costs = hands.app.screen.player, list[int]()
        player.navigation.point_at(next(place for place in player.focus.place_areas if place[0] == "card"))
        # What pointing there changes is painted with the next key.
        await hands.press("right", "left")
        for key in (*("right",) * 3, "down", *("left",) * 3, "down", *("right",) * 3, "up", *("left",) * 3, "up"):
            before = player.cursor
            sent.clear()
            await hands.press(key)
            if before[0] == player.cursor[0] == "card":
                costs.append(len("".join(sent).encode()))
    assert len(costs) >= 12
    assert median(costs) <= 700
    assert max(costs) <= 900
