"""A command that nobody waits for to its end: it is interrupted as at a terminal."""

import os
import signal
import subprocess
import sys
import time

from tests.conftest import SOURCES


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


def interrupted(process: subprocess.Popen[str], seconds: float) -> tuple[str, str]:
    """What it tells that is interrupted after so many seconds: as Ctrl+C does, with all that it has started."""
    time.sleep(seconds)
    os.killpg(process.pid, signal.SIGINT)
    return process.communicate(timeout=20)
