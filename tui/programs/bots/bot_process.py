"""A program as a process that reads and writes lines; when it is stopped it ends with all its children."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from subprocess import PIPE, Popen, TimeoutExpired
from threading import Thread
from typing import IO

from tilehall.tui.programs.bots.line_inbox import LineInbox
from tilehall.tui.programs.bots.stderr_log import StderrLog

SUPERVISOR = Path(__file__).with_name("process_supervisor.py")
READ_BYTES = 65_536
EXIT_CODE_TIMEOUT = 0.5
"""Seconds to wait for the exit code once the output has ended."""
MOST_UNREAD = 8_388_608
"""Bytes that a program may leave unread; further lines are dropped."""
EXIT_TIMEOUT = 1.0
"""Seconds to exit by itself where there is no supervisor (Windows)."""


class BotProcess:
    """The process shares three pipes with this one, but no terminal, session or other file."""

    def __init__(self, words: Sequence[str], notes: StderrLog) -> None:
        """Start it. Raises OSError, or RuntimeError if there are no more threads."""
        self._notes = notes
        self.inbox = LineInbox()
        self._outbox: SimpleQueue[bytes | None] = SimpleQueue()
        self._queued_bytes = self._sent_bytes = 0
        """Bytes handed to the sender thread, and written by it."""
        self._lifeline = -1
        self._popen = self._start(words)
        assert self._popen.stdin and self._popen.stdout and self._popen.stderr
        try:
            self._start_thread(self._run_sender, self._popen.stdin)
            self._start_thread(self._run_receiver, self._popen.stdout)
            self._start_thread(self._run_logger, self._popen.stderr)
        except RuntimeError:
            self._popen.kill()
            self.stop()
            raise

    def _start(self, words: Sequence[str]) -> Popen[bytes]:
        if sys.platform == "win32":
            return Popen(words, stdin=PIPE, stdout=PIPE, stderr=PIPE, bufsize=0)
        held, self._lifeline = os.pipe()
        try:
            return Popen(
                [sys.executable, "-I", "-S", str(SUPERVISOR), str(held), *words],
                stdin=PIPE,
                stdout=PIPE,
                stderr=PIPE,
                bufsize=0,
                pass_fds=(held,),
                start_new_session=True,
            )
        except OSError:
            self._close_lifeline()
            raise
        finally:
            os.close(held)

    def _start_thread(self, work: Callable[[IO[bytes]], None], pipe: IO[bytes]) -> None:
        Thread(target=work, args=(pipe,), daemon=True).start()

    # --- one thread for each pipe ------------------------ --------------------------------------------------------

    def _run_sender(self, pipe: IO[bytes]) -> None:
        with suppress(OSError, ValueError):
            while (data := self._outbox.get()) is not None:
                left = memoryview(data)
                while left:
                    left = left[pipe.write(left) :]
                self._sent_bytes += len(data)
        with suppress(OSError):
            pipe.close()

    def _run_receiver(self, pipe: IO[bytes]) -> None:
        with suppress(OSError, ValueError):
            while data := pipe.read(READ_BYTES):
                self.inbox.feed(data)
        self.inbox.end()
        pipe.close()
        # Reaps the process, so that no zombie is left.
        self._popen.wait()

    def _run_logger(self, pipe: IO[bytes]) -> None:
        with suppress(OSError, ValueError):
            while data := pipe.read(READ_BYTES):
                self._notes.add(data)
        pipe.close()

    # --- for the thread that asks it ------------------------------------------------------------------------------

    @property
    def is_alive(self) -> bool:
        return self._popen.poll() is None

    def send(self, line: bytes) -> None:
        """Queue a line without waiting; dropped if the program leaves too much unread."""
        if self._queued_bytes - self._sent_bytes > MOST_UNREAD:
            return
        self._queued_bytes += len(line)
        self._outbox.put(line)

    def exit_code(self) -> int | None:
        """Return the exit code, 128 + N after signal N; None if the program has only closed its output."""
        with suppress(TimeoutExpired):
            self._popen.wait(EXIT_CODE_TIMEOUT)
        return self._popen.returncode

    def stop(self) -> None:
        """Close its standard input; after a second it is killed, with all its children."""
        self._outbox.put(None)
        self.inbox.end()
        if sys.platform == "win32":
            Thread(target=self._kill_if_running, daemon=True).start()
        self._close_lifeline()

    def _kill_if_running(self) -> None:
        """Stand in for the supervisor on Windows."""
        try:
            self._popen.wait(EXIT_TIMEOUT)
        except TimeoutExpired:
            self._popen.kill()

    def wait_for_exit(self, seconds: float) -> bool:
        """Return whether it has exited, waiting for so many seconds."""
        with suppress(TimeoutExpired):
            self._popen.wait(seconds)
        return not self.is_alive

    def _close_lifeline(self) -> None:
        if self._lifeline >= 0:
            os.close(self._lifeline)
            self._lifeline = -1
