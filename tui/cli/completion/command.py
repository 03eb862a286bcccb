"""`tilehall completions SHELL`: prints the completion script for a shell."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pkgutil import get_data
from typing import TYPE_CHECKING

from tilehall.tui.cli.completion.sources import CompletionChoice, CompletionContext
from tilehall.tui.cli.options import Parser, UsageError, translatable

if TYPE_CHECKING:
    from tilehall.tui.cli.context import CliContext

SCRIPTS = {shell: f"shells/tilehall.{shell}" for shell in ("bash", "zsh", "fish")}


def add_arguments(parser: Parser) -> None:
    parser.description = translatable(
        "Prints a script that lets Tab complete what is typed; its first lines say where to put it."
    )
    parser.add_argument(
        "shell", metavar="SHELL", help="{shells}", fields={"shells": ", ".join(SCRIPTS)}, source=_shells
    )


def main(args: argparse.Namespace, door: CliContext) -> int:
    door.sink.write(completion_script(args.shell))
    return 0


def completion_script(shell: str) -> str:
    """The script for a shell; its first lines say where to install it."""
    if shell not in SCRIPTS:
        from tilehall.engine import Text, did_you_mean, join_commas

        instead = did_you_mean(shell, SCRIPTS, Text("Shells: {shells}.", shells=join_commas(SCRIPTS)))
        raise UsageError(Text("There are no completions for '{shell}'. {instead}", shell=shell[:40], instead=instead))
    return (get_data(__package__, SCRIPTS[shell]) or b"").decode()


def _shells(typed: CompletionContext) -> Iterator[CompletionChoice]:
    yield from ((shell, "") for shell in SCRIPTS)
