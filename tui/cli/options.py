"""The definition of the command line: argparse with additions for completion, help and the manual.

Its texts stay English until they are shown, so that most commands load no catalogue.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from tilehall.engine import Text
    from tilehall.tui.cli.completion.sources import CompletionSource

LONGEST = 40
"""Characters of a wrong word that a message repeats."""
DIGITS = 12
"""More digits than any accepted number has."""
Say = Callable[[str], str]
"""Translates a text of the command line definition."""


class UsageError(ValueError):
    """A wrong command line, described in one sentence."""

    def __init__(self, text: Text) -> None:
        super().__init__(text)
        self.text = text


def number_up_to(text: str, most: int) -> int:
    """Parses a number from 1 to `most`. Raises UsageError.

    >>> number_up_to("007", 60)
    7
    """
    if not (text.isascii() and text.isdecimal() and len(text) < DIGITS and 0 < int(text) <= most):
        from tilehall.engine import Text

        raise UsageError(Text("'{text}' is no number from 1 to {most}.", text=text[:DIGITS], most=f"{most}"))
    return int(text)


class TextRequested(Exception):
    """Raised when an option asks for a text instead of a command."""

    def __init__(self, text: Callable[[Say], str]) -> None:
        super().__init__()
        self.text = text


class HelpRequested(Exception):
    """Raised when the help of a command is requested."""

    def __init__(self, parser: Parser) -> None:
        super().__init__()
        self.parser = parser


def translatable(words: str) -> str:
    """Returns the words unchanged; marks them for `make_catalogues`.

    >>> translatable("Commands")
    'Commands'
    """
    return words


class Argument:
    """An argument of a command, positional or optional, except the names of commands."""

    def __init__(
        self,
        action: argparse.Action,
        help: str,
        repeats: bool,
        source: CompletionSource | None,
        files: bool,
        fields: Mapping[str, str],
    ) -> None:
        metavar = action.metavar if isinstance(action.metavar, str) else action.dest.upper()
        self.names = tuple(action.option_strings)
        self.dest = action.dest
        self.value = "" if action.nargs == 0 else metavar
        """The name of its value; empty if it takes none."""
        self.optional = bool(self.names) or action.nargs in ("?", "*")
        self.repeats = repeats or action.nargs in ("*", "+")
        self.source = source
        self.files = files
        """Whether its value may be a file name."""
        self.shows = isinstance(action, ShowTextAction | ShowHelpAction)
        """Whether it shows a text, so that the words after it do not matter."""
        self._read = action.type if callable(action.type) else str
        self._help = help
        self._fields = fields

    @property
    def help(self) -> str:
        """Its help in English."""
        return self.help_text(translatable)

    def help_text(self, say: Say) -> str:
        """Its help in the language of `say`."""
        return say(self._help).format(**self._fields)

    def check(self, value: str) -> None:
        """Raises UsageError if the value is not valid for this argument."""
        from tilehall.engine import Text

        if self.names and not self.value:
            raise UsageError(Text("{option} takes no value.", option=self.title))
        try:
            self._read(value)
        except UsageError as error:
            wrong = Text("Argument {argument}: {why}", argument=self.title, why=error.text)
            raise UsageError(wrong) from None
        except ValueError:
            wrong = Text("{argument} cannot be '{value}'.", argument=self.title, value=value[:LONGEST])
            raise UsageError(wrong) from None

    @property
    def title(self) -> str:
        """Its name as typed, e.g. `--seed`, or the name of a positional argument."""
        return self.names[-1] if self.names else self.value


class Parser(argparse.ArgumentParser):
    """An ArgumentParser that keeps its definitions, so that they can be listed."""

    def __init__(self, **settings: Any) -> None:
        self.arguments: list[Argument] = []
        self.commands: dict[str, Parser] = {}
        self.metavar = ""
        """The name of the argument that selects a subcommand."""
        self.summary = ""
        super().__init__(**{**settings, "add_help": False})
        # Newer Python versions would colour texts that are wrapped and compared here.
        self.color = False
        self.add_argument("-h", "--help", action=ShowHelpAction, help=translatable("show this help and leave"))

    def add_argument(
        self,
        *names: str,
        source: CompletionSource | None = None,
        files: bool = False,
        fields: Mapping[str, str] | None = None,
        **settings: Any,
    ) -> argparse.Action:
        """Like argparse's, with completions (a `source` of choices, `files`, or both) and `fields` of the help."""
        # argparse does not get the help text: help_page formats it.
        help = settings.pop("help", "")
        action = super().add_argument(*names, **settings)
        self.arguments.append(Argument(action, help, settings.get("action") == "append", source, files, fields or {}))
        return action

    def add_commands(self, dest: str, metavar: str, summaries: Mapping[str, str]) -> None:
        """Adds subcommands, by name, with their summaries."""
        self.metavar = metavar
        group = self.add_subparsers(dest=dest, metavar=metavar, parser_class=Parser)
        for name, summary in summaries.items():
            made = group.add_parser(name, description=summary)
            made.summary = summary
            self.commands[name] = made

    @property
    def options(self) -> list[Argument]:
        return [argument for argument in self.arguments if argument.names]

    @property
    def positionals(self) -> list[Argument]:
        """The positional arguments."""
        return [argument for argument in self.arguments if not argument.names]

    def option(self, name: str) -> Argument | None:
        """The option of this name, or the only one that this is a prefix of."""
        exact = (option for option in self.options if name in option.names)
        begun = [o for o in self.options if name[:2] == "--" and any(each.startswith(name) for each in o.names)]
        return next(exact, begun[0] if len(begun) == 1 else None)

    def error(self, message: str) -> NoReturn:
        """Raises UsageError with argparse's message, for errors that `usage_problem` has not found."""
        from tilehall.engine import Text

        said = f"{message[:1].upper()}{message[1:].rstrip('.')}"
        raise UsageError(Text("{message}. '{command}' says more.", message=said, command=f"{self.prog} --help"))


