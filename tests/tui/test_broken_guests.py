"""A guest whose lessons or puzzles cannot be read hides nobody else's, and is one sentence."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.engine.guests import install, installed
from tilehall.engine.data import text_of
from tilehall.tui.cli import main

ODD = """
from tests.engine.toy import Toy

class Odd(Toy):
    id = "odd"
    package = "odd_toy"

ODD = Odd()
"""
LESSON = """
title = "First"
goal = "Take one."
after = "Done."
rules = []
hints = ["a", "b", "c"]
solution = ["take 1"]
keys = ["choose"]
position = '{}'
"""


@pytest.fixture(params=["nonsense", LESSON], ids=["nonsense", "no rules"])
def odd(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Path]:
    """The package's folder."""
    files = {
        "odd_toy/__init__.py": ODD,
        "odd_toy/rulebook.md": text_of("tests.engine.toy", "rulebook.md"),
        "odd_toy/lessons/1-first.toml": request.param,
    }
    install(tmp_path, "odd-toy", {"odd": "odd_toy:ODD"}, files)
    with installed(tmp_path):
        yield tmp_path / "odd_toy"


def test_its_lessons(odd: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["learn", "--report"]) == 0 and main(["learn"]) == 0
    assert "Kaguyahime" in capsys.readouterr().out
    assert main(["learn", "odd", "--line"]) == 2
    assert "lessons/1-first.toml" in capsys.readouterr().err


@pytest.mark.parametrize("content", [b"nonsense\n", b"\xff\xfe\n"])
def test_its_puzzles(odd: Path, content: bytes, capsys: pytest.CaptureFixture[str]) -> None:
    odd.joinpath("puzzles.jsonl").write_bytes(content)
    assert main(["puzzle"]) == 0
    told, wrong = capsys.readouterr()
    assert "Kaguyahime" in told and "odd_toy, puzzles.jsonl" in wrong and wrong.count("\n") == 1
    for words in (["odd"], ["odd", "1"], ["odd", "--daily"]):
        assert main(["puzzle", *words, "--line"]) == 2
        wrong = capsys.readouterr().err
        assert "odd_toy, puzzles.jsonl" in wrong and "no puzzles yet" not in wrong
