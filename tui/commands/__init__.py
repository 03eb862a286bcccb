"""The commands of `tilehall`, a module each: `add_arguments(parser)` says what it takes, `main(args, door)` does it."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module

from tilehall.tui.arguments import Parser, Show

COMMANDS = {
    "play": ("tilehall.tui.commands.play", "sit down at a table"),
    "demo": ("tilehall.tui.commands.demo", "watch computer players, every step with its rule"),
    "rules": ("tilehall.tui.commands.rules", "read the rules"),
    "replay": ("tilehall.tui.commands.replay", "step through a record"),
    "check": ("tilehall.tui.commands.check", "verify that records replay"),
    "games": ("tilehall.tui.commands.games", "list saved games; resume, export, delete"),
    "simulate": ("tilehall.tui.simulate", "play many games without a screen"),
    "pipe": ("tilehall.tui.pipe", "the games as JSON lines, for other programs"),
    "themes": ("tilehall.tui.commands.themes", "show colours and characters"),
    "keys": ("tilehall.tui.commands.keys", "list the keys"),
    "doctor": ("tilehall.tui.commands.doctor", "say what this terminal can do and what is wrong"),
    "completions": ("tilehall.tui.commands.completions", "let Tab complete what is typed, in bash, zsh and fish"),
    "man": ("tilehall.tui.commands.man", "print the manual page"),
    "help": ("tilehall.tui.commands.help", "say what a command does and takes"),
}


def parser(*names: str) -> Parser:
    """These commands with their arguments; without names all commands, but no arguments, so that nothing is loaded."""
    top = Parser(
        prog="tilehall",
        description="Tile games at a terminal. Without a command: the home screen.",
        epilog="'tilehall help COMMAND' says more about one.",
    )
    top.add_argument("-V", "--version", action=Show, text=version, help="say the version and leave")
    top.add_commands("command", "COMMAND", {name: COMMANDS[name][1] for name in names or COMMANDS})
    for name in names:
        import_module(COMMANDS[name][0]).add_arguments(top.commands[name])
    return top


def begun(words: Sequence[str]) -> Parser:
    """The parser for a line that begins like this: what comes before a command asks for a text, or is wrong."""
    return parser(words[0]) if words and words[0] in COMMANDS else parser()


def version() -> str:
    """The version that is installed, if one is."""
    from importlib import metadata

    try:
        return f"tilehall {metadata.version('tilehall')}"
    except metadata.PackageNotFoundError:
        return "tilehall, not installed: running from its folder"
