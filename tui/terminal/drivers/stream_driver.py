"""The driver for a terminal at the end of a connection, e.g. ssh: one process runs the apps of many terminals."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextvars import Context, copy_context
from pathlib import Path
from typing import Any, BinaryIO, Literal, Protocol, TextIO

from textual.driver import Driver
from textual.events import MouseEvent, Resize
from textual.geometry import Size
from textual.message import Message

from tilehall.tui.terminal.app import TerminalApp
from tilehall.tui.terminal.drivers.flow_control import ANSWER, FlowControl
from tilehall.tui.terminal.input.input_latency import InputLatency, LatencyObserver, NullLatencyObserver
from tilehall.tui.terminal.input.key_reader import REMOTE_ESCAPE_DELAY, KeyReader

DEFAULT_SIZE, MIN_SIZE, MAX_SIZE = (80, 24), (20, 5), (300, 100)
"""Columns and lines: the default, the minimum and the maximum."""
BEHIND, CAUGHT_UP = 64 * 1024, 8 * 1024
"""Unsent bytes from which on painting is paused, and down to which they must fall before it resumes."""
LOST = 1024 * 1024
"""Unsent bytes from which on further output is dropped: the connection counts as dead."""
POLL = 0.02
"""Seconds between two checks of a terminal that is behind, or of an app that is busy."""
READ_SIZE = 64
"""Bytes of input that are read in one turn of the loop."""
MAX_APP_MESSAGES = 64
"""Messages waiting in the app from which on no more input is read."""
FULL, ROOM = 32 * 1024, 8 * 1024
"""Unread input bytes from which on the connection is paused, and down to which they must fall before it resumes."""
ANSWER_TIMEOUT = 0.5
"""Seconds to wait for the terminal's answers at the end: later ones would be typed into the next program."""
RESIZE_DELAY = 0.05
"""Seconds until a new size is used: dragging the edge of a window sends many sizes."""

ENTER = "\x1b[?1049h\x1b[?25l\x1b[?1004h\x1b[?2004h\x1b[?7l"
LEAVE = "\x1b[?2026l\x1b[0m\x1b[?2004l\x1b[?7h\x1b[?1004l"
NORMAL = "\x1b[?1049l\x1b[?25h"
MOUSE, NO_MOUSE = (f"\x1b[?1000{end}\x1b[?1002{end}\x1b[?1006{end}" for end in "hl")
KITTY, NO_KITTY = "\x1b[>25u", "\x1b[<u"
"""Turns the kitty keyboard protocol on and off; with it all keys are unambiguous."""
TITLE, OLD_TITLE = "\x1b[22;2t", "\x1b[23;2t"
"""Saves and restores the title of the terminal's window."""
ASK_SYNCHRONIZED_OUTPUT = "\x1b[?2026$p"
"""Asks whether the terminal supports synchronised output."""


class TerminalConnection(Protocol):
    """A connection to a terminal."""

    def send(self, data: bytes) -> None:
        """Sends bytes to the terminal; does nothing after the connection has ended."""

    def unsent_bytes(self) -> int:
        """The number of sent bytes that are still in buffers of this process."""

    def pause(self) -> None:
        """Stops reading from the terminal for now."""

    def resume(self) -> None: ...


def clamp_size(width: int, height: int) -> tuple[int, int]:
    """A usable size, whatever the client claims.

    >>> clamp_size(0, 0), clamp_size(1, 4294967295)
    ((80, 24), (20, 100))
    """
    sizes = zip((width, height), DEFAULT_SIZE, MIN_SIZE, MAX_SIZE, strict=True)
    columns, lines = (min(max(said or usual, least), most) for said, usual, least, most in sizes)
    return columns, lines


