"""Keeps one program for another process: starts it, and ends it with all its children when that process has gone.

A program of its own, which knows nothing of Tilehall: `python keeper.py LIFELINE WORDS...`. As long as whoever has
started it lives and wants the program, it holds the other end of the pipe `LIFELINE`; even kill -9 closes that.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress

GRACE_SECONDS = 1.0
"""Seconds that a program has to end by itself, once its standard input is closed."""
KILL_SECONDS = 2.0
"""Seconds for which those are looked for whom it has left behind."""
NOT_STARTED = 127
PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36
"""What Linux calls the wish to be sent a signal when the parent ends, and to become the parent of orphans."""


def main(lifeline: int, words: Sequence[str]) -> int:
    """Keeps the program; how it ended, in the manner of shells: 128 and the number of a signal."""
    os.set_inheritable(lifeline, False)
    # Whoever is told to end by anybody else leaves nobody behind.
    woken, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
    for number in (signal.SIGCHLD, signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, lambda *_: None)
    _prctl(PR_SET_CHILD_SUBREAPER, 1)
    child = os.fork()
    if not child:
        _exec_program(words)
    _close_pipes()
    status = _wait_for_end(child, lifeline, woken)
    _kill_tree(child)
    return _exit_code(status)


def _exec_program(words: Sequence[str]) -> None:
    """In the child: the program, in a session of its own. Does not return."""
    try:
        os.setsid()
        _prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        signal.set_wakeup_fd(-1)
        for number in (signal.SIGCHLD, signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGPIPE):
            signal.signal(number, signal.SIG_DFL)
        os.execvp(words[0], list(words))
    except BaseException as error:
        os.write(2, f"{words[0]} cannot be started: {error}\n".encode(errors="replace"))
        os._exit(NOT_STARTED)


def _close_pipes() -> None:
    """The pipes belong to the program: when it closes them they are closed."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(nowhere, stream)
    os.close(nowhere)


def _wait_for_end(child: int, lifeline: int, woken: int) -> int | None:
    """Until it ends, or nobody wants it any more; how it ended, None if it has to be ended."""
    until: float | None = None
    while True:
        for found, status in _reap_ended():
            if found == child:
                return status
        left = None if until is None else until - time.monotonic()
        if left is not None and left <= 0:
            return None
        ready, _, _ = select.select([woken, *([lifeline] if until is None else [])], [], [], left)
        if lifeline in ready:
            until = time.monotonic() + GRACE_SECONDS
        elif ready and any(number != signal.SIGCHLD for number in os.read(woken, 64)):
            return None


def _reap_ended() -> Iterator[tuple[int, int]]:
    """Those who have ended since it was asked last."""
    with suppress(ChildProcessError):
        while (found := os.waitpid(-1, os.WNOHANG))[0]:
            yield found


def _kill_tree(child: int) -> None:
    """Ends the program and all that it has started, also what has a session of its own, where the system knows that."""
    until = time.monotonic() + KILL_SECONDS
    with suppress(OSError):
        os.killpg(child, signal.SIGKILL)
    while time.monotonic() < until:
        for below in _descendants(os.getpid()):
            with suppress(OSError):
                os.kill(below, signal.SIGKILL)
        for _ in _reap_ended():
            pass
        try:
            os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return
        time.sleep(0.01)


def _descendants(process: int) -> list[int]:
    """All that descend from a process; known on Linux, where orphans come to whoever asked for them."""
    if sys.platform != "linux":
        return []
    parents: dict[int, list[int]] = {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        with suppress(OSError, ValueError, IndexError), open(f"/proc/{name}/stat", "rb") as file:
            # The name of a program stands in brackets, and may hold anything.
            parents.setdefault(int(file.read().rpartition(b")")[2].split()[1]), []).append(int(name))
    found, waiting = list[int](), [process]
    while waiting:
        below = parents.get(waiting.pop(), [])
        found += below
        waiting += below
    return found


def _exit_code(status: int | None) -> int:
    if status is None:
        return 128 + signal.SIGKILL
    code = os.waitstatus_to_exitcode(status)
    return 128 - code if code < 0 else code


def _prctl(wish: int, value: int) -> None:
    if sys.platform != "linux":
        return
    # Some builds of Python are without ctypes; then the process group has to do.
    with suppress(ImportError, OSError, AttributeError):
        import ctypes

        ctypes.CDLL(None).prctl(wish, value, 0, 0, 0)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), sys.argv[2:]))
