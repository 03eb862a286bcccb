"""`tilehall new-game`: what it lays out works at once; tests/test_docs.py installs one and plays it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.engine.addons import install, installed
from tests.installing import ROOT
from tilehall.engine import load_game
from tilehall.tui.boards.registry import find_renderer
from tilehall.tui.boards.wording import find_wording
from tilehall.tui.cli import main


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a game that has just been laid out."""
    folder = tmp_path_factory.mktemp("new") / "game"
    assert main(["new-game", "high-card", "--into", str(folder)]) == 0
    return folder


def test_its_own_tests_pass(game: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests"],
        cwd=game,
        env=os.environ | {"PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0 and " passed" in run.stdout, run.stdout + run.stderr


def test_nothing_of_the_template_is_left_in_it(game: Path) -> None:
    files = [path for path in game.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    assert {path.name for path in files} >= {"pyproject.toml", "rulebook.md", "rules.py", "renderer.py", "wording.py"}
    for path in files:
        text = path.read_text(encoding="utf-8")
        assert "mygame" not in f"{path.name} {text}".lower() and "My Game" not in text, path
    assert 'title=Text("High Card")' in (game / "tilehall_high_card" / "__init__.py").read_text("utf-8")


def test_the_announced_parts_are_found(game: Path, tmp_path: Path) -> None:
    install(tmp_path, "tilehall-high-card", {"high-card": "tilehall_high_card:HIGH_CARD"})
    (tmp_path / "tilehall_high_card").symlink_to(game / "tilehall_high_card")
    with installed(tmp_path):
        assert load_game("high-card").has_secrets
        assert find_renderer("high-card").part and find_wording("high-card").part


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("High", "'High' is no name of a game: it is made of small letters, digits and single dashes."),
        ("high--card", "'high--card' is no name of a game"),
        ("7up", "'7up' is no name of a game"),
        ("a" * 31, "is no name of a game"),
        ("kaguya", "There is a game kaguya already."),
    ],
)
def test_a_name_that_no_game_can_have(
    name: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new-game", name]) == 2
    assert why in capsys.readouterr().err and not list(tmp_path.iterdir())


def test_what_is_there_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mine").write_text("mine")
    for folder in (tmp_path, tmp_path / "mine"):
        assert main(["new-game", "lucky", "--into", str(folder)]) == 2
        assert "is there already, and is not empty." in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]
