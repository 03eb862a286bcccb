"""Lessons on the screen: every level is solved with the keys that its footer names; hints, failures, what is kept."""

from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.tui.features.lessons.pupil import Pupil
from tests.tui.screens.driver import Fingers, playing, table
from tilehall.engine import BUILT_IN_GAMES, IllegalActionError, UserError, load_game
from tilehall.engine.teaching.lessons import REFUSED_MARK, lesson_ids, load_lesson
from tilehall.tui.app import Opening
from tilehall.tui.boards.registry import renderer_for
from tilehall.tui.config.progress import LessonTry, Progress
from tilehall.tui.config.settings import Settings
from tilehall.tui.config.user_dirs import UserDirs
from tilehall.tui.features.lessons.flow import LessonFlow
from tilehall.tui.features.lessons.learner_seat import LearnerSeat, LevelProgress
from tilehall.tui.features.lessons.lesson_attempt import LessonAttempt, open_lesson
from tilehall.tui.features.lessons.lesson_text import LessonSurroundings
from tilehall.tui.features.lessons.level_state import LevelState
from tilehall.tui.features.lessons.screen import LevelPresenter
from tilehall.tui.features.lessons.sequence import LessonRequest
from tilehall.tui.player.focus import ControlOptions
from tilehall.tui.player.player import PlayerControls
from tilehall.tui.screens.board import BoardScreen
from tilehall.tui.tables.thinking.thinkers import run_inline


def learn(name: str, level: str = "", presented: bool = False) -> Opening:
    return Opening("learn", lessons=LessonRequest(name, level, presented))


def places(tmp_path: Path) -> UserDirs:
    return UserDirs(tmp_path / "config", tmp_path / "data", tmp_path / "state")


def learned(tmp_path: Path) -> list[LessonTry]:
    return Progress(places(tmp_path)).read_tries()


def learning(fingers: Fingers) -> LevelPresenter:
    flow = fingers.app.flow
    assert isinstance(flow, LessonFlow) and flow.presenter is not None
    return flow.presenter


async def finish(fingers: Fingers, name: str, each: str) -> None:
    """Solves the level that is shown, and looks at its result if it was the last of a game."""
    pupil, state = Pupil(fingers), learning(fingers).state
    for step in load_lesson(load_game(name), each).solution:
        await pupil.does(step)
    await fingers.until(lambda: state.solved, "the end of the level")
    if state.seat.now.over:
        await fingers.in_room("ScoringScreen")
        await fingers.press("b")


@pytest.mark.parametrize("name", BUILT_IN_GAMES)
async def test_all_lessons_of_a_game_are_finished_with_the_keys_that_the_footer_names(
    name: str, tmp_path: Path
) -> None:
    names = lesson_ids(load_game(name))
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
        await fingers.until(lambda: fingers.room == "BoardScreen" and fingers.app.flow is None, "a first game")
        players = fingers.table.header.players
        assert [player.kind for player in players] == ["human", "easy"]
        assert fingers.app.screen.player.options.coach == "on"
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
        assert fingers.lines[0].startswith(" 1/6  Try a tile far away, as on A1.")
        await fingers.press("tab")
        assert "Rules in force" in fingers.text and "P-3.S5" in fingers.text
        assert fingers.footer.split("   ")[:4] == [" Arrows move", "Enter choose", "i hint", "? rules"]
        await fingers.resize(100, 36)
        assert [line[:6] for line in fingers.lines[1:3]] == [" P-4.1", " P-3.S"]
        await fingers.resize(130, 25)
        assert "Rules in force" in fingers.text and "P-4.1" in fingers.text
        await fingers.resize(60, 20)
        assert "needs 80x24" in fingers.text


async def test_before_the_first_level_one_reads_what_the_game_is_about_until_a_key_is_pressed(tmp_path: Path) -> None:
    async with playing(tmp_path, learn("sand")) as fingers:
        assert "You build a realm out of coloured sand" in fingers.text and "Stele" not in fingers.text
        await fingers.press("tab")
        assert "You build a realm" not in fingers.text and "Stele" in fingers.text


async def test_a_level_may_keep_to_itself_what_a_choice_would_bring(tmp_path: Path) -> None:
    """The first lesson speaks of tiles only; of the runes that these may lay the second one does."""
    async with playing(tmp_path, learn("princess", "1-touch")) as fingers:
        await fingers.sees("take E☾")
        assert "to be declared" not in fingers.text
    async with playing(tmp_path / "again", learn("princess", "2-turned")) as fingers:
        await fingers.sees("take E☾: could complete Corner on D3")


@pytest.mark.parametrize("name", BUILT_IN_GAMES)
async def test_the_rules_are_read_on_where_the_lesson_breaks_off(name: str, tmp_path: Path) -> None:
    async with playing(tmp_path, learn(name)) as fingers:
        await fingers.press("tab")
        assert "? reads on" in fingers.text
        rule = learning(fingers).board.surroundings.first_rule()
        await fingers.press("question_mark")
        await fingers.in_room("RulesScreen")
        assert f"{rule} " in "\n".join(fingers.lines[:6]), fingers.text


