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
"""What a shell does not leave alone between quotation marks."""
DEFAULT_NAME = "Bot"
"""Who plays, if nobody says how the program is called."""
ANSWER_SECONDS = 5.0
"""For a decision, if nothing else is said."""


class BotCommand(NamedTuple):
    """A program that plays, under a name."""

    name: str
    words: tuple[str, ...]

    @property
    def player(self) -> RecordPlayer:
        """As whom it sits down: no record holds its command."""
        return RecordPlayer(self.name, BOT_KIND)

    @property
    def shell_text(self) -> str:
        """What a shell is told.

        >>> print(parse_bot_command("Bob:cmd=sh -c 'true; true'").shell_text)
        "Bob:cmd=sh -c 'true; true'"
        """
        text = f"{self.name}:{PREFIX}{shlex.join(self.words)}"
        return shlex.quote(text) if SHELL_SPECIALS.intersection(text) else f'"{text}"'


class BotSettings(NamedTuple):
    """How programs are dealt with."""

    folder: Path
    """Where it is kept what they write on their standard error."""
    seconds: float = ANSWER_SECONDS
    """That each has for a decision."""


def parse_bot_command(text: str, name: str = DEFAULT_NAME) -> BotCommand:
    """The program that it names. Raises UserError.

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
    # Its name is looked at now, not when it sits down.
    assert found.player
    return found


def _why_not_runnable(name: str, file: str) -> Text:
    """Why a file cannot be run: often it is there, and a little is missing."""
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
