"""The terminal this process sits at, on anything but Windows: it is left in order, whichever way out is taken."""

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

# Said for the type checker: termios and most signals are not there on Windows.
assert sys.platform != "win32"

# For the last resort, when nobody can be asked any more: synchronised output, colours, kitty keys, mouse, paste, focus,
# line wrap, alternate screen, cursor.
RESTORE = b"\x1b[?2026l\x1b[0m\x1b[<u" + b"".join(b"\x1b[?%dl" % mode for mode in (1000, 1002, 1003, 1006, 2004, 1004))
RESTORE += b"\x1b[?7h\x1b[?1049l\x1b[?25h"
# Seconds between asking the app to leave and leaving without it.
GRACE = 2.0


class LocalDriver(LinuxDriver):
    """The terminal this process sits at: its mouse counts in cells, and every way out leaves it in order."""

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
        """Whether the terminal is ours now."""
        self._entered = False
        """Whether somebody has gone to the alternate screen for us: to go there again would wipe it."""
        self._wake, self._woken = os.pipe()
        """What is written into the second ends the reading of keys."""

    # --- coming and going -----------------------------------------------------------------------------------------

    def start_application_mode(self) -> None:
        before = self._key_thread
        first = self._app.first_picture if isinstance(self._app, TerminalApp) else None
        self._entered = first is not None and first.is_shown
        super().start_application_mode()  # type: ignore[no-untyped-call]
        self._shown = self._key_thread is not before
        if not self._shown:
            # In the background nothing may be shown: we were put to sleep again, and will be woken again.
            return
        if first is not None and first.is_shown:
            # Keys come as they are all the while: an Enter typed under other settings would be another key.
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
        """Ask the app to leave; if it does not, or is asked again, leave without it."""
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

    # --- asleep, and back -----------------------------------------------------------------------------------------

    @property
    def can_suspend(self) -> bool:
        """Whether a shell is there that can wake us again: it gives every job a group of its own."""
        return os.getpgrp() != os.getsid(0)

    def _sigtstp_application(self, *_: object) -> None:
        if self._loop.is_closed():
            os.kill(os.getpid(), signal.SIGSTOP)
            return
        # Not here and now: what this has interrupted may be writing to the terminal.
        self._loop.call_soon_threadsafe(self._sleep)

    def _sigcont_application(self, *_: object) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._awake)

    def _sleep(self) -> None:
        if self._auto_restart:
            if not self._shown:
                # Asked twice.
                return
            self.suspend_application_mode()
            self._must_signal_resume = True
        os.kill(os.getpid(), signal.SIGSTOP)

    def _awake(self) -> None:
        if not self._auto_restart or self._leaving:
            return
        if self._shown:
            # Stopped by a signal that nobody can catch: who knows what has become of the terminal meanwhile.
            self.suspend_application_mode()
        self.resume_application_mode()

    def resume_application_mode(self) -> None:
        """Back from the shell the screen is empty, and upstream does not paint it again."""
        super().resume_application_mode()
        if isinstance(self._app, TerminalApp):
            self._loop.call_soon_threadsafe(self._app.action_repaint)

    # --- what the terminal shows ----------------------------------------------------------------------------------

    def _get_terminal_size(self) -> tuple[int, int]:
        try:
            width, height = os.get_terminal_size(self._tty.fileno())
        except OSError:
            return 80, 24
        return width or 80, height or 24

    def _enable_mouse_support(self) -> None:
        """Clicks and drags; upstream asks for every move of the pointer, which costs CPU and shows nothing."""
        if self._mouse:
            self.write("\x1b[?1000h\x1b[?1002h\x1b[?1006h")

    def _disable_mouse_support(self) -> None:
        if self._mouse:
            self.write("\x1b[?1000l\x1b[?1002l\x1b[?1006l")

    def _query_in_band_window_resize(self) -> None:
        """Never asked: the answer would turn the mouse to pixels, which some terminals then report wrongly."""

    # --- what is typed --------------------------------------------------------------------------------------------

    def run_input_thread(self) -> None:
        """As upstream, but nothing wakes it except keys and the end; and the end of input is the end."""
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
    """Where the screen goes, and its encoding: standard output, unless only standard error is a terminal."""
    for stream in (sys.__stdout__, sys.__stderr__):
        if stream is not None and stream.isatty():
            return stream.fileno(), stream.encoding
    return 2, "utf-8"


def _read(fileno: int) -> bytes | None:
    """What has come; nothing at its end, or when the terminal has gone; None if there is nothing to read."""
    try:
        return os.read(fileno, 4096)
    except BlockingIOError:
        # Somebody else who has this terminal wants it so, and was quicker.
        return None
    except OSError:
        return b""


def _write(fileno: int, data: bytes) -> bool:
    try:
        while data:
            try:
                data = data[os.write(fileno, data) :]
            except BlockingIOError:
                # Somebody else who has this terminal wants it so.
                select.select([], [fileno], [])
    except OSError:
        return False
    return True


class _Tty:
    """The file of Textual's writing thread: one write a frame, and deaf when the terminal has gone."""

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