class ShowTextAction(argparse.Action):
    """An option that shows a text, computed on demand, instead of running a command."""

    def __init__(self, *, text: Callable[[Say], str], **settings: Any) -> None:
        super().__init__(**settings, nargs=0)
        self.text = text

    def __call__(self, *rest: object) -> NoReturn:
        raise TextRequested(self.text)


class ShowHelpAction(argparse.Action):
    """The option that shows the help of its command."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings, nargs=0)

    def __call__(self, parser: argparse.ArgumentParser, *rest: object) -> NoReturn:
        assert isinstance(parser, Parser)
        raise HelpRequested(parser)


class ParseState:
    """The state after parsing some words: the command, the values so far, and what may follow."""

    def __init__(self, parser: Parser) -> None:
        self.parser = parser
        self.given: dict[str, list[str]] = {}
        self.pending_option: Argument | None = None
        """The option whose value comes next."""
        self.positionals = parser.positionals
        """The positional arguments that may still come, in order."""
        self.unknown_word = ""
        """The first unknown word; parsing stopped there."""
        self.option_without_value: Argument | None = None
        """The first option without its value: another option followed it."""
        self.text_requested = False
        """Whether a text was requested; parsing stopped there."""
        self.leading_words: list[str] = []
        self.positional_words: list[str] = []

    @property
    def words(self) -> list[str]:
        """The parsed words with the positional ones at the end.

        Older versions of argparse lose some positional words if an option stands between them.
        """
        return [*self.leading_words, *self.positional_words]

    def enter_command(self, command: str) -> None:
        self.leading_words.append(command)
        self.parser = self.parser.commands[command]
        self.positionals = self.parser.positionals

    def add_option(self, word: str, option: Argument, value: str | None) -> None:
        """Records an option, with its value if it was given as one word."""
        self.leading_words.append(word)
        self.given.setdefault(option.dest, []).extend([] if value is None else [value])
        self.pending_option = option if option.value and value is None else None

    def add_value(self, word: str, option: Argument) -> None:
        self.leading_words.append(word)
        self.given[option.dest].append(word)
        self.pending_option = None

    def add_positional(self, word: str) -> None:
        self.positional_words.append(word)
        first, *others = self.positionals
        self.given.setdefault(first.dest, []).append(word)
        self.positionals = self.positionals if first.repeats else others

    @property
    def missing(self) -> list[Argument]:
        """The required arguments that were not given."""
        return [place for place in self.positionals if not (place.optional or place.dest in self.given)]

    @property
    def is_wrong(self) -> bool:
        """Whether a word is unknown, or a required value is missing."""
        incomplete = self.missing and not self.text_requested
        return bool(self.unknown_word or self.option_without_value or self.pending_option or incomplete)


def parse_words(parser: Parser, words: Iterable[str]) -> ParseState:
    """Parses words like argparse, but accepts an incomplete command line.

    >>> parser = Parser(prog="tilehall")
    >>> parser.add_commands("command", "COMMAND", {"play": "sit down"})
    >>> parse_words(parser, ["play", "--sead", "7"]).unknown_word
    '--sead'
    """
    reached = ParseState(parser)
    dashes = True
    for word in words:
        if reached.pending_option and not _is_value(word):
            reached.option_without_value, reached.pending_option = (
                reached.option_without_value or reached.pending_option,
                None,
            )
        if reached.pending_option:
            reached.add_value(word, reached.pending_option)
        elif word == "--" and dashes:
            reached.positional_words.append(word)
            dashes = False
        elif word[:1] == "-" and word != "-" and dashes:
            name, sign, value = word.partition("=")
            option = reached.parser.option(name)
            if option is None:
                reached.unknown_word = name
                break
            reached.add_option(word, option, value if sign else None)
            if option.shows:
                reached.text_requested = True
                break
        elif word in reached.parser.commands:
            reached.enter_command(word)
        elif reached.positionals:
            reached.add_positional(word)
        else:
            reached.unknown_word = word
            break
    return reached


def _is_value(word: str) -> bool:
    """Whether argparse would take a word as the value of the option before it."""
    return word[:1] != "-" or word == "-" or word[1:2] in "0123456789"


def check_usage(reached: ParseState) -> None:
    """Raises UsageError if there is an error in these words."""
    if reached.is_wrong:
        from tilehall.tui.cli.failures import usage_problem

        raise UsageError(usage_problem(reached))
    for argument in () if reached.text_requested else reached.parser.arguments:
        for value in reached.given.get(argument.dest, ()):
            argument.check(value)


def add_components_option(parser: Parser) -> None:
    parser.add_argument(
        "--components",
        metavar="FILE",
        help="a changed box; 'tilehall components GAME' prints the original",
        files=True,
    )
