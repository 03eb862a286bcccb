"""A puzzle on the screen: solved, missed, tried again, its solution seen, and the next one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.tui.config.test_puzzle_progress import Full
from tests.tui.player.sitting import english
from tests.tui.screens.driver import QUICK, Fingers, playing
from tilehall.engine import BUILT_IN_GAMES, Text, load_game
from tilehall.engine.teaching.puzzles import Puzzle, load_puzzles, write_puzzle
from tilehall.tui.app import Opening
from tilehall.tui.config.progress import MARK_RIGHT, Progress, PuzzleScore
from tilehall.tui.config.user_dirs import UserDirs
from tilehall.tui.features.puzzles.choice_screen import next_puzzle_text, puzzles_done_text
from tilehall.tui.features.puzzles.flow import PuzzleFlow
from tilehall.tui.features.puzzles.puzzle_attempt import PuzzleAttempt, unsettled_puzzles
from tilehall.tui.features.puzzles.series import PuzzleList, PuzzleSeries, open_file, open_next, open_puzzle_of_day
from tilehall.tui.screens.board import BoardScreen
from tilehall.tui.tables.thinking.thinkers import run_inline

DAY = "2026-11-20"


def places(tmp_path: Path) -> UserDirs:
    return UserDirs(tmp_path / "config", tmp_path / "data", tmp_path / "state")


def solving(tmp_path: Path) -> PuzzleSeries:
    return open_next(load_game("kaguya"), places(tmp_path), lambda: 0.0)


def opening(at: PuzzleSeries) -> Opening:
    return Opening("puzzle", solving=at)


async def play(hands: Fingers, *actions: str) -> None:
    """These actions at the seat behind the board, as keys would do them."""
    board = hands.app.screen
    assert isinstance(board, BoardScreen)
    for action in actions:
        await board.seat.act(action)
        await hands.settled()


def worse(at: PuzzleSeries) -> list[str]:
    """A whole turn that is not good enough."""
    attempt: PuzzleAttempt[Any] = PuzzleAttempt(at.puzzle, at.rules)
    first = next(each for each in attempt.seat.now.legal if str(each) != at.puzzle.solution[0])
    run_inline(attempt.seat.act(first))
    while not attempt.is_complete:
        run_inline(attempt.seat.act(attempt.seat.now.legal[0]))
    assert attempt.question().answer(at.rules).better is not None
    return [*map(str, attempt.own)]


async def test_the_best_turn_is_right_and_the_next_puzzle_comes(tmp_path: Path) -> None:
    at = solving(tmp_path)
    first = at.puzzle
    async with playing(tmp_path, opening(at)) as hands:
        assert f"Puzzle {first.name}, grade {first.grade} of 5: find the best turn for Guest." in hands.text
        assert f"(puzzle {first.number})" in hands.lines[0] and "S solution" in hands.footer
        await play(hands, *first.solution)
        await hands.sees("Right: nothing better was found. Solved at the first try.")
        assert hands.status.startswith("✓ Right") and " choices " not in hands.text
        assert "Your turn is made. Enter goes on to the next puzzle, S shows the solution." in hands.prompt
        assert "Enter next" in hands.footer and "again" not in hands.footer and " n next" not in hands.footer
        await hands.press("enter")
        await hands.sees(f"Puzzle {at.puzzle.name}, grade")
        assert at.puzzle != first
    assert Progress(places(tmp_path)).score_of(first.name) == PuzzleScore("o", 0)


@pytest.mark.parametrize("name", BUILT_IN_GAMES)
def test_hints_lead_along_the_best_turn(name: str, tmp_path: Path) -> None:
    """What a quick look finds about as good is none of them: it was looked for longer."""
    attempt = open_next(load_game(name), places(tmp_path), lambda: 0.0).attempt
    for step in attempt.puzzle.solution:
        advice = run_inline(attempt.seat.hint())
        assert (str(advice.action), advice.is_clear) == (step, True)
        run_inline(attempt.seat.act(step))
    assert len(attempt.thinker.hinted) == len(attempt.puzzle.solution)


async def test_keys_alone_solve_it(tmp_path: Path) -> None:
    """By hints: each time Enter does what is advised; that is not always best, but it is a turn."""
    at = solving(tmp_path)
    async with playing(tmp_path, opening(at), QUICK.with_value("confirm", "at once")) as hands:
        while not at.attempt.is_complete:
            await hands.press("enter")
        await hands.until(lambda: at.score.tries == 1)
        assert "Right: " in hands.text or "Not the best turn: " in hands.text


async def test_a_worse_turn_is_told_what_it_loses_and_tried_again(tmp_path: Path) -> None:
    at = solving(tmp_path)
    puzzle = at.puzzle
    async with playing(tmp_path, opening(at)) as hands:
        await play(hands, *worse(at))
        await hands.sees("Not the best turn:")
        assert "Enter again" in hands.footer and "S solution" in hands.footer and "n next" in hands.footer
        assert "Your turn is made. Enter tries it again" in hands.prompt
        await hands.press("tab")
        assert "Not the best turn:" in hands.lines[-2], "it stays above the keys"
        await hands.press("enter")
        await hands.sees(f"Puzzle {puzzle.name}, grade")
        await play(hands, *puzzle.solution)
        await hands.sees("Solved at try 2.")
    assert Progress(places(tmp_path)).score_of(puzzle.name).marks == "xo"


async def test_a_turn_that_is_taken_back_is_looked_at_anew(tmp_path: Path) -> None:
    at = solving(tmp_path)
    async with playing(tmp_path, opening(at)) as hands:
        await play(hands, *at.puzzle.solution)
        await hands.sees("Right: nothing better was found.")
        await hands.press("u")
        assert not at.attempt.is_complete and "Right" not in hands.text
        await play(hands, at.puzzle.solution[-1])
        await hands.sees("Right: nothing better was found.")
    assert at.score.marks == "o", "what comes after it does not count"


async def test_the_solution_is_asked_for_twice_and_stepped_through(tmp_path: Path) -> None:
    at = solving(tmp_path)
    async with playing(tmp_path, opening(at)) as hands:
        await hands.press("S")
        assert "S once more shows the solution" in hands.text and at.score == PuzzleScore()
        await hands.press("S")
        await hands.in_room("ReplayScreen")
        assert f"The solution is {len(at.puzzle.solution)} steps. Why: " in hands.text
        for n in range(len(at.puzzle.solution)):
            await hands.press("right")
            assert f"{n + 1}/{len(at.puzzle.solution)} " in hands.text
            await hands.press("W")
            assert "Why: " in hands.text and "No computer player" not in hands.text
        await hands.press("home", "W")
        assert "The solution is" in hands.text
        await hands.press("q")
        await hands.in_room("BoardScreen")
        assert "You have seen the solution. n goes on" in hands.text and "n next" in hands.footer
        await hands.press("S")
        await hands.in_room("ReplayScreen")
    assert Progress(places(tmp_path)).score_of(at.puzzle.name).marks == "-"


async def test_a_hint_is_given_and_counted(tmp_path: Path) -> None:
    at = solving(tmp_path)
    async with playing(tmp_path, opening(at)) as hands:
        await hands.hinted()
        await play(hands, *at.puzzle.solution)
        await hands.sees("Right: nothing better was found. Solved at try 1, with 1 hint.")
    assert at.score.marks == "?o"


async def test_a_hint_counts_for_whoever_leaves(tmp_path: Path) -> None:
    at = solving(tmp_path)
    async with playing(tmp_path, opening(at)) as hands:
        await hands.hinted()
        await hands.press("q")
        await hands.until(lambda: at.score.marks == "?")
        assert hands.app.return_value == 0, "whoever came for a puzzle leaves the program with it"


async def test_the_puzzle_of_the_day_shows_its_three_lines(tmp_path: Path) -> None:
    at = open_puzzle_of_day(DAY, places(tmp_path), lambda: 0.0, "kaguya")
    async with playing(tmp_path, opening(at)) as hands:
        await play(hands, *at.puzzle.solution)
        await hands.sees(f"Tilehall, puzzle of {DAY}: Kaguyahime {at.puzzle.number}")
        assert "o  solved at try 1" in hands.text and f"Grade {at.puzzle.grade} of 5" in hands.text


async def test_after_the_last_one_there_is_none(tmp_path: Path) -> None:
    solved = Progress(places(tmp_path))
    for each in load_puzzles(load_game("kaguya"))[1:]:
        solved.save_score(each.name, PuzzleScore("o", 1))
    at = solving(tmp_path)
    async with playing(tmp_path, opening(at)) as hands:
        await play(hands, *at.puzzle.solution)
        await hands.sees("Right: nothing better was found.")
        await hands.press("n")
        assert "puzzles of kaguya" in hands.text and hands.room == "BoardScreen"


async def test_what_cannot_be_kept_is_told(tmp_path: Path) -> None:
    where = places(tmp_path).puzzle_progress
    where.parent.mkdir(parents=True)
    where.write_text("broken")
    at = solving(tmp_path)
    async with playing(tmp_path, opening(at)) as hands:
        assert "it is not known what you solved before" in hands.toasts[0]
        assert hands.status.startswith(f"Puzzle {at.puzzle.name}"), "the task is no error"
        await play(hands, *at.puzzle.solution)
        await hands.sees("Right: nothing better was found.")
        assert "nothing is kept until it is moved" in hands.toasts[-1] and len(hands.toasts) == 2
        assert hands.status.startswith("✓ Right") and "nothing is kept" not in hands.text, "nor is it right in green"


async def test_a_full_disk_is_told_beside_the_verdict(tmp_path: Path) -> None:
    at = solving(tmp_path)
    at.solved.disk = Full()
    async with playing(tmp_path, opening(at)) as hands:
        await play(hands, *at.puzzle.solution)
        await hands.sees("Right: nothing better was found.")
        assert hands.toasts == ["What you solve is not kept: the disk is full."]
        assert "not kept" not in hands.text


async def test_a_puzzle_that_cannot_be_laid_out_is_passed_over(tmp_path: Path) -> None:
    """With what is said of it beside the next one; where there is no other, one stays where one is."""
    first, second, third, fourth = map(sound, range(1, 5))
    kept_as = places(tmp_path).puzzles("kaguya")
    kept_as.parent.mkdir(parents=True)
    kept_as.write_text("".join(map(write_puzzle, (first, bad(second, also=(("nonsense",),)), bad(third), fourth))))
    at = open_file(load_game("kaguya"), kept_as, 1, places(tmp_path), lambda: 0.0)
    async with playing(tmp_path, opening(at)) as hands:
        await play(hands, *at.puzzle.solution)
        await hands.sees("Right: nothing better was found.")
        await hands.press("n")
        await hands.sees("Puzzle kaguya 4, grade")
        assert hands.toasts == [
            "The puzzle kaguya 2 is damaged: another of its solutions cannot be played. "
            "It and others, 2 in all, are passed over."
        ]
        await play(hands, *at.puzzle.solution)
        await hands.sees("Right: nothing better was found.")
        await hands.press("n")
        await hands.sees("There is no other puzzle of kaguya to go on to.")
        assert len(hands.toasts) == 1 and hands.room == "BoardScreen"


def sound(number: int) -> Puzzle:
    """One that comes before all that are not done; 501 is as the game's own 1."""
    return load_puzzles(load_game("kaguya"))[(number - 1) % 500]._replace(number=number, grade=1)


