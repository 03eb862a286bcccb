"""Work in threads, beside everything else that this process does; where none can be started, it is done at once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from threading import Thread
from typing import TypeVar

T = TypeVar("T")
Work = Callable[[], None]


class ThreadUnavailable(Exception):
    """The system gives us no more threads."""


def run_in_thread(work: Callable[[], T]) -> asyncio.Future[T]:
    """The result of work for which nobody waits, not even the end of this program."""
    return _result(work, partial(_or_here, _start))


def run_to_completion(work: Callable[[], T]) -> asyncio.Future[T]:
    """The result of work that is done even if this program ends meanwhile."""
    return _result(work, partial(_or_here, _start_for_certain))


def run_in_own_thread(work: Callable[[], T]) -> asyncio.Future[T]:
    """The same as `run_in_thread` for work that would keep this thread for ever. Raises NoThread."""
    return _result(work, _start)


def call_in_loop(loop: asyncio.AbstractEventLoop, news: Work) -> None:
    """From another thread; if the loop has ended, there is nobody to tell."""
    with suppress(RuntimeError):
        loop.call_soon_threadsafe(news)


def _result(work: Callable[[], T], start: Callable[[Work], None]) -> asyncio.Future[T]:
    loop = asyncio.get_running_loop()
    done: asyncio.Future[T] = loop.create_future()

    def settle(how: Work) -> None:
        if not done.done():
            how()

    def run() -> None:
        try:
            found = work()
        except Exception as error:
            call_in_loop(loop, partial(settle, partial(done.set_exception, error)))
        else:
            call_in_loop(loop, partial(settle, partial(done.set_result, found)))

    start(run)
    return done


def _or_here(start: Callable[[Work], None], run: Work) -> None:
    try:
        start(run)
    except ThreadUnavailable:
        run()


def _start(run: Work) -> None:
    _begin(Thread(target=run, daemon=True))


def _start_for_certain(run: Work) -> None:
    _begin(Thread(target=run, daemon=False))


def _begin(thread: Thread) -> None:
    try:
        thread.start()
    except RuntimeError as error:
        raise ThreadUnavailable from error
