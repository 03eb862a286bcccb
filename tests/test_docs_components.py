"""What docs/components.md says may be changed is what the games check, and its session goes as it is told."""

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.installing import ROOT
from tilehall.engine import load_game
from tilehall.engine.core.schema.components import ComponentSchema, format_value

PAGE = (ROOT / "docs" / "components.md").read_text(encoding="utf-8")
GAMES = ("princess", "sand", "beasts", "kaguya")
LIKEWISE = re.compile(
    r"boards\.(?!B1\.a|M|size|from)|disks\.[234]|powers\.(?!red|from)|(?:own|per_colour|steps|sides)\.[34]"
)
"""Keys of which others of their table say the same."""
LONGEST = 60


def rows(name: str) -> Iterator[tuple[str, str, str]]:
    """The keys of a game with what stands there in the original, where that is one value, and what may."""
    inventory = load_game(name).component_source
    assert isinstance(inventory, ComponentSchema)
    data = tomllib.loads(inventory.original_text)
    for key, bounds in inventory.entries.limits(""):
        if not key.endswith(".from") and not LIKEWISE.search(key):
            yield key, original(data, key), bounds.replace("|", "\\|")


def original(data: Any, key: str) -> str:
    for part in key.split("."):
        if not isinstance(data, dict) or part not in data:
            return ""
        data = data[part]
    plain = isinstance(data, (int, str)) or (isinstance(data, list) and not isinstance(data[0], dict))
    return f"`{format_value(data)}`" if plain and len(format_value(data)) <= LONGEST else ""


@pytest.mark.parametrize("name", GAMES)
def test_every_key_stands_there_with_its_bounds(name: str) -> None:
    section = PAGE.split(f"| key of `{name}` |")[1].split("\n## ")[0]
    found = [
        tuple(part.strip() for part in row) for row in re.findall(r"^\| (`\S+`) \|(.*?)\| (.*?) \|", section, re.M)
    ]
    assert found == [(f"`{key}`", shown, bounds) for key, shown, bounds in rows(name)]


def test_the_session_goes_as_it_is_told(tmp_path: Path) -> None:
    (session,) = re.findall(r"^```console\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    for command, shown in re.findall(r"^\$ (.*)\n((?:[^$].*\n)*)", session, re.MULTILINE):
        done = subprocess.run(
            command,
            shell=True,
            cwd=tmp_path,
            env={**os.environ, "PATH": path},
            capture_output=True,
            text=True,
            timeout=60,
        )
        if shown:
            assert done.stdout + done.stderr == shown, command
        else:
            assert done.returncode == 0, done.stderr
