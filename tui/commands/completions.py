"""`tilehall completions SHELL`: a script that lets Tab complete what is typed after `tilehall`."""

from __future__ import annotations

import argparse
from pkgutil import get_data
from typing import TYPE_CHECKING

from tilehall.tui.arguments import Parser, UsageError
from tilehall.tui.commands import values

if TYPE_CHECKING:
    from tilehall.tui.commands.door import Door

SCRIPTS = {shell: f"shells/tilehall.{shell}" for shell in ("bash", "zsh", "fish")}


def add_arguments(parser: Parser) -> None:
    parser.add_argument("shell", metavar="SHELL", help=f"{', '.join(SCRIPTS)}", source=values.shells)


def main(args: argparse.Namespace, door: Door) -> int:
    door.sink.write(script(args.shell))
    return 0


def script(shell: str) -> str:
    """The script for a shell; its first lines say where to put it."""
    if shell not in SCRIPTS:
        from tilehall.engine import did_you_mean

        instead = did_you_mean(shell, SCRIPTS, f"Shells: {', '.join(SCRIPTS)}.")
        raise UsageError(f"There are no completions for '{shell[:40]}'. {instead}")
    return (get_data(__package__, SCRIPTS[shell]) or b"").decode()
