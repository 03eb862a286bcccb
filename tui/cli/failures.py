"""Says what went wrong with a command, in one sentence."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from tilehall.engine import Text, UserError, render_text
from tilehall.tui.cli.load_language import load_language_or_default
from tilehall.tui.cli.options import UsageError
from tilehall.tui.lines.printable import make_printable
from tilehall.tui.tables.storage.disk_errors import system_error_text


def failure_sentence(error: OSError | ValueError, words: Sequence[str]) -> str:
    """The error in the language of these words of a command line. Raises it again if no user can have caused it."""
    if isinstance(error, OSError):
        text = _system_error(error)
    elif isinstance(error, UsageError | UserError):
        text = error.text
    else:
        raise error
    return make_printable(render_text(text, load_language_or_default(words, os.environ)), sys.stderr.encoding)


def _system_error(error: OSError) -> Text:
    """What the system says of a file that it could not read or write."""
    file, why = error.filename, system_error_text(error) if error.strerror else None
    if file and why:
        return Text("{file}: {why}.", file=f"{file}", why=why)
    if file:
        return Text("{file}: it did not work.", file=f"{file}")
    return Text("Reading or writing: {why}.", why=why) if why else Text("Reading or writing: it did not work.")
