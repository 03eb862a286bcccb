"""What a key costs, in counts that are the same on every machine."""

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import pytest

import tilehall
from tests.tui.screens.fingers import at, playing, table
from tilehall.tui.house import seat as seats
from tilehall.tui.widgets import chrome

OURS = str(Path(tilehall.__file__).parent)
ENTER = 4_100
"""Calls of ours for an Enter that commits: half of the 8,212 that it took when screens played matches themselves."""
ARROW = 1_900


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


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_a_key_is_worked_out_once(tmp_path: Path, size: tuple[int, int]) -> None:
    async with playing(tmp_path, at(table(tmp_path, "human human")), size=size) as hands:
        for _ in range(20):
            if "Take a tile" in hands.prompt:
                break
            await hands.press("enter")
        with counted() as moving:
            await hands.press("right")
        with counted() as committing:
            await hands.press("enter")
        assert "Lay the tile" in hands.prompt
        assert moving.total() <= ARROW
        assert committing.total() <= ENTER
        painted, seen = chrome.Chrome.paint.__qualname__, seats.TableSeat._seen.__qualname__
        assert (moving[painted], moving[seen]) == (1, 0)
        assert (committing[painted], committing[seen]) == (1, 1), "one moment and one picture for one change"
