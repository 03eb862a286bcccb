"""The one definition of the command line: argparse, and what completion, help and the manual want to know besides."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from tilehall.tui.completion import Source


class UsageError(ValueError):
    """Wrong usage, in one sentence."""


class Told(Exception):
    """A text was asked for, and no command."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


class Argument:
    """What stands on a command line besides the names of commands: an option, or a word at its place."""

    def __init__(self, action: argparse.Action, repeats: bool, source: Source | None, files: bool) -> None:
        metavar = action.metavar if isinstance(action.metavar, str) else action.dest.upper()
        self.names = tuple(action.option_strings)
        self.dest = action.dest
        self.value = "" if action.nargs == 0 else metavar
        """What its value is called; empty if it takes none."""
        self.help = action.help or ""
        self.optional = bool(self.names) or action.nargs in ("?", "*")
        self.repeats = repeats or action.nargs in ("*", "+")
        self.source = source
        self.files = files
        """Whether its value may be a file."""
        self.shows = isinstance(action, Show)
        """Whether it asks for a text: what follows it does not matter."""


class Parser(argparse.ArgumentParser):
    """A parser that says what is wrong in one sentence, and can be asked for what was added to it."""

    def __init__(self, **settings: Any) -> None:
        self.arguments: list[Argument] = []
        self.commands: dict[str, Parser] = {}
        self.summary = ""
        super().__init__(**{**settings, "add_help": False})
        # Newer Pythons would colour what we show, put into a page, and compare.
        self.color = False
        self.add_argument("-h", "--help", action=Show, text=self.format_help, help="show this help and leave")

    def add_argument(
        self, *names: str, source: Source | None = None, files: bool = False, **settings: Any
    ) -> argparse.Action:
        """As ever, and what completes its value: a source of choices, files, or both."""
        action = super().add_argument(*names, **settings)
        self.arguments.append(Argument(action, settings.get("action") == "append", source, files))
        return action

    def add_commands(self, dest: str, metavar: str, summaries: Mapping[str, str]) -> None:
        """Commands below this one, by name, with what they do."""
        group = self.add_subparsers(dest=dest, metavar=metavar, title="commands", parser_class=Parser)
        for name, summary in summaries.items():
            made = group.add_parser(name, help=summary, description=f"{summary[0].upper()}{summary[1:]}.")
            made.summary = summary
            self.commands[name] = made

    @property
    def options(self) -> list[Argument]:
        return [argument for argument in self.arguments if argument.names]

    @property
    def positions(self) -> list[Argument]:
        """What is known by its place."""
        return [argument for argument in self.arguments if not argument.names]

    def option(self, name: str) -> Argument | None:
        """The option of this name, or the first whose name begins like this."""
        exact = (option for option in self.options if name in option.names)
        begun = (o for o in self.options if name[:2] == "--" and any(each.startswith(name) for each in o.names))
        return next(exact, None) or next(begun, None)

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message[:1].upper()}{message[1:].rstrip('.')}. '{self.prog} --help' says more.")


class Show(argparse.Action):
    """An option that asks for a text, made when it is asked for, and not for a command."""

    def __init__(self, *, text: Callable[[], str], **settings: Any) -> None:
        super().__init__(**settings, nargs=0)
        self.text = text

    def __call__(self, *rest: object) -> NoReturn:
        raise Told(self.text())


class Reached:
    """Where some words have led: the command, the values so far, and what may come next."""

    def __init__(self, parser: Parser) -> None:
        self.parser = parser
        self.given: dict[str, list[str]] = {}
        self.waiting: Argument | None = None
        """The option whose value comes next."""
        self.positions = parser.positions
        """What is known by its place and may still come, the next one first."""
        self.stranger = ""
        """The first word that nothing is known of; what follows it was not looked at."""
        self.named: list[str] = []
        self.placed: list[str] = []

    @property
    def words(self) -> list[str]:
        """The words, with those at the end that are known by their places.

        Older versions of argparse lose some of these if an option stands between them.
        """
        return [*self.named, *self.placed]

    def enter(self, command: str) -> None:
        self.named.append(command)
        self.parser = self.parser.commands[command]
        self.positions = self.parser.positions

    def name(self, word: str, option: Argument, value: str | None) -> None:
        """An option, perhaps with its value."""
        self.named.append(word)
        self.given.setdefault(option.dest, []).extend([] if value is None else [value])
        self.waiting = option if option.value and value is None else None

    def value(self, word: str, option: Argument) -> None:
        self.named.append(word)
        self.given[option.dest].append(word)
        self.waiting = None

    def place(self, word: str) -> None:
        self.placed.append(word)
        first, *others = self.positions
        self.given.setdefault(first.dest, []).append(word)
        self.positions = self.positions if first.repeats else others


def follow(parser: Parser, words: Iterable[str]) -> Reached:
    """Reads words as argparse will, without refusing what is not complete yet.

    >>> parser = Parser(prog="tilehall")
    >>> parser.add_commands("command", "COMMAND", {"play": "sit down"})
    >>> follow(parser, ["play", "--sead", "7"]).stranger
    '--sead'
    """
    reached = Reached(parser)
    dashes = True
    for word in words:
        # Another option is no value: that one is missing will be said.
        if reached.waiting and not (word[:2] == "--" and reached.parser.option(word)):
            reached.value(word, reached.waiting)
        elif word == "--" and dashes:
            reached.placed.append(word)
            dashes = False
        elif word[:1] == "-" and word != "-" and dashes:
            name, sign, value = word.partition("=")
            option = reached.parser.option(name)
            if option is None:
                reached.stranger = name
                break
            reached.name(word, option, value if sign else None)
            if option.shows:
                break
        elif word in reached.parser.commands:
            reached.enter(word)
        elif reached.positions:
            reached.place(word)
        else:
            reached.stranger = word
            break
    return reached


def complaint(reached: Reached) -> str:
    """What is wrong with the word that nothing is known of."""
    from tilehall.engine import did_you_mean

    word, parser = reached.stranger, reached.parser
    lists = f"'{parser.prog} --help' lists them."
    if word.startswith("-"):
        names = [name for option in parser.options for name in option.names]
        return f"There is no option '{word[:40]}'. {did_you_mean(word, names, lists)}"
    if parser.commands:
        whole = " ".join([*parser.prog.split()[1:], word])
        return f"There is no command '{whole[:40]}'. {did_you_mean(word, parser.commands, lists)}"
    return f"'{word[:40]}' is one word too many. '{parser.prog} --help' says more."
