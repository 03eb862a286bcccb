"""The language of a command line: `--lang`, else the settings, else the locale."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import pairwise
from os import path
from typing import TYPE_CHECKING

from tilehall.tui.cli.completion import values
from tilehall.tui.cli.options import Parser, Say, translatable
from tilehall.tui.config.user_dirs import UserDirs

if TYPE_CHECKING:
    from tilehall.engine import Language

OPTION = "--lang"


def add_language(parser: Parser) -> None:
    # No default is set, so that a `--lang` before the command is not overwritten.
    parser.add_argument(
        OPTION,
        metavar="LANG",
        default=argparse.SUPPRESS,
        help="in this language, such as de",
        source=values.languages,
    )


def requested_language(args: argparse.Namespace) -> str:
    """The value of `--lang`; empty if it was not given.

    >>> requested_language(argparse.Namespace(lang="de")), requested_language(argparse.Namespace())
    ('de', '')
    """
    return str(vars(args).get("lang", ""))


def language_in_words(words: Sequence[str]) -> str:
    """The value of `--lang` in words that need not be a valid command line.

    >>> language_in_words(["ply", "--lang", "de"]), language_in_words(["--lang=de"]), language_in_words(["--lang"])
    ('de', 'de', '')
    """
    beside = [value for name, value in pairwise(words) if name == OPTION]
    return next(iter(beside), "") or next((w.partition("=")[2] for w in words if w.startswith(f"{OPTION}=")), "")


def make_translator(wanted: str, environ: Mapping[str, str]) -> Say:
    """A translator for texts of the command line definition; for plain English no catalogue is loaded.

    >>> make_translator("", {"LANG": "C"})("list the keys")
    'list the keys'
    """

    @cache
    def found() -> Say:
        plain = not wanted and environ.get("LANG", "C").startswith(("C", "en")) and not environ.get("LANGUAGE")
        plain = plain and not any(environ.get(name) for name in ("LC_ALL", "LC_MESSAGES"))
        if plain and not path.exists(UserDirs.default().settings):
            return translatable
        from tilehall.tui.cli.load_language import load_language

        return translate_words(load_language(wanted, environ))

    return lambda words: found()(words)


def translate_words(language: Language) -> Say:
    """A translator for texts of the command line definition into this language."""
    from tilehall.engine import Text

    return lambda words: language.template(Text(words))
