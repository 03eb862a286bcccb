"""A guest whose lessons or puzzles cannot be read hides nobody else's, and is one sentence."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.engine.addons import LESSON, install_odd, installed
from tests.tui.screens.driver import playing
from tilehall.engine import load_game
from tilehall.engine.teaching.lessons import lesson_ids
from tilehall.tui.app import Opening
from tilehall.tui.cli import main
from tilehall.tui.cli.completion.complete import completion_lines
from tilehall.tui.config.progress import LessonTry, Progress
from tilehall.tui.features.lessons.sequence import LessonRequest

WITHOUT_RULES = LESSON.replace('rules = ["T-2.1", "T-3.1"]', "rules = []")
UNCALLED = LESSON.replace('"First"', "5")


@pytest.fixture(params=["nonsense", WITHOUT_RULES, UNCALLED], ids=["nonsense", "no rules", "title"])
def odd(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Path]:
    """The package's folder."""
    folder = install_odd(tmp_path, request.param)
    with installed(tmp_path):
        yield folder


def test_its_lessons(odd: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["learn", "--report"]) == 0 and main(["learn"]) == 0
    assert "Kaguyahime" in capsys.readouterr().out
    assert main(["learn", "odd", "--line"]) == 2
    assert "teaching/lessons/1-first.toml" in capsys.readouterr().err
    assert [line.partition("\t")[0] for line in completion_lines(["learn", "odd", ""])] == ["1"]
    assert len(list(completion_lines(["learn", "sand", ""]))) == len(lesson_ids(load_game("sand")))


async def test_its_lessons_on_the_screen(tmp_path: Path) -> None:
    install_odd(tmp_path / "guests", UNCALLED)
    with installed(tmp_path / "guests"):
        async with playing(tmp_path) as fingers:
            await fingers.in_room("HomeScreen")
            Progress(fingers.places).save_try(LessonTry("princess", "1-touch", "solved", 2, 2, 0, 0, 1))
            await fingers.press("L")
            await fingers.in_room("LessonsScreen")
            assert fingers.toasts == ["Two Coins: teaching/lessons/1-first.toml: 'title' is a text, not 5."]
            assert "Realm of Sand" in fingers.text and "Two Coins" not in fingers.text


MISTYPED = LESSON.replace('solution = ["stake 1"]', 'solution = ["nonsense here"]')


@pytest.mark.parametrize("presented", [True, False])
async def test_a_solution_that_is_nonsense_is_a_sentence(presented: bool, tmp_path: Path) -> None:
    install_odd(tmp_path / "guests", MISTYPED)
    with installed(tmp_path / "guests"):
        async with playing(tmp_path, Opening("learn", lessons=LessonRequest("odd", presented=presented))) as fingers:
            if not presented:
                await fingers.press("i", "i", "i", "i")
                await fingers.sees("next step")
            await fingers.press("space")
            await fingers.sees("Tried: nonsense here. That is no action of this game.")
            await fingers.press("2")


def test_so_it_is_in_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    install_odd(tmp_path, MISTYPED)
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n"))
    with installed(tmp_path):
        assert main(["learn", "odd", "--line", "--present"]) == 0
    assert "That is no action of this game." in capsys.readouterr().out


@pytest.mark.parametrize("content", [b"nonsense\n", b"\xff\xfe\n"])
def test_its_puzzles(odd: Path, content: bytes, capsys: pytest.CaptureFixture[str]) -> None:
    odd.joinpath("teaching", "puzzles.jsonl").write_bytes(content)
    assert main(["puzzle"]) == 0
    told, wrong = capsys.readouterr()
    assert "Kaguyahime" in told and "odd_toy, teaching/puzzles.jsonl" in wrong and wrong.count("\n") == 1
    for words in (["odd"], ["odd", "1"], ["odd", "--daily"]):
        assert main(["puzzle", *words, "--line"]) == 2
        wrong = capsys.readouterr().err
        assert "odd_toy, teaching/puzzles.jsonl" in wrong and "no puzzles yet" not in wrong
