"""What the README says is tried."""

import re
import tomllib
from pathlib import Path

import pytest

import tilehall
from tilehall.engine import BUILT_IN_GAMES
from tilehall.tui.cli import COMMANDS, main
from tilehall.tui.key_map import BOARD_COMMANDS

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    exec(code, {})
    assert capsys.readouterr().out.strip() == re.findall(r"# (\[.*\])", code)[0]


def test_every_file_and_folder_it_names_is_there() -> None:
    """In a release the packages are only where they are installed from."""
    named = re.findall(r"`((?:engine|tui|themes|tests)/[\w./]*)`", README)
    assert len(named) > 4
    places = (ROOT, Path(tilehall.__file__).parent)
    assert [name for name in named if not any((place / name).exists() for place in places)] == []


def test_its_links_and_pictures_work_wherever_it_is_read() -> None:
    """On the page of a package index as well: whole addresses, and what is behind ours is in this folder."""
    home = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]["Source"]
    linked = re.findall(r"\]\((\S+?)\)", README)
    assert len(linked) >= README.count("![") > 1
    assert [link for link in linked if not link.startswith("https://")] == []
    ours = [re.sub(f"^{home}/(raw|blob)/main/", "", link) for link in linked if link.startswith(home)]
    assert len(ours) > 1
    assert [path for path in ours if not (ROOT / path).exists()] == []


def test_every_game_is_in_its_table() -> None:
    for name, box in BUILT_IN_GAMES.items():
        seats = f"{box.player_counts.start} to {box.player_counts.stop - 1}"
        assert f"| *{box.title}* (`{name}`) | {seats} |" in README


def test_every_command_of_its_table_is_one() -> None:
    rows = re.findall(r"^\| (`.*?) \| ", README, re.MULTILINE)
    words = [phrase.split()[0] for row in rows for phrase in re.findall(r"`([a-z].*?)`", row)]
    assert set(COMMANDS) <= set(words)


@pytest.mark.parametrize(
    "words",
    [
        "rules princess P-4.12",
        "games",
        "keys",
        "themes",
        "doctor",
        "help play",
        "man",
        "completions bash",
        "games --json",
    ],
)
def test_the_short_commands_of_its_table_work(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words.split()) == 0
    assert capsys.readouterr().out.strip()


def test_the_keys_it_names_do_what_it_says() -> None:
    keys = {command.keys[0]: command.id for command in BOARD_COMMANDS}
    told = {"u": "undo", "z": "restart", "w": "why", "question_mark": "rules", "i": "hint", "v": "hand", "c": "score"}
    assert {key: keys[key] for key in told} == told
