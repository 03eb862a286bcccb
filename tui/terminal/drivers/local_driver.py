"""The driver for the terminal of this process, except on Windows: it restores the terminal however the program ends."""

import contextlib
import os
import select
import signal
import sys
import termios
import threading
from types import FrameType
from typing import Any

from textual.app import App
from textual.drivers.linux_driver import LinuxDriver

from tilehall.tui.terminal.app import TerminalApp
from tilehall.tui.terminal.drivers.first_picture import ALTERNATE, END_SIGNALS
from tilehall.tui.terminal.input.key_reader import LOCAL_ESCAPE_DELAY, REMOTE_ESCAPE_DELAY, KeyReader

# For the type checker: Windows lacks termios and most signals.
assert sys.platform != "win32"

# Emergency reset, which asks the terminal nothing: synchronised output, colours, kitty keys, mouse, paste, focus, line
# wrap, alternate screen, cursor.
RESTORE = b"\x1b[?2026l\x1b[0m\x1b[<u" + b"".join(b"\x1b[?%dl" % mode for mode in (1000, 1002, 1003, 1006, 2004, 1004))
RESTORE += b"\x1b[?7h\x1b[?1049l\x1b[?25h"
# Seconds between asking the app to leave and ending without it.
GRACE = 2.0


class LocalDriver(LinuxDriver):
    """Driver for the terminal of this process: counts the mouse in cells, restores the terminal however the program
    ends.
    """

    def __init__(
        self, app: App[Any], *, debug: bool = False, mouse: bool = True, size: tuple[int, int] | None = None
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        self._tty = _Tty(*_output())
        self._file = self._tty  # type: ignore[assignment]
        self._far = isinstance(app, TerminalApp) and app.terminal.remote
        self._handlers: dict[int, Any] = {}
        self._leaving = False
        self._shown = False
        """Whether the app has the terminal now."""
        self._entered = False
        """Whether the alternate screen was entered already: entering it again would wipe it."""
        self._wake, self._woken = os.pipe()
        """A pipe; a byte written to its second end stops the input thread."""

    # --- start and end --------------------------------------------------------------------------------------------

    def start_application_mode(self) -> None:
        before = self._key_thread
        first = self._app.first_picture if isinstance(self._app, TerminalApp) else None
        self._entered = first is not None and first.is_shown
        super().start_application_mode()  # type: ignore[no-untyped-call]
        self._shown = self._key_thread is not before
        if not self._shown:
            # A background job may not write to the terminal: the process was stopped again, and will be continued
            # again.
            return
        if first is not None and first.is_shown:
            # The attributes stay raw throughout: an Enter typed in cooked mode would arrive as another key.
            self.attrs_before = first.hand_over()
        for number in END_SIGNALS:
            if signal.getsignal(number) not in (signal.SIG_IGN, None):
                self._handlers[number] = signal.signal(number, self._on_signal)

    def write(self, data: str) -> None:
        if self._entered and data == ALTERNATE:
            self._entered = False
            return
        super().write(data)

    def disable_input(self) -> None:
        os.write(self._woken, b"x")
        super().disable_input()
        os.read(self._wake, 1)

    def stop_application_mode(self) -> None:
        super().stop_application_mode()
        self._shown = False
        for number, handler in self._handlers.items():
            signal.signal(number, handler)
        self._handlers.clear()

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        """Asks the app to leave; ends without it if it does not leave in time, or on a second signal."""
        if self._leaving:
            self._leave_now(number)
        insist = threading.Timer(GRACE, self._leave_now, [number])
        insist.daemon = True
        insist.start()
        self._leave(128 + number)

    def _leave(self, code: int) -> None:
        self._leaving = True
        self._loop.call_soon_threadsafe(self._app.exit, None, code)

    def _leave_now(self, number: int) -> None:
        if self.attrs_before is not None:
            with contextlib.suppress(termios.error):
                termios.tcsetattr(self.fileno, termios.TCSANOW, self.attrs_before)
        _write(self._tty.fileno(), RESTORE)
        os._exit(128 + number)

    # --- suspend and resume ---------------------------------------------------------------------------------------

    @property
    def can_suspend(self) -> bool:
        """Whether a job-control shell can continue this process: such a shell gives every job its own process group."""
        return os.getpgrp() != os.getsid(0)

    def _sigtstp_application(self, *_: object) -> None:
        if self._loop.is_closed():
            os.kill(os.getpid(), signal.SIGSTOP)
            return
        # Deferred: the interrupted code may be writing to the terminal.
        self._loop.call_soon_threadsafe(self._sleep)

    def _sigcont_application(self, *_: object) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._awake)

    def _sleep(self) -> None:
        if self._auto_restart:
            if not self._shown:
                # The signal came twice.
                return
            self.suspend_application_mode()
            self._must_signal_resume = True
        os.kill(os.getpid(), signal.SIGSTOP)

    def _awake(self) -> None:
        if not self._auto_restart or self._leaving:
            return
        if self._shown:
            # The process was stopped by SIGSTOP, so the terminal may have been changed meanwhile.
            self.suspend_application_mode()
        self.resume_application_mode()

    def resume_application_mode(self) -> None:
        """Repaints, as the screen is empty after the shell and upstream does not paint it."""
        super().resume_application_mode()
        if isinstance(self._app, TerminalApp):
            self._loop.call_soon_threadsafe(self._app.action_repaint)

    # --- output ---------------------------------------------------------------------------------------------------

    def _get_terminal_size(self) -> tuple[int, int]:
        try:
            width, height = os.get_terminal_size(self._tty.fileno())
        except OSError:
            return 80, 24
        return width or 80, height or 24

    def _enable_mouse_support(self) -> None:
        """Requests clicks and drags only; upstream requests every mouse move, which costs CPU and shows nothing."""
        if self._mouse:
            self.write("\x1b[?1000h\x1b[?1002h\x1b[?1006h")

    def _disable_mouse_support(self) -> None:
        if self._mouse:
            self.write("\x1b[?1000l\x1b[?1002l\x1b[?1006l")

    def _query_in_band_window_resize(self) -> None:
        """No-op: the answer would switch the mouse to pixels, which some terminals then report wrongly."""

    # --- input ----------------------------------------------------------------------------------------------------

    def run_input_thread(self) -> None:
        """Reads keys as upstream does, but without polling, and ends the app when the input ends."""
        reader = KeyReader(REMOTE_ESCAPE_DELAY if self._far else LOCAL_ESCAPE_DELAY)
        while True:
            ready, _, _ = select.select([self.fileno, self._wake], [], [], reader.timeout)
            if self._wake in ready:
                return
            data = _read(self.fileno) if ready else None
            if data == b"":
                self._leave(128 + signal.SIGHUP)
                return
            for event in reader.expire() if data is None else reader.feed(data):
                self.process_message(event)


