"""What docs/adding-a-game.md says is done: its files are put together, its commands are given, its game is played."""

import re
import shlex
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.installing import PIP, ROOT, Environment, fresh, lend, run
from tests.terminal import Pty
from tilehall.engine.teaching.lessons.lesson_schema import CONDITION, LEVEL

PAGE = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.DOTALL | re.MULTILINE)
STEPS = 10


class Block(NamedTuple):
    step: int
    language: str
    path: str
    text: str


def blocks(first: int, last: int) -> list[Block]:
    """The blocks of some steps; what looks like a heading in a block is none."""
    found, step, end = [], 0, 0
    for block in BLOCK.finditer(PAGE):
        step += PAGE.count("\n## ", end, block.start())
        end = block.end()
        found.append(Block(step, block[1], block[2] or "", block[3]))
    return [block for block in found if first <= block.step <= last]


def write(folder: Path, found: list[Block]) -> None:
    """Files as they are told: a further block goes on where the one before ended, unless it is a module of its own."""
    for block in found:
        if block.path:
            path = folder / block.path
            path.parent.mkdir(parents=True, exist_ok=True)
            before = path.read_text(encoding="utf-8") + "\n" if path.exists() and block.text[:3] != '"""' else ""
            path.write_text(before + block.text, encoding="utf-8")


def commands(found: list[Block]) -> list[str]:
    return [line for block in found if block.language == "sh" for line in block.text.splitlines()]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("nim")


@pytest.fixture(scope="module")
def environment(folder: Path) -> Environment:
    """Where Tilehall is installed: the one that is tested, from its folder."""
    made = fresh(folder / "environment")
    (made.packages / "tilehall.pth").write_text(f"{ROOT / 'src'}\n", encoding="utf-8")
    lend(made)
    return made


def give(command: str, environment: Environment, folder: Path) -> str:
    """A command as an author gives it in the folder of the game."""
    program, *words = shlex.split(command)
    home = {"HOME": str(folder), "XDG_DATA_HOME": str(folder / "data"), "XDG_CONFIG_HOME": str(folder / "config")}
    if program == "pip":
        words.remove("install")
        flags = ("--no-deps", "--no-index", "--no-build-isolation", "--force-reinstall")
        return run(*PIP, "--python", environment.python, "install", *flags, *words, cwd=folder, **home)
    if program == "tilehall":
        return run(environment.python, "-m", "tilehall", *words, cwd=folder, **home)
    if words[:2] == ["-m", "mypy"]:
        found = ("--python-executable", environment.python, "--cache-dir", folder / "mypy")
        return run(sys.executable, *words, *found, cwd=folder, MYPYPATH=str(ROOT / "src"))
    if words[:2] == ["-m", "pytest"]:
        words += ["-p", "no:cacheprovider"]
    return run(environment.python, *words, cwd=folder, **home)


def seat(environment: Environment, folder: Path, game: str = "nim") -> Pty:
    words = [str(environment.python), "-m", "tilehall", "play", game, "--seat", "Aki", "--seat", "Bo", "--seed", "1"]
    return Pty(words, (80, 24), {"HOME": str(folder), "XDG_DATA_HOME": str(folder / "data")}, folder)


def follow(first: int, last: int, environment: Environment, folder: Path) -> str:
    """Some steps, one after the other: their files, then their commands; what those say."""
    told = []
    for step in range(first, last + 1):
        found = blocks(step, step)
        write(folder, found)
        # To play it needs somebody who looks: that is below.
        told += [give(line, environment, folder) for line in commands(found) if not line.startswith("tilehall play")]
    return "\n".join(told)


@pytest.fixture(scope="module")
def plain(environment: Environment, folder: Path) -> str:
    """The game as it is after the fifth step, installed; what its commands said."""
    return follow(0, 5, environment, folder)


@pytest.fixture(scope="module")
def whole(plain: str, environment: Environment, folder: Path) -> str:
    """The same with words, a scene and a catalogue of its own."""
    return follow(6, STEPS, environment, folder)


def test_every_block_is_a_file_or_commands() -> None:
    every = blocks(0, STEPS)
    assert every[-1].step == STEPS and len(every) == PAGE.count("\n```") / 2
    assert all(block.path or block.language == "sh" for block in every)
    assert "Files of Tilehall that you touch: **0**" in PAGE


def test_every_file_it_points_to_is_there() -> None:
    named = re.findall(r"\]\(\.\./(\S+?)\)", PAGE) + re.findall(r"`(tests/[\w./]*)`", PAGE)
    assert named and [name for name in named if not (ROOT / name).exists()] == []


def test_its_commands_work(plain: str) -> None:
    assert "N-2.1  Take as many sticks as you like from one heap" in plain
    assert plain.count("Nim: 100 games of 2") == 2 and "took the last stick." in plain
    assert plain.count("Success: no issues found") == 2 and "Lucky: 20 games of 2" in plain
    assert re.search(r"\d\d passed", plain) and "Success: no issues found in 3 source files" in plain


