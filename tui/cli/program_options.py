"""Options for bot programs: `--seat "Bob:cmd=./mybot"`, their time limits, and the folder of their logs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tilehall.engine import LEVELS, SetupError, Text
from tilehall.tui.cli.options import Parser, UsageError

if TYPE_CHECKING:
    from tilehall.tui.programs.bots.launch import BotCommand

SECONDS = 5
LEAST, MOST = 0.05, 3600


def add_arguments(parser: Parser) -> None:
    """Adds the options for bot programs."""
    parser.add_argument(
        "--bot-time",
        type=parse_seconds,
        default=float(SECONDS),
        metavar="SECONDS",
        help="how long a program ({example}) may think about a decision ({seconds})",
        fields={"example": "NAME:cmd=...", "seconds": f"{SECONDS}"},
    )
    parser.add_argument(
        "--bot-log",
        metavar="DIR",
        help="where to keep what programs write on their standard error (a new folder for temporary files)",
        files=True,
    )


def parse_seconds(word: str) -> float:
    """Parses a number of seconds. Raises UsageError."""
    try:
        found = float(word)
    except ValueError:
        found = 0.0
    if not LEAST <= found <= MOST:
        raise UsageError(Text("it has to be seconds, from {least} to {most}.", least=LEAST, most=MOST))
    return found


def is_command(text: str) -> bool:
    """Whether the value of a `--seat` names a program.

    >>> is_command("Bob:cmd=./mybot"), is_command("cmd=./mybot"), is_command("Bob:easy")
    (True, True, False)
    """
    return text.startswith("cmd=") or text.partition(":")[2].startswith("cmd=")


def parse_programs(given: Sequence[str]) -> list[BotCommand]:
    """The programs among the values of `--seat`. Raises SetupError for a missing program and for a name used twice."""
    if not any(map(is_command, given)):
        return []
    from tilehall.tui.programs.bots.launch import parse_bot_command

    found = [parse_bot_command(text) for text in given if is_command(text)]
    for each in found:
        if each.name in LEVELS or each.name == "human":
            raise SetupError(Text("A program cannot be called {name}: that is a kind of player.", name=each.name))
        if any(other.name == each.name and other != each for other in found):
            raise SetupError(Text("Two programs cannot both be called {name}.", name=each.name))
    return found


def seat_levels(given: Sequence[str]) -> list[str]:
    """The names in reports of the values of `--seat`, each a level or a program."""
    return [parse_programs([text])[0].name if is_command(text) else text for text in given]
