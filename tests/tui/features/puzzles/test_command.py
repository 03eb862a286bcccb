"""`tilehall puzzle`: listed, solved in lines, found, and the one of the day as three lines to paste."""

from __future__ import annotations

import io
import os
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.tui.player.sitting import english
from tilehall.engine import BUILT_IN_GAMES, Game, UserError, load_game
from tilehall.engine.teaching.puzzles import (
    Puzzle,
    PuzzleSettings,
    PuzzleSource,
    load_puzzles,
    puzzle_of_the_day,
    write_puzzle,
)
from tilehall.tui.cli import main
from tilehall.tui.config.progress import Progress, PuzzleScore
from tilehall.tui.config.settings import Settings
from tilehall.tui.config.user_dirs import UserDirs
from tilehall.tui.features.puzzles import puzzle_search, puzzle_text
from tilehall.tui.features.puzzles.lines import LinePuzzle
from tilehall.tui.features.puzzles.puzzle_attempt import (
    LARGEST_FILE,
    PuzzleAssessment,
    PuzzleAttempt,
    PuzzleFile,
    find_by_number,
    read_puzzle_file,
    unsettled_puzzles,
)
from tilehall.tui.features.puzzles.puzzle_search import (
    PuzzleGameQuestion,
    PuzzleSearchSettings,
    is_wanted,
    search_puzzles,
)
from tilehall.tui.features.puzzles.series import (
    PuzzleSeries,
    open_file,
    open_next,
    open_number,
    open_puzzle_of_day,
    puzzle_lists,
)
from tilehall.tui.lines.console import LineConsole
from tilehall.tui.tables.thinking.thinkers import run_inline

DAY = "2026-11-20"
QUICK = Settings().with_value("confirm", "at once")


@pytest.fixture
def places(tmp_path: Path) -> UserDirs:
    return UserDirs(tmp_path / "config", tmp_path / "data", tmp_path / "state")


@pytest.fixture
def rules() -> Game[Any]:
    return load_game("kaguya")


@pytest.fixture
def solving(places: UserDirs, rules: Game[Any]) -> PuzzleSeries:
    return open_next(rules, places, Clock())