def test_the_game_that_was_laid_out_is_played(plain: str, environment: Environment, folder: Path) -> None:
    with seat(environment, folder, "lucky") as pty:
        pty.wait_for("Aki, it is your turn.")
        assert "You are dealt" not in pty.text, "a curtain hides the hand"
        pty.press("v")
        pty.wait_for("Your hand")
        assert pty.text.count("You are dealt") == 3 and "Bo is dealt a card." in pty.text
        pty.press("2", "enter")
        pty.wait_for("Bo, it is your turn.")


def test_the_game_is_played_on_the_plain_board(plain: str, environment: Environment, folder: Path) -> None:
    with seat(environment, folder) as pty:
        pty.wait_for("Take sticks of one heap.")
        assert "heaps  3   4   5" in pty.text
        pty.press("3", "5", "enter")
        pty.wait_for("Aki takes 5 of heap 3.")
        pty.press("2", "4", "enter")
        pty.wait_for("Bo takes 4 of heap 2.")
        pty.press("1", "3")
        pty.wait_for("the last stick is yours")
        pty.press("enter")
        pty.wait_for("Aki took the last stick.")


def test_more_play_than_there_are_colours(plain: str, environment: Environment, folder: Path) -> None:
    home = {"HOME": str(folder), "XDG_DATA_HOME": str(folder / "more")}
    with Pty([str(environment.python), "-m", "tilehall"], (80, 24), home, folder) as pty:
        pty.wait_for("1-6 game")
        pty.press("6")
        pty.wait_for("Nim: set up")
        pty.press("down", "left")
        pty.wait_for("Players")
        assert "Players    6" in pty.text or re.search(r"Players\]? +. 6 ", pty.text)
        pty.press("up", "enter")
        pty.wait_for("Take sticks of one heap.")
        assert "Dara" in pty.text
        pty.press("enter", "enter", "enter")
        pty.wait_for("Guest takes 1 of heap 1.")


def test_the_game_is_played_on_its_own_board(whole: str, environment: Environment, folder: Path) -> None:
    assert re.search(r"\d\d passed", whole) and "cannot be used" not in whole
    with seat(environment, folder) as pty:
        pty.wait_for("Take sticks of one heap.")
        assert "[Heap 1]" in pty.text and "heaps" not in pty.text
        pty.press("3", "5", "enter")
        pty.wait_for("Aki takes 5 of heap 3.")


def test_it_is_taught(whole: str, environment: Environment, folder: Path) -> None:
    assert re.search(r"tilehall learn nim +Nim: 0 of 1 lesson solved", whole)
    home = {"HOME": str(folder), "XDG_DATA_HOME": str(folder / "taught")}
    with Pty([str(environment.python), "-m", "tilehall", "learn", "nim"], (80, 24), home, folder) as pty:
        pty.wait_for("Try to take three of heap 2.")
        pty.wait_for("N-2.1 Take as many sticks")
        pty.press("2", "3")
        pty.wait_for("✗ ")
        pty.press("escape", "escape", "3", "1", "enter")
        pty.wait_for("Merlin takes 2 of heap 2.")
        pty.press("3", "2", "enter")
        pty.wait_for("Guest wins.")


def test_every_line_of_a_level_and_every_condition_is_told() -> None:
    page = PAGE.partition("## 9 Lessons")[2]
    first = re.findall(r"^\| (.+?) \|", page, re.MULTILINE)
    told = {word for cell in first for word in re.findall(r"`(\w+)`", cell)}
    assert told == {*LEVEL, *CONDITION}


def test_it_is_shown_to_a_room(whole: str) -> None:
    assert "Three heaps" in whole and "Aki answers with the same." in whole and "Aki wins." in whole


def test_it_is_told_in_its_own_words(whole: str, environment: Environment, folder: Path) -> None:
    position = {"heaps": [0, 4, 5], "seat": 1}
    describe = f"wording_for('nim').describe({position}, ('Aki', 'Bo'), None)"
    code = f"from tilehall.tui.boards.wording import wording_for; print(*{describe})"
    told = run(environment.python, "-c", code, cwd=folder)
    assert told == "Turn: #2. Heap 1: no sticks. Heap 2: 4 sticks. Heap 3: 5 sticks.\n"


GERMAN = """
from tilehall.engine import Match, Setup, load_game, render_text
from tilehall.tui.languages.language import load_language

nim = load_game("nim")
match, german = Match(nim, Setup(2)), load_language("de", nim.package)
for text in (nim.decision(match.state, 0).prompt, *nim.narrator.preview(match.state, 0, nim.parse("take 3 5"))):
    print(render_text(text, german))
print(render_text(match.act(0, "take 3 5").events[0].text, german, ("Aki", "Bo")))
"""


def test_it_is_said_in_another_language(whole: str, environment: Environment, folder: Path) -> None:
    assert re.search(r"^de: \d+ missing, 0 wrong$", whole, re.MULTILINE)
    told = run(environment.python, "-c", GERMAN, cwd=folder).splitlines()
    assert told == ["Nimm Hölzchen von einem Haufen.", "7 Hölzchen bleiben übrig", "Aki nimmt 5 von Haufen 3."]