def bad(puzzle: Puzzle, **change: Any) -> Puzzle:
    return puzzle._replace(**(change or {"rules": 99}))


async def test_home_passes_over_it_as_well(tmp_path: Path) -> None:
    own = places(tmp_path).puzzles("kaguya")
    own.parent.mkdir(parents=True)
    own.write_text(write_puzzle(bad(sound(501))))
    solved = Progress(places(tmp_path))
    for each in load_puzzles(load_game("kaguya"))[1:]:
        solved.save_score(each.name, PuzzleScore("o", 1))
    async with playing(tmp_path) as hands:
        await (await hands.go_to("Puzzles")).press("enter")
        await hands.go_to("Kaguyahime")
        assert "Next: kaguya 1, grade" in " ".join(hands.text.split())
        await hands.press("enter")
        await hands.sees("Puzzle kaguya 1, grade")
        assert hands.toasts == [
            "The puzzle kaguya 501 goes by version 99 of the rules; here is version 1. It is passed over."
        ]


def test_a_game_whose_puzzles_cannot_be_read_says_so_in_the_list() -> None:
    at = PuzzleList("toy", Text("Toy"), (), 0, {}, None, Text("{file}: it is no file.", file="toy.jsonl"))
    assert (english(puzzles_done_text(at)), english(next_puzzle_text(at))) == (
        "cannot be read",
        "toy.jsonl: it is no file.",
    )


