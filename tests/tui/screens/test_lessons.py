"""Lessons on the screen: every level is solved with the keys that its footer names; hints, failures, what is kept."""

from pathlib import Path

import pytest

from tests.tui.screens.fingers import Fingers, playing, table
from tests.tui.screens.pupil import Pupil
from tilehall.engine import BUILT_IN, game
from tilehall.engine.lessons import level, levels
from tilehall.tui.app import Opening
from tilehall.tui.learned import Learned, Try
from tilehall.tui.school import Wanted
from tilehall.tui.screens.learn import Learning
from tilehall.tui.settings import Settings


def learn(name: str, level: str = "", presented: bool = False) -> Opening:
    return Opening("learn", lessons=Wanted(name, level, presented))


def learned(tmp_path: Path) -> list[Try]:
    return Learned(tmp_path / "data" / "lessons.jsonl").tries()


def learning(fingers: Fingers) -> Learning:
    found = fingers.app._learning
    assert found is not None
    return found


async def finish(fingers: Fingers, name: str, each: str) -> None:
    """Solves the level that is shown, and looks at its result if it was the last of a game."""
    pupil, lecture = Pupil(fingers), learning(fingers).lecture
    for step in level(game(name), each).solution:
        await pupil.does(step)
    await fingers.until(lambda: lecture.solved, "the end of the level")
    if lecture.seat.now.over:
        await fingers.in_room("ScoringScreen")
        await fingers.press("b")


@pytest.mark.parametrize("name", BUILT_IN)
async def test_all_lessons_of_a_game_are_finished_with_the_keys_that_the_footer_names(
    name: str, tmp_path: Path
) -> None:
    names = levels(game(name))
    async with playing(tmp_path, learn(name)) as fingers:
        for number, each in enumerate(names, 1):
            await fingers.sees(f" {number}/6 ")
            await finish(fingers, name, each)
            await fingers.until(lambda: "✓ Solved" in fingers.text, "how it came out")
            if "what that scored" in fingers.footer:
                await fingers.press("enter")
                await fingers.in_room("ScoringScreen")
                await fingers.press("escape")
            if number < len(names):
                assert "Enter next lesson" in fingers.footer
                await fingers.press("enter")
        assert "Enter a first game" in fingers.footer and "L lessons of" in fingers.footer
        await fingers.press("enter")
        await fingers.until(lambda: fingers.room == "BoardScreen" and fingers.app._learning is None, "a first game")
        players = fingers.table.header.players
        assert [player.kind for player in players] == ["human", "easy"]
        assert fingers.app.screen.player.coach == "on"
    tries = learned(tmp_path)
    assert [made.level for made in tries if made.outcome == "solved"] == list(names)
    assert all(made.actions == made.par for made in tries)


async def test_after_the_last_lesson_of_a_game_comes_the_next_game(tmp_path: Path) -> None:
    async with playing(tmp_path, learn("kaguya", "6-rooms")) as fingers:
        await finish(fingers, "kaguya", "6-rooms")
        assert "L lessons of The Princess and Magic Tile" in fingers.footer
        await fingers.press("L")
        await fingers.sees(" 1/6 ")
        assert fingers.table.rules.id == "princess"


async def test_goal_rules_and_keys_stand_around_the_board(tmp_path: Path) -> None:
    async with playing(tmp_path, learn("princess")) as fingers:
        assert fingers.lines[0].startswith(" 1/6  Try a tile far from yours.")
        assert "Rules in force" in fingers.text and "P-3.S5" in fingers.text
        assert fingers.footer.split("   ")[:3] == [" Arrows move", "Enter choose", "Tab next"]
        await fingers.resize(100, 36)
        assert [line[:6] for line in fingers.lines[1:3]] == [" P-4.1", " P-3.S"]
        await fingers.resize(130, 25)
        assert "Rules in force" in fingers.text and "P-4.1" in fingers.text
        await fingers.resize(60, 20)
        assert "needs 80x24" in fingers.text


