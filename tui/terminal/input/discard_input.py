"""Discards keys while a program works: they are not echoed, and dropped afterwards. Ctrl+C still works."""

from __future__ import annotations

import os
import sys
import termios
from collections.abc import Iterator
from contextlib import contextmanager
from select import select
from typing import TextIO

# For the type checker: Windows lacks termios.
assert sys.platform != "win32"


@contextmanager
def discard_input(source: TextIO) -> Iterator[None]:
    """Context in which what is typed is neither echoed nor kept. No-op if the source is no terminal."""
    try:
        fileno = source.fileno()
        before = termios.tcgetattr(fileno)
    except (OSError, ValueError, termios.error):
        yield
        return
    inputs, outputs, controls, local, *rest = before
    # Not line by line: an unfinished line could not be discarded.
    local &= ~(termios.ECHO | termios.ICANON)
    termios.tcsetattr(fileno, termios.TCSANOW, [inputs, outputs, controls, local, *rest])
    try:
        yield
    finally:
        while select([fileno], [], [], 0)[0] and os.read(fileno, 1024):
            pass
        termios.tcsetattr(fileno, termios.TCSAFLUSH, before)
