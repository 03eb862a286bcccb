"""Formats the help of a command: usage, description, arguments."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

from tilehall.tui.cli.options import Argument, Parser, Say, translatable
from tilehall.tui.terminal.output import cells

BESIDE = 24
"""Column at which the explanations begin."""
NARROWEST = 40
KEPT = "\0"
"""Stands for a space at which a line must not break; an ASCII character, so that measuring needs no Unicode tables."""


def help_page(parser: Parser, say: Say = translatable, columns: int | None = None) -> list[str]:
    """The lines of the help page, as wide as the terminal.

    >>> parser = Parser(prog="tilehall bow")
    >>> _ = parser.add_argument("depth", metavar="DEPTH", help="how low")
    >>> print(*help_page(parser), sep="\\n")
    usage: tilehall bow [-h] DEPTH
    <BLANKLINE>
    positional arguments:
      DEPTH                 how low
    <BLANKLINE>
    options:
      -h, --help            show this help and leave
    """
    width = max(NARROWEST, (shutil.get_terminal_size().columns if columns is None else columns) - 2)
    return [*_usage(parser, say, width), *(line for block in _blocks(parser, say, width) for line in ("", *block))]


def _usage(parser: Parser, say: Say, width: int) -> Iterator[str]:
    parts = [
        *map(_called, (*parser.options, *parser.positionals)),
        *([f"{parser.metavar} ..."] if parser.commands else []),
    ]
    head = cells.clip(f"{say(translatable('usage:'))} {parser.prog} ", width // 2)
    for line in cells.hang(head, " ".join(part.replace(" ", KEPT) for part in parts), width):
        yield line.replace(KEPT, " ")


def _called(argument: Argument) -> str:
    """An argument as the usage line shows it.

    >>> parser = Parser()
    >>> _ = parser.add_argument("--seed", metavar="SEED"), parser.add_argument("files", metavar="FILE", nargs="*")
    >>> [_called(each) for each in parser.arguments]
    ['[-h]', '[--seed SEED]', '[FILE ...]']
    """
    words = " ".join(filter(None, (*argument.names[:1], argument.value)))
    if not argument.names and argument.repeats:
        words = f"{words} ..." if argument.optional else f"{words} [{words} ...]"
    return f"[{words}]" if argument.optional else words


def _blocks(parser: Parser, say: Say, width: int) -> Iterator[list[str]]:
    if parser.description:
        yield cells.wrap(say(parser.description), width)
    if parser.positionals:
        yield [say(translatable("positional arguments:")), *_entries(parser.positionals, say, width)]
    yield [say(translatable("options:")), *_entries(parser.options, say, width)]
    if parser.commands:
        below = (line for each in parser.commands.items() for line in _command(*each, say, width))
        yield [say(translatable("commands:")), *below]
    if parser.epilog:
        yield [part for line in say(parser.epilog).split("\n") for part in _told(line, width)]


def _told(line: str, width: int) -> list[str]:
    """Wraps a line to the width of the page, unless it is laid out already."""
    return [line] if line.startswith(" ") else cells.wrap(line, width)


def _entries(arguments: list[Argument], say: Say, width: int) -> Iterator[str]:
    for each in arguments:
        names = ", ".join(" ".join(filter(None, (name, each.value))) for name in each.names) or each.value
        yield from _beside(f"  {names}", each.help_text(say), width)


def _command(name: str, below: Parser, say: Say, width: int) -> Iterator[str]:
    yield from _beside(f"    {name}", say(below.summary), width)


def _beside(head: str, told: str, width: int) -> Iterator[str]:
    """Yields a term with its explanation beside or below it."""
    if cells.width(head) > BESIDE - 2:
        yield head
        head = ""
    yield from cells.hang(cells.pad(head, BESIDE), told, width)
