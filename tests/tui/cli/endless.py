"""A command that nobody waits for to its end: it is interrupted as at a terminal."""

import os
import subprocess
import sys

from tests.conftest import SOURCES
from tests.terminal import Pty


def endless(*words: str) -> subprocess.Popen[str]:
    """A process with a group of its own, as a terminal starts one."""
    return subprocess.Popen(
        [sys.executable, "-m", "tilehall", *words],
        env={**os.environ, "PYTHONPATH": SOURCES},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def interrupted(*words: str) -> str:
    """What a command tells last that is interrupted by Ctrl+C once it has shown how far it is."""
    with Pty([sys.executable, "-m", "tilehall", *words], (200, 50)) as pty:
        pty.wait_until(lambda: b" s left" in pty.received)
        pty.send("\x03")
        assert pty.wait_exit() == 130
        assert " s left" not in pty.text
        return pty.received.decode().rpartition("\r\x1b[K")[2].replace("\r\n", "\n").removeprefix("^C")
