"""A changed box at the command line: simulated, played, kept, and followed with its file only."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

SHORT = "columns = 9\nbreak_after = 4", "columns = 3\nbreak_after = 1"


class Line:
    """A folder with a changed box, and a user of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environ = {**os.environ, "HOME": str(folder), "XDG_DATA_HOME": str(folder / "data")}

    def say(self, *words: str, typed: str = "") -> tuple[int, str]:
        """The exit code, and all that was printed."""
        command = [sys.executable, "-c", "from tilehall.tui.cli import main; raise SystemExit(main())", *words]
        done = subprocess.run(
            command, cwd=self.folder, env=self.environ, input=typed, capture_output=True, text=True, timeout=120
        )
        return done.returncode, done.stdout + done.stderr

    @property
    def saved(self) -> Path:
        (path,) = (self.folder / "data" / "tilehall" / "games").glob("*.tilehall")
        return path


@pytest.fixture
def line(tmp_path: Path) -> Line:
    line = Line(tmp_path)
    text = line.say("components", "kaguya")[1]
    assert SHORT[0] in text
    (tmp_path / "mine.toml").write_text(text.replace(*SHORT), encoding="utf-8")
    return line


def test_a_simulation_plays_the_changed_box_in_every_process(line: Line) -> None:
    words = ("simulate", "kaguya", "--games", "30", "--components", "mine.toml", "--json")
    one, two = (json.loads(line.say(*words, "--jobs", jobs)[1]) for jobs in ("1", "2"))
    assert one["plies"]["max"] < 80 and one["plies"] == two["plies"] and one["scores"] == two["scores"]
    assert [change["key"] for change in one["changes"]] == ["round.columns", "round.break_after"]
    assert "  round.columns: 9 -> 3\n" in line.say(*words[:-1])[1]


def test_a_wrong_box_is_told_before_anything_is_played(line: Line) -> None:
    (line.folder / "mine.toml").write_text("[cubes]", encoding="utf-8")
    for command in ("simulate", "play", "demo"):
        assert line.say(command, "kaguya", "--components", "mine.toml") == (2, "mine.toml: cubes.colours is missing.\n")
    (line.folder / "mine.toml").write_bytes(b"\xff")
    told = 2, "mine.toml: this is no text in UTF-8.\n"
    assert line.say("components", "kaguya", "mine.toml") == told
    assert line.say("check", "x", "--components", "mine.toml") == told
    assert line.say("play", "kaguya", "--components", "none.toml") == (2, "none.toml: No such file or directory.\n")


def test_a_game_of_a_changed_box_is_marked_and_goes_on_with_it_only(line: Line) -> None:
    code, told = line.say("play", "kaguya", "--line", "--seed", "1", "--components", "mine.toml", typed="quit\n")
    assert (code, told[:24]) == (0, "Changed box: Kaguyahime.")
    name, needs = line.saved.name, "was played with a changed box: give its file with --components."
    assert "\nrules 1\nbox " in line.saved.read_text("utf-8")
    for words in (("games", "resume", "last"), ("replay", name, "--line"), ("games", "export", line.saved.stem)):
        code, told = line.say(*words, typed="quit\n")
        assert code in (1, 2) and f"{name}: This game of kaguya {needs}" in told, words
        code, told = line.say(*words, "--components", "mine.toml", typed="quit\n")
        assert code == 0 and needs not in told, (words, told)
    path = str(line.saved)
    assert line.say("check", path)[0] == 1
    assert line.say("check", path, "--components", "mine.toml")[0] == 0
    (line.folder / "other.toml").write_text(
        (line.folder / "mine.toml").read_text("utf-8").replace("random = 5", "random = 4"), encoding="utf-8"
    )
    assert "played with another changed box" in line.say("check", path, "--components", "other.toml")[1]


def test_what_belongs_to_the_original_is_not_shown_with_a_changed_box(line: Line) -> None:
    code, told = line.say("demo", "kaguya", "--tour", "--line", "--components", "mine.toml")
    assert (code, told) == (
        2,
        "This game of kaguya was played with the original box: leave out --components.\n",
    )


def test_rules_begin_with_what_is_changed(line: Line) -> None:
    told = line.say("play", "kaguya", "--line", "--components", "mine.toml", typed="rules 0\nquit\n")[1]
    assert "round.columns: 9 -> 3" in told