async def test_a_rule_that_was_broken_is_lit_and_a_part_that_is_done_ticked(tmp_path: Path) -> None:
    async with playing(tmp_path, learn("princess")) as fingers:
        assert learning(fingers).lecture.met == (False, False)
        pupil = Pupil(fingers)
        await pupil.does("take EM")
        await pupil.does("!cell A1")
        assert learning(fingers).lecture.in_play() == "P-4.1"
        assert learning(fingers).lecture.met == (True, False)
        assert fingers.lines[0].rstrip().endswith("✓○")


async def test_a_level_that_failed_says_why_and_is_tried_again(tmp_path: Path) -> None:
    async with playing(tmp_path, learn("princess")) as fingers:
        pupil = Pupil(fingers)
        await pupil.does("take EM")
        await pupil.does("cell C3")
        assert "✗ Not yet." in fingers.text and "Enter try again" in fingers.footer
        await fingers.press("1")
        assert fingers.table.steps == 2, "nothing is done once a level is over"
        await fingers.press("u")
        assert "Not yet." not in fingers.text, "what was done may be taken back"
        await pupil.does("cell C3")
        await fingers.press("enter")
        await fingers.until(lambda: fingers.table.steps == 0, "another try")
    assert [made.outcome for made in learned(tmp_path)] == ["failed", "left"]


async def test_hints_come_in_their_time_but_not_while_rules_are_read(tmp_path: Path) -> None:
    async with playing(tmp_path, learn("princess")) as fingers:
        now, school = [0.0], learning(fingers)
        patience, hints = school.lecture.patience, school.seat.trial.lesson.hints

        def passes(seconds: float) -> None:
            now[0] += seconds
            school.tick()

        patience.clock = lambda: now[0]
        patience.pauses()
        passes(19)
        assert f"{hints[0]}"[:30] not in fingers.text
        await fingers.press("question_mark")
        passes(100)
        await fingers.press("escape")
        assert f"{hints[0]}"[:30] not in fingers.text, "nobody waited"
        for hint, seconds in zip(hints, (2, 20, 20), strict=True):
            passes(seconds)
            assert f"{hint}"[:30] in fingers.text
        await fingers.press("tab", "tab")
        assert f"{hints[2]}"[:30] in fingers.text, "it stays while one looks"
        await fingers.press("1")
        assert f"{hints[2]}"[:30] not in fingers.text, "something was done"


async def test_who_is_shown_how_it_is_done_plays_it_then(tmp_path: Path) -> None:
    lesson = level(game("princess"), "1-touch")
    async with playing(tmp_path, learn("princess")) as fingers:
        for hint in lesson.hints:
            await fingers.press("i")
            assert f"{hint}"[:30] in fingers.text
        assert "i show me" in fingers.footer
        await fingers.press("i")
        await fingers.sees("Space shows it")
        for _ in lesson.solution:
            await fingers.press("space")
        await fingers.sees("That is how it is done.")
        assert "Enter now you" in fingers.footer
        await fingers.press("enter")
        await fingers.until(lambda: fingers.table.steps == 0 and "i hint" in fingers.footer, "one's own try")
    assert [made.outcome for made in learned(tmp_path)] == ["left", "shown", "left"]


async def watch(fingers: Fingers, steps: int) -> None:
    """So many steps of a level that is shown, and its points."""
    lecture = learning(fingers).lecture
    for _ in range(steps):
        await fingers.until(lambda: "Space next step" in fingers.footer, "the next step")
        await fingers.press("space")
    await fingers.until(lambda: lecture.solved, "how it is done")
    if lecture.seat.now.over:
        await fingers.in_room("ScoringScreen")
        await fingers.press("b")
    if lecture.owes_score:
        await fingers.press("enter", "b")


