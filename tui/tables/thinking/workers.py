"""Where a thought runs: the process that thinks for another one, seen from inside and from outside.

Both sides send frames (`tui/tables/framing.py`). On a thought come `STARTED`, each better advice, and `DONE`, or
`FAILED` if it raised. On a question comes its answer in place of advice.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from subprocess import DEVNULL, PIPE, Popen
from threading import Thread
from typing import IO, Any

from tilehall.engine import component_sets, load_game
from tilehall.tui.tables.framing import read_frame, write_frame
from tilehall.tui.tables.thinking.thinkers import AnalysisQuestion, Thought, think_through

STARTED, DONE, FAILED = b"begun", b"done", b"failed"
"""Messages besides advice, which is pickled and begins with another letter."""
PR_SET_PDEATHSIG = 1
"""Linux's prctl option for a signal at the death of the parent."""
NICE = 10
"""Niceness of processes that think, so that those who play come first."""
# Add-on games are found where we found them, and nothing that lies in the current folder is taken for a module.
SERVE = (
    "import sys; games, nice, boxes, sys.path[:] = sys.argv[1].split(), *map(int, sys.argv[2:4]), sys.argv[4:]; "
    "from tilehall.tui.tables.thinking.workers import serve; serve(games, nice, boxes)"
)


# --- outside ------------------------------------------------------------------------------------------------------


class WorkerProcess:
    """A process that thinks. It shares nothing with our terminal, and ends when this process does."""

    def __init__(self, games: Sequence[str] = (), nice: int = NICE) -> None:
        """Start it; it loads these games, and lowers its priority by `nice`. Raises OSError."""
        boxes = component_sets().changed_sets
        command = [sys.executable, "-P", "-c", SERVE, " ".join(games), str(nice), str(len(boxes)), *sys.path]
        self._popen = Popen(command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, start_new_session=True)
        assert self._popen.stdin
        for box in boxes:
            # A position means nothing with other components.
            write_frame(self._popen.stdin, pickle.dumps(box, pickle.HIGHEST_PROTOCOL))
        self.has_begun = False
        """Whether it has said that it works at what it was asked last."""

    @property
    def number(self) -> int:
        """The process id."""
        return self._popen.pid

    @property
    def is_alive(self) -> bool:
        return self._popen.poll() is None

    def ask(self, asked: Thought | AnalysisQuestion[Any], tell: Callable[[Any], None]) -> bool:
        """Block until it is worked out, and call `tell` with each better advice, or the answer. False if it failed.

        Raises OSError or EOFError if the process is dead.
        """
        assert self._popen.stdin and self._popen.stdout
        self.has_begun = False
        try:
            message = pickle.dumps(asked, pickle.HIGHEST_PROTOCOL)
        except Exception:
            # An add-on game may have positions and actions that cannot be pickled.
            return False
        write_frame(self._popen.stdin, message)
        if read_frame(self._popen.stdout) != STARTED:
            raise EOFError
        self.has_begun = True
        fine = True
        while (message := read_frame(self._popen.stdout)) not in (DONE, FAILED):
            try:
                tell(pickle.loads(message))
            except Exception:
                fine = False
        return fine and message == DONE

    def is_stopped(self) -> bool:
        """Whether a signal has stopped it. Only Linux can tell; False elsewhere."""
        if sys.platform != "linux":
            return False
        return os.waitid(os.P_PID, self.number, os.WSTOPPED | os.WNOHANG | os.WNOWAIT) is not None

    def kill(self) -> None:
        """Kill it without waiting for its end."""
        self._popen.kill()

    def end(self) -> None:
        """Kill it and wait for its end."""
        self.kill()
        for pipe in (self._popen.stdin, self._popen.stdout):
            with suppress(OSError):
                pipe and pipe.close()
        self._popen.wait()


# --- inside -------------------------------------------------------------------------------------------------------


def serve(games: Sequence[str], nice: int, boxes: int = 0) -> None:
    """Answer every thought, and load these games before the first one. Never returns.

    Before the first thought come so many changed component sets, those that the parent plays with.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _end_with_parent()
    thoughts, answered = _pipes()
    for _ in range(boxes):
        component_sets().use_set(pickle.loads(read_frame(thoughts)))
    asked: SimpleQueue[bytes] = SimpleQueue()
    # Listens while it thinks, so that the end of the parent ends a thought without end, too.
    Thread(target=_listen, args=(thoughts, asked.put), daemon=True).start()
    for name in games:
        # Whatever is wrong with a game shows when it is thought about.
        with suppress(Exception):
            load_game(name)
    _lower_priority(nice)
    while True:
        for message in answers(asked.get()):
            write_frame(answered, message)


def answers(message: bytes) -> Iterator[bytes]:
    """Yield the messages that answer a thought. Errors are not sent: the parent thinks again and sees for itself."""
    yield STARTED
    latest: object = None
    try:
        asked: Thought | AnalysisQuestion[object] = pickle.loads(message)
        for found in think_through(asked) if isinstance(asked, Thought) else [asked.answer(load_game(asked.game))]:
            if found != latest:
                yield pickle.dumps(found, pickle.HIGHEST_PROTOCOL)
            latest = found
    except Exception:
        yield FAILED
    else:
        yield DONE


def _listen(thoughts: IO[bytes], hear: Callable[[bytes], None]) -> None:
    try:
        while True:
            hear(read_frame(thoughts))
    finally:
        os._exit(0)


def _end_with_parent() -> None:
    """Ask Linux for a signal: a process that is stopped, or computes in C without a pause, sees no pipe close."""
    if sys.platform != "linux":
        return
    # Some builds of Python are without ctypes; the closed pipe still ends us then.
    with suppress(ImportError, OSError, AttributeError):
        import ctypes

        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def _lower_priority(nice: int) -> None:
    if sys.platform == "win32" or not nice:
        return
    with suppress(OSError):
        os.nice(nice)
    # Linux may compare sessions by their groups alone.
    with suppress(OSError):
        Path("/proc/self/autogroup").write_text(f"{nice}\n", encoding="ascii")


def _pipes() -> tuple[IO[bytes], IO[bytes]]:
    """Take standard input and output for messages, so that nothing an add-on game reads or prints gets among them."""
    thoughts, answered = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    os.dup2(nowhere, 1)
    return thoughts, answered
