"""The command line. Each command is a module that is loaded when it is asked for; errors are one sentence.

Exit codes: 0 fine, 1 the answer is no, 2 wrong usage, 130 interrupted.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from importlib import import_module

from tilehall.tui.arguments import Told, UsageError, complaint, follow
from tilehall.tui.commands import COMMANDS, begun

ALONE = ("simulate", "pipe")
"""Commands that use nothing of the terminal or the user's files."""
HOME = "tilehall.tui.commands.home"


def main(argv: list[str] | None = None) -> int:
    """Runs a command and returns its exit code.

    >>> main(["rules", "chess"])
    2
    """
    # Loading makes many objects and no garbage: look for it less often.
    gc.set_threshold(20_000, 20, 20)
    words = sys.argv[1:] if argv is None else argv
    try:
        return _run(words)
    except SystemExit as done:
        return done.code if isinstance(done.code, int) else 0
    except UsageError as error:
        return _complain(str(error), 2)
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
    except BrokenPipeError:
        _hush()
        return 0
    except OSError as error:
        return _complain(f"{error.filename or 'Reading or writing'}: {error.strerror or 'it did not work'}.", 2)
    except ValueError as error:
        # Not everything loads the engine: what never did raises nothing of it.
        from tilehall.engine import RuleError

        if not isinstance(error, RuleError):
            raise
        return _complain(str(error), 2)


def _run(words: Sequence[str]) -> int:
    if words[:2] == ["complete", "--"]:
        # Not listed among the commands, and nothing it does not need is loaded: somebody waits at Tab.
        from tilehall.tui.commands.complete import main as complete

        return complete(words[2:])
    definition = begun(words)
    reached = follow(definition, words)
    if reached.stranger:
        raise UsageError(complaint(reached))
    try:
        args = definition.parse_args(reached.words)
    except Told as told:
        return _show(told.text)
    if args.command in ALONE:
        return int(import_module(COMMANDS[args.command][0]).main(args))
    from tilehall.tui.commands.door import Door

    module = COMMANDS[args.command][0] if args.command else HOME
    code = int(import_module(module).main(args, Door.open(os.environ)))
    sys.stdout.flush()
    return code


def _show(text: str) -> int:
    from tilehall.tui.commands.pager import show

    show(text.splitlines(), sys.stdin, sys.stdout, os.environ)
    sys.stdout.flush()
    return 0


def _complain(sentence: str, code: int) -> int:
    from tilehall.tui.line.plain import plain

    print(plain(sentence, sys.stderr.encoding), file=sys.stderr)
    return code


def _hush() -> None:
    """Nobody reads what is printed: let Python's own flush at the end find no broken pipe either."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):
        return
