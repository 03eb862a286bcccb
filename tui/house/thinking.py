"""A process that thinks for another one: thoughts come in, advice goes out, until the other one has gone.

Both sides send whole messages: four bytes that say how long it is, and the message. The first that goes out is `BEGUN`.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import IO

from tilehall.tui.house.minds import advice_on

BEGUN = b"begun"
"""What the process says first: whoever waits long for an answer knows that it can think."""
HEAD = 4
"""Bytes that say how long a message is."""
PR_SET_PDEATHSIG = 1
"""What Linux calls the wish to be sent a signal when whoever has started one ends."""


def send(pipe: IO[bytes], message: bytes) -> None:
    """Sends a message. Raises OSError if nobody is there to read it."""
    pipe.write(len(message).to_bytes(HEAD) + message)
    pipe.flush()


def receive(pipe: IO[bytes]) -> bytes:
    """The next message. Raises EOFError if there is none, or only half of one."""
    head = pipe.read(HEAD)
    message = pipe.read(int.from_bytes(head))
    if len(head) < HEAD or len(message) < int.from_bytes(head):
        raise EOFError
    return message


def serve() -> None:
    """Answers every thought with its advice. Does not return."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _end_with_parent()
    thoughts, answers = _pipes()
    send(answers, BEGUN)
    asked: SimpleQueue[bytes] = SimpleQueue()
    # Listens while it thinks: the end of the other process ends a thought without end, too.
    Thread(target=_listen, args=(thoughts, asked.put), daemon=True).start()
    while True:
        send(answers, answer(asked.get()))


def answer(thought: bytes) -> bytes:
    """The advice; nothing if it comes to grief: the asking process, where it will do so again, can say best how."""
    try:
        return pickle.dumps(advice_on(pickle.loads(thought)), pickle.HIGHEST_PROTOCOL)
    except Exception:
        return b""


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


def _pipes() -> tuple[IO[bytes], IO[bytes]]:
    """Standard input and output for ourselves: what a mind of a guest reads there or prints is no message."""
    thoughts, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    os.dup2(nowhere, 1)
    return thoughts, answers
