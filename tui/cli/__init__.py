"""The command line. Each command is a module that is loaded when it is asked for; errors are one sentence.

Exit codes: 0 fine, 1 the answer is no, 2 wrong usage, 130 interrupted.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from typing import Literal, TextIO

from tilehall.tui.cli.cli_language import language_in_words, make_translator, requested_language
from tilehall.tui.cli.command_table import COMMANDS, parser_for
from tilehall.tui.cli.options import HelpRequested, Say, TextRequested, check_usage, parse_words

ALONE = ("simulate", "arena", "pipe")
"""Commands that use nothing of the terminal or the user's files."""
HOME = "tilehall.tui.cli.commands.home"
STANDARD_ERROR = 2


def main(argv: list[str] | None = None) -> int:
    """Runs a command and returns its exit code.

    >>> main(["rules", "chess"])
    2
    """
    # Loading makes many objects and no garbage: look for none yet.
    gc.set_threshold(200_000, 20, 20)
    words = sys.argv[1:] if argv is None else argv
    _open_streams()
    try:
        return _answered(words)
    finally:
        _hush(sys.stdout)
        _hush(sys.stderr)


def _answered(words: Sequence[str]) -> int:
    try:
        code = _run(words)
        sys.stdout.flush()
        return code
    except SystemExit as done:
        return done.code if isinstance(done.code, int) else 0
    except KeyboardInterrupt:
        _print("")
        return 130
    except BrokenPipeError:
        return 0
    except (OSError, ValueError) as error:
        # Not every command loads the engine and a language: an error does.
        from tilehall.tui.cli.failures import failure_sentence

        _print(failure_sentence(error, words))
        return 2


def _run(words: Sequence[str]) -> int:
    if words[:2] == ["complete", "--"]:
        # Not listed among the commands, and nothing it does not need is loaded: somebody waits at Tab.
        from tilehall.tui.cli.completion.complete import main as complete

        return complete(words[2:])
    definition = parser_for(words)
    reached = parse_words(definition, words)
    check_usage(reached)
    try:
        args = definition.parse_args(reached.words)
    except TextRequested as told:
        return _show(told.text(_saying(words)).splitlines())
    except HelpRequested as asked_for:
        from tilehall.tui.cli.help_page import help_page

        return _show(help_page(asked_for.parser, _saying(words)))
    if args.command in ALONE:
        gc.set_threshold(20_000, 20, 20)
        return int(import_module(COMMANDS[args.command][0]).main(args))
    from tilehall.tui.cli.context import CliContext

    module = COMMANDS[args.command][0] if args.command else HOME
    return int(import_module(module).main(args, CliContext.open(os.environ, requested_language(args))))


def _saying(words: Sequence[str]) -> Say:
    """The language that these words ask for, or the locale, or the settings."""
    return make_translator(language_in_words(words), os.environ)


def _show(lines: Sequence[str]) -> int:
    from tilehall.tui.cli.pager import show_in_pager

    show_in_pager(lines, sys.stdin, sys.stdout, os.environ)
    return 0


def _print(sentence: str) -> None:
    """On the standard error; if that cannot be written either, there is nobody left to tell."""
    try:
        print(sentence, file=sys.stderr, flush=True)
    except OSError:
        return


def _open_streams() -> None:
    """A shell may close our streams (`<&-`): then nothing comes in, and what goes out goes nowhere."""
    if sys.stdin and sys.stdout and sys.stderr:
        return
    # Their numbers are taken, or the next file that is opened would be written to in their place.
    while (handle := os.open(os.devnull, os.O_RDWR)) <= STANDARD_ERROR:
        os.set_inheritable(handle, True)
    os.close(handle)
    sys.stdin = sys.stdin or _nowhere("r")
    sys.stdout = sys.stdout or _nowhere("w")
    sys.stderr = sys.stderr or _nowhere("w")


def _nowhere(mode: Literal["r", "w"]) -> TextIO:
    return open(os.devnull, mode, encoding="utf-8")


def _hush(stream: TextIO) -> None:
    """What could not be written is said to be so once: Python's own flush at the end finds nothing wrong any more."""
    try:
        stream.flush()
    except (OSError, ValueError):
        with suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