@pytest.mark.parametrize("name", ["princess", "sand", "beasts"])
@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_a_puzzle_of_every_game_is_solved_on_the_screen(tmp_path: Path, name: str, size: tuple[int, int]) -> None:
    at = open_next(load_game(name), places(tmp_path), lambda: 0.0)
    async with playing(tmp_path, opening(at), size=size) as hands:
        assert at.puzzle.name in hands.text
        await play(hands, *at.puzzle.solution)
        await hands.sees("Right: nothing better was found.")


async def test_the_app_lays_out_the_next_and_the_one_of_today(tmp_path: Path) -> None:
    """What the home screen asks for."""
    async with playing(tmp_path) as hands:
        puzzles = PuzzleFlow(hands.app, places(tmp_path), hands.app.new_thinker)
        hands.app.run_blocking(puzzles.solve_next("kaguya"))
        await hands.sees("Puzzle kaguya ")
        await hands.press("q")
        await hands.in_room("HomeScreen")
        hands.app.run_blocking(puzzles.solve_next(""))
        await hands.sees("find the best turn for Guest.")


async def test_a_hint_counts_for_whoever_leaves_the_program(tmp_path: Path) -> None:
    at = solving(tmp_path)
    async with playing(tmp_path, opening(at)) as hands:
        await hands.press("i")
        await hands.until(lambda: len(at.attempt.thinker.hinted) == 1)
        await hands.press("ctrl+c", "ctrl+c")
    assert Progress(places(tmp_path)).score_of(at.puzzle.name).marks == "?"


