"""The first picture: on the terminal before Textual is loaded, and taken over by its driver as if it had painted it."""

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

# Said for the type checker: termios and one of the signals are not there on Windows.
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
"""What ends a program that does nothing about it."""
ALTERNATE = "\x1b[?1049h"
"""To the screen that leaves what was in the terminal as it was. It wipes that screen, so it is sent once."""
NORMAL = "\x1b[?1049l\x1b[?25h"


class FirstPicture:
    """Has the terminal from `show` until a driver takes over, or until the `with` is left: then all is as it was."""

    def __init__(self, fileno: int, encoding: str, terminal: Terminal) -> None:
        self.size = os.get_terminal_size(fileno)
        self.mirror = TerminalMirror(terminal.colours, self.size.columns)
        self._fileno = fileno
        self._encoding = encoding
        self._before = termios.tcgetattr(fileno)
        self._handlers: dict[int, Any] = {}
        self.is_shown = False
        """Whether it is on the terminal, and the terminal is its own."""

    def __enter__(self) -> FirstPicture:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._leave()

    def show(self, picture: Picture, dark: bool) -> None:
        """Shows a picture as large as the terminal. What is typed from now on waits for who takes over."""
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
        """Leaves the terminal to somebody else as it is, between two keys; how it was before."""
        self.is_shown = False
        for number, handler in self._handlers.items():
            signal.signal(number, handler)
        return self._before

    def _leave(self) -> None:
        if self.is_shown:
            termios.tcsetattr(self._fileno, termios.TCSANOW, self.hand_over())
            self._send(NORMAL)

    def _end(self, number: int, frame: FrameType | None) -> None:
        """What would end the process at once leaves the terminal in order all the same."""
        self._leave()
        os.kill(os.getpid(), number)

    def _send(self, text: str) -> None:
        with open(self._fileno, "wb", closefd=False) as out:
            out.write(text.encode(self._encoding, "replace"))


def raw_mode_attributes(attributes: list[Any]) -> list[Any]:
    """Settings of a terminal under which every key comes at once and as it was sent, as Textual wants them."""
    inputs, outputs, controls, local, slow, fast, characters = attributes
    inputs &= ~(termios.IXON | termios.IXOFF | termios.ICRNL | termios.INLCR | termios.IGNCR)
    local &= ~(termios.ECHO | termios.ICANON | termios.IEXTEN | termios.ISIG)
    characters = list(characters)
    characters[termios.VMIN], characters[termios.VTIME] = 1, 0
    return [inputs, outputs, controls, local, slow, fast, characters]
