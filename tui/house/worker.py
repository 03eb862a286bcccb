"""Computer players think in one other process, so that nothing stutters here, however hard they think."""

from __future__ import annotations

import asyncio
import os
import pickle
import sys
from contextlib import suppress
from subprocess import DEVNULL, PIPE, Popen

from tilehall.engine import Advice
from tilehall.tui.house.apart import Aside
from tilehall.tui.house.minds import Thought
from tilehall.tui.house.thinking import BEGUN, receive, send

# Guests are found where we found them, and nothing that happens to lie in the current folder is taken for a module.
SERVE = "import sys; sys.path[:] = sys.argv[1:]; from tilehall.tui.house.thinking import serve; serve()"
PATIENCE = 5.0
"""Seconds after which it is looked whether a process still thinks, and how long one may take to begin."""
TRIES = 2
"""A process that dies while it thinks is replaced once; whoever kills two of them thinks in this process."""


class Worker:
    """Thinks in a process that is started when it is first needed, and ends with this one.

    Where no process can be started, and where a thought comes to grief in one, it is thought in a thread of this
    process; so what a mind raises is raised here.
    """

    def __init__(self, patience: float = PATIENCE) -> None:
        self.patience = patience
        self._process: Process | None = None
        self._turn = asyncio.Lock()
        self._proven = False
        """Whether a process has ever answered."""
        self._hopeless = False
        """Whether processes can be started here, and die before they answer."""

    async def think(self, thought: Thought) -> Advice:
        async with self._turn:
            advice = None if self._hopeless else await self._asked(thought)
        return advice or await Aside().think(thought)

    def get_ready(self) -> None:
        """Starts the process, so that the first thought need not wait for it."""
        if self._process is None and not self._hopeless:
            with suppress(OSError):
                self._process = Process()

    def close(self) -> None:
        """Ends the process, whatever it is thinking about."""
        if self._process is not None:
            self._process.end()
            self._process = None

    async def _asked(self, thought: Thought) -> Advice | None:
        """The other process's advice; None if it has none."""
        for _ in range(TRIES):
            self.get_ready()
            if self._process is None:
                return None
            try:
                advice = await self._answer(self._process, thought)
            except (OSError, EOFError, TimeoutError):
                self.close()
            except asyncio.CancelledError:
                # Nobody waits for this thought any more, and the next one shall not wait for it either.
                self.close()
                raise
            else:
                self._proven = True
                return advice
        self._hopeless = not self._proven
        return None

    async def _answer(self, process: Process, thought: Thought) -> Advice | None:
        """However long it thinks. Raises TimeoutError if it does not think at all, OSError or EOFError if dead."""
        asking = asyncio.ensure_future(asyncio.to_thread(process.ask, thought))
        try:
            while not (await asyncio.wait([asking], timeout=self.patience))[0]:
                if not process.begun or process.stands_still():
                    raise TimeoutError
            return asking.result()
        finally:
            asking.cancel()


class Process:
    """A process that thinks. It has nothing of our terminal, and ends when nobody is there to ask it any more."""

    def __init__(self) -> None:
        command = [sys.executable, "-P", "-c", SERVE, *sys.path]
        self._popen = Popen(command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, start_new_session=True)
        self.begun = False
        """Whether it has said that it is what it should be."""

    @property
    def number(self) -> int:
        """The number that the system knows it by."""
        return self._popen.pid

    def ask(self, thought: Thought) -> Advice | None:
        """Waits for its advice; None if it has none. Raises OSError or EOFError if it is dead."""
        assert self._popen.stdin and self._popen.stdout
        try:
            asked = pickle.dumps(thought, pickle.HIGHEST_PROTOCOL)
            send(self._popen.stdin, asked)
            self.begun = self.begun or receive(self._popen.stdout) == BEGUN
            told = receive(self._popen.stdout)
            advice: Advice | None = pickle.loads(told) if told else None
        except (OSError, EOFError):
            raise
        except Exception:
            # A guest may have positions and actions that cannot be sent.
            return None
        return advice

    def stands_still(self) -> bool:
        """Whether somebody has stopped it. Only Linux tells; elsewhere it counts as thinking."""
        if sys.platform != "linux":
            return False
        return os.waitid(os.P_PID, self.number, os.WSTOPPED | os.WNOHANG | os.WNOWAIT) is not None

    def end(self) -> None:
        self._popen.kill()
        for pipe in (self._popen.stdin, self._popen.stdout):
            with suppress(OSError):
                pipe and pipe.close()
        self._popen.wait()
