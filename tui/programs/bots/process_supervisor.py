"""Runs one program for another process and kills it with all its children when that process is gone.

A script that needs nothing of Tilehall: `python process_supervisor.py LIFELINE WORDS...`. The parent holds the other
end of the pipe `LIFELINE` as long as it wants the program; even kill -9 of the parent closes that.
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
"""Seconds that the program has to exit by itself once its standard input is closed."""
KILL_SECONDS = 2.0
"""Seconds for which its descendants are looked for and killed."""
NOT_STARTED = 127
PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36
"""prctl options of Linux: signal at the death of the parent; adopt orphaned descendants."""


def main(lifeline: int, words: Sequence[str]) -> int:
    """Run the program; return its exit code, 128 + N after signal N."""
    os.set_inheritable(lifeline, False)
    # Told to end by a signal, it kills the program as well.
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
    """Execute the program in a session of its own. Does not return."""
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
    """Give up our copies of the pipes, so that they close when the program closes them."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(nowhere, stream)
    os.close(nowhere)


def _wait_for_end(child: int, lifeline: int, woken: int) -> int | None:
    """Wait for the program; return its status, or None if it has to be killed."""
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
    """Reap children that have exited."""
    with suppress(ChildProcessError):
        while (found := os.waitpid(-1, os.WNOHANG))[0]:
            yield found


def _kill_tree(child: int) -> None:
    """Kill the program and its descendants; on Linux also those in other sessions."""
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
    """Return the descendants of a process; empty except on Linux, where orphans are adopted by this process."""
    if sys.platform != "linux":
        return []
    parents: dict[int, list[int]] = {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        with suppress(OSError, ValueError, IndexError), open(f"/proc/{name}/stat", "rb") as file:
            # The name of the program is in brackets and may hold anything.
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
    # Without ctypes the process group has to do.
    with suppress(ImportError, OSError, AttributeError):
        import ctypes

        ctypes.CDLL(None).prctl(wish, value, 0, 0, 0)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), sys.argv[2:]))
