"""`tilehall complete -- WORDS`: prints the completions of the last word, for the scripts of `tilehall completions`.

Each line is a whole word, with its meaning after a tab if there is one. A last line `:files` means that the shell
should add file names.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

from tilehall.tui.cli.command_table import parser_for
from tilehall.tui.cli.completion.sources import CompletionChoice, CompletionContext
from tilehall.tui.cli.options import Argument, Parser, ParseState, parse_words
from tilehall.tui.config.user_dirs import UserDirs
from tilehall.tui.lines.printable import make_printable

FILES = ":files"


def main(words: Sequence[str]) -> int:
    lines = "".join(f"{line}\n" for line in completion_lines(words))
    # Shells read bytes: Python's choice of an encoding does not matter.
    sys.stdout.buffer.write(lines.encode())
    return 0


def completion_lines(words: Sequence[str]) -> Iterator[str]:
    """The lines for these words of a command line; the last word is incomplete.

    >>> [line.partition("\\t")[0] for line in completion_lines(["re"])]
    ['replay', 'review']
    """
    *before, word = words or [""]
    reached = parse_words(parser_for(before), before)
    if reached.unknown_word:
        return
    for choice, meaning in _choices(reached, word):
        # File names may contain anything: names that would break a line or control the terminal are left out.
        if choice.startswith(word) and choice.isprintable():
            yield f"{choice}\t{make_printable(meaning, None)}" if meaning else choice
    place = _place(reached)
    if place and place.files and (reached.pending_option or not word.startswith("-")):
        yield FILES


def _place(reached: ParseState) -> Argument | None:
    """The argument that is completed if it is not an option: a pending value, or the next positional argument."""
    return reached.pending_option or next(iter(reached.positionals), None)


def _choices(reached: ParseState, word: str) -> Iterator[CompletionChoice]:
    place, found = _place(reached), reached.parser
    name, sign, value = word.partition("=")
    if reached.pending_option:
        yield from _values(reached.pending_option, reached, word)
    elif sign and (option := found.option(name)):
        yield from ((f"{name}={choice}", meaning) for choice, meaning in _values(option, reached, value))
    elif word.startswith("-"):
        yield from _options(found, reached)
    elif found.commands:
        yield from ((name, below.summary) for name, below in found.commands.items())
    elif place:
        yield from _values(place, reached, word)
    else:
        # Only options can follow.
        yield from _options(found, reached)


def _options(found: Parser, reached: ParseState) -> Iterator[CompletionChoice]:
    """Yields the options that are not given yet or may be repeated."""
    for option in found.options:
        if option.repeats or option.dest not in reached.given:
            yield option.names[-1], option.help


def _values(argument: Argument, reached: ParseState, word: str) -> Iterator[CompletionChoice]:
    if argument.source:
        yield from argument.source(CompletionContext(word, reached.given, UserDirs.default))