async def test_a_rule_that_was_broken_is_lit_and_a_part_that_is_done_ticked(tmp_path: Path) -> None:
    async with playing(tmp_path, learn("princess")) as fingers:
        assert learning(fingers).state.met_conditions == (False, False)
        pupil = Pupil(fingers)
        await pupil.does("take EM")
        await pupil.does("!cell A1")
        assert learning(fingers).board.surroundings.current_rule() == "P-4.1"
        assert learning(fingers).state.met_conditions == (True, False)
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


async def test_what_was_solved_is_kept_before_its_screen_is_left(tmp_path: Path) -> None:
    """Another program asks while it still stands there; or the terminal goes with it."""
    async with playing(tmp_path, Opening("learn", lessons=LessonRequest("beasts", "1-keep"))) as fingers:
        await fingers.in_room("BoardScreen")
        pupil = Pupil(fingers)
        for step in load_lesson(load_game("beasts"), "1-keep").solution:
            await pupil.does(step)
        await fingers.sees("Solved in ")
        assert [(made.level, made.outcome) for made in learned(tmp_path)] == [("1-keep", "solved")]
    assert len(learned(tmp_path)) == 1


async def test_hints_come_in_their_time_but_not_while_rules_are_read(tmp_path: Path) -> None:
    async with playing(tmp_path, learn("princess")) as fingers:
        now, school = [0.0], learning(fingers)
        patience, hints = school.teacher.stopwatch, school.seat.attempt.lesson.hints

        def passes(seconds: float) -> None:
            now[0] += seconds
            school.tick()

        patience.clock = lambda: now[0]
        patience.skip_time()
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
    lesson = load_lesson(load_game("princess"), "1-touch")
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
    assert [made.outcome for made in learned(tmp_path)] == ["anew", "shown", "left"]


async def watch(fingers: Fingers, steps: int) -> None:
    """So many steps of a level that is shown, and its points."""
    state = learning(fingers).state
    for _ in range(steps):
        await fingers.until(lambda: "Space next step" in fingers.footer, "the next step")
        await fingers.press("space")
    await fingers.until(lambda: state.solved, "how it is done")
    if state.seat.now.over:
        await fingers.in_room("ScoringScreen")
        await fingers.press("b")
    if state.has_unseen_score:
        await fingers.press("enter", "b")


@pytest.mark.parametrize("name", ["beasts", "kaguya"])
async def test_a_teacher_shows_every_step_with_space(name: str, tmp_path: Path) -> None:
    names = lesson_ids(load_game(name))
    async with playing(tmp_path, learn(name, presented=True)) as fingers:
        for number, each in enumerate(names, 1):
            await fingers.sees(f" {number}/6 ")
            await watch(fingers, len(load_lesson(load_game(name), each).solution))
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


def solved(tmp_path: Path, *names: str) -> None:
    """All lessons of these games."""
    kept = Progress(places(tmp_path))
    for name in names:
        for each in lesson_ids(load_game(name)):
            assert kept.save_try(LessonTry(name, each, "solved", 2, 2, 0, 0, 30)) is None


async def test_who_has_solved_a_lesson_chooses_among_all_of_them_and_those_of_other_games(tmp_path: Path) -> None:
    solved(tmp_path, "princess")
    async with playing(tmp_path) as fingers:
        await fingers.sees("lesson 1 of 6")
        await fingers.go_to("Play The Princess")
        await fingers.press("L")
        await fingers.in_room("LessonsScreen")
        assert fingers.text.count("✓ ") == 6 and "Realm of Sand" in fingers.text and "0 of 6 solved" in fingers.text
        await fingers.go_to("Realm of Sand")
        await fingers.press("enter")
        await fingers.sees("Realm of Sand: lessons")
        assert fingers.text.count("○ ") == 6 + 2 and fingers.text.count("✓ ") == 1
        await fingers.press("down", "down", "enter")
        await fingers.sees(" 3/6 ")
        assert fingers.table.rules.id == "sand"
        await fingers.press("q")
        await fingers.in_room("HomeScreen")
        await fingers.go_to("Learn")
        await fingers.sees("Learned: The Princess and Magic Tile")


async def test_the_list_stands_at_the_next_lesson_and_is_left_without_one(tmp_path: Path) -> None:
    kept = Progress(places(tmp_path))
    assert kept.save_try(LessonTry("sand", "1-place", "solved", 1, 1, 0, 0, 30)) is None
    async with playing(tmp_path) as fingers:
        await fingers.go_to("Play Realm of Sand")
        await fingers.press("L")
        await fingers.in_room("LessonsScreen")
        assert fingers.pointed.startswith("2  ")
        await fingers.press("escape")
        await fingers.in_room("HomeScreen")