async def test_the_list_tells_what_is_left_and_what_comes_next(tmp_path: Path) -> None:
    solved, puzzles = Progress(places(tmp_path)), load_puzzles(load_game("sand"))
    easy = [puzzle for puzzle in puzzles if puzzle.grade == 1]
    for puzzle in easy:
        solved.save_score(puzzle.name, PuzzleScore(MARK_RIGHT, 5))
    following = unsettled_puzzles(puzzles, solved.settled_puzzles())[0]
    assert following.grade == 2
    async with playing(tmp_path) as hands:
        await (await hands.go_to("Puzzles")).press("enter")
        await hands.go_to("Realm of Sand")
        assert f"{len(easy)} of 30 solved" in hands.text
        told = " ".join(hands.text.split())
        assert f"Next: {following.name}, grade 2 of 5." in told
        left = f"{sum(each.grade == 2 for each in puzzles)} of grade 2, "
        assert f"Left: {left}" in told


async def test_who_leaves_a_puzzle_comes_back_to_the_list_and_from_there_home(tmp_path: Path) -> None:
    async with playing(tmp_path) as hands:
        await (await hands.go_to("Puzzles")).press("enter")
        await hands.in_room("PuzzlesScreen")
        await (await hands.go_to("Kaguyahime")).press("enter")
        await hands.in_room("BoardScreen")
        await hands.press("q")
        await hands.in_room("PuzzlesScreen")
        assert hands.pointed.startswith("Kaguyahime"), "where one was"
        await hands.press("q")
        await hands.in_room("HomeScreen")