class Clock:
    """Ten seconds pass each time somebody looks."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 10
        return self.now


def said(solving: PuzzleSeries, *lines: str, settings: Settings = QUICK) -> str:
    """All that is said when these lines are typed and then no more."""
    sink, source = io.StringIO(), io.StringIO("".join(f"{line}\n" for line in lines))
    run_inline(LinePuzzle(solving, LineConsole(source, sink), settings, lambda report: pytest.fail(report)).run())
    return sink.getvalue()


def another(solving: PuzzleSeries) -> list[str]:
    """A turn that is not good enough: the first choices that lead elsewhere."""
    attempt = PuzzleAttempt(solving.puzzle, solving.rules)
    first, *_ = [each for each in attempt.seat.now.legal if str(each) != solving.puzzle.solution[0]]
    run_inline(attempt.seat.act(first))
    done = [str(first)]
    while not attempt.is_complete:
        run_inline(attempt.seat.act(attempt.seat.now.legal[0]))
        done.append(str(attempt.own[-1]))
    assert attempt.question().answer(solving.rules).better is not None, "a worse turn"
    return done


# --- in lines


def test_the_best_turn_is_right(solving: PuzzleSeries, places: UserDirs) -> None:
    name = solving.puzzle.name
    text = said(solving, *solving.puzzle.solution)
    assert f"Puzzle {name}, grade {solving.puzzle.grade} of 5: find the best turn for Guest." in text
    assert "Right: nothing better was found. Solved at the first try." in text
    assert text.rstrip().endswith("Type next, again, solution or quit.\n>")
    assert Progress(places).score_of(name) == PuzzleScore("o", 10)


def test_another_turn_is_told_what_it_loses_and_may_be_tried_again(solving: PuzzleSeries, places: UserDirs) -> None:
    name, solution = solving.puzzle.name, solving.puzzle.solution
    text = said(solving, *another(solving), "nonsense", "again", *solution)
    assert re.search(r"Not the best turn: .*(less chance|points worse)", text)
    assert text.count("Type again, solution, next or quit.") == 2
    assert "Right: nothing better was found. Solved at try 2." in text
    assert Progress(places).score_of(name).marks == "xo"


def test_a_turn_may_be_taken_back_before_and_after_it_is_looked_at(solving: PuzzleSeries) -> None:
    solution = solving.puzzle.solution
    text = said(solving, *solution[:-1], "undo", *solution[-2:], "undo", solution[-1])
    assert text.count("Taken back:") == 2
    assert text.count("Right: nothing better was found.") == 2


def test_the_solution_is_stepped_through_with_its_reason(solving: PuzzleSeries, places: UserDirs) -> None:
    name = solving.puzzle.name
    text = said(solving, *another(solving), "solution", "again", *solving.puzzle.solution)
    assert f"The solution is {len(solving.puzzle.solution)} steps. Why: " in text
    assert "Nothing counts any more: you have solved it, or seen the solution." in text
    assert Progress(places).score_of(name).marks == "x-"
    assert not Progress(places).solved_puzzles()


def test_a_hint_counts(solving: PuzzleSeries, places: UserDirs) -> None:
    name = solving.puzzle.name
    said(solving, "hint", *solving.puzzle.solution)
    assert Progress(places).score_of(name).marks == "?o"


def test_a_hint_counts_once_for_each_position(solving: PuzzleSeries, places: UserDirs) -> None:
    """Who asks again hears the same: after taking something back, and at another try as well."""
    puzzle = solving.puzzle
    first, *others = puzzle.solution
    text = said(
        solving, "hint", "hint", first, "hint", "undo", "hint", *another(solving), "again", "hint", first, *others
    )
    assert "Solved at try 2, with 2 hints." in text
    assert Progress(places).score_of(puzzle.name).marks == "??xo"


def test_a_hint_counts_for_whoever_leaves_after_it(solving: PuzzleSeries, places: UserDirs) -> None:
    name = solving.puzzle.name
    said(solving, "hint", "quit")
    assert Progress(places).score_of(name).marks == "?"


class Breaking(io.StringIO):
    """Somebody who presses Ctrl+C where nothing is left to say."""

    def readline(self, size: int | None = -1, /) -> str:
        line = super().readline(-1 if size is None else size)
        if not line:
            raise KeyboardInterrupt
        return line


def test_a_hint_counts_for_whoever_breaks_off(solving: PuzzleSeries, places: UserDirs) -> None:
    lines = LinePuzzle(
        solving, LineConsole(Breaking("hint\n"), io.StringIO()), QUICK, lambda report: pytest.fail(report)
    )
    with pytest.raises(KeyboardInterrupt):
        run_inline(lines.run())
    assert Progress(places).score_of(solving.puzzle.name).marks == "?"


def test_after_it_comes_the_next(solving: PuzzleSeries, rules: Game[Any]) -> None:
    first = solving.puzzle
    following = unsettled_puzzles(load_puzzles(rules), [first.name], first)[0]
    text = said(solving, *first.solution, "next", "where", "quit")
    assert f"Puzzle {following.name}, grade" in text and solving.puzzle == following


def test_what_makes_sense_after_a_turn_is_answered_and_the_rest_is_not(solving: PuzzleSeries) -> None:
    text = said(solving, *solving.puzzle.solution, "score", "rematch", "legal", "q")
    assert "The points if the game ended now:" in text and text.count("Type next, again, solution or quit.") == 3


def test_nothing_can_be_kept_is_said_once(solving: PuzzleSeries, places: UserDirs) -> None:
    places.puzzle_progress.parent.mkdir(parents=True)
    places.puzzle_progress.write_text("broken")
    again = open_next(solving.rules, places, Clock())
    text = said(again, *again.puzzle.solution)
    assert "it is not known what you solved before" in text and text.count("nothing is kept until it is moved") == 1
    assert "Right: nothing better was found." in text and places.puzzle_progress.read_text() == "broken"


# --- what cannot be laid out

OLD = {"rules": 99}
DAMAGED = {"solution": ("nonsense",)}
WORSE = {"also": (("nonsense",),)}


def easy(number: int, **change: Any) -> Puzzle:
    """One that comes before all that are not done; 501 is as the game's own 1."""
    return load_puzzles(load_game("kaguya"))[(number - 1) % 500]._replace(**{"number": number, "grade": 1, **change})


