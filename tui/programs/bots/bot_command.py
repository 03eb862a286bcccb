"""What the command line says of a program that is to play: `Bob:cmd=./mybot --deep`."""

from __future__ import annotations

import shlex
from pathlib import Path
from shutil import which
from typing import NamedTuple

from tilehall.engine import Player, SetupError, Text, quoted
from tilehall.tui.tables.seating import PROGRAM

SIGN = "cmd="
ALIVE = frozenset('"$`\\!')
"""What a shell does not leave alone between quotation marks."""
NAME = "Bot"
"""Who plays, if nobody says how the program is called."""
SECONDS = 5.0
"""For a decision, if nothing else is said."""


class Command(NamedTuple):
    """A program that plays, under a name."""

    name: str
    words: tuple[str, ...]

    @property
    def player(self) -> Player:
        """As whom it sits down: no record holds its command."""
        return Player(self.name, PROGRAM)

    @property
    def typed(self) -> str:
        """What a shell is told.

        >>> print(command("Bob:cmd=sh -c 'true; true'").typed)
        "Bob:cmd=sh -c 'true; true'"
        """
        text = f"{self.name}:{SIGN}{shlex.join(self.words)}"
        return shlex.quote(text) if ALIVE.intersection(text) else f'"{text}"'


class Manner(NamedTuple):
    """How programs are dealt with."""

    folder: Path
    """Where it is kept what they write on their standard error."""
    seconds: float = SECONDS
    """That each has for a decision."""


def command(text: str, name: str = NAME) -> Command:
    """The program that it names. Raises RuleError.

    >>> command("Bob:cmd=python3 -c 'print(1)'").words
    ('python3', '-c', 'print(1)')
    """
    if not text.startswith(SIGN):
        name, _, text = text.partition(":")
    try:
        words = shlex.split(text.removeprefix(SIGN))
    except ValueError:
        raise SetupError(Text("The command of {name} has a quotation mark without an end.", name=name)) from None
    if not words:
        raise SetupError(
            Text("The command of {name} is missing; it looks like {example}.", name=name, example="Bob:cmd=./mybot")
        )
    if which(words[0]) is None:
        raise SetupError(_not_there(name, words[0]))
    found = Command(name, tuple(words))
    # Its name is looked at now, not when it sits down.
    assert found.player
    return found


def _not_there(name: str, file: str) -> Text:
    """Why a file cannot be run: often it is there, and a little is missing."""
    there = Path(file).is_file()
    if there and Path(file).name != file:
        return Text("{name} cannot play: {file} is there, but not executable.", name=name, file=quoted(file))
    if there:
        return Text(
            "{name} cannot play: there is no program {file} that can be run; the one in this folder is {here}.",
            name=name,
            file=quoted(file),
            here=quoted(f"./{file}"),
        )
    return Text("{name} cannot play: there is no program {file} that can be run.", name=name, file=quoted(file))
