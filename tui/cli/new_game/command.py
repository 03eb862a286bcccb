"""`tilehall new-game NAME`: creates a package with a small working game as a starting point."""

from __future__ import annotations

import argparse
import re
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TYPE_CHECKING

from tilehall.engine import BUILT_IN_GAMES, Text
from tilehall.tui.cli.cli_language import add_language
from tilehall.tui.cli.options import Parser, UsageError, translatable

if TYPE_CHECKING:
    from tilehall.tui.cli.context import CliContext

TEMPLATE_SUFFIX = ".txt"
"""Suffix of template files, so that no tool takes them for modules of Tilehall."""
NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
LONGEST_NAME = 30


def add_arguments(parser: Parser) -> None:
    parser.description = translatable(
        "Lays out a game of your own as a package: rules with a hidden hand and chance, board, words and tests."
    )
    parser.add_argument("name", metavar="NAME", help="what is typed to play it: small letters, digits, single dashes")
    parser.add_argument("--into", metavar="DIR", help="the folder to make; tilehall-NAME if it is left out", files=True)
    add_language(parser)


def main(args: argparse.Namespace, door: CliContext) -> int:
    folder = Path(args.into or f"tilehall-{args.name}")
    lay_out_game(args.name, folder)
    door.say(Text("A game lies in {folder}. It can be played at once:", folder=f"{folder}"))
    module = module_name(args.name)
    commands = (f"cd {folder}", "pip install --editable .", "python -m pytest tests", f"tilehall play {args.name}")
    door.show(*(f"  {command}" for command in commands))
    door.say(Text("Its rules are in {file}; docs/adding-a-game.md says how to go on.", file=f"{module}/rules.py"))
    return 0


def module_name(name: str) -> str:
    return f"tilehall_{name.replace('-', '_')}"


def lay_out_game(name: str, folder: Path) -> None:
    """Writes a game package of this name. Raises UsageError for an invalid name or a folder that is in use."""
    if not NAME.fullmatch(name) or len(name) > LONGEST_NAME:
        raise UsageError(
            Text(
                "'{name}' is no name of a game: it is made of small letters, digits and single dashes.",
                name=name[: LONGEST_NAME + 1],
            )
        )
    if name in BUILT_IN_GAMES:
        raise UsageError(Text("There is a game {name} already.", name=name))
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UsageError(Text("{folder} is there already, and is not empty.", folder=f"{folder}"))
    _copy(files(__package__) / "template", folder, _replacements(name))


def _replacements(name: str) -> dict[str, str]:
    """The replacements for words of the template, longer words first."""
    words = name.split("-")
    return {
        "tilehall_mygame": module_name(name),
        "MyGame": "".join(word.capitalize() for word in words),
        "My Game": " ".join(word.capitalize() for word in words),
        "MYGAME": "_".join(words).upper(),
        "mygame": name,
    }


def _copy(source: Traversable, target: Path, replacements: dict[str, str]) -> None:
    if source.is_dir():
        target.mkdir(parents=True, exist_ok=True)
        for entry in source.iterdir():
            name = _replace(entry.name.removesuffix(TEMPLATE_SUFFIX), replacements)
            _copy(entry, target / name, replacements)
        return
    target.write_text(_replace(source.read_text(encoding="utf-8"), replacements), encoding="utf-8")


def _replace(text: str, replacements: dict[str, str]) -> str:
    for old, new in replacements.items():
        text = text.replace(old, new)
    return text
