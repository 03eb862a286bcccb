"""One `ssh` at a pseudo-terminal of its own, with eyes that only see when something is written."""

from __future__ import annotations

import asyncio
import fcntl
import os
import pty
import re
import struct
import subprocess
import termios
import time
from collections import deque
from collections.abc import Sequence

from tests.terminal import KEYS, environment

Size = tuple[int, int]
SEQUENCE = re.compile(rb"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[^\[\]])")
ANSWERS = {b"\x1b[?2026$p": b"\x1b[?2026;2$y", b"\x1b[5n": b"\x1b[0n"}
"""What a terminal is asked, and what it answers: that it can hold pictures back, and that all is well."""
SEEN = 16 * 1024
"""Letters that are remembered."""
REMEMBERED = 256
"""Times of paints that are remembered."""
TYPE = {"TERM": "xterm-256color", "COLORTERM": ""}


class Client:
    """Somebody at a terminal. Times are those of `time.perf_counter`."""

    def __init__(self, name: str, master: int, process: subprocess.Popen[bytes], came: float) -> None:
        self.name = name
        self.process = process
        self.came = came
        """When the process was started."""
        self.bytes = 0
        """How many have come."""
        self.first: float | None = None
        """When the first word was seen."""
        self.paints: deque[float] = deque(maxlen=REMEMBERED)
        """When something was written, the last times."""
        self.struck: deque[float] = deque(maxlen=REMEMBERED)
        """When keys were pressed, the last times."""
        self._seen = ""
        self._news = asyncio.Event()
        """Set by everything that comes; whoever waits takes a new one."""
        self._master = master
        os.set_blocking(master, False)
        asyncio.get_running_loop().add_reader(master, self._read)

    @classmethod
    async def started(cls, name: str, command: Sequence[str], size: Size) -> Client:
        """Beside the loop: who is seen meanwhile shall not be seen late."""
        master, slave = pty.openpty()
        fcntl.ioctl(master, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
        came = time.perf_counter()
        process = await asyncio.to_thread(_start, command, slave)
        os.close(slave)
        return cls(name, master, process, came)

    # --- seeing ---------------------------------------------------------------------------------------------------

    @property
    def seen(self) -> str:
        """The words that were written, in the order in which they came; where they stand is not known."""
        return self._seen

    @property
    def here(self) -> bool:
        return self._master >= 0

    def _read(self) -> None:
        try:
            data = os.read(self._master, 65536)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self.close()
            return
        now = time.perf_counter()
        self.bytes += len(data)
        for question, answer in ANSWERS.items():
            for _ in range(data.count(question)):
                self._write(answer)
        if text := SEQUENCE.sub(b"", data):
            self.paints.append(now)
            self.first = self.first or now
            self._seen = (self._seen + text.decode("utf-8", "ignore"))[-SEEN:]
        self._tell()

    def _tell(self) -> None:
        self._news.set()
        self._news = asyncio.Event()

    async def sees(self, words: str, patience: float) -> float:
        """When these words were seen, of those since `forget`. Raises TimeoutError if they are not."""
        async with asyncio.timeout(patience):
            while words not in self._seen:
                if not self.here:
                    raise TimeoutError(f"{self.name} was sent away: {self._seen[-300:]}")
                await self._news.wait()
        return self.paints[-1]

    async def quiet(self, seconds: float, patience: float) -> None:
        """Waits until nothing has come for a while."""
        until = time.perf_counter() + patience
        while self.here and time.perf_counter() < until:
            try:
                async with asyncio.timeout(seconds):
                    await self._news.wait()
            except TimeoutError:
                return

    def forget(self) -> None:
        """What was seen by now is not looked at any more."""
        self._seen = ""

    # --- typing ---------------------------------------------------------------------------------------------------

    def press(self, key: str) -> float:
        """Presses a key, by its name or its letter; when that was."""
        now = time.perf_counter()
        self.struck.append(now)
        self._write(KEYS.get(key, key).encode())
        return now

    async def strike(self, key: str, patience: float) -> float | None:
        """Presses a key and waits; when something was written after it, or None if nothing was."""
        at = self.press(key)
        try:
            async with asyncio.timeout(patience):
                while self.here and (not self.paints or self.paints[-1] < at):
                    await self._news.wait()
        except TimeoutError:
            return None
        return self.paint_after(at)

    def paint_after(self, at: float) -> float | None:
        """When something was written for the first time after this."""
        return next((paint for paint in self.paints if paint >= at), None)

    def struck_between(self, begin: float, end: float) -> bool:
        return any(begin <= at <= end for at in self.struck)

    def _write(self, data: bytes) -> None:
        try:
            os.write(self._master, data)
        except OSError:
            # It has gone, or does not read: that is seen by what does not come.
            return

    # --- leaving --------------------------------------------------------------------------------------------------

    def close(self) -> None:
        """The window is closed, and nothing of it stays."""
        if self._master < 0:
            return
        asyncio.get_running_loop().remove_reader(self._master)
        os.close(self._master)
        self._master = -1
        if self.process.poll() is None:
            self.process.terminate()
        self._tell()

    async def gone(self, patience: float) -> int:
        """Waits until the process has ended, and makes sure that it has."""
        until = time.perf_counter() + patience
        while self.process.poll() is None and time.perf_counter() < until:
            await asyncio.sleep(0.01)
        if self.process.poll() is None:
            self.process.kill()
        self.close()
        return self.process.wait()


def _start(command: Sequence[str], terminal: int) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        command, stdin=terminal, stdout=terminal, stderr=terminal, env=environment(TYPE), start_new_session=True
    )
