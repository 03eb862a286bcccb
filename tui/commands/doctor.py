"""`tilehall doctor`: what this terminal can do, what is wrong, and exactly what to do about it.

docs/commands.md has what `--json` prints.
"""

from __future__ import annotations

import argparse
import operator
import os
import platform
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from tilehall.tui.arguments import Parser
from tilehall.tui.kernel import TRIED_WITH

if TYPE_CHECKING:
    from tilehall.tui.commands.door import Door

NEEDED = (80, 24)
SIGNS: Mapping[str, Callable[[list[int], list[int]], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
}


def add_arguments(parser: Parser) -> None:
    parser.add_argument("--json", action="store_true", help="one JSON object, for programs")


def main(args: argparse.Namespace, door: Door) -> int:
    """1 if something is wrong; advice alone is no fault."""
    wrong, better = list(faults(door)), list(advice(door))
    if args.json:
        door.tell(data(door, wrong, better))
    else:
        door.show(*_report(door, wrong, better))
    return 1 if wrong else 0


def _report(door: Door, wrong: list[str], better: list[str]) -> list[str]:
    size, name = f"Size: {door.size[0]} columns, {door.size[1]} lines.", f"TERM: {door.name or 'not set'}."
    parts = {
        "This terminal": [*door.terminal.explain(), size, name],
        "Places": places(door),
        "Versions": [_told(name, version) for name, version in versions().items()],
        "What is wrong": wrong or ["Nothing."],
        "What could be better": better or ["Nothing."],
    }
    lines = [each for head, part in parts.items() for each in ("", head, *(f"  {line}" for line in part))]
    return lines[1:]


def data(door: Door, wrong: list[str], better: list[str]) -> dict[str, object]:
    """The same for programs."""
    terminal, found = door.terminal, door.places
    return {
        "terminal": {
            "colours": terminal.colours,
            "glyphs": terminal.glyphs,
            "animation": terminal.animation,
            "mouse": terminal.mouse,
            "remote": terminal.remote,
            "explained": terminal.explain(),
            "columns": door.size[0],
            "lines": door.size[1],
            "term": door.name or None,
            "screen": door.on_screen,
        },
        "places": {
            "settings": str(found.settings),
            "themes": str(found.config / "themes"),
            "games": str(found.games),
        },
        "versions": versions(),
        "wrong": wrong,
        "better": better,
    }


def places(door: Door) -> list[str]:
    found = door.places
    return [
        f"Settings: {found.settings}" + ("." if found.settings.is_file() else ", not there yet: all as usual."),
        f"Themes of your own: {found.config / 'themes'}.",
        f"Games: {found.games}.",
    ]


def versions() -> dict[str, str | None]:
    """Python, Tilehall, and what it was tried with; none of what is not installed."""
    return {"python": platform.python_version()} | {name: _version(name) or None for name in ("tilehall", *TRIED_WITH)}


def _told(name: str, version: str | None) -> str:
    missing = "runs from its folder" if name == "tilehall" else "is not installed"
    return f"{'Python' if name == 'python' else name} {version or missing}"


def _version(name: str) -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def faults(door: Door) -> Iterator[str]:
    """What does not work as it should, with what to do."""
    from tilehall.engine import did_you_mean
    from tilehall.themes import find
    from tilehall.tui.keys import conflicts

    yield from door.problems
    looks, problems = find(door.places.config / "themes")
    yield from problems
    for name, known in (("theme", looks.palettes), ("glyphs", looks.glyphs)):
        if door.settings[name] not in ("auto", *known):
            instead = did_you_mean(door.settings[name], ("auto", *known), f"There is {', '.join(('auto', *known))}.")
            yield f"settings.toml: {name} cannot be '{door.settings[name][:30]}'. {instead}"
    yield from conflicts(door.settings)
    yield from _guests()
    for folder in (door.places.data, door.places.config):
        if not _writable(folder):
            yield f"{folder} cannot be written to, so nothing can be kept: give yourself the right to write there."
    for name, tried in TRIED_WITH.items():
        if not (there := _version(name)):
            yield f"{name} is not installed: pip install {name}=={tried}"
        elif not within(there, wanted := _wanted(name)):
            yield f"{name} {there} is there, {wanted} is wanted: pip install {name}=={tried}"


def _guests() -> Iterator[str]:
    """What is wrong with games of other packages, and with what draws and tells them."""
    from tilehall.engine import BUILT_IN, boxes, problems

    yield from problems()
    for box in boxes():
        if box.id not in BUILT_IN:
            from tilehall.tui import scenes, words

            found = (scenes.announced(box.id).problem, words.announced(box.id).problem)
            yield from filter(None, found)


def _writable(folder: Path) -> bool:
    """Whether the folder, or the nearest one above it that exists, can be written to."""
    there = next((path for path in (folder, *folder.parents) if path.exists()), folder)
    return there.is_dir() and os.access(there, os.W_OK)


def _wanted(name: str) -> str:
    """The bounds that Tilehall's own metadata sets for a package, as in `<9,>=8.2.8`; none if there is no metadata."""
    from importlib.metadata import PackageNotFoundError, requires

    try:
        lines = requires("tilehall") or []
    except PackageNotFoundError:
        return ""
    found = (re.fullmatch(rf"{name}([<>=!][^;]*)(;.*)?", line) for line in lines)
    return next((match[1].strip() for match in found if match), "")


def within(version: str, bounds: str) -> bool:
    """Whether a version keeps all bounds. Only its numbers count: 9.0rc1 is a 9.0.

    >>> within("8.3.1", "<9,>=8.2.8"), within("9.0rc1", "<9,>=8.2.8"), within("8.2", "")
    (True, False, True)
    """
    asked = re.findall(r"([<>=!]+)\s*([\d.]+)", bounds)
    return all(SIGNS[sign](_numbers(version), _numbers(bound)) for sign, bound in asked)


def _numbers(version: str) -> list[int]:
    """As they compare: 9 and 9.0 are the same."""
    numbers = [int(number) for number in re.split(r"[^\d.]", version)[0].split(".") if number]
    while numbers and not numbers[-1]:
        numbers.pop()
    return numbers


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
        yield "Boards are drawn in ASCII. If your terminal shows UTF-8: export LC_ALL=C.UTF-8"
    if terminal.glyphs == "neutral":
        yield "Symbols that may be two cells wide are left out. If yours are one cell wide: --glyphs full"
    if terminal.remote and not terminal.animation:
        yield "Motion is off over SSH. To have it: export TEXTUAL_ANIMATIONS=full"
    for name, tried in TRIED_WITH.items():
        if (there := _version(name)) not in ("", tried) and within(there, _wanted(name)):
            yield f"{name} {there} is there, {tried} was tried. If the screen looks wrong: pip install {name}=={tried}"
