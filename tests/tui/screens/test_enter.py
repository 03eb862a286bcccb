"""The way of one Enter that commits a choice: key, command, choice, table, log, moment; then the drawing."""

import random
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import tilehall
from tests.tui.boards.tables import NAMES
from tests.tui.screens.driver import at, playing
from tests.tui.screens.test_cost import KEYS
from tilehall.engine import CHANCE, RecordPlayer
from tilehall.tui.screens.board import BoardScreen
from tilehall.tui.tables.table import Table

OURS = str(Path(tilehall.__file__).parent) + "/"
NOT_THE_WAY = ("engine/", "tui/boards/", "tui/terminal/output/")
"""What is asked on the way, and drawn at its end: the rules, how a game's board is read, and areas of cells."""
TERMINAL = "tui/terminal/"
MODULES, TERMINAL_MODULES = 25, 4
"""The most that are entered from the board's widget to its drawing; and before, from the terminal to the widget."""
CHOICES = 20


class Way:
    """What was entered, and how often the rules applied an action, until a board was drawn."""

    def __init__(self) -> None:
        self.modules = set[str]()
        self.applied = Counter[str]()
        self.is_drawn = False


@contextmanager
def traced() -> Iterator[Way]:
    way, draw = Way(), BoardScreen._draw.__code__

    def profile(frame: FrameType, event: str, arg: object) -> None:
        code = frame.f_code
        if event != "call" or way.is_drawn or not code.co_filename.startswith(OURS):
            return
        way.is_drawn = code is draw
        module = code.co_filename.removeprefix(OURS)
        if not module.startswith(NOT_THE_WAY):
            way.modules.add(module)
        if code.co_name == "apply" and frame.f_back is not None:
            way.applied[str(frame.f_back.f_locals.get("action"))] += 1

    sys.setprofile(profile)
    try:
        yield way
    finally:
        sys.setprofile(None)


async def test_enter_passes_few_modules_and_applies_an_action_twice_at_most(tmp_path: Path) -> None:
    """Once to see what comes of it, and once to do it."""
    table = Table.open("princess", [RecordPlayer(name) for name in NAMES[:2]], (), "7")
    lots, chosen = random.Random("cost"), 0
    async with playing(tmp_path, at(table)) as hands:
        hands.app.animation_level = "none"
        while chosen < CHOICES:
            if hands.room != "BoardScreen":
                await hands.press("enter")
                continue
            version, steps = table.version, len(table.match.steps)
            with traced() as way:
                await hands.press(lots.choice(KEYS))
            if table.version == version:
                continue
            chosen += 1
            terminal = {module for module in way.modules if module.startswith(TERMINAL)}
            assert len(terminal) <= TERMINAL_MODULES, sorted(terminal)
            assert len(way.modules - terminal) <= MODULES, sorted(way.modules - terminal)
            own = {str(step.action) for step in table.match.steps[steps:] if step.seat != CHANCE}
            assert own and all(way.applied[action] <= 2 for action in own), way.applied
