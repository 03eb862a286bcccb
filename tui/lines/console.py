"""Line input and output. The streams and the language are passed in."""

from __future__ import annotations

import select
import sys
from collections import deque
from collections.abc import Iterable, Sequence
from typing import TextIO

from tilehall.engine import ENGLISH, Language, Text, render_text
from tilehall.tui.lines.printable import make_printable

LONGEST = 1000
"""Characters of an answer that are read."""
ENDLESS = 10_000
"""A line longer than this multiple of LONGEST counts as endless."""
SCREENFUL = 60
QUIT = "quit"
LEAVING = frozenset((QUIT, "exit", "leave"))
"""Words that leave the game."""


class InputEnded(Exception):
    """Raised when the input has no more lines."""


class LineConsole:
    """Prints Texts to a sink and reads lines from a source. Characters that the sink cannot encode are replaced.

    >>> import io, sys
    >>> from tilehall.engine import Who
    >>> LineConsole(io.StringIO("take FU"), sys.stdout).for_players(("Aki", "Bo")).ask(Text("{who}>", who=Who(0)))
    Aki> take FU
    'take FU'
    """

    def __init__(
        self,
        source: TextIO,
        sink: TextIO,
        screen: bool = False,
        language: Language = ENGLISH,
        names: Sequence[str] = (),
        ascii: bool = False,
    ) -> None:
        self.source = source
        self.sink = sink
        self.screen = screen
        """Whether the sink is a terminal that can be cleared."""
        self.language = language
        self.names = names
        """The players' names, which fill the fields of texts."""
        self.ascii = ascii
        self.ahead: deque[str] = deque()
        """Lines that were typed before they were asked for."""
        self.cross = "✗" if self._shows("✗") and not ascii else "x"

    def for_players(self, names: Sequence[str]) -> LineConsole:
        """A console on the same streams with the names of these players."""
        there = LineConsole(self.source, self.sink, self.screen, self.language, names, self.ascii)
        # Shared: there is one keyboard, and so one list of lines typed ahead.
        there.ahead = self.ahead
        return there

    def say(self, *texts: Text) -> None:
        """Prints each text on a line of its own."""
        self.tell(texts)

    def tell(self, texts: Iterable[Text]) -> None:
        for text in texts:
            self._put(self._said(text))
        self.sink.flush()

    def wrong(self, text: Text) -> None:
        """Prints an error."""
        self.say(Text("{cross} {text}", cross=self.cross, text=text))

    def ask(self, prompt: Text) -> str | None:
        """Reads one line, without its end; None at the end of input."""
        self._put(self._said(prompt), end=" ")
        self.sink.flush()
        line = self.ahead.popleft() if self.ahead else self._line()
        if not line:
            self.say(Text(""))
            return None
        if not self.source.isatty():
            self._put(line.strip())
        return line.strip()

    def enter_pressed(self) -> bool:
        """Whether Enter alone was pressed at a terminal; other lines are kept for `ask`.

        Raises InputEnded at the end of input.
        """
        if sys.platform == "win32" or self.ahead or not self.source.isatty():
            return False
        if not select.select([self.source], [], [], 0)[0]:
            return False
        line = self._line()
        if not line:
            raise InputEnded
        if line.strip():
            self.ahead.append(line)
        return not line.strip()

    def _line(self) -> str:
        """Reads one line, truncated to LONGEST; empty at the end of input."""
        try:
            line = rest = self.source.readline(LONGEST)
            for _ in range(ENDLESS):
                # At a terminal, end of input in the middle of a line would have to be typed twice.
                if len(rest) < LONGEST or rest.endswith("\n"):
                    return line
                rest = self.source.readline(LONGEST)
        except UnicodeDecodeError:
            # Undecodable bytes: the line counts as empty.
            return "\n"
        self.say(Text("A line without an end came in; nothing more is read."))
        return ""

    def wipe(self) -> None:
        """Clears the screen, and the scroll-back if the terminal supports that."""
        self.sink.write("\n" * SCREENFUL)
        if self.screen:
            self.sink.write("\x1b[H\x1b[2J\x1b[3J")
        self.sink.flush()

    def ring(self) -> None:
        if self.sink.isatty():
            self.sink.write("\a")
            self.sink.flush()

    def _said(self, text: Text) -> str:
        return render_text(text, self.language, self.names)

    def _put(self, words: str, end: str = "\n") -> None:
        self.sink.write(make_printable(words, self.sink.encoding) + end)

    def _shows(self, words: str) -> bool:
        try:
            words.encode(self.sink.encoding or "utf-8")
        except UnicodeEncodeError:
            return False
        return True
