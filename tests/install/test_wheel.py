"""What a stranger installs: the wheel is complete, and a game can be played with it where there is no source tree."""

import json
from pathlib import Path

from tests.installing import Environment, contents, fresh, package_files, run

# Built once and not once for every test process.


def test_all_files_of_the_packages_are_in(wheel: Path) -> None:
    names = contents(wheel)
    assert {f"src/{name}" for name in names if name.startswith("tilehall/")} == package_files()
    for wanted in (
        "engine/games/princess/components.toml",
        "engine/games/princess/rulebook.md",
        "engine/games/princess/teaching/puzzles.jsonl",
        "py.typed",
    ):
        assert f"tilehall/{wanted}" in names
    for folder in ("tilehall/themes/palettes/", "tilehall/themes/glyphs/"):
        assert any(name.startswith(folder) and name.endswith(".toml") for name in names), folder


def test_nothing_else_is_in(wheel: Path) -> None:
    inside = {name.split("/")[0] for name in contents(wheel)}
    about = {name for name in inside if name.endswith(".dist-info")}
    assert len(about) == 1
    assert inside - about == {"tilehall"}
    assert any(name.endswith("/licenses/LICENSE") for name in contents(wheel))


def test_one_package_and_one_command_are_installed(wheel: Path, from_wheel: Environment, tmp_path: Path) -> None:
    """Beside what an empty environment has, and the line that lends what we depend on."""
    (about,) = {name.split("/")[0] for name in contents(wheel) if ".dist-info/" in name}
    empty = fresh(tmp_path / "empty")
    assert {path.name for path in from_wheel.packages.iterdir()} == {"tilehall", about, "lent.pth"}
    programs = {path.name for path in from_wheel.programs.iterdir()}
    assert programs - {path.name for path in empty.programs.iterdir()} == {"tilehall"}


def test_whole_games_are_played(from_wheel: Environment, tmp_path: Path) -> None:
    text = run(from_wheel.command, "simulate", "princess", "--games", "2", "--json", "--seed", "1", cwd=tmp_path)
    told = json.loads(text)
    assert (told["game"], told["games"], told["seed"]) == ("princess", 2, "1")
    assert sum(told["endings"].values()) == 2


def test_a_whole_game_is_told_in_lines(from_wheel: Environment, tmp_path: Path) -> None:
    text = run(from_wheel.command, "demo", "princess", "--line", "--seed", "1", "--speed", "0", cwd=tmp_path)
    assert len(text.splitlines()) > 50
    assert "P-4." in text, "every step is captioned with its rule"
    assert "\x1b" not in text, "plain lines have no escape codes"
