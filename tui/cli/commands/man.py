"""`tilehall man`: prints the manual page, generated from the command definitions.

`tilehall man | man -l -` shows it.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tilehall.engine import BUILT_IN_GAMES
from tilehall.tui.cli.cli_language import add_language, translate_words
from tilehall.tui.cli.command_table import COMMANDS, build_parser, version_text
from tilehall.tui.cli.options import Argument, Parser, Say, translatable

if TYPE_CHECKING:
    from tilehall.tui.cli.context import CliContext

SECTION = 6
"""The section of games."""
ENVIRONMENT = {
    "LC_ALL, LC_CTYPE, LANG": translatable("Boards are drawn in Unicode where the locale is of UTF-8, else in ASCII."),
    "TERM, COLORTERM": translatable("How many colours the terminal has. On a dumb one games are told in lines."),
    "NO_COLOR": translatable("If set, no colours are used."),
    "TEXTUAL_ANIMATIONS": translatable(
        "Whether anything moves by itself: none, basic or full. Over SSH nothing does without it."
    ),
    "PAGER": translatable(
        "What shows a text that is longer than the screen; less, if it is not set. cat or nothing: it is written."
    ),
    "TILEHALL_MINDS": translatable(
        "In how many processes of their own computer players may think at a time; with 0 they think in that of the "
        "program. Not set: one less than there are processors."
    ),
    "TZ": translatable("The time zone of the times that are shown."),
    "XDG_CONFIG_HOME, XDG_DATA_HOME, XDG_STATE_HOME": translatable(
        "Where settings, games and reports of errors are kept."
    ),
}
STATUS = {
    "0": translatable("All is well."),
    "1": translatable(
        "The answer is no: a record does not verify, the doctor found something, two commands want the same key."
    ),
    "2": translatable("Wrong usage, or something that is not there; a sentence on the standard error says what."),
    "130": translatable("Interrupted."),
}
ESCAPES = str.maketrans({"\\": "\\e", "-": "\\-", "'": "\\(aq", "`": "\\(ga", "^": "\\(ha", "~": "\\(ti"})


def add_arguments(parser: Parser) -> None:
    parser.description = translatable("Prints the manual page. 'tilehall man | man -l -' shows it.")
    add_language(parser)


def main(args: argparse.Namespace, door: CliContext) -> int:
    say = translate_words(door.language)
    door.sink.write(manual_page(build_parser(*COMMANDS), version_text(say), say))
    return 0


def manual_page(top: Parser, version: str, say: Say = translatable) -> str:
    """The manual page of a program in roff."""
    return "\n".join(_page(top, version, say)) + "\n"


def _page(top: Parser, version: str, say: Say) -> Iterator[str]:
    yield f'.TH {top.prog.upper()} {SECTION} "" "{escaped(version)}" "{escaped(say(translatable("Games")))}"'
    yield from (
        _head(say(translatable("NAME"))),
        f"{top.prog} \\- {escaped(say(translatable('tile games at a terminal')))}",
    )
    yield from (_head(say(translatable("SYNOPSIS"))), f".B {top.prog}", "[\\fICOMMAND\\fR ...]")
    yield from (_head(say(translatable("DESCRIPTION"))), *_paragraphs(top, say))
    yield from (_head(say(translatable("OPTIONS"))), *_arguments(top, say))
    yield _head(say(translatable("COMMANDS")))
    for each in top.commands.values():
        yield from _command(each, say)
    yield from (_head(say(translatable("GAMES"))), *_games(say))
    yield _head(say(translatable("ENVIRONMENT")))
    for names, meaning in ENVIRONMENT.items():
        yield from _entry(f"\\fB{escaped(names)}\\fR", say(meaning))
    where = say(translatable("'tilehall doctor' says where settings, themes and games are kept."))
    yield from (_head(say(translatable("FILES"))), escaped(where))
    yield _head(say(translatable("EXIT STATUS")))
    for code, meaning in STATUS.items():
        yield from _entry(f"\\fB{code}\\fR", say(meaning))


def _head(words: str) -> str:
    return f".SH {escaped(words)}"


def _games(say: Say) -> Iterator[str]:
    for box in BUILT_IN_GAMES.values():
        words = say(translatable("{title}, {first} to {last} players."))
        told = words.format(title=say(box.title.template), first=box.player_counts[0], last=box.player_counts[-1])
        yield from _entry(f"\\fB{escaped(box.id)}\\fR", told)
    yield from (".PP", escaped(say(translatable("Games of other packages that are installed are there as well."))))


def _command(command: Parser, say: Say) -> Iterator[str]:
    """Yields a command with its arguments, then its subcommands."""
    name = command.prog.partition(" ")[2]
    yield from (f".SS {escaped(name)}", synopsis(command), ".PP", *_paragraphs(command, say), *_arguments(command, say))
    for below in command.commands.values():
        yield from _command(below, say)


def synopsis(command: Parser) -> str:
    """The usage line of a command in roff.

    >>> build_parser = Parser(prog="tilehall export")
    >>> _ = build_parser.add_argument("name", metavar="NAME"), build_parser.add_argument("file", metavar="FILE",
    ...     nargs="?")
    >>> print(synopsis(build_parser))
    \\fBtilehall export\\fR [\\fIoptions\\fR] \\fINAME\\fR [\\fIFILE\\fR]
    """
    parts = [f"\\fB{escaped(command.prog)}\\fR", "[\\fIoptions\\fR]"]
    for place in command.positionals:
        value = f"\\fI{escaped(place.value)}\\fR{' ...' if place.repeats else ''}"
        parts.append(f"[{value}]" if place.optional else value)
    return " ".join([*parts, *(["[\\fICOMMAND\\fR]"] if command.commands else [])])


def _paragraphs(command: Parser, say: Say) -> Iterator[str]:
    """Yields the description and the epilogue of a command."""
    yield _line(say(command.description or ""))
    if command.epilog:
        yield from (".PP", ".nf", *map(_line, say(command.epilog).splitlines()), ".fi")


def _arguments(command: Parser, say: Say) -> Iterator[str]:
    for argument in (*command.positionals, *command.options):
        # Every command has --help; it is described only once.
        if " " not in command.prog or not argument.shows:
            yield from _entry(_heading(argument), argument.help_text(say))


def _heading(argument: Argument) -> str:
    value = f"\\fI{escaped(argument.value)}\\fR" if argument.value else ""
    names = ", ".join(f"\\fB{escaped(name)}\\fR" for name in argument.names)
    return " ".join(filter(None, (names, value)))


def _entry(heading: str, text: str) -> Iterator[str]:
    yield from (".TP", heading, _line(text))


def _line(text: str) -> str:
    """Protects a line of text: a leading dot would be a roff request."""
    return f"\\&{escaped(text)}" if text.startswith(".") else escaped(text)


def escaped(text: str) -> str:
    """Escapes text for roff, which would turn hyphens and quotes into typographical ones that cannot be copied.

    >>> print(escaped("'tilehall play --line' é"))
    \\(aqtilehall play \\-\\-line\\(aq \\[u00E9]
    """
    return "".join(mark if mark.isascii() else f"\\[u{ord(mark):04X}]" for mark in text.translate(ESCAPES))
