"""Lessons in lines: all levels of every game by typing; hints, failures, being shown; what is listed and reported."""

import io
import sys

import pytest

from tests.tui.cli.test_cli import Run, run
from tilehall.engine import BUILT_IN_GAMES, load_game
from tilehall.engine.teaching.lessons import REFUSED_MARK, lesson_ids, load_lesson
from tilehall.tui.cli import main
from tilehall.tui.config.progress import Progress
from tilehall.tui.config.user_dirs import UserDirs
from tilehall.tui.features.demo.command import INTERRUPTED

__all__ = ["run"]


class BrokenOff(io.StringIO):
    """Somebody who presses Ctrl+C instead of typing anything."""

    def readline(self, size: int | None = -1, /) -> str:
        raise KeyboardInterrupt


@pytest.fixture(autouse=True)
def unasked() -> None:
    """Nobody asks whether it was meant."""
    settings = UserDirs.default().settings
    settings.parent.mkdir(parents=True, exist_ok=True)
    settings.write_text('confirm = "at once"\n')


def typed(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


def solved(name: str, each: str) -> list[str]:
    """The lines that solve a level, and Enter."""
    return [*(step.removeprefix(REFUSED_MARK) for step in load_lesson(load_game(name), each).solution), ""]


@pytest.mark.parametrize("name", BUILT_IN_GAMES)
def test_all_lessons_of_a_game_are_solved_by_typing_and_then_comes_a_first_game(name: str, run: Run) -> None:
    names = lesson_ids(load_game(name))
    lines = [line for each in names for line in solved(name, each)]
    told = run("learn", name, "--line", typed=typed(*lines, "quit"))
    assert told.code == 0, told.err
    assert told.out.count("Solved in ") == len(names)
    assert "Enter begins a first game" in told.out and "(human)" in told.out and "(easy)" in told.out
    assert f"{len(names)} of {len(names)} lessons solved" in run("learn").out


def test_goal_rules_and_hints_are_told_and_refusals_cost_nothing(run: Run) -> None:
    out = run(
        "learn", "princess", "1", "--line", typed=typed("hint", "hint", "hint", "hint", "goal", "take EM", "cell A1")
    ).out
    lesson = load_lesson(load_game("princess"), "1-touch")
    assert out.count(f"Goal: {lesson.goal}") == 2 and "  P-4.1  Lay a tile" in out
    assert [f"Hint {n} of 3: {hint}" in out for n, hint in enumerate(lesson.hints, 1)] == [True] * 3
    assert "✗ A1: a tile must touch" in out or "x A1: a tile must touch" in out


def test_a_level_that_failed_is_tried_again_or_shown(run: Run) -> None:
    lines = ["take EM", "cell C3", "", "again", "take EM", "cell C3", "show", "", "", "", "", "quit"]
    out = run("learn", "princess", "1-touch", "--line", typed=typed(*lines)).out
    assert out.count("Not yet.") == 2 and "Enter tries again" in out
    assert "Enter does cell A1." in out and "That is how it is done." in out and "Enter: now you." in out
    report = run("learn", "princess", "--report").out
    assert "without hints; a try took about" in report or " hints; a try took about" in report
    assert "tried 4 times, shown 1 time, not solved yet" in report and "left in the middle of" in report


def test_who_begins_anew_or_is_shown_it_in_the_middle_has_not_left(run: Run) -> None:
    solution = solved("princess", "1-touch")[:-1]
    lines = ["take EM", "again", "take EM", "show", "", "", "", "", *solution, "quit"]
    run("learn", "princess", "1", "--line", typed=typed(*lines))
    assert [made.outcome for made in Progress(UserDirs.default()).read_tries()] == [
        "anew",
        "anew",
        "shown",
        "solved",
    ]
    report = run("learn", "princess", "--report").out
    assert "tried 3 times, shown 1 time, solved 1 time" in report and "left" not in report


def test_a_lesson_that_was_only_shown_was_not_tried(run: Run) -> None:
    run("learn", "princess", "1", "--line", "--present", typed=typed("", "", "", "quit"))
    assert "shown 1 time, not tried yet" in run("learn", "princess", "--report").out


def test_who_breaks_off_has_left_the_lesson(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", BrokenOff())
    assert main(["learn", "princess", "1", "--line"]) == INTERRUPTED
    assert [made.outcome for made in Progress(UserDirs.default()).read_tries()] == ["left"]


def test_an_answer_that_is_mistyped_is_asked_for_again(run: Run) -> None:
    told = run("learn", "princess", "1", "--line", typed=typed(*solved("princess", "1-touch")[:-1], "agian", "again"))
    assert "'agian' is no answer here." in told.out
    assert told.out.count("again plays this one once more") == 2 and told.out.count("Lesson 1 of 6") == 2


def test_lessons_are_presented_step_by_step(run: Run) -> None:
    out = run("learn", "kaguya", "2", "--line", "--present", typed=typed("", "quit")).out
    assert "Enter does present B." in out and "That is how it is done." in out


def test_who_has_solved_all_lessons_chooses_one(run: Run) -> None:
    names = lesson_ids(load_game("kaguya"))
    run("learn", "kaguya", "--line", typed=typed(*(line for each in names for line in solved("kaguya", each)), "quit"))
    out = run("learn", "kaguya", "--line", typed=typed("9", "2", "quit")).out
    assert out.count("(solved)") == 6 and "There is no lesson '9'." in out and "Lesson 2 of 6" in out


def test_a_lesson_that_there_is_not_is_one_sentence(run: Run) -> None:
    assert "There is no lesson '9'. Lessons: 1-touch," in run("learn", "princess", "9").err
    assert "Perhaps" in run("learn", "princess", "1-tuch").err or "1-touch" in run("learn", "princess", "1-tuch").err
    assert run("learn", "chess").code == 2


def test_lessons_are_listed_and_nothing_is_reported_before_anything_was_tried(run: Run) -> None:
    out = run("learn").out
    assert all(f"tilehall learn {name}" in out for name in BUILT_IN_GAMES)
    assert "No lesson has been tried yet." in run("learn", "--report").out
