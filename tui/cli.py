"""The command line. Each command is a module that is loaded when it is asked for; errors are one sentence.

Exit codes: 0 fine, 1 the answer is no, 2 wrong usage, 130 interrupted.
"""

from __future__ import annotations

import argparse
import gc
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import NoReturn

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
}
ALONE = ("simulate", "pipe")
"""Commands that use nothing of the terminal or the user's files."""
HOME = "tilehall.tui.commands.home"


class UsageError(ValueError):
    """Wrong usage, in one sentence."""


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one sentence instead of printing the whole usage."""

    def error(self, message: str) -> NoReturn:
        if message.startswith("argument COMMAND: invalid choice: "):
            message = f"there is no command {message.split(': ')[2].partition(' (')[0]}"
        raise UsageError(f"{message[:1].upper()}{message[1:].rstrip('.')}. '{self.prog} --help' says more.")


def main(argv: list[str] | None = None) -> int:
    """Runs a command and returns its exit code.

    >>> main(["rules", "chess"])
    2
    """
    # Loading makes many objects and no garbage: look for it less often.
    gc.set_threshold(20_000, 20, 20)
    from tilehall.engine import RuleError

    words = sys.argv[1:] if argv is None else argv
    try:
        return _run(words)
    except SystemExit as done:
        return done.code if isinstance(done.code, int) else 0
    except (UsageError, RuleError) as error:
        return _complain(str(error), 2)
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
    except BrokenPipeError:
        _hush()
        return 0
    except OSError as error:
        return _complain(f"{error.filename or 'Reading or writing'}: {error.strerror or 'it did not work'}.", 2)


def _run(words: Sequence[str]) -> int:
    name = next((word for word in words if not word.startswith("-")), None)
    args = parser(name).parse_args(words)
    if args.command in ALONE:
        return int(import_module(COMMANDS[args.command][0]).main(args))
    from tilehall.tui.commands.door import Door

    module = COMMANDS[args.command][0] if args.command else HOME
    code = int(import_module(module).main(args, Door.open(os.environ)))
    sys.stdout.flush()
    return code


def parser(command: str | None) -> argparse.ArgumentParser:
    """All commands by name; the arguments only of the one that is asked for, so that nothing else is loaded."""
    top = Parser(prog="tilehall", description="Tile games at a terminal. Without a command: the home screen.")
    top.add_argument("--version", action=Version, nargs=0, help="say the version and leave")
    group = top.add_subparsers(dest="command", metavar="COMMAND", title="commands", parser_class=Parser)
    for name, (module, summary) in COMMANDS.items():
        sub = group.add_parser(name, help=summary, description=f"{summary[0].upper()}{summary[1:]}.")
        if name == command:
            import_module(module).add_arguments(sub)
    return top


class Version(argparse.Action):
    """The version is looked up when it is asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *rest: object) -> None:
        from importlib.metadata import PackageNotFoundError, version

        try:
            print(f"tilehall {version('tilehall')}")
        except PackageNotFoundError:
            print("tilehall, not installed: running from its folder")
        parser.exit()


def _complain(sentence: str, code: int) -> int:
    from tilehall.tui.line.plain import plain

    print(plain(sentence, sys.stderr.encoding), file=sys.stderr)
    return code


def _hush() -> None:
    """Nobody reads what is printed: let Python's own flush at the end find no broken pipe either."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):
        return
