"""A process that thinks, as whoever asks it sees it."""

from __future__ import annotations

import os
import pickle
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from subprocess import DEVNULL, PIPE, Popen
from typing import Any

from tilehall.engine import component_sets
from tilehall.tui.tables.thinking.questions import AnalysisQuestion
from tilehall.tui.tables.thinking.thinkers import Thought
from tilehall.tui.tables.thinking.worker import DONE, FAILED, NICE, STARTED, receive, send

# Guests are found where we found them, and nothing that happens to lie in the current folder is taken for a module.
SERVE = (
    "import sys; games, nice, boxes, sys.path[:] = sys.argv[1].split(), *map(int, sys.argv[2:4]), sys.argv[4:]; "
    "from tilehall.tui.tables.thinking.worker import serve; serve(games, nice, boxes)"
)


class WorkerProcess:
    """Has nothing of our terminal, and ends when nobody is there to ask it any more."""

    def __init__(self, games: Sequence[str] = (), nice: int = NICE) -> None:
        """It gets ready to think about these games, and stands back so far behind whoever has started it."""
        boxes = component_sets().changed_sets
        command = [sys.executable, "-P", "-c", SERVE, " ".join(games), str(nice), str(len(boxes)), *sys.path]
        self._popen = Popen(command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, start_new_session=True)
        assert self._popen.stdin
        for box in boxes:
            # A position says little to somebody who has another box.
            send(self._popen.stdin, pickle.dumps(box, pickle.HIGHEST_PROTOCOL))
        self.has_begun = False
        """Whether it has said that it thinks about what it was asked last."""

    @property
    def number(self) -> int:
        """The number that the system knows it by."""
        return self._popen.pid

    @property
    def is_alive(self) -> bool:
        return self._popen.poll() is None

    def ask(self, asked: Thought | AnalysisQuestion[Any], tell: Callable[[Any], None]) -> bool:
        """Waits until it is thought through, and tells each better advice, or the answer. False if it came to grief.

        Raises OSError or EOFError if it is dead.
        """
        assert self._popen.stdin and self._popen.stdout
        self.has_begun = False
        try:
            message = pickle.dumps(asked, pickle.HIGHEST_PROTOCOL)
        except Exception:
            # A guest may have positions and actions that cannot be sent.
            return False
        send(self._popen.stdin, message)
        if receive(self._popen.stdout) != STARTED:
            raise EOFError
        self.has_begun = True
        fine = True
        while (message := receive(self._popen.stdout)) not in (DONE, FAILED):
            try:
                tell(pickle.loads(message))
            except Exception:
                fine = False
        return fine and message == DONE

    def is_stopped(self) -> bool:
        """Whether somebody has stopped it. Only Linux tells; elsewhere it counts as thinking."""
        if sys.platform != "linux":
            return False
        return os.waitid(os.P_PID, self.number, os.WSTOPPED | os.WNOHANG | os.WNOWAIT) is not None

    def kill(self) -> None:
        """Ends it, without waiting for that."""
        self._popen.kill()

    def end(self) -> None:
        self.kill()
        for pipe in (self._popen.stdin, self._popen.stdout):
            with suppress(OSError):
                pipe and pipe.close()
        self._popen.wait()