def own(places: UserDirs, *puzzles: Puzzle) -> Path:
    path = places.puzzles("kaguya")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(map(write_puzzle, puzzles)))
    return path


def having_solved(places: UserDirs) -> Progress:
    """All that came with the game."""
    solved = Progress(places)
    for each in load_puzzles(load_game("kaguya")):
        solved.save_score(each.name, PuzzleScore("o", 1))
    return solved


@pytest.mark.parametrize("change", [OLD, DAMAGED, WORSE])
def test_next_passes_over_it_and_says_so_once(places: UserDirs, rules: Game[Any], change: dict[str, Any]) -> None:
    file = own(places, easy(1), easy(2, **change), easy(3), easy(4))
    solving = open_file(rules, file, 1, places, Clock())
    best = [easy(number).solution for number in (1, 3, 4)]
    text = said(solving, *best[0], "next", *best[1], "next", *best[2], "next", "next", "quit")
    assert "Puzzle kaguya 3," in text and "Puzzle kaguya 4," in text and "Puzzle kaguya 2," not in text
    assert text.count("The puzzle kaguya 2 ") == text.count("It is passed over.") == 1
    assert text.count("There is no other puzzle of kaguya to go on to.") == 2


@pytest.mark.parametrize("change", [OLD, DAMAGED, WORSE])
def test_one_such_puzzle_blocks_no_game(places: UserDirs, rules: Game[Any], change: dict[str, Any]) -> None:
    having_solved(places)
    own(places, easy(501, **change), easy(502, **change), easy(503))
    solving = open_next(rules, places, Clock())
    assert solving.puzzle.number == 503
    assert next(map(english, solving.troubles())).endswith("It and others, 2 in all, are passed over.")
    assert solving.troubles() == []


