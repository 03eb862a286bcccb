"""`tilehall doctor`: what this terminal can do, what is wrong, and exactly what to do about it."""

from __future__ import annotations

import argparse
import os
import platform
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path

from tilehall.tui.commands.door import Door

NEEDED = (80, 24)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    return


def main(args: argparse.Namespace, door: Door) -> int:
    """1 if something is wrong; advice alone is no fault."""
    door.say("This terminal", *(f"  {line}" for line in door.terminal.explain()))
    door.say(f"  Size: {door.size[0]} columns, {door.size[1]} lines.", f"  TERM: {door.name or 'not set'}.")
    door.say("", "Places", *(f"  {line}" for line in places(door)))
    door.say("", "Versions", *(f"  {line}" for line in versions()))
    wrong, better = list(faults(door)), list(advice(door))
    door.say("", "What is wrong", *(f"  {line}" for line in wrong or ["Nothing."]))
    door.say("", "What could be better", *(f"  {line}" for line in better or ["Nothing."]))
    return 1 if wrong else 0


def places(door: Door) -> list[str]:
    found = door.places
    return [
        f"Settings: {found.settings}" + ("." if found.settings.is_file() else ", not there yet: all as usual."),
        f"Themes of your own: {found.config / 'themes'}.",
        f"Games: {found.games}.",
    ]


def versions() -> list[str]:
    lines = [f"Python {platform.python_version()}", f"tilehall {_version('tilehall') or 'runs from its folder'}"]
    return lines + [f"{name} {_version(name) or 'is not installed'}" for name in ("textual", "rich")]


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def faults(door: Door) -> Iterator[str]:
    """What does not work as it should, with what to do."""
    from tilehall.themes import find
    from tilehall.tui.keys import conflicts

    yield from door.problems
    looks, problems = find(door.places.config / "themes")
    yield from problems
    for name, known in (("theme", looks.palettes), ("glyphs", looks.glyphs)):
        if door.settings[name] not in ("auto", *known):
            there = ", ".join(("auto", *known))
            yield f"settings.toml: {name} cannot be '{door.settings[name][:30]}'. There is {there}."
    yield from conflicts(door.settings)
    for folder in (door.places.data, door.places.config):
        if not _writable(folder):
            yield f"{folder} cannot be written to, so nothing can be kept: give yourself the right to write there."
    for name in ("textual", "rich"):
        if (wanted := _pinned(name)) and _version(name) != wanted:
            yield f"{name} {wanted} is wanted, {_version(name) or 'none'} is there: pip install {name}=={wanted}"


def _writable(folder: Path) -> bool:
    """Whether the folder, or the nearest one above it that exists, can be written to."""
    there = next((path for path in (folder, *folder.parents) if path.exists()), folder)
    return there.is_dir() and os.access(there, os.W_OK)


def _pinned(name: str) -> str:
    try:
        lines = requires("tilehall") or []
    except PackageNotFoundError:
        return ""
    return next((line.partition("==")[2] for line in lines if line.startswith(f"{name}==")), "")


def advice(door: Door) -> Iterator[str]:
    """What the terminal could do better, each with the exact change."""
    terminal, (columns, lines) = door.terminal, door.size
    if not door.on_screen:
        yield "This is no terminal for the full screen: games are told in lines here."
    elif columns < NEEDED[0] or lines < NEEDED[1]:
        yield f"The full screen needs {NEEDED[0]}x{NEEDED[1]} cells: enlarge the window, or play with --line."
    if not door.name:
        yield "TERM is not set: export TERM=xterm-256color, if your terminal is of that kind, as most are."
    if terminal.colours in ("16", "256") and door.name not in ("linux", "dumb"):
        yield f"{terminal.colours} colours are used. If your terminal has more: export COLORTERM=truecolor"
    if terminal.colours == "none" and door.name != "dumb":
        yield "Colours are off. To have them: unset NO_COLOR, or set TERM to what your terminal is."
    if terminal.glyphs == "ascii" and door.name not in ("linux", "dumb"):
        yield "Boards are drawn in ASCII. If your terminal shows UTF-8: export LANG=C.UTF-8"
    if terminal.glyphs == "neutral":
        yield "Symbols that may be two cells wide are left out. If yours are one cell wide: --glyphs full"
    if terminal.remote and not terminal.animation:
        yield "Motion is off over SSH. To have it: export TEXTUAL_ANIMATIONS=full"
