"""An app of Textual that brings its user back after a crash, or ends with one sentence."""

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
"""Seconds for screens to close; what hangs longer in them is cancelled."""


class CrashSafeApp(App[ReturnT]):
    """Handles every error that is raised in it: none ends the program with a traceback."""

    def __init__(self, driver_class: Callable[..., Driver] | None = None) -> None:
        super().__init__(driver_class=driver_class)  # type: ignore[arg-type]
        self._under_way = False
        """Whether the app has started and not ended: there is no way back from an error before or after."""
        self._return: asyncio.Task[None] | None = None
        """The way back after an error."""
        self.error_listener: Callable[[str], None] = lambda report: None
        """Called with the report of every error."""

    def drop_input(self) -> None:
        """Forgets what was typed for the screens that are being removed."""

    def crash_message(self, report: str) -> str:
        """The sentence shown when the program has to stop. An app may keep the report first."""
        return f"Something went wrong, and the program had to stop: {report.strip().splitlines()[-1]}"

    def recovery_action(self, report: str) -> Callable[[], None] | None:
        """What brings the user back after a crash, when all screens are gone; None: the program has to stop."""
        return None

    def restart_with(self, way: Callable[[], None]) -> None:
        """Removes all screens with their workers, then calls `way`."""
        if not self._returning:
            self._return = asyncio.create_task(self._come_back(way))

    def report_error(self, error: Exception) -> None:
        """Handles an error of this app that somebody else has caught, as if nobody had."""
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
            # Where messages of the app itself are handled, upstream would stop.
            self._handle_exception(error)

    def _handle_exception(self, error: Exception) -> None:
        """Called by Textual for whatever is raised in a handler, a timer, a worker or a painter."""
        if self._exception is None:
            # Tests ask for it.
            self._exception = error
            self._exception_event.set()
        if self._returning:
            # A broken screen may raise once more while it is removed.
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
        """Removes all screens, sound or not, and cancels what goes on in them."""
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
        """Upstream waits without a limit for a screen that never ends."""
        await self._ended([asyncio.ensure_future(super()._close_all())])

    async def _ended(self, closing: Sequence[asyncio.Future[None]]) -> None:
        """Waits for screens to close; cancels what hangs in them, so that they can."""
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
        """Restores the terminal, prints one sentence and ends with 1."""
        self._return_code = 1
        # Textual prints the values of variables as well: among them what other players must not see.
        if not self._exit_renderables:
            try:
                told = self.crash_message(report)
            except Exception:
                told = CrashSafeApp.crash_message(self, report)
            self._exit_renderables.append(Text(told))
        self._close_messages_no_wait()

    def panic(self, *renderables: RenderableType) -> None:
        """Called by Textual when the thread that reads the terminal has ended: nothing can be typed any more."""
        page = Console(file=io.StringIO(), width=120, color_system=None, _environ={})
        with page.capture() as capture:
            page.print(*renderables)
        self._stop(capture.get())