def test_where_all_are_such_it_is_said_why(places: UserDirs, rules: Game[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tilehall.tui.features.puzzles.series.load_puzzles", lambda rules: (easy(1, **OLD),))
    sentence = (
        "The puzzle kaguya 1 goes by version 99 of the rules; here is version 1. It is passed over. "
        "There is no other puzzle of kaguya to go on to."
    )
    file = own(places)
    for opened in (
        lambda: open_next(rules, places, Clock()),
        lambda: open_puzzle_of_day(DAY, places, Clock(), "kaguya"),
    ):
        with pytest.raises(UserError) as refused:
            opened()
        assert english(refused.value.text) == sentence
    file.write_text(write_puzzle(easy(1, **OLD)))
    with pytest.raises(UserError) as refused:
        open_file(rules, file, None, places, Clock())
    assert english(refused.value.text) == sentence
    with pytest.raises(UserError, match=r"goes by version 99 of the rules; here is version 1\.$"):
        open_number(rules, 1, places, Clock())


def test_the_day_passes_over_it_as_well(places: UserDirs, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzles = [easy(number) for number in range(1, 5)]
    first = puzzle_of_the_day(DAY, puzzles)
    others = [each for each in puzzles if each != first]
    monkeypatch.setattr(
        "tilehall.tui.features.puzzles.series.load_puzzles", lambda rules: (*others, first._replace(rules=99))
    )
    today = open_puzzle_of_day(DAY, places, Clock(), "kaguya")
    assert today.puzzle == puzzle_of_the_day(DAY, others) and len(today.troubles()) == 1


def test_the_list_and_its_shelves_name_the_next_that_can_be_played(
    places: UserDirs, capsys: pytest.CaptureFixture[str]
) -> None:
    usual = UserDirs.default()
    having_solved(usual)
    own(usual, easy(501, **OLD), easy(502))
    assert main(["puzzle"]) == 0
    told, wrong = capsys.readouterr()
    assert "kaguya 502" in told and wrong.count("kaguya 501 goes by version 99") == 1
    shelf = next(shelf for shelf in puzzle_lists(usual) if shelf.game == "kaguya")
    assert shelf.next is not None and shelf.next.number == 502


def test_one_that_was_not_done_is_not_counted_as_done(places: UserDirs, rules: Game[Any]) -> None:
    solving = open_file(rules, own(places, easy(1)), 1, places, Clock())
    text = said(solving, *another(solving), "next", "quit")
    assert "There is no other puzzle of kaguya to go on to." in text and "You have done" not in text


def test_a_game_with_nothing_but_a_broken_file_says_what_is_wrong_with_it(
    places: UserDirs, rules: Game[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not that there are none yet: a search would not help."""
    monkeypatch.setattr("tilehall.tui.features.puzzles.series.load_puzzles", lambda rules: ())
    own(places).write_text("broken")
    for opened in (lambda: open_next(rules, places, Clock()), lambda: open_number(rules, 501, places, Clock())):
        with pytest.raises(UserError, match=r"kaguya.jsonl: Line 1 is no puzzle\.$"):
            opened()
    shelf = next(shelf for shelf in puzzle_lists(places) if shelf.game == "kaguya")
    assert not shelf.puzzles and shelf.trouble is not None and "Line 1" in english(shelf.trouble)


def test_a_number_that_is_not_there_may_be_in_the_file_that_cannot_be_read(places: UserDirs, rules: Game[Any]) -> None:
    own(places).write_text("broken")
    with pytest.raises(UserError, match=r"Line 1 is no puzzle\. kaguya has no puzzle 501"):
        open_number(rules, 501, places, Clock())


# --- those of any file


def foreign(rules: Game[Any], number: int) -> Puzzle:
    """One that nobody has with his game: another turn of that number is called the best here."""
    attempt = PuzzleAttempt(load_puzzles(rules)[number - 1], rules)
    run_inline(attempt.seat.act(next(each for each in attempt.seat.now.legal if each != attempt.best[0])))
    while not attempt.is_complete:
        run_inline(attempt.seat.act(attempt.seat.now.legal[0]))
    return attempt.puzzle._replace(solution=tuple(map(str, attempt.own)), also=(), grade=number)


def test_a_file_has_an_account_of_its_own(places: UserDirs, rules: Game[Any], tmp_path: Path) -> None:
    """Its puzzle 1 is not the one that came with the game, whoever solved either."""
    file, solved = tmp_path / "mine.jsonl", Progress(places)
    first, second = foreign(rules, 1), foreign(rules, 2)
    file.write_text(write_puzzle(first) + write_puzzle(second))
    solved.save_score("kaguya 1", PuzzleScore("x", 1))
    solved.save_score("kaguya 2", PuzzleScore("o", 1))
    at = open_file(rules, file, None, places, Clock())
    assert at.puzzle == first and at.score == PuzzleScore()
    said(at, *first.solution, "next", "quit")
    assert at.puzzle == second, "it is not passed over as the other puzzle 2 would be"
    assert solved.score_of("kaguya 1") == PuzzleScore("x", 1)
    assert open_file(rules, file, None, places, Clock()).puzzle == second
    file.write_text(write_puzzle(first._replace(number=7)))
    assert open_file(rules, file, 7, places, Clock()).score == PuzzleScore("o", 10), "numbered anew it is still solved"


def test_one_that_is_known_is_itself_in_any_file(places: UserDirs, rules: Game[Any], tmp_path: Path) -> None:
    file, mine = tmp_path / "mine.jsonl", foreign(rules, 2)._replace(number=501)
    own(places, mine)
    file.write_text(write_puzzle(load_puzzles(rules)[0]._replace(number=42)) + write_puzzle(mine._replace(number=1)))
    for number in (42, 1):
        at = open_file(rules, file, number, places, Clock())
        said(at, *at.puzzle.solution)
    assert Progress(places).solved_puzzles() == {"kaguya 1", "kaguya 501"}
    assert open_file(rules, places.puzzles("kaguya"), 501, places, Clock()).score.solved


# --- which one


def test_the_easiest_that_is_left_comes_next(rules: Game[Any]) -> None:
    puzzles = load_puzzles(rules)
    order = sorted(puzzles, key=lambda each: (each.grade, each.number))
    assert unsettled_puzzles(puzzles, ())[0] == order[0]
    assert unsettled_puzzles(puzzles, [order[0].name])[0] == order[1]
    assert unsettled_puzzles(puzzles, [], order[1])[0] == order[2]
    assert unsettled_puzzles(puzzles, [], order[-1])[0] == order[0], "from the last one back to what was left out"
    assert unsettled_puzzles(puzzles, [each.name for each in puzzles]) == []


def test_where_there_is_none_it_is_said(places: UserDirs, rules: Game[Any]) -> None:
    with pytest.raises(UserError, match="kaguya has no puzzle 99999"):
        find_by_number(load_puzzles(rules), 99_999)
    solved = Progress(places)
    for each in load_puzzles(rules):
        solved.save_score(each.name, PuzzleScore("o", 1))
    with pytest.raises(UserError, match=r"You have done all .* puzzles of kaguya"):
        open_next(rules, places, Clock())


def test_a_puzzle_of_other_rules_is_refused(rules: Game[Any]) -> None:
    old = load_puzzles(rules)[0]._replace(rules=0)
    with pytest.raises(UserError, match="goes by version 0 of the rules; here is version"):
        PuzzleAttempt(old, rules)


@pytest.mark.parametrize("change", [{"seat": 9}, {"seat": -1}, {"solution": ()}, {"solution": ("cell \x1b",)}])
def test_a_puzzle_that_cannot_be_played_is_refused(rules: Game[Any], change: dict[str, Any]) -> None:
    with pytest.raises(UserError, match=r"The puzzle kaguya 1 is damaged: its solution cannot be played."):
        PuzzleAttempt(load_puzzles(rules)[0]._replace(**change), rules)


@pytest.mark.parametrize("turn", [("nonsense",), ("cell \x1b",), (), ("tile 99",)])
def test_another_solution_that_cannot_be_played_is_found_before_the_turn(
    rules: Game[Any], turn: tuple[str, ...]
) -> None:
    sound = next(each for each in load_puzzles(rules) if each.also)
    PuzzleAttempt(sound, rules)
    for also in ((turn,), (*sound.also, turn), (sound.solution[:-1],)):
        with pytest.raises(UserError, match=r"is damaged: another of its solutions cannot be played\."):
            PuzzleAttempt(sound._replace(also=also), rules)


# --- what a seat may know


@pytest.mark.parametrize("name", BUILT_IN_GAMES)
def test_whoever_solves_sees_his_own_view_and_nobody_plays_on(name: str) -> None:
    rules = load_game(name)
    for each in load_puzzles(rules)[:3]:
        attempt = PuzzleAttempt(each, rules)
        now = attempt.seat.now
        assert now.must_decide and now.viewpoint == each.seat == now.seat and not attempt.is_complete
        assert rules.dump(now.state) == rules.dump(rules.view(rules.load(each.position), each.seat))
        for action in each.solution:
            assert not attempt.is_complete
            run_inline(attempt.seat.act(action))
            run_inline(attempt.seat.run_computers())
        assert attempt.is_complete and tuple(map(str, attempt.own)) == each.solution
        assert attempt.question().answer(rules) == PuzzleAssessment(None)


# --- the one of the day


def test_the_puzzle_of_the_day_gives_three_lines(places: UserDirs, rules: Game[Any]) -> None:
    solving = open_puzzle_of_day(DAY, places, Clock(), "kaguya")
    assert solving.puzzle == puzzle_of_the_day(DAY, load_puzzles(rules))
    said(solving, *another(solving), "again", "hint", *solving.puzzle.solution)
    lines = [
        english(line)
        for line in puzzle_text.result_lines(solving.puzzle, rules.title, DAY, Progress(places).score_on_day(DAY))
    ]
    assert lines[0] == f"Tilehall, puzzle of {DAY}: Kaguyahime {solving.puzzle.number}"
    assert lines[1] == "x ? o  solved at try 2, 1 hint"
    assert re.fullmatch(
        r"Grade [1-5] of 5: (computer players that find it: .*|no computer player finds it); 0:\d\d", lines[2]
    )
    assert all(line.isascii() and "\n" not in line for line in lines)
    spoilers = {word for action in solving.puzzle.solution for word in action.split()[1:] if len(word) > 1}
    assert not any(word in line.split() for word in spoilers for line in lines)


def test_a_day_begins_anew_and_stands(places: UserDirs) -> None:
    """What was done before the day is not forgotten, and what was done on it stays when it is asked for again."""
    puzzle = puzzle_of_the_day(DAY, load_puzzles(load_game("kaguya")))
    Progress(places).save_score(puzzle.name, PuzzleScore("xo", 7))
    today = open_puzzle_of_day(DAY, places, Clock(), "kaguya")
    assert today.score == PuzzleScore()
    said(today, *puzzle.solution)
    assert Progress(places).score_of(puzzle.name) == PuzzleScore("xo", 7)
    assert open_puzzle_of_day(DAY, places, Clock(), "kaguya").score == PuzzleScore("o", 10)
    assert open_puzzle_of_day("2026-11-21", places, Clock(), "kaguya").score == PuzzleScore()


def test_the_puzzle_of_the_day_is_one_that_everybody_has(places: UserDirs, monkeypatch: pytest.MonkeyPatch) -> None:
    """What somebody found for himself is for him."""
    monkeypatch.setattr("tilehall.tui.features.puzzles.series.load_puzzles", lambda rules: ())
    with pytest.raises(UserError, match="Kaguyahime came without puzzles, so it has none of the day"):
        open_puzzle_of_day(DAY, places, Clock(), "kaguya")


def test_results_say_how_it_went() -> None:
    puzzle, title = load_puzzles(load_game("kaguya"))[0], load_game("kaguya").title

    def second(marks: str) -> str:
        return english(puzzle_text.result_lines(puzzle, title, DAY, PuzzleScore(marks, 61))[1])

    assert second("o") == "o  solved at try 1"
    assert second("x??o") == "x ? ? o  solved at try 2, 2 hints"
    assert second("xx") == "x x  not solved yet"
    assert second("x-") == "x -  solution seen"
    nobody = puzzle._replace(found_by=(), grade=5)
    assert (
        english(puzzle_text.result_lines(nobody, title, DAY, PuzzleScore("o", 61))[2])
        == "Grade 5 of 5: no computer player finds it; 1:01"
    )


# --- the command


def test_without_a_game_all_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["puzzle"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["Game", "Puzzles", "Solved", "Next"] and len(lines) == 1 + len(BUILT_IN_GAMES)
    assert re.fullmatch(r"Kaguyahime +\d+ +0 +kaguya \d+", lines[4])


def test_a_broken_file_of_ones_own_hides_no_other_puzzles(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = UserDirs.default().puzzles("kaguya")
    path.parent.mkdir(parents=True)
    path.write_text("broken")
    assert main(["puzzle"]) == 0
    told, wrong = capsys.readouterr()
    assert (
        f"Kaguyahime                   {len(load_puzzles(load_game('kaguya')))}" in told
        and "Line 1 is no puzzle." in wrong
    )
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    assert main(["puzzle", "kaguya", "--line"]) == 0
    told = capsys.readouterr().out
    assert "find the best turn" in told and "Line 1 is no puzzle." in told
    path.unlink()
    path.mkdir()
    assert main(["puzzle"]) == 0
    assert capsys.readouterr().err.endswith("kaguya.jsonl: it is no file but a folder.\n")


# What is refused is a pipe with a name in a folder: Windows has none, and so nothing to refuse.
@pytest.mark.skipif(sys.platform == "win32", reason="no pipes that are files there")
def test_a_pipe_is_told_of_in_the_language_of_who_asked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert main(["puzzle", "sand", "--from", str(tmp_path / "pipe"), "--lang", "de"]) == 2
    assert capsys.readouterr().err.endswith("/pipe: es ist keine Datei, sondern eine Pipe oder ein Gerät.\n")


def test_a_puzzle_is_solved_and_the_list_knows(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = load_puzzles(load_game("kaguya"))[0]
    lines = [line for action in first.solution for line in (action, "y")]
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join((*lines, "quit", ""))))
    assert main(["puzzle", "kaguya", "1", "--line"]) == 0
    assert "Right: nothing better was found." in capsys.readouterr().out
    assert main(["puzzle"]) == 0
    assert re.search(r"Kaguyahime +\d+ +1 +kaguya", capsys.readouterr().out)


def test_the_daily_one_prints_its_three_lines_and_again(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("hint\nquit\n"))
    assert main(["puzzle", "--daily", "--line"]) == 0
    lines = capsys.readouterr().out.splitlines()[-3:]
    assert re.match(r"Tilehall, puzzle of \d{4}-\d\d-\d\d: ", lines[0]) and lines[1] == "?  not solved yet"
    assert lines[2].startswith("Grade ")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["chess"], "There is no game 'chess'."),
        (["kaguya", "99999"], "kaguya has no puzzle 99999"),
        (["--find", "3"], "Name the game: tilehall puzzle sand --find 3."),
        (["kaguya", "--find", "0"], "'0' is no number from 1 to 1000."),
        (["kaguya", "--find", "0009995"], "'0009995' is no number from 1 to 1000."),
        (["kaguya", "--find", "1", "--jobs", "61"], "'61' is no number from 1 to 60."),
        (["kaguya", "3", "--daily"], "The puzzle of the day has no number to choose"),
        (["kaguya", "3", "--find", "1"], "A search has no number and reads no other file"),
        (["kaguya", "--out", "mine.jsonl"], "There is something to write only with --find."),
        (["kaguya", "--find", "1", "--gap", "2"], "'2' is no gap; it is a number from 0.01 to 0.5."),
        (["kaguya", "--from", ""], "--from is followed by the name of a file."),
        (["kaguya", "--find", "1", "--out", ""], "--out is followed by the name of a file."),
        (["kaguya", "--from", "nowhere.jsonl"], "There is no file nowhere.jsonl."),
        (["--from", "nowhere.jsonl"], "Name the game: tilehall puzzle sand --from FILE."),
        (["kaguya", "--find", "1", "--players", "9"], "9"),
        (["kaguya", "--find", "1", "--level", "wizard"], "wizard"),
    ],
)
def test_what_cannot_be_is_one_sentence(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["puzzle", *words]) == 2
    found = capsys.readouterr().err
    assert sentence in found and found.count("\n") == 1


# --- looking for more


def fake(n: int, number: int = 0, **other: Any) -> Puzzle:
    """As if it had been found in the n-th game."""
    bare = load_puzzles(load_game("kaguya"))[0]
    source = PuzzleSource(f"1 {n}", 10 * (n % 3) + 5, 30, "hard")
    return bare._replace(number=number, source=source, grade=2, solution=("tile 1", f"cell e{n}"), **other)


def test_a_heap_grows_until_it_is_full(tmp_path: Path, rules: Game[Any]) -> None:
    """What is found is in the file at once, with numbers that go on, also after somebody has stopped it."""
    path = tmp_path / "new" / "puzzles.jsonl"
    heap = PuzzleFile(path, rules, 2, 501)
    assert [each.number for each in heap.add([fake(0)])] == [501] and not heap.is_full
    assert [each.number for each in read_puzzle_file(path, rules)] == [501]
    again = PuzzleFile(path, rules, 1, 501)
    assert [each.number for each in again.add([fake(1), fake(2)])] == [502] and again.is_full and again.new == 1
    assert [each.number for each in read_puzzle_file(path, rules)] == [501, 502]


def test_a_heap_behind_a_link_grows_where_it_lies(tmp_path: Path, rules: Game[Any]) -> None:
    path, there = tmp_path / "puzzles.jsonl", tmp_path / "elsewhere" / "mine.jsonl"
    path.symlink_to(there)
    heap = PuzzleFile(path, rules, 2, 1)
    for n in range(2):
        assert heap.add([fake(n)])
    assert path.is_symlink() and [each.number for each in read_puzzle_file(there, rules)] == [1, 2]


def test_two_searches_that_write_to_one_file_lose_nothing(tmp_path: Path, rules: Game[Any]) -> None:
    path = tmp_path / "puzzles.jsonl"
    one, other = PuzzleFile(path, rules, 2, 501), PuzzleFile(path, rules, 1, 501)
    assert [each.number for each in one.add([fake(0)])] == [501]
    assert [each.number for each in other.add([fake(0), fake(1)])] == [502], "what the other has is known"
    assert [each.number for each in one.add([fake(2)])] == [503] and one.is_full and other.is_full
    assert [each.source.seed for each in read_puzzle_file(path, rules)] == ["1 0", "1 1", "1 2"]


def test_a_file_of_puzzles_that_is_none_is_said_to_be_so(tmp_path: Path, rules: Game[Any]) -> None:
    path = tmp_path / "puzzles.jsonl"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(UserError, match="is no file of puzzles"):
        read_puzzle_file(path, rules)
    path.write_text(write_puzzle(fake(0)) + "nonsense\n")
    with pytest.raises(UserError, match=r"puzzles.jsonl: Line 2 is no puzzle."):
        read_puzzle_file(path, rules)
    assert read_puzzle_file(tmp_path / "none.jsonl", rules) == ()


def test_a_file_that_an_editor_has_saved_is_read(tmp_path: Path, rules: Game[Any]) -> None:
    path = tmp_path / "puzzles.jsonl"
    path.write_text(write_puzzle(fake(0)), encoding="utf-8-sig")
    assert read_puzzle_file(path, rules) == (fake(0),)


def test_a_file_that_is_too_large_is_said_to_be_so(tmp_path: Path, rules: Game[Any]) -> None:
    """Not that the line at which it was cut is no puzzle; and no file grows to be too large."""
    path, comment = tmp_path / "puzzles.jsonl", b"#" * 999 + b"\n"
    path.write_bytes(comment * (LARGEST_FILE // 1000 + 1))
    with pytest.raises(UserError) as refused:
        read_puzzle_file(path, rules)
    assert english(refused.value.text) == f"{path} is too large: a file of puzzles has at most 16 MB."
    path.write_text(write_puzzle(fake(0)))
    heap = PuzzleFile(path, rules, 1, 1)
    with pytest.raises(UserError, match="is too large: a file of puzzles"):
        heap.add([fake(1, kind="K" * LARGEST_FILE)])
    assert read_puzzle_file(path, rules) == (fake(0),)


def test_puzzles_are_to_be_unlike_each_other() -> None:
    kept = [fake(n) for n in range(8)]
    assert is_wanted(fake(9), kept, 30)
    assert not is_wanted(replaced_source(fake(9), kept[0]), kept, 30), "the same turn of the same game"
    assert not is_wanted(fake(9, also=())._replace(grade=1), [each._replace(grade=1) for each in kept[:3]], 9)
    short = [each._replace(solution=("tile 1",)) for each in kept[:3]]
    assert is_wanted(fake(9)._replace(solution=("tile 2",)), short, 9), "a game of single steps"
    assert not is_wanted(fake(9)._replace(solution=("tile 2",)), [*short, kept[5]], 9)
    early = [fake(3 * n) for n in range(8)]
    assert not is_wanted(fake(24), early, 9) and is_wanted(fake(25), early, 9)


def replaced_source(puzzle: Puzzle, other: Puzzle) -> Puzzle:
    return puzzle._replace(source=other.source, solution=other.solution)


def test_a_search_goes_on_after_the_games_that_it_knows(rules: Game[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    searched = list[tuple[str, int]]()

    def puzzles_in(rules: Game[Any], terms: PuzzleSettings, seed: str) -> tuple[Puzzle, ...]:
        searched.append((seed, terms.players))
        return ()

    monkeypatch.setattr(puzzle_search, "find_puzzles", puzzles_in)
    search = PuzzleSearchSettings("kaguya", "1", None, (), "easy", 0.04)
    search_puzzles(
        search, rules, [fake(4, 501), replace_seed(fake(7, 502), "other 9")], 1, lambda _: len(searched) == 4
    )
    assert searched == [("1 5", 3), ("1 6", 2), ("1 7", 2), ("1 8", 3)]


def replace_seed(puzzle: Puzzle, seed: str) -> Puzzle:
    return puzzle._replace(source=puzzle.source._replace(seed=seed))


def test_a_search_for_what_cannot_be_played_is_refused(rules: Game[Any]) -> None:
    with pytest.raises(UserError, match="2 to 4 players"):
        search_puzzles(PuzzleSearchSettings("kaguya", "1", 9, (), "easy", 0.04), rules, (), 1, lambda _: True)


def test_somebody_who_stops_a_search_keeps_what_was_found(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    found: list[Callable[[], tuple[Puzzle, ...]]] = [lambda: (fake(0),), stop]

    def answer(self: PuzzleGameQuestion, rules: Game[Any]) -> tuple[Puzzle, ...]:
        return found.pop(0)()

    monkeypatch.setattr(PuzzleGameQuestion, "answer", answer)
    path = tmp_path / "mine.jsonl"
    assert main(["puzzle", "kaguya", "--find", "2", "--out", str(path)]) == 130
    err = capsys.readouterr().err
    assert "kaguya 1, grade 2: the best turn is ahead by" in err and "Stopped: 1 of 2 were found" in err
    assert [each.number for each in read_puzzle_file(path, load_game("kaguya"))] == [1]


def stop() -> tuple[Puzzle, ...]:
    raise KeyboardInterrupt
