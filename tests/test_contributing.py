"""The map in CONTRIBUTING.md is that of the house."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import tilehall
from tests.test_imports import dotted, imports_of, is_package, modules, within

ROOT = Path(__file__).parents[1]
HOUSE = Path(tilehall.__file__).parent
TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| `((?:engine|themes|tui|tests)/[\w/]*)` \| .* \|(.*)\|$", re.MULTILINE)
ROOMS = {room.rstrip("/"): set(re.findall(r"`(\w+)`", allowed)) for room, allowed in ROW.findall(TEXT)}
LIBRARIES = ("textual", "rich")


def place(name: str) -> Path:
    """In a release the packages are only where they are installed from."""
    return next((path for path in (ROOT / name, HOUSE / name) if path.exists()), ROOT / name)


def test_every_folder_it_names_is_there() -> None:
    named = re.findall(r"`((?:engine|tui|themes|tests|src)/[\w./]*)`", TEXT)
    assert len(named) > len(ROOMS) > 10
    assert [name for name in named if not place(name).exists()] == []


def test_every_room_is_on_the_map() -> None:
    rooms = {f"tui/{path.parent.name}" for path in (HOUSE / "tui").glob("*/__init__.py")}
    assert set(ROOMS) == rooms | {"engine", "themes", "tests"}


def others(room: str) -> Iterator[tuple[str, str]]:
    """What the modules of a room import of other rooms and of the libraries that draw, and where."""
    home = f"tilehall.{room.replace('/', '.')}"
    for path in modules(room):
        for found in imports_of(path):
            parts = found.name.split(".")
            where = f"{dotted(path)}:{found.line}"
            if parts[0] in LIBRARIES:
                yield parts[0], where
            elif parts[0] == "tilehall" and not within(found.name, home):
                yield from ((name, where) for name in _room(parts))


def _room(parts: list[str]) -> list[str]:
    """The room of an imported module; none if it lies directly in tui."""
    if parts[1] != "tui":
        return [parts[1]]
    return [parts[2]] if len(parts) > 2 and is_package(".".join(parts[:3])) else []


@pytest.mark.parametrize("room", [room for room in ROOMS if room != "tests"])
def test_a_room_imports_what_the_map_says(room: str) -> None:
    found = [f"{where} imports {name}" for name, where in others(room) if name not in ROOMS[room]]
    assert not found, "\n".join(found)


def test_its_commands_can_be_made() -> None:
    made = re.findall(r"^([\w-]+):.*##", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    named = re.findall(r"`make ([\w-]+)", TEXT)
    assert len(named) > 5
    assert set(named) <= set(made)
