"""Panels and cards: a rule or a frame, a title that is cut rather than run over, and the room that is left."""

import pytest

from tests.tui.boards.tables import look
from tilehall.tui.boards.panel import draw_card, draw_panel
from tilehall.tui.terminal.output.drawing import Rect
from tilehall.tui.terminal.output.picture import Picture


def test_a_small_screen_has_rules_and_a_large_one_frames() -> None:
    dress = look()
    for columns, lines in ((80, ["Runes ── 3 left", "", ""]), (120, ["╭─ Runes ─ 3 left ─╮", "│                  │"])):
        picture = Picture(columns, 3, dress.table)
        room = draw_panel(picture, Rect(0, 0, 15 if columns < 120 else 20, 3), "Runes", dress, "3 left")
        shown = [line.rstrip() for line in picture.text().split("\n")]
        assert shown[: len(lines)] == lines
        assert room == (Rect(0, 1, 15, 2) if columns < 120 else Rect(2, 1, 16, 1))


@pytest.mark.parametrize("columns", range(6, 30))
def test_nothing_runs_over_the_frame(columns: int) -> None:
    dress = look()
    picture = Picture(40, 4, dress.table)
    draw_card(picture, Rect(3, 0, columns, 4), "Observatory of the moon", dress, dress.accent, "8 stars")
    for line in picture.text().split("\n"):
        assert (line[:3] == "   " and not line[3 + columns :].strip()) or "竹" in line
    assert picture.text().split("\n")[0].strip()[0] == "╭" and picture.text().split("\n")[0].strip()[-1] == "╮"