@pytest.mark.parametrize("name", ["beasts", "kaguya"])
async def test_a_teacher_shows_every_step_with_space(name: str, tmp_path: Path) -> None:
    names = levels(game(name))
    async with playing(tmp_path, learn(name, presented=True)) as fingers:
        for number, each in enumerate(names, 1):
            await fingers.sees(f" {number}/6 ")
            await watch(fingers, len(level(game(name), each).solution))
            if number < len(names):
                await fingers.press("enter")
    assert {made.outcome for made in learned(tmp_path)} == {"shown"}


async def test_after_a_step_of_ones_own_it_is_shown_from_the_beginning(tmp_path: Path) -> None:
    async with playing(tmp_path, learn("princess", presented=True)) as fingers:
        await Pupil(fingers).does("take EU")
        await fingers.press("space")
        await fingers.until(lambda: fingers.table.steps == 0 and "Space shows it" in fingers.text, "the beginning")


async def test_lessons_go_on_where_one_left_and_home_offers_the_next(tmp_path: Path) -> None:
    async with playing(tmp_path) as fingers:
        await fingers.sees("lesson 1 of 6")
        await fingers.press("enter")
        await finish(fingers, "princess", "1-touch")
        await fingers.press("q")
        await fingers.sees("[Learn The Princess and Magic Tile: lesson 2 of 6]")
        await fingers.press("enter")
        await fingers.sees(" 2/6 ")


async def test_home_of_somebody_who_plays_has_a_way_to_the_lessons_as_well(tmp_path: Path) -> None:
    table(tmp_path)
    async with playing(tmp_path) as fingers:
        await fingers.sees("Continue")
        await fingers.go_to("Learn")
        await fingers.sees("Learn. The Princess and Magic Tile, lesson 1 of 6.")
        await fingers.press("enter")
        await fingers.sees(" 1/6 ")
        await fingers.press("q")
        await fingers.in_room("HomeScreen")
        assert fingers.pointed == "Learn"


async def test_the_set_up_of_a_game_that_was_never_played_offers_its_lessons(tmp_path: Path) -> None:
    async with playing(tmp_path) as fingers:
        await fingers.press("2")
        await fingers.in_room("SetupScreen")
        assert "New to it?" in fingers.text and "L learn it first" in fingers.footer
        await fingers.press("L")
        await fingers.sees(" 1/6 ")
        assert fingers.table.rules.id == "sand"


async def test_leaving_in_the_middle_by_ctrl_c_is_kept_as_that(tmp_path: Path) -> None:
    async with playing(tmp_path, learn("sand")) as fingers:
        await fingers.press("ctrl+c", "ctrl+c")
    assert [(made.level, made.outcome) for made in learned(tmp_path)] == [("1-place", "left")]


async def test_what_cannot_be_kept_is_said_and_the_lessons_go_on(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("no folder")
    async with playing(tmp_path, learn("princess")) as fingers:
        await finish(fingers, "princess", "1-touch")
        await fingers.press("enter")
        await fingers.sees(" 2/6 ")
        assert any("What you have learned is not kept" in toast for toast in fingers.toasts)


async def test_the_result_of_the_last_lesson_is_never_skipped(tmp_path: Path) -> None:
    """Where others are watched at leisure, a key goes on to the result first."""
    async with playing(tmp_path, learn("kaguya", "6-rooms"), Settings({"pace": "quick"})) as fingers:
        pupil, lecture = Pupil(fingers), learning(fingers).lecture
        for step in level(game("kaguya"), "6-rooms").solution:
            await pupil.does(step)
        await fingers.until(lambda: lecture.solved, "the end")
        if fingers.room == "BoardScreen":
            assert "Enter the result" in fingers.footer
            await fingers.press("enter")
        await fingers.in_room("ScoringScreen")
        await fingers.press("b")
        await fingers.until(lambda: "Enter a first game" in fingers.footer, "the offer")
        assert fingers.app._learning is not None
