"""The course of a game on the screen: it grows while one looks, and every moment of it opens on the board."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from rich.style import Style

from tests.cases import each_once
from tests.tui.boards.tables import look
from tests.tui.screens.driver import at, playing, table, to_the_end
from tilehall.engine import Text
from tilehall.engine.ai.players import Judgement
from tilehall.engine.core.text import Who
from tilehall.tui.app import Opening
from tilehall.tui.boards.charts import win_chart
from tilehall.tui.boards.registry import renderer_for
from tilehall.tui.features.replay.screen import ReplayScreen
from tilehall.tui.features.review.screen import PAGE, ReviewScreen
from tilehall.tui.features.review.widget import CourseEntry, CoursePainter, course_lines
from tilehall.tui.player.player import PlayerControls
from tilehall.tui.tables.history import review_text
from tilehall.tui.tables.history.replay import NOT_OVER, Replay
from tilehall.tui.tables.history.review import ChancePoint, GameReview, Mistake, Reviewer, Swing
from tilehall.tui.tables.storage.saved_games import read_record
from tilehall.tui.tables.table import Table
from tilehall.tui.terminal.output.drawing import Rect
from tilehall.tui.terminal.output.picture import Picture
from tilehall.tui.widgets.chrome import lines_below

RECORDS = Path(__file__).parents[3] / "records"
SIZES = ((80, 24), (100, 30), (120, 40), (200, 60))


def course(people: int = 2) -> GameReview:
    """A course with something of everything."""
    told, better = Text("{who} takes the gem.", who=Who(0)), Text("{who} takes the tile.", who=Who(0))
    points = tuple(ChancePoint(n, (0.5 + n / 100, 0.5 - n / 100)) for n in range(3, 41))
    swings = tuple(Swing(n % 2, 4 * n, 4 * n + 2, told, (0.5, 0.5), (0.5 + n / 10, 0.5 - n / 10)) for n in (1, 2, 3, 4))
    judgement = Judgement((), Text("it is near"), 0.12, 3.1, ())
    mistakes = tuple(Mistake(0, n, n + 1, (), told, better, judgement) for n in (5, 9))
    return GameReview(2, 40, "normal", tuple(range(people)), 9, ((),) * 9, points, swings, mistakes)


def painted(size: tuple[int, int], chosen: CourseEntry | None, glyphs: str = "full") -> Picture:
    picture = Picture(*size, look(glyphs=glyphs).table)
    painter = CoursePainter(look(glyphs=glyphs), renderer_for("princess"), ("Aki", "Bo"))
    painter.paint(picture, course(), chosen, Rect(1, 1, size[0] - 2, size[1] - 2))
    return picture


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("glyphs", ["full", "ascii"])
def test_curve_list_and_what_is_chosen_stand_there_at_every_size(size: tuple[int, int], glyphs: str) -> None:
    entries = [each for each in course_lines(course()) if isinstance(each, CourseEntry)]
    assert [entry.step for entry in entries] == [18, 14, 10, 4, 8], "after what turned it, before what was missed"
    text = painted(size, entries[3], glyphs).text()
    for words in ("Chance of winning", "Turning points", "What cost Aki most", "No turn of Bo cost much.", "step 40"):
        assert words in text
    assert "-12%, -3.1 points" in text and "Aki 50%, then 90%" in text
    assert "Better: Aki takes the tile." in text and "Why: it is near." in text
    assert text.isascii() == (glyphs == "ascii")


@pytest.mark.parametrize("size", SIZES)
def test_all_of_a_long_reason_can_be_read(size: tuple[int, int]) -> None:
    long = Text("{words}", words=" ".join(f"word{n}" for n in range(150)))
    found = course()
    judgement = found.all_mistakes[0].judgement._replace(why=long)
    found = replace(found, all_mistakes=(found.all_mistakes[0]._replace(judgement=judgement),))
    entry = next(
        each for each in course_lines(found) if isinstance(each, CourseEntry) and isinstance(each.found, Mistake)
    )
    painter, area = CoursePainter(look(), renderer_for("princess"), ("Aki", "Bo")), Rect(1, 1, size[0] - 2, size[1] - 2)
    seen, at, top, last = "", -1, 0, 1
    while top > at:
        at = top
        drawing, top, last = painter.paint(Picture(*size, look().table), found, entry, area, at)
        seen += drawing.picture.text()
        assert (f"lines {top + 1} to" in seen) == bool(last)
        top = min(last, top + PAGE)
    assert all(f"word{n}" in seen for n in range(150))
    assert (last > 0) == (size != (200, 60)), "where there is room nothing is to be scrolled"


@pytest.mark.parametrize("size", SIZES)
def test_the_curve_does_not_jump_while_parts_arrive(size: tuple[int, int]) -> None:
    whole, heights = course(), set[int]()
    parts = (
        replace(whole, answers=whole.answers[:2], swings=(), all_mistakes=()),
        replace(whole, answers=whole.answers[:5], all_mistakes=()),
        whole,
    )
    for part in parts:
        for entry in [None, *(each for each in course_lines(part) if isinstance(each, CourseEntry))]:
            painter = CoursePainter(look(), renderer_for("princess"), ("Aki", "Bo"))
            drawing = painter.paint(Picture(*size, look().table), part, entry, Rect(1, 1, size[0] - 2, size[1] - 2))[0]
            lines = drawing.picture.text().split("\n")
            heights.add(next(n for n, line in enumerate(lines) if "Turning points" in line))
    assert len(heights) == 1


def test_a_list_that_is_cut_says_how_much_more_there_is() -> None:
    found = course(4)
    found = replace(
        found, seats=4, all_mistakes=tuple(each._replace(seat=n) for n in range(4) for each in found.all_mistakes)
    )
    entries = [each for each in course_lines(found) if isinstance(each, CourseEntry)]
    painter = CoursePainter(look(), renderer_for("princess"), ("Aki", "Bo", "Cleo", "Dora"))

    def text(entry: CourseEntry) -> str:
        return painter.paint(Picture(80, 24, look().table), found, entry, Rect(1, 1, 78, 22)).drawing.picture.text()

    assert "more below" in text(entries[0]) and "more above" not in text(entries[0])
    assert "more above" in text(entries[-1]) and "more below" not in text(entries[-1])


# --- what was better, on the board ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "glyphs"), each_once(["princess-2p", "sand-2p-red", "beasts-2p", "kaguya-2p"], ["full", "ascii"])
)
def test_what_was_better_is_marked_on_the_board_of_who_made_the_mistake(name: str, glyphs: str) -> None:
    replay, marked = Replay(recorded(name)), 0
    for mistake in dearest(name):
        replay.look_from(mistake.seat)
        replay.go(review_text.step_to_show(mistake))
        player = PlayerControls(replay, drawn := renderer_for(replay.header.game))
        player.show_choices(mistake.judgement.actions)
        assert replay.now.seat == replay.now.viewpoint == mistake.seat and not player.must_decide
        if player.shown_choices is None:
            continue
        for width, height in ((80, 24), (120, 40)):
            with_it = player.view(look(glyphs=glyphs))
            assert with_it.hint_places == set(player.shown_choices.places)
            text = drawn.paint(with_it, width, height - 5).picture.text()
            without = drawn.paint(
                replace(with_it, hint_places=frozenset(), cursor=None), width, height - 5
            ).picture.text()
            assert text != without and text.isascii() == (glyphs == "ascii")
            marked += 1
    assert marked


def recorded(name: str) -> Table[Any]:
    record = read_record(RECORDS / f"{name}.tilehall")
    return Table(record.header, record.match, "")


@cache
def dearest(name: str) -> tuple[Mistake, ...]:
    record = read_record(RECORDS / f"{name}.tilehall")
    *_, found = Reviewer(record.header, record.match).review()
    return tuple(each for seat in found.people for each in found.mistakes(seat))


async def test_a_result_leads_to_its_course_and_that_to_the_board(tmp_path: Path) -> None:
    ended = to_the_end(table(tmp_path, "human human"))
    async with playing(tmp_path, at(ended)) as hands:
        await hands.in_room("ScoringScreen")
        await hands.press("c")
        await hands.in_room("ReviewScreen")
        await hands.sees("Turning points")
        screen = hands.app.screen
        assert isinstance(screen, ReviewScreen)
        await hands.until(lambda: len(screen.entries) >= 3)
        await hands.press("enter")
        await hands.in_room("ReplayScreen")
        assert "%, then " in hands.status
        await hands.press("right" if f"{len(ended.match.steps)}/" in hands.text else "left", "q")
        await hands.in_room("ReviewScreen")
        await hands.press("l")
        assert "hard" in hands.lines[0]
        await hands.press("q")
        await hands.in_room("ScoringScreen")


@pytest.mark.parametrize("size", SIZES)
async def test_what_was_missed_leaves_the_board_free(size: tuple[int, int], tmp_path: Path) -> None:
    """It keeps to the lines below the board; all of a long one is a key away, and another time gone."""
    played = read_record(RECORDS / "princess-2p.tilehall")
    shown = Opening("replay", Table(played.header, played.match, played.seed))
    async with playing(tmp_path, shown, size=size) as hands:
        replay = hands.app.screen
        assert isinstance(replay, ReplayScreen)
        last = 60 if size[1] < 40 else 130
        better = Text("{words}.", words=" ".join(f"word{n}" for n in range(last + 1)))
        judgement = Judgement((), Text("it is near"), 0.12, 3.1, ())
        replay.found = Mistake(0, 20, 21, (), Text("so"), better, judgement)
        replay.go(19)
        await hands.sees("Better by 12% chance and 3.1 points: word0")
        first = len(hands.lines) - next(n for n, line in enumerate(hands.lines) if "Better by" in line)
        assert first <= lines_below(size[1]) and f"word{last}" not in hands.text and "…" in hands.text
        assert "all of it" in hands.footer or size[0] < 100
        board = hands.lines[: -lines_below(size[1])]
        await hands.press("N")
        await hands.sees(f"word{last}")
        assert hands.lines[: -lines_below(size[1])] != board
        await hands.press("N")
        await hands.until(lambda: hands.lines[: -lines_below(size[1])] == board)


async def test_a_course_opened_from_its_board_is_the_one_that_was_left(tmp_path: Path) -> None:
    async with playing(tmp_path, Opening("replay", recorded("princess-2p"))) as hands:
        await hands.in_room("ReplayScreen")
        await hands.press("v")
        await hands.in_room("ReviewScreen")
        course = hands.app.screen
        assert isinstance(course, ReviewScreen)
        await hands.until(lambda: course.course and course.course.complete)
        await hands.press("end", "enter")
        await hands.in_room("ReplayScreen")
        assert "Better by " in hands.text and course.replay.now.seat == course.entries[-1].found.seat == 1
        await hands.press("home", "v")
        await hands.in_room("ReviewScreen")
        assert hands.app.screen is course and course.chosen == course.entries[-1]
        assert course.replay.now.viewpoint is None, "nobody is in front any more"


async def test_what_a_judge_has_found_is_kept(tmp_path: Path) -> None:
    ended = to_the_end(table(tmp_path, "human human"))
    async with playing(tmp_path, Opening("replay", ended)) as hands:
        await hands.in_room("ReplayScreen")
        await hands.press("v")
        await hands.in_room("ReviewScreen")
        await hands.until(lambda: "normal" in hands.lines[0] and "done" not in hands.lines[0])
        screen, whole = hands.app.screen, hands.text
        assert isinstance(screen, ReviewScreen) and screen.chosen == screen.entries[0]
        await hands.press("l")
        assert "hard" in hands.lines[0] and "after step" in hands.text, "the chances are there at once"
        await hands.press("l", "l")
        assert hands.text == whole, "no part of it has to be worked out again"
        await hands.press("q")
        await hands.in_room("ReplayScreen")
        await hands.press("v")
        await hands.in_room("ReviewScreen")
        await hands.until(lambda: hands.text == whole)


async def test_footers_name_the_keys_and_a_page_names_all(tmp_path: Path) -> None:
    async with playing(tmp_path, Opening("replay", recorded("princess-2p"))) as hands:
        await hands.in_room("ReplayScreen")
        for words in ("v course", "W why", "c score", "o log", "? rule", "q leave", "F2 keys"):
            assert words in hands.footer
        await hands.press("f2")
        await hands.in_room("ReaderScreen")
        await hands.press("end")
        for words in ("PgUp/Dn", "Home/End", "Space", "Enter"):
            assert words in hands.text
        await hands.press("escape", "v")
        await hands.in_room("ReviewScreen")
        for words in ("choose", "Enter board", "l other judge", "q back", "F2 keys"):
            assert words in hands.footer
        await hands.press("f2")
        await hands.in_room("ReaderScreen")
        assert "Home/End" in hands.text and "PgUp/Dn" in hands.text


async def test_a_game_that_goes_on_has_no_course_yet(tmp_path: Path) -> None:
    """It would be advice, also at a table where nobody gets any."""
    going = to_the_end(table(None, "human human"), short_of=40)
    async with playing(tmp_path, Opening("replay", going)) as hands:
        await hands.in_room("ReplayScreen")
        assert "course" not in hands.footer
        await hands.press("right", "v")
        await hands.in_room("ReplayScreen")
        await hands.sees(str(NOT_OVER))


@pytest.mark.parametrize("known", [(0.25, 0.75), (0.5, 0.2, 0.3), (0.03, 0.9, 0.02, 0.05), (0.4,)], ids=str)
def test_areas_are_as_high_as_chances_are(known: tuple[float, ...]) -> None:
    seats = [Style(color=colour) for colour in ("#ff0000", "#00ff00", "#0000ff", "#ffff00")[: len(known)]]
    lines = win_chart([known] * 3, 3, 20, 10, look(), seats)
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
