"""An App of Textual that returns its user to a screen after a crash, or ends with one sentence."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TypeVar

from rich.console import Console, RenderableType
from rich.text import Text
from textual.app import App
from textual.driver import Driver
from textual.events import ScreenResume
from textual.message import Message
from textual.messages import Prune
from textual.worker import WorkerFailed

from tilehall.tui.terminal.crash_limiter import describe_error
from tilehall.tui.terminal.input.input_queue import is_pump_idle

ReturnT = TypeVar("ReturnT")
CLOSE_TIMEOUT = 2.0
"""Seconds that screens get to close; then what still runs in them is cancelled."""


class CrashSafeApp(App[ReturnT]):
    """Handles every error raised in the app: none ends the program with a traceback."""

    def __init__(self, driver_class: Callable[..., Driver] | None = None) -> None:
        super().__init__(driver_class=driver_class)  # type: ignore[arg-type]
        self._under_way = False
        """Whether the app runs. Errors before its start or after its end are not recovered."""
        self._return: asyncio.Task[None] | None = None
        """The task that recovers from an error."""
        self.error_listener: Callable[[str], None] = lambda report: None
        """Called with the report of every error."""

    def drop_input(self) -> None:
        """Drops input that was typed for the screens that are being removed."""

    def crash_message(self, report: str) -> str:
        """The sentence shown when the program has to stop. Subclasses may store the report first."""
        return f"Something went wrong, and the program had to stop: {report.strip().splitlines()[-1]}"

    def recovery_action(self, report: str) -> Callable[[], None] | None:
        """The function that shows a screen again after all were removed; None if the program has to stop."""
        return None

    def restart_with(self, way: Callable[[], None]) -> None:
        """Removes all screens and their workers, then calls `way`."""
        if not self._returning:
            self._return = asyncio.create_task(self._come_back(way))

    def report_error(self, error: Exception) -> None:
        """Handles an error that was caught elsewhere as if it had been raised in this app."""
        self._handle_exception(error)

    @property
    def _returning(self) -> bool:
        return self._return is not None and not self._return.done()

    async def _process_messages_loop(self) -> None:
        self._under_way = True
        try:
            await super()._process_messages_loop()
        finally:
            self._under_way = False

    async def _dispatch_message(self, message: Message) -> None:
        try:
            await super()._dispatch_message(message)
        except Exception as error:
            if not self._under_way:
                raise
            # Upstream would stop the app if it happened while a message of the app itself was handled.
            self._handle_exception(error)

    def _handle_exception(self, error: Exception) -> None:
        """Called by Textual for every error in a handler, a timer, a worker or a painter."""
        if self._exception is None:
            # Textual's test pilot reads it.
            self._exception = error
            self._exception_event.set()
        if self._returning:
            # A broken screen may raise again while it is removed.
            return
        told, way = describe_error(error.error if isinstance(error, WorkerFailed) else error), None
        self.error_listener(told)
        if self._under_way and not self._exit:
            with suppress(Exception):
                way = self.recovery_action(told)
        if way is None:
            self._stop(told)
        else:
            self._return = asyncio.create_task(self._come_back(way))

    async def _come_back(self, way: Callable[[], None]) -> None:
        try:
            with self._context():
                await self._clear()
                way()
        except Exception as error:
            self._stop(describe_error(error))

    async def _clear(self) -> None:
        """Removes all screens, broken or not, and cancels their workers."""
        gone = self._screen_stack[1:]
        del self._screen_stack[1:]
        self.drop_input()
        self.workers.cancel_all()
        self.capture_mouse(None)
        for screen in reversed(gone):
            screen._result_callbacks.clear()
            screen._pruning = True
            screen.post_message(Prune())
        if tasks := [screen._task for screen in gone if screen._task is not None]:
            await self._ended(tasks)
        self.drop_input()
        self.screen.post_message(ScreenResume())

    async def _close_all(self) -> None:
        """Closes all screens; upstream waits without limit for a screen that never ends."""
        await self._ended([asyncio.ensure_future(super()._close_all())])

    async def _ended(self, closing: Sequence[asyncio.Future[None]]) -> None:
        """Waits for screens to close; cancels their remaining work so that they can."""
        _, hanging = await asyncio.wait(closing, timeout=CLOSE_TIMEOUT)
        if hanging:
            for pump in tuple(self._registry):
                if pump._running and pump._task is not None and not is_pump_idle(pump):
                    pump._task.cancel()
            await asyncio.wait(hanging, timeout=CLOSE_TIMEOUT)
        for each in closing:
            error = each.exception() if each.done() and not each.cancelled() else None
            if isinstance(error, Exception):
                self._handle_exception(error)

    def _stop(self, report: str) -> None:
        """Restores the terminal, prints one sentence and ends with exit code 1."""
        self._return_code = 1
        # Textual would also print the values of variables, which may be secrets of other players.
        if not self._exit_renderables:
            try:
                told = self.crash_message(report)
            except Exception:
                told = CrashSafeApp.crash_message(self, report)
            self._exit_renderables.append(Text(told))
        self._close_messages_no_wait()

    def panic(self, *renderables: RenderableType) -> None:
        """Called by Textual when the input thread has ended, after which no key can be read."""
        page = Console(file=io.StringIO(), width=120, color_system=None, _environ={})
        with page.capture() as capture:
            page.print(*renderables)
        self._stop(capture.get())