async def test_who_has_solved_all_lessons_is_offered_them_all(tmp_path: Path) -> None:
    solved(tmp_path, *BUILT_IN_GAMES)
    async with playing(tmp_path) as fingers:
        await fingers.until(lambda: "Learn" in fingers.text and "lesson 1" not in fingers.text, "home")
        await fingers.go_to("Learn")
        await fingers.sees("All lessons are solved")
        await fingers.press("enter")
        await fingers.in_room("LessonsScreen")
    async with playing(tmp_path, learn("kaguya")) as fingers:
        await fingers.in_room("LessonsScreen")
        assert "Kaguyahime: lessons" in fingers.text
        await fingers.press("enter")
        await fingers.sees(" 1/6 ")


async def test_the_set_up_teaches_nobody_who_has_learned_the_game(tmp_path: Path) -> None:
    solved(tmp_path, "sand")
    async with playing(tmp_path) as fingers:
        await fingers.press("2")
        await fingers.in_room("SetupScreen")
        assert "New to it?" not in fingers.text and "learn it first" not in fingers.footer


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
        pupil, state = Pupil(fingers), learning(fingers).state
        for step in load_lesson(load_game("kaguya"), "6-rooms").solution:
            await pupil.does(step)
        await fingers.until(lambda: state.solved, "the end")
        if fingers.room == "BoardScreen":
            assert "Enter the result" in fingers.footer
            await fingers.press("enter")
        await fingers.in_room("ScoringScreen")
        assert "Esc back to the lesson" in fingers.footer and "rematch" not in fingers.footer
        await fingers.press("q")
        await fingers.until(lambda: "Enter a first game" in fingers.footer, "the offer, not home")
        assert isinstance(fingers.app.flow, LessonFlow)


async def test_whoever_fails_the_last_lesson_is_told_why_before_the_result(tmp_path: Path) -> None:
    async with playing(tmp_path, learn("kaguya", "6-rooms"), Settings({"pace": "at once"})) as fingers:
        pupil, state, lesson = Pupil(fingers), learning(fingers).state, load_lesson(load_game("kaguya"), "6-rooms")
        for step in lesson.failures[0].by:
            await pupil.does(step)
        await fingers.until(lambda: state.over, "the end")
        await fingers.sees("Not yet")
        assert fingers.room == "BoardScreen" and "Enter try again" in fingers.footer
        await fingers.press("c")
        await fingers.in_room("ScoringScreen")


async def test_the_key_of_hints_belongs_to_the_lesson_all_the_time(tmp_path: Path) -> None:
    async with playing(tmp_path, learn("princess")) as fingers:
        await fingers.press("i", "i", "i", "i")
        await fingers.sees("Space shows it")
        state = learning(fingers).state
        await fingers.press("i")
        assert state.steps_shown == 1 and fingers.table.steps == 1, "the next step is shown, as by Space"
        board = fingers.app.screen
        assert isinstance(board, BoardScreen)
        await board.run_command("hint")
        await fingers.until(lambda: state.steps_shown == 2, "the same from the palette")
        assert "Look at" not in fingers.text and board.player.advisor.advice is None


async def test_after_a_try_that_failed_it_is_shown_if_one_likes(tmp_path: Path) -> None:
    async with playing(tmp_path, learn("princess")) as fingers:
        pupil = Pupil(fingers)
        await pupil.does("take EM")
        await pupil.does("cell C3")
        assert "i show me" in fingers.footer and "u undo" in fingers.footer
        await fingers.press("i")
        await fingers.sees("Space shows it")


FAILURES = [
    pytest.param(name, each, failure.by, id=f"{name} {each} {n}")
    for name in BUILT_IN_GAMES
    for each in lesson_ids(load_game(name))
    for n, failure in enumerate(load_lesson(load_game(name), each).failures)
]


@pytest.mark.parametrize("name, each, by", FAILURES)
def test_undo_is_named_after_a_failure_where_it_works(name: str, each: str, by: tuple[str, ...]) -> None:
    seat: LearnerSeat[Any] = LearnerSeat(
        LessonAttempt(load_lesson(load_game(name), each), open_lesson(load_lesson(load_game(name), each)))
    )
    state: LevelState[Any] = LevelState(seat, LevelProgress(1, 6))
    player: PlayerControls[Any] = PlayerControls(seat, renderer_for(name), ControlOptions(confirm=True))
    lecture: LessonSurroundings[Any] = LessonSurroundings(state, player)
    for step in by:
        with suppress(IllegalActionError):
            run_inline(seat.act(step.removeprefix(REFUSED_MARK)))
            run_inline(seat.run_computers())
    player.catch_up()
    assert state.over and not state.solved
    named = "u" in dict(lecture.footer())
    try:
        run_inline(seat.undo())
    except UserError:
        assert not named
    else:
        assert named


async def test_after_the_last_lesson_it_is_said_in_full_what_comes_and_what_is_simpler(tmp_path: Path) -> None:
    async with playing(tmp_path, learn("princess", "6-goal")) as fingers:
        await finish(fingers, "princess", "6-goal")
        said = " ".join(" ".join(fingers.lines[-4:-1]).split())
        assert "Now a first game against an easy rival (for a first game: no Steal Tile cards" in said
        assert said.endswith("moon, star and sun)?")
