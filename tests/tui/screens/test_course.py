"""The course of a game on the screen: it grows while one looks, and every moment of it opens on the board."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.style import Style

from tests.tui.scenes.tables import look
from tests.tui.screens.fingers import at, playing, table, to_the_end
from tilehall.engine import Text
from tilehall.engine.players import Judgement
from tilehall.engine.text import Who
from tilehall.tui.app import Opening
from tilehall.tui.house.review import Course, Mistake, Point, Swing
from tilehall.tui.kernel.drawing import Rect
from tilehall.tui.kernel.paint import Picture
from tilehall.tui.scenes import scene
from tilehall.tui.scenes.charts import chances
from tilehall.tui.screens.course import CourseScreen
from tilehall.tui.widgets.course import Entry, Painter, listed

SIZES = ((80, 24), (100, 30), (120, 40), (200, 60))


def course(people: int = 2) -> Course:
    """A course with something of everything."""
    told, better = Text("{who} takes the gem.", who=Who(0)), Text("{who} takes the tile.", who=Who(0))
    points = tuple(Point(n, (0.5 + n / 100, 0.5 - n / 100)) for n in range(3, 41))
    swings = tuple(Swing(n % 2, 4 * n, 4 * n + 2, told, (0.5, 0.5), (0.5 + n / 10, 0.5 - n / 10)) for n in (1, 2, 3, 4))
    judgement = Judgement((), Text("it is near"), 0.12, 3.1, ())
    mistakes = tuple(Mistake(0, n, n + 1, (), told, better, judgement) for n in (5, 9))
    return Course(2, 40, "normal", tuple(range(people)), 9, 9, points, swings, mistakes)


def painted(size: tuple[int, int], chosen: Entry | None, glyphs: str = "full") -> Picture:
    picture = Picture(*size, look(glyphs=glyphs).table)
    painter = Painter(look(glyphs=glyphs), scene("princess"), ("Aki", "Bo"))
    painter.paint(picture, course(), chosen, Rect(1, 1, size[0] - 2, size[1] - 2))
    return picture


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("glyphs", ["full", "ascii"])
def test_curve_list_and_what_is_chosen_stand_there_at_every_size(size: tuple[int, int], glyphs: str) -> None:
    entries = [each for each in listed(course()) if isinstance(each, Entry)]
    assert [entry.step for entry in entries] == [18, 14, 10, 4, 8], "after what turned it, before what was missed"
    text = painted(size, entries[3], glyphs).text()
    for words in ("Chance of winning", "Turning points", "What cost Aki most", "No turn of Bo cost much.", "step 40"):
        assert words in text
    assert "-12%, -3.1 points" in text and "Aki 50%, then 90%" in text
    assert "Better: Aki takes the tile." in text and "Because it is near." in text
    assert text.isascii() == (glyphs == "ascii")


async def test_a_result_leads_to_its_course_and_that_to_the_board(tmp_path: Path) -> None:
    ended = to_the_end(table(tmp_path, "human human"))
    async with playing(tmp_path, at(ended)) as hands:
        await hands.in_room("ScoringScreen")
        await hands.press("c")
        await hands.in_room("CourseScreen")
        await hands.sees("Turning points")
        screen = hands.app.screen
        assert isinstance(screen, CourseScreen)
        await hands.until(lambda: len(screen.entries) >= 3)
        await hands.press("enter")
        await hands.in_room("ReplayScreen")
        assert "%, then " in hands.status
        await hands.press("right" if f"{len(ended.match.steps)}/" in hands.text else "left", "q")
        await hands.in_room("CourseScreen")
        await hands.press("l")
        assert "hard" in hands.lines[0]
        await hands.press("q")
        await hands.in_room("ScoringScreen")


async def test_a_replay_leads_to_the_course_also_of_a_game_that_goes_on(tmp_path: Path) -> None:
    going = to_the_end(table(None, "human human"), short_of=40)
    async with playing(tmp_path, Opening("replay", going)) as hands:
        await hands.in_room("ReplayScreen")
        await hands.press("right", "v")
        await hands.in_room("CourseScreen")
        await hands.sees("Turning points")
        await hands.press("q")
        await hands.in_room("ReplayScreen")
        assert "1/" in hands.status


@pytest.mark.parametrize("known", [(0.25, 0.75), (0.5, 0.2, 0.3), (0.03, 0.9, 0.02, 0.05), (0.4,)], ids=str)
def test_areas_are_as_high_as_chances_are(known: tuple[float, ...]) -> None:
    seats = [Style(color=colour) for colour in ("#ff0000", "#00ff00", "#0000ff", "#ffff00")[: len(known)]]
    lines = chances([known] * 3, 3, 20, 10, look(), seats)
    for column in range(1, 14):
        high = dict.fromkeys((style.color for style in seats), 0)
        for line in lines:
            char, style = line[column]
            filled = " ▁▂▃▄▅▆▇█".index(char)
            for colour, eighths in ((style.color, filled), (style.bgcolor, 8 - filled)):
                if colour in high:
                    high[colour] += eighths
        # Where three meet in one character, the smallest gives way.
        assert all(abs(high[style.color] - 80 * chance) <= 4 for style, chance in zip(seats, known, strict=True))
