"""Shows long texts through the user's pager, as git does: $PAGER or less; `cat` or an empty value means none."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Mapping
from typing import TextIO

from tilehall.tui.lines.printable import make_printable
from tilehall.tui.terminal.environment import is_screen
from tilehall.tui.terminal.output.cells import width

NONE = ("", "cat")
MISSING = (126, 127)
"""Exit codes of a shell that cannot start a program."""


def show_in_pager(lines: Iterable[str], source: TextIO, sink: TextIO, environ: Mapping[str, str]) -> None:
    """Writes lines, through the pager if the output is a screen that is too small for them."""
    texts = [make_printable(line, sink.encoding) for line in lines]
    whole = "".join(f"{text}\n" for text in texts)
    paged = is_screen(source, sink, environ) and _is_long(texts, sink) and _through(whole, sink.encoding, environ)
    if not paged:
        sink.write(whole)


def _is_long(texts: Iterable[str], sink: TextIO) -> bool:
    """Whether the lines and the prompt after them do not fit on the screen."""
    columns, rows = os.get_terminal_size(sink.fileno())
    return sum(max(1, -(-width(text) // max(1, columns))) for text in texts) >= rows > 0


def _through(text: str, encoding: str, environ: Mapping[str, str]) -> bool:
    """Shows a text in the pager; returns whether it could be started. Its exit code is ignored."""
    import subprocess

    usual = "less" if shutil.which("less", path=environ.get("PATH")) else ""
    command = environ.get("PAGER", usual).strip()
    if command in NONE:
        return False
    # The defaults of git: less quits if all fits, passes colours on, and leaves the text on the screen.
    usual_environ = {"LESS": "FRX", "LESSCHARSET": "utf-8"} if encoding.lower() == "utf-8" else {"LESS": "FRX"}
    try:
        # PAGER is a shell command and may have arguments or a pipe: `less -S`, `col -b | less`.
        child = subprocess.Popen(command, shell=True, stdin=subprocess.PIPE, env={**usual_environ, **environ})
    except OSError:
        return False
    while True:
        try:
            child.communicate(text.encode(encoding, "replace"))
            return child.wait() not in MISSING
        except KeyboardInterrupt:
            # Ctrl+C is for the pager, which decides whether it ends.
            text = ""