def _output() -> tuple[int, str]:
    """The descriptor and encoding of the output: standard output, unless only standard error is a terminal."""
    for stream in (sys.__stdout__, sys.__stderr__):
        if stream is not None and stream.isatty():
            return stream.fileno(), stream.encoding
    return 2, "utf-8"


def _read(fileno: int) -> bytes | None:
    """Bytes that have arrived; empty at the end of input or after a hang-up; None if there is nothing to read."""
    try:
        return os.read(fileno, 4096)
    except BlockingIOError:
        # Another process that shares the terminal has made it non-blocking, and has read the bytes first.
        return None
    except OSError:
        return b""


def _write(fileno: int, data: bytes) -> bool:
    try:
        while data:
            try:
                data = data[os.write(fileno, data) :]
            except BlockingIOError:
                # Another process that shares the terminal has made it non-blocking.
                select.select([], [fileno], [])
    except OSError:
        return False
    return True


class _Tty:
    """The output file of Textual's writer thread: writes a frame at once, and ignores writes after a hang-up."""

    def __init__(self, fileno: int, encoding: str) -> None:
        self._fileno = fileno
        self._encoding = encoding
        self._waiting: list[str] = []

    def write(self, text: str) -> int:
        self._waiting.append(text)
        return len(text)

    def flush(self) -> None:
        text = "".join(self._waiting)
        self._waiting.clear()
        _write(self._fileno, text.encode(self._encoding, "replace"))

    def fileno(self) -> int:
        return self._fileno
