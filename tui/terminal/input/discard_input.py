"""A terminal while nobody listens to its keys: they are not echoed, and forgotten afterwards. Ctrl+C still ends it."""

from __future__ import annotations

import os
import sys
import termios
from collections.abc import Iterator
from contextlib import contextmanager
from select import select
from typing import TextIO

# Said for the type checker: termios is not there on Windows.
assert sys.platform != "win32"


@contextmanager
def discard_input(source: TextIO) -> Iterator[None]:
    """Inside nothing that is typed is seen or kept. Where the source is no terminal, nothing changes."""
    try:
        fileno = source.fileno()
        before = termios.tcgetattr(fileno)
    except (OSError, ValueError, termios.error):
        yield
        return
    inputs, outputs, controls, local, *rest = before
    # A key at a time: half a line could not be taken away afterwards.
    local &= ~(termios.ECHO | termios.ICANON)
    termios.tcsetattr(fileno, termios.TCSANOW, [inputs, outputs, controls, local, *rest])
    try:
        yield
    finally:
        while select([fileno], [], [], 0)[0] and os.read(fileno, 1024):
            pass
        termios.tcsetattr(fileno, termios.TCSAFLUSH, before)