class StreamDriver(Driver):
    """Shows one app at the end of a connection, without threads: everything runs in the event loop.

    If a terminal does not keep up, painting is paused until it has, and then only the difference is sent.
    """

    def __init__(
        self,
        app: TerminalApp[Any],
        line: TerminalConnection,
        size: tuple[int, int] = DEFAULT_SIZE,
        kitty: bool = False,
        judge: LatencyObserver | None = None,
    ) -> None:
        """`kitty`: whether the terminal is known to support the kitty keyboard protocol.

        `judge` receives frame latencies.
        """
        super().__init__(app, mouse=app.terminal.mouse, size=clamp_size(*size))
        self._terminal_app = app
        self._line = line
        self._kitty = kitty
        self._context: Context = copy_context()
        """The context of this app, in which its callbacks run."""
        self._shown = self._ended = False
        self._out: list[str] = []
        self._behind = False
        self._pace = FlowControl(self._loop.time)
        self._reader = KeyReader(REMOTE_ESCAPE_DELAY, {ANSWER: self._pace.note_answered})
        self._typed = bytearray()
        self._paused = False
        self._turn: asyncio.Handle | None = None
        """The next scheduled reading of input."""
        self._resizing: asyncio.Handle | None = None
        self.last_input = self._loop.time()
        """Time of the user's last input; automatic answers of the terminal do not count."""
        self._promptness = InputLatency(judge or NullLatencyObserver(), self._loop.time, self._loop.call_later)

    @property
    def unread_bytes(self) -> int:
        """Bytes that were received and not read yet."""
        return len(self._typed)

    @property
    def unsent_bytes(self) -> int:
        """Bytes that the terminal has not taken yet."""
        return self._line.unsent_bytes()

    # --- start and end --------------------------------------------------------------------------------------------

    def start_application_mode(self) -> None:
        self._context = copy_context()
        self._shown = True
        full = f"{TITLE}{MOUSE}" if self._mouse else ""
        self.write(f"{ENTER}{full}{KITTY if self._kitty else ''}{ASK_SYNCHRONIZED_OUTPUT}{self._pace.ask()}")
        self._read_soon()

    def disable_input(self) -> None:
        """Ignores all input from now on."""
        for handle in (self._turn, self._resizing):
            if handle is not None:
                handle.cancel()
        self._turn = self._resizing = None
        self._answered(bytes(self._typed))
        self._typed.clear()
        self._promptness.reset()

    def stop_application_mode(self) -> None:
        if not self._shown:
            return
        self.disable_input()
        full = f"{NO_MOUSE}{OLD_TITLE}" if self._mouse else ""
        self.write(f"{LEAVE}{full}{NO_KITTY if self._kitty else ''}{NORMAL}")
        self._shown, self._ended = False, True
        self._send()

    def run_in_app(self, what: Callable[..., object], *args: object) -> None:
        """Schedules a call in the context of this app: the caller may run in that of another one."""
        self._loop.call_soon(what, *args, context=self._context)

    # --- output ---------------------------------------------------------------------------------------------------

    def write(self, data: str) -> None:
        """Queues output; everything of one turn of the loop is sent as one packet."""
        if not self._shown:
            return
        if not self._out:
            self._loop.call_soon(self._send, context=self._context)
        self._out.append(data)

    def _send(self) -> None:
        data, self._out = "".join(self._out), []
        waiting = self._line.unsent_bytes()
        if data and (waiting < LOST or not self._shown):
            asked = self._pace.note_sent(len(data)) if self._shown else ""
            self._line.send(f"{data}{asked}".encode("utf-8", "replace"))
            self._promptness.note_painted()
        full = waiting + len(data) > BEHIND and self._line.unsent_bytes() > BEHIND
        if self._shown and not self._behind and (full or self._pace.is_behind):
            self._behind = True
            self._terminal_app.pause_painting()
            self._loop.call_later(POLL, self._look, context=self._context)

    def _answered(self, data: bytes) -> None:
        """Handles the terminal's answers in bytes whose keys are ignored."""
        for _ in range(data.count(ANSWER)):
            self._pace.note_answered()

    async def wait_for_answers(self) -> None:
        """Waits for outstanding answers of the terminal, after the app has ended."""
        until = self._loop.time() + ANSWER_TIMEOUT
        while self._pace.expects_answer and self._loop.time() < until:
            await asyncio.sleep(POLL / 4)

    def _look(self) -> None:
        """Resumes painting once the terminal has drawn what was sent."""
        if self._shown and (self._pace.is_behind or self._line.unsent_bytes() > CAUGHT_UP):
            self._loop.call_later(POLL, self._look, context=self._context)
            return
        self._behind = False
        self._terminal_app.resume_painting()

    # --- input ----------------------------------------------------------------------------------------------------

    def receive(self, data: bytes) -> None:
        """Receives bytes from the terminal."""
        if self._ended:
            self._answered(data)
            return
        self._typed += data
        if data.replace(ANSWER, b""):
            self.last_input = self._loop.time()
            if self._shown and not self._behind:
                self._promptness.note_typed()
        if len(self._typed) > FULL and not self._paused:
            self._paused = True
            self._line.pause()
        if self._shown:
            self._read_soon()

    def resize(self, width: int, height: int) -> None:
        """Receives the new size of the terminal."""
        self._size = clamp_size(width, height)
        if self._shown and self._resizing is None:
            self._resizing = self._loop.call_later(RESIZE_DELAY, self._resized, context=self._context)

    def _resized(self) -> None:
        self._resizing = None
        if self._size is not None:
            size = Size(*self._size)
            self._app.post_message(Resize(size, size))

    def _read_soon(self, delay: float = 0.0) -> None:
        if self._turn is not None:
            self._turn.cancel()
        self._turn = self._loop.call_later(delay, self._read, context=self._context)

    def _read(self) -> None:
        """Reads a piece of the input if the app keeps up."""
        self._turn = None
        if self._terminal_app.pending_events > MAX_APP_MESSAGES:
            self._read_soon(POLL)
            return
        piece = bytes(self._typed[:READ_SIZE])
        del self._typed[:READ_SIZE]
        if piece:
            self._heard(self._reader.feed(piece))
        if self._paused and len(self._typed) < ROOM:
            self._paused = False
            self._line.resume()
        if self._typed:
            self._read_soon()
        elif self._reader.timeout is not None:
            self._turn = self._loop.call_later(self._reader.timeout, self._expire, context=self._context)

    def _expire(self) -> None:
        self._turn = None
        self._heard(self._reader.expire())
        if self._reader.timeout is not None:
            self._turn = self._loop.call_later(self._reader.timeout, self._expire, context=self._context)

    def _heard(self, messages: list[Message]) -> None:
        width, height = self._size or DEFAULT_SIZE
        if messages:
            self._pace.note_typed()
        for message in messages:
            if not isinstance(message, MouseEvent) or (message.x < width and message.y < height):
                self.process_message(message)

    def send_message(self, message: Message) -> None:
        """Posts a message to the app, which runs in the same thread."""
        self._app.post_message(message)

    # --- disabled for remote users --------------------------------------------------------------------------------

    def open_url(self, url: str, new_tab: bool = True) -> None:
        """No-op: the browser would open on the server."""

    def deliver_binary(
        self,
        binary: BinaryIO | TextIO,
        *,
        delivery_key: str,
        save_path: Path,
        open_method: Literal["browser", "download"] = "download",
        encoding: str | None = None,
        mime_type: str | None = None,
        name: str | None = None,
    ) -> None:
        """Closes the file without saving it: it would be written on the server."""
        binary.close()
