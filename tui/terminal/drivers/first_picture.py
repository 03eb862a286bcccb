"""The first picture: shown before Textual is loaded, then taken over by its driver."""

from __future__ import annotations

import os
import signal
import sys
import termios
from types import FrameType, TracebackType
from typing import Any

from tilehall.tui.terminal.capabilities import Terminal
from tilehall.tui.terminal.output.pen import pen_for
from tilehall.tui.terminal.output.picture import Picture
from tilehall.tui.terminal.output.terminal_mirror import TerminalMirror

# For the type checker: Windows lacks termios and one of the signals.
assert sys.platform != "win32"

END_SIGNALS = (
    signal.SIGHUP,
    signal.SIGINT,
    signal.SIGQUIT,
    signal.SIGALRM,
    signal.SIGTERM,
    signal.SIGUSR1,
    signal.SIGUSR2,
)
"""Signals that end the process by default."""
ALTERNATE = "\x1b[?1049h"
"""Switches to the alternate screen. It also wipes that screen, so it is sent only once."""
NORMAL = "\x1b[?1049l\x1b[?25h"


class FirstPicture:
    """Controls the terminal from `show` until `hand_over`, or until the `with` block ends and restores it."""

    def __init__(self, fileno: int, encoding: str, terminal: Terminal) -> None:
        self.size = os.get_terminal_size(fileno)
        self.mirror = TerminalMirror(terminal.colours, self.size.columns)
        self._fileno = fileno
        self._encoding = encoding
        self._before = termios.tcgetattr(fileno)
        self._handlers: dict[int, Any] = {}
        self.is_shown = False
        """Whether the picture is shown and this object controls the terminal."""

    def __enter__(self) -> FirstPicture:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._leave()

    def show(self, picture: Picture, dark: bool) -> None:
        """Shows a picture as large as the terminal. Keys typed from now on are kept for the driver."""
        for number in END_SIGNALS:
            if signal.getsignal(number) is signal.SIG_DFL:
                self._handlers[number] = signal.signal(number, self._end)
        termios.tcsetattr(self._fileno, termios.TCSANOW, raw_mode_attributes(self._before))
        self.is_shown = True
        lines = (picture.cells(0, y, picture.width) for y in range(picture.height))
        colours = self.mirror.colours
        spans = ((0, y, chars, [pen_for(s, colours, dark) for s in styles]) for y, (chars, styles) in enumerate(lines))
        self._send(f"{ALTERNATE}\x1b[?25l{self.mirror.write(spans)}")

    def hand_over(self) -> list[Any]:
        """Hands the terminal over without touching its modes; returns its original attributes."""
        self.is_shown = False
        for number, handler in self._handlers.items():
            signal.signal(number, handler)
        return self._before

    def _leave(self) -> None:
        if self.is_shown:
            termios.tcsetattr(self._fileno, termios.TCSANOW, self.hand_over())
            self._send(NORMAL)

    def _end(self, number: int, frame: FrameType | None) -> None:
        """Restores the terminal, then lets the signal end the process."""
        self._leave()
        os.kill(os.getpid(), number)

    def _send(self, text: str) -> None:
        with open(self._fileno, "wb", closefd=False) as out:
            out.write(text.encode(self._encoding, "replace"))


def raw_mode_attributes(attributes: list[Any]) -> list[Any]:
    """Terminal attributes under which each key arrives at once and unchanged, as Textual needs them."""
    inputs, outputs, controls, local, slow, fast, characters = attributes
    inputs &= ~(termios.IXON | termios.IXOFF | termios.ICRNL | termios.INLCR | termios.IGNCR)
    local &= ~(termios.ECHO | termios.ICANON | termios.IEXTEN | termios.ISIG)
    characters = list(characters)
    characters[termios.VMIN], characters[termios.VTIME] = 1, 0
    return [inputs, outputs, controls, local, slow, fast, characters]
