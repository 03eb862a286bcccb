"""The commands of `tilehall`: modules with `add_arguments(parser)`, which defines them, and `main(args, door)`."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module

from tilehall.tui.cli.cli_language import add_language
from tilehall.tui.cli.options import Parser, Say, ShowTextAction, translatable

COMMANDS = {
    "play": ("tilehall.tui.cli.commands.play", translatable("sit down at a table")),
    "learn": ("tilehall.tui.features.lessons.command", translatable("learn a game in six lessons")),
    "demo": ("tilehall.tui.features.demo.command", translatable("watch computer players, every step with its rule")),
    "puzzle": (
        "tilehall.tui.features.puzzles.command",
        translatable("find the best turn: puzzles, and one for every day"),
    ),
    "rules": ("tilehall.tui.features.rules.command", translatable("read the rules")),
    "replay": ("tilehall.tui.features.replay.command", translatable("step through a record")),
    "review": (
        "tilehall.tui.features.review.command",
        translatable("look back at a game: its course, and what was better"),
    ),
    "picture": ("tilehall.tui.cli.commands.picture", translatable("draw a position of a record as a picture")),
    "check": ("tilehall.tui.cli.commands.check", translatable("verify that records replay")),
    "games": ("tilehall.tui.cli.commands.games", translatable("list saved games; resume, export, delete")),
    "simulate": ("tilehall.tui.lab.simulate_command", translatable("play many games without a screen")),
    "components": (
        "tilehall.tui.cli.commands.components",
        translatable("print what is in a game's box, to be changed, or check a changed copy"),
    ),
    "arena": ("tilehall.tui.lab.arena_command", translatable("find out which computer player is better")),
    "pipe": ("tilehall.tui.programs.pipe.command", translatable("the games as JSON lines, for other programs")),
    "bot": ("tilehall.tui.programs.bots.command", translatable("help with writing a program that plays")),
    "serve": ("tilehall.tui.cli.commands.serve", translatable("open a hall, where people play together by ssh")),
    "join": ("tilehall.tui.cli.commands.join", translatable("go to the hall that is open on this machine")),
    "hall": (
        "tilehall.tui.cli.commands.hall",
        translatable("keep a hall: copy it, list and send out people, close tables"),
    ),
    "new-game": ("tilehall.tui.cli.new_game.command", translatable("lay out a package with a game of your own")),
    "themes": ("tilehall.tui.cli.commands.themes", translatable("show colours and characters")),
    "keys": ("tilehall.tui.cli.commands.keys", translatable("list the keys")),
    "doctor": (
        "tilehall.tui.cli.commands.doctor_parser",
        translatable("say what this terminal can do and what is wrong"),
    ),
    "completions": (
        "tilehall.tui.cli.completion.command",
        translatable("let Tab complete what is typed, in bash, zsh and fish"),
    ),
    "man": ("tilehall.tui.cli.commands.man", translatable("print the manual page")),
    "help": ("tilehall.tui.cli.commands.help", translatable("say what a command does and takes")),
}


def build_parser(*names: str) -> Parser:
    """A parser for these commands with their arguments.

    Without names: all commands, without arguments, importing none.
    """
    top = Parser(
        prog="tilehall",
        description=translatable("Tile games at a terminal. Without a command: the home screen."),
        epilog=translatable("'tilehall help COMMAND' says more about one."),
    )
    add_language(top)
    top.add_argument("-V", "--version", action=ShowTextAction, text=version_text, help="say the version and leave")
    top.add_commands("command", "COMMAND", {name: COMMANDS[name][1] for name in names or COMMANDS})
    for name in names:
        import_module(COMMANDS[name][0]).add_arguments(top.commands[name])
    return top


LANGUAGE = "--lang"
INSTALLED, INFO = "tilehall-", ".dist-info"


def parser_for(words: Sequence[str]) -> Parser:
    """The parser for a command line that begins with these words; only `--lang` may precede the command."""
    rest = list(words)
    while rest and (LANGUAGE.startswith(name := rest[0].partition("=")[0]) and len(name) > 2):
        rest = rest[1 if "=" in rest[0] else 2 :]
    return build_parser(rest[0]) if rest and rest[0] in COMMANDS else build_parser()


def version_text(say: Say = translatable) -> str:
    """The installed version, or a text that there is none."""
    for folder in sys.path:
        with suppress(OSError):
            # `importlib.metadata` finds the same folder, but its import takes as long as everything else here.
            for name in os.listdir(folder or "."):
                if name.startswith(INSTALLED) and name.endswith(INFO):
                    return f"tilehall {name.removeprefix(INSTALLED).removesuffix(INFO)}"
    return say(translatable("tilehall, not installed: running from its folder"))
