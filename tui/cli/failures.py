"""Describes errors of a command, and of the words of a command line, in one sentence each."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from tilehall.engine import Text, UserError, did_you_mean, join_commas, list_game_ids, render_text
from tilehall.tui.cli.load_language import load_language_or_default
from tilehall.tui.cli.options import LONGEST, ParseState, UsageError
from tilehall.tui.lines.printable import make_printable
from tilehall.tui.tables.storage.disk_errors import system_error_text


def failure_sentence(error: OSError | ValueError, words: Sequence[str]) -> str:
    """Describes an error in the language of these words. Raises it again unless it is a UserError or UsageError."""
    if isinstance(error, OSError):
        text = _system_error(error)
    elif isinstance(error, UsageError | UserError):
        text = error.text
    else:
        raise error
    return make_printable(render_text(text, load_language_or_default(words, os.environ)), sys.stderr.encoding)


def _system_error(error: OSError) -> Text:
    """The system's message for a file that could not be read or written."""
    file, why = error.filename, system_error_text(error) if error.strerror else None
    if file and why:
        return Text("{file}: {why}.", file=f"{file}", why=why)
    if file:
        return Text("{file}: it did not work.", file=f"{file}")
    return Text("Reading or writing: {why}.", why=why) if why else Text("Reading or writing: it did not work.")


def usage_problem(reached: ParseState) -> Text:
    """Describes the first error in these words, which have one (`ParseState.is_wrong`)."""
    lacking = reached.option_without_value or reached.pending_option
    more = f"{reached.parser.prog} --help"
    if reached.unknown_word:
        return _stranger(reached)
    if lacking:
        place = {"option": lacking.title, "command": more}
        return Text("Argument {option}: expected one argument. '{command}' says more.", **place)
    names = join_commas(place.title for place in reached.missing)
    return Text("The following arguments are required: {names}. '{command}' says more.", names=names, command=more)


def _stranger(reached: ParseState) -> Text:
    """Describes the error of the unknown word."""
    word, parser = reached.unknown_word, reached.parser
    help, short = f"{parser.prog} --help", word[:LONGEST]
    lists = Text("'{command}' lists them.", command=help)
    if word.startswith("-"):
        names = [name for option in parser.options for name in option.names]
        instead = did_you_mean(word, names, lists)
        return Text("There is no option '{word}'. {instead}", word=short, instead=instead)
    if parser.commands:
        whole = " ".join([*parser.prog.split()[1:], word])[:LONGEST]
        instead = _game(word) or did_you_mean(word, parser.commands, lists)
        return Text("There is no command '{word}'. {instead}", word=whole, instead=instead)
    return Text("'{word}' is one word too many. '{command}' says more.", word=short, command=help)


def _game(word: str) -> Text | None:
    """A hint for users who typed the name of a game as a command."""
    return Text("Did you mean {word}?", word=f"play {word}") if word in list_game_ids() else None
