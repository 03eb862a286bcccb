"""The command line. Each command is a module that is imported when it is run; errors are printed as one sentence.

Exit codes: 0 success, 1 a negative answer or a failure, 2 wrong usage, 130 interrupted.
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
"""Commands that use neither the terminal nor the user's files."""
HOME = "tilehall.tui.cli.commands.home"
STANDARD_ERROR = 2


def main(argv: list[str] | None = None) -> int:
    """Runs a command and returns its exit code.

    >>> main(["rules", "chess"])
    2
    """
    # Imports create many objects and hardly any garbage: collections would only cost time.
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
        # Late import: most commands need no catalogue, an error does.
        from tilehall.tui.cli.failures import failure_sentence

        _print(failure_sentence(error, words))
        return 2


def _run(words: Sequence[str]) -> int:
    if words[:2] == ["complete", "--"]:
        # A hidden command with as few imports as possible, because it runs while the user waits at Tab.
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
    """The translator for the language in these words, else in the settings, else of the locale."""
    return make_translator(language_in_words(words), os.environ)


def _show(lines: Sequence[str]) -> int:
    from tilehall.tui.cli.pager import show_in_pager

    show_in_pager(lines, sys.stdin, sys.stdout, os.environ)
    return 0


def _print(sentence: str) -> None:
    """Prints to standard error; ignores an error in doing so, as it could not be reported."""
    try:
        print(sentence, file=sys.stderr, flush=True)
    except OSError:
        return


def _open_streams() -> None:
    """Opens missing standard streams on the null device: a shell can close them (`<&-`)."""
    if sys.stdin and sys.stdout and sys.stderr:
        return
    # Their descriptors must be taken, or the next opened file would receive the output.
    while (handle := os.open(os.devnull, os.O_RDWR)) <= STANDARD_ERROR:
        os.set_inheritable(handle, True)
    os.close(handle)
    sys.stdin = sys.stdin or _nowhere("r")
    sys.stdout = sys.stdout or _nowhere("w")
    sys.stderr = sys.stderr or _nowhere("w")


def _nowhere(mode: Literal["r", "w"]) -> TextIO:
    return open(os.devnull, mode, encoding="utf-8")


def _hush(stream: TextIO) -> None:
    """Redirects a stream that cannot be flushed to the null device, as Python flushes it once more at exit."""
    try:
        stream.flush()
    except (OSError, ValueError):
        with suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
