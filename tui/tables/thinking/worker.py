"""A process that thinks for another one: thoughts come in, advice goes out, until the other one has gone.

Both sides send whole messages: four bytes that say how long it is, and the message. On a thought come `STARTED`, each
better advice, and `DONE`, or `FAILED` where it comes to grief. On a question comes its answer in place of advice.
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
from threading import Thread
from typing import IO

from tilehall.engine import component_sets, load_game
from tilehall.tui.tables.thinking.questions import AnalysisQuestion
from tilehall.tui.tables.thinking.thinkers import Thought, think_through

STARTED, DONE, FAILED = b"begun", b"done", b"failed"
"""What is said besides advice, which is pickled and begins with another letter."""
HEADER_BYTES = 4
"""Bytes that say how long a message is."""
PR_SET_PDEATHSIG = 1
"""What Linux calls the wish to be sent a signal when whoever has started one ends."""
NICE = 10
"""How far whoever thinks stands back behind whoever plays."""


def send(pipe: IO[bytes], message: bytes) -> None:
    """Sends a message. Raises OSError if nobody is there to read it."""
    pipe.write(len(message).to_bytes(HEADER_BYTES, "big") + message)
    pipe.flush()


def receive(pipe: IO[bytes]) -> bytes:
    """The next message. Raises EOFError if there is none, or only half of one."""
    head = pipe.read(HEADER_BYTES)
    message = pipe.read(int.from_bytes(head, "big"))
    if len(head) < HEADER_BYTES or len(message) < int.from_bytes(head, "big"):
        raise EOFError
    return message


def serve(games: Sequence[str], nice: int, boxes: int = 0) -> None:
    """Answers every thought, the first one about one of these games as fast as all others. Does not return.

    Before the first thought come so many changed boxes, which are played with where we were started.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _end_with_parent()
    thoughts, told = _pipes()
    for _ in range(boxes):
        component_sets().use_set(pickle.loads(receive(thoughts)))
    asked: SimpleQueue[bytes] = SimpleQueue()
    # Listens while it thinks: the end of the other process ends a thought without end, too.
    Thread(target=_listen, args=(thoughts, asked.put), daemon=True).start()
    for name in games:
        # What is wrong with it is found by whoever thinks about it.
        with suppress(Exception):
            load_game(name)
    _lower_priority(nice)
    while True:
        for message in answers(asked.get()):
            send(told, message)


def answers(message: bytes) -> Iterator[bytes]:
    """What is said of a thought. The asking process, where it comes to grief again, can say best how."""
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
            hear(receive(thoughts))
    finally:
        os._exit(0)


def _end_with_parent() -> None:
    """Where the system can see to it: what stands still, or thinks in C without a pause, hears no pipe close."""
    if sys.platform != "linux":
        return
    # Some builds of Python are without ctypes; what can hear still ends by its pipe.
    with suppress(ImportError, OSError, AttributeError):
        import ctypes

        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def _lower_priority(nice: int) -> None:
    """Whoever plays comes first, where the system can see to that."""
    if sys.platform == "win32" or not nice:
        return
    with suppress(OSError):
        os.nice(nice)
    # Between sessions Linux may look at their groups alone.
    with suppress(OSError):
        Path("/proc/self/autogroup").write_text(f"{nice}\n", encoding="ascii")


def _pipes() -> tuple[IO[bytes], IO[bytes]]:
    """Standard input and output for ourselves: what a mind of a guest reads there or prints is no message."""
    thoughts, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    os.dup2(nowhere, 1)
    return thoughts, answers
