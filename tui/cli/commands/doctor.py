"""`tilehall doctor`: reports what this terminal can do, what is wrong, and how to fix it.

docs/commands.md describes the output of `--json`.
"""

from __future__ import annotations

import argparse
import operator
import os
import platform
import re
from collections.abc import Callable, Iterator, Mapping
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from typing import TYPE_CHECKING

from tilehall.engine import BUILT_IN_GAMES, Text, did_you_mean, join_commas, list_game_problems, list_games
from tilehall.themes import find_themes
from tilehall.tui.cli.context import MINDS_VARIABLE, MOST_MINDS
from tilehall.tui.key_map import conflicts
from tilehall.tui.terminal import TRIED_WITH

if TYPE_CHECKING:
    from tilehall.engine import Text
    from tilehall.tui.cli.context import CliContext
    from tilehall.tui.terminal.capabilities import SettingReason, Terminal

NEEDED = (80, 24)
SIGNS: Mapping[str, Callable[[list[int], list[int]], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
}


def main(args: argparse.Namespace, door: CliContext) -> int:
    """Returns 1 if there are faults; advice alone does not count."""
    wrong, better = list(faults(door)), list(advice(door))
    if args.json:
        door.print_json(doctor_data(door, wrong, better))
    else:
        door.show(*_report(door, wrong, better))
    return 1 if wrong else 0


def _report(door: CliContext, wrong: list[Text], better: list[Text]) -> list[Text]:

    columns, lines = door.size
    size = Text("Size: {columns} columns, {lines} lines.", columns=columns, lines=lines)
    term = Text("TERM: {name}.", name=door.name or Text("not set"))
    parts = [
        (Text("This terminal"), [*terminal_lines(door.terminal), size, term]),
        (Text("Places"), folder_lines(door)),
        (Text("Versions"), [_told(name, version) for name, version in versions().items()]),
        (Text("What is wrong"), wrong or [Text("Nothing.")]),
        (Text("What could be better"), better or [Text("Nothing.")]),
    ]
    told = [each for head, part in parts for each in (Text(""), head, *(Text("  {line}", line=line) for line in part))]
    return told[1:]


def terminal_lines(terminal: Terminal) -> list[Text]:
    """One sentence for each capability, with the variable that decided it."""

    on, off, yes, no = Text("on"), Text("off"), Text("yes"), Text("no")
    colours, glyphs, animation, mouse, remote = map(_because, terminal.reasons)
    many = Text("none") if terminal.colours == "none" else terminal.colours
    return [
        Text("Colours: {found}, {why}.", found=many, why=colours),
        Text("Glyphs: {found}, {why}.", found=terminal.glyphs, why=glyphs),
        Text("Animation: {found}, {why}.", found=on if terminal.animation else off, why=animation),
        Text("Mouse: {found}, {why}.", found=on if terminal.mouse else off, why=mouse),
        Text("Remote: {found}, {why}.", found=yes if terminal.remote else no, why=remote),
    ]


def _because(reason: SettingReason) -> Text:
    """The reason as a part of a sentence."""

    name, value = reason.name, reason.value
    match reason.kind:
        case "it is":
            return Text("because {name} is {value}", name=name, value=value)
        case "it is, and wide":
            wide = {"name": name, "value": value}
            return Text("because {name} is {value}, where many characters may be two cells wide", **wide)
        case "set":
            return Text("because {name} is set", name=name)
        case "unset":
            return Text("because no {name} variable is set", name=name)
        case "allowed":
            return Text("because {name} does not forbid it", name=name)
        case "ruled in":
            return Text("because {name} does not rule it out", name=name)
        case "remote":
            return Text("because the connection is remote and {name} does not ask for it", name=name)
        case "GNU screen" | "Windows Terminal":
            return _between(reason)
        case "encoding":
            return Text("because the output is encoded as {value}", value=value)
        case "no terminal":
            return Text("because neither {one} nor {other} is set", one="TERM", other="COLORTERM")
        case "no locale":
            variables = {"one": "LC_ALL", "two": "LC_CTYPE", "three": "LANG", "encoding": "UTF-8"}
            return Text("because neither {one}, {two} nor {three} speaks of {encoding}", **variables)
        case "asked for":
            return Text("as asked for")


def _between(reason: SettingReason) -> Text:
    """Names a program between us and the terminal, recognised by its variables."""

    if reason.kind == "GNU screen":
        return Text("because {name} says that {program} is in between", name=reason.name, program=reason.kind)
    return Text("because {name} says that this is {program}", name=reason.name, program=reason.kind)


def doctor_data(door: CliContext, wrong: list[Text], better: list[Text]) -> dict[str, object]:
    """The report as JSON data, in English."""
    terminal, found = door.terminal, door.user_dirs
    return {
        "terminal": {
            "colours": terminal.colours,
            "glyphs": terminal.glyphs,
            "animation": terminal.animation,
            "mouse": terminal.mouse,
            "remote": terminal.remote,
            "explained": [f"{line}" for line in terminal_lines(terminal)],
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
        "wrong": [f"{each}" for each in wrong],
        "better": [f"{each}" for each in better],
    }


def folder_lines(door: CliContext) -> list[Text]:

    found = door.user_dirs
    settings, themes = f"{found.settings}", f"{found.config / 'themes'}"
    there = Text("Settings: {file}.", file=settings)
    return [
        there
        if os.path.isfile(found.settings)
        else Text("Settings: {file}, not there yet: all as usual.", file=settings),
        Text("Themes of your own: {folder}.", folder=themes),
        Text("Games: {folder}.", folder=f"{found.games}"),
    ]


def versions() -> dict[str, str | None]:
    """The versions of Python, Tilehall and the tested libraries; None for what is not installed."""
    return {"python": platform.python_version()} | {name: _version(name) or None for name in ("tilehall", *TRIED_WITH)}


def _told(name: str, version: str | None) -> Text:

    program = "Python" if name == "python" else name
    if version:
        return Text("{program} {version}", program=program, version=version)
    if name == "tilehall":
        return Text("{program} runs from its folder", program=program)
    return Text("{program} is not installed", program=program)


def _version(name: str) -> str:

    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def faults(door: CliContext) -> Iterator[Text]:
    """Yields faults, each with its remedy."""

    yield from door.problems
    yield from _looks(door)
    yield from conflicts(door.settings)
    yield from _addon_problems()
    yield from _minds(door)
    for folder in (door.user_dirs.data, door.user_dirs.config):
        if not _writable(folder):
            yield Text(
                "{folder} cannot be written to, so nothing can be kept: give yourself the right to write there.",
                folder=f"{folder}",
            )
    for name, tried in TRIED_WITH.items():
        command = f"pip install {name}=={tried}"
        if not (there := _version(name)):
            yield Text("{package} is not installed: {command}", package=name, command=command)
        elif not satisfies_bounds(there, wanted := _wanted(name)):
            yield Text(
                "{package} {version} is there, {wanted} is wanted: {command}",
                package=name,
                version=there,
                wanted=wanted,
                command=command,
            )


def _looks(door: CliContext) -> Iterator[Text]:
    """Yields problems of the user's own themes, and of the chosen ones."""

    looks, problems = find_themes(door.user_dirs.config / "themes")
    yield from problems
    for name, known in (("theme", looks.palettes), ("glyphs", looks.glyphs)):
        chosen, there = door.settings[name], ("auto", *known)
        if chosen not in there:
            instead = did_you_mean(chosen, there, Text("There is {names}.", names=join_commas(there)))
            wrong = {"file": door.user_dirs.settings.name, "name": name, "value": chosen[:30]}
            yield Text("{file}: {name} cannot be '{value}'. {instead}", instead=instead, **wrong)


def _addon_problems() -> Iterator[Text]:
    """Yields problems of add-on games, and of their renderers and narrators."""
    yield from list_game_problems()
    for box in list_games():
        if box.id not in BUILT_IN_GAMES:
            # Late import: boards need Rich, which may be missing.
            from tilehall.tui.boards import registry, wording

            found = (registry.find_renderer(box.id).problem, wording.find_wording(box.id).problem)
            yield from filter(None, found)


def _minds(door: CliContext) -> Iterator[Text]:
    """Yields a problem if the environment names an invalid number of processes."""

    wanted = door.environ.get(MINDS_VARIABLE, "")
    if wanted and door.thinking_processes is None:
        yield Text(
            "{name} is '{value}', which is no number of processes from 0 to {most}: it is as if it were not set.",
            name=MINDS_VARIABLE,
            value=wanted[:30],
            most=MOST_MINDS,
        )


def _writable(folder: Path) -> bool:
    """Whether the folder, or its nearest existing parent, is writable."""
    there = next((path for path in (folder, *folder.parents) if os.path.exists(path)), folder)
    return os.path.isdir(there) and os.access(there, os.W_OK)


def _wanted(name: str) -> str:
    """The version bounds in Tilehall's metadata for a package, e.g. `<9,>=8.2.8`; empty without metadata."""

    try:
        lines = requires("tilehall") or []
    except PackageNotFoundError:
        return ""
    found = (re.fullmatch(rf"{name}([<>=!][^;]*)(;.*)?", line) for line in lines)
    return next((match[1].strip() for match in found if match), "")


def satisfies_bounds(version: str, bounds: str) -> bool:
    """Whether a version satisfies all bounds. Only its numbers count: 9.0rc1 is a 9.0.

    >>> satisfies_bounds("8.3.1", "<9,>=8.2.8"), satisfies_bounds("9.0rc1", "<9,>=8.2.8"), satisfies_bounds("8.2", "")
    (True, False, True)
    """
    asked = re.findall(r"([<>=!]+)\s*([\d.]+)", bounds)
    return all(SIGNS[sign](_numbers(version), _numbers(bound)) for sign, bound in asked)


def _numbers(version: str) -> list[int]:
    """The numbers of a version, normalised so that 9 and 9.0 are equal."""
    numbers = [int(number) for number in re.split(r"[^\d.]", version)[0].split(".") if number]
    while numbers and not numbers[-1]:
        numbers.pop()
    return numbers


def advice(door: CliContext) -> Iterator[Text]:
    """Yields possible improvements of the terminal, each with the exact change."""

    terminal, (columns, lines) = door.terminal, door.size
    if not door.on_screen:
        yield Text("This is no terminal for the full screen: games are told in lines here.")
    elif columns < NEEDED[0] or lines < NEEDED[1]:
        size = f"{NEEDED[0]}x{NEEDED[1]}"
        yield Text(
            "The full screen needs {size} cells: enlarge the window, or play with {option}.",
            size=size,
            option="--line",
        )
    if not door.name:
        yield Text(
            "{name} is not set: {command}, if your terminal is of that kind, as most are.",
            name="TERM",
            command="export TERM=xterm-256color",
        )
    yield from _colours(terminal, door.name)
    if terminal.glyphs == "ascii" and door.name not in ("linux", "dumb"):
        locale = "export LC_ALL=C.UTF-8"
        yield Text("Boards are drawn in ASCII. If your terminal shows UTF-8: {command}", command=locale)
    if terminal.glyphs == "neutral":
        yield Text(
            "Symbols that may be two cells wide are left out. If yours are one cell wide: {option}",
            option="--glyphs full",
        )
    if terminal.remote and not terminal.animation:
        motion = "export TEXTUAL_ANIMATIONS=full"
        yield Text("Motion is off over SSH. To have it: {command}", command=motion)
    yield from _untried()


def _colours(terminal: Terminal, name: str) -> Iterator[Text]:

    if terminal.colours in ("16", "256") and name not in ("linux", "dumb"):
        yield Text(
            "{many} colours are used. If your terminal has more: {command}",
            many=terminal.colours,
            command="export COLORTERM=truecolor",
        )
    if terminal.colours == "none" and name != "dumb":
        yield Text(
            "Colours are off. To have them: {command}, or set {name} to what your terminal is.",
            command="unset NO_COLOR",
            name="TERM",
        )


def _untried() -> Iterator[Text]:
    """Yields notes on allowed but untested versions."""

    for name, tried in TRIED_WITH.items():
        if (there := _version(name)) not in ("", tried) and satisfies_bounds(there, _wanted(name)):
            yield Text(
                "{package} {version} is there, {tried} was tried. If the screen looks wrong: {command}",
                package=name,
                version=there,
                tried=tried,
                command=f"pip install {name}=={tried}",
            )
