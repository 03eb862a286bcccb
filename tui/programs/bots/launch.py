"""What the command line says of a program that is to play: `Bob:cmd=./mybot --deep`."""

from __future__ import annotations

import shlex
from pathlib import Path
from shutil import which
from typing import NamedTuple

from tilehall.engine import RecordPlayer, SetupError, Text, quote_text
from tilehall.tui.tables.seating import BOT_KIND

PREFIX = "cmd="
SHELL_SPECIALS = frozenset('"$`\\!')
"""Characters that a shell interprets between double quotes."""
DEFAULT_NAME = "Bot"
"""The name of a program without one."""
ANSWER_SECONDS = 5.0
"""Seconds for a decision."""


class BotCommand(NamedTuple):
    """A program that plays, under a name."""

    name: str
    words: tuple[str, ...]

    @property
    def player(self) -> RecordPlayer:
        """The player for a record, which does not hold the command."""
        return RecordPlayer(self.name, BOT_KIND)

    @property
    def shell_text(self) -> str:
        """The option as a shell reads it.

        >>> print(parse_bot_command("Bob:cmd=sh -c 'true; true'").shell_text)
        "Bob:cmd=sh -c 'true; true'"
        """
        text = f"{self.name}:{PREFIX}{shlex.join(self.words)}"
        return shlex.quote(text) if SHELL_SPECIALS.intersection(text) else f'"{text}"'


class BotSettings(NamedTuple):
    """What holds for all programs of a run."""

    folder: Path
    """For what they write on their standard error."""
    seconds: float = ANSWER_SECONDS
    """For a decision."""


def parse_bot_command(text: str, name: str = DEFAULT_NAME) -> BotCommand:
    """Parse `NAME:cmd=COMMAND`. Raises SetupError.

    >>> parse_bot_command("Bob:cmd=python3 -c 'print(1)'").words
    ('python3', '-c', 'print(1)')
    """
    if not text.startswith(PREFIX):
        name, _, text = text.partition(":")
    try:
        words = shlex.split(text.removeprefix(PREFIX))
    except ValueError:
        raise SetupError(Text("The command of {name} has a quotation mark without an end.", name=name)) from None
    if not words:
        raise SetupError(
            Text("The command of {name} is missing; it looks like {example}.", name=name, example="Bob:cmd=./mybot")
        )
    if which(words[0]) is None:
        raise SetupError(_why_not_runnable(name, words[0]))
    found = BotCommand(name, tuple(words))
    # Raises for a bad name.
    assert found.player
    return found


def _why_not_runnable(name: str, file: str) -> Text:
    """Say why a file cannot be run: often it is there, and a little is missing."""
    there = Path(file).is_file()
    if there and Path(file).name != file:
        return Text("{name} cannot play: {file} is there, but not executable.", name=name, file=quote_text(file))
    if there:
        return Text(
            "{name} cannot play: there is no program {file} that can be run; the one in this folder is {here}.",
            name=name,
            file=quote_text(file),
            here=quote_text(f"./{file}"),
        )
    return Text("{name} cannot play: there is no program {file} that can be run.", name=name, file=quote_text(file))
