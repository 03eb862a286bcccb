"""A conversation in lines: sentences out, answers in. The streams are handed in."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TextIO

from tilehall.tui.line.plain import plain

LONGEST = 1000
"""Characters of an answer that are looked at."""
SCREENFUL = 60


class Talk:
    """Says lines to a sink and asks lines of a source. Characters that the sink cannot show become plain ones.

    >>> import io, sys
    >>> Talk(io.StringIO("take FU"), sys.stdout).ask("Aki> ")
    Aki> take FU
    'take FU'
    """

    def __init__(self, source: TextIO, sink: TextIO, screen: bool = False, ascii: bool = False) -> None:
        self.source = source
        self.sink = sink
        self.screen = screen
        """Whether the sink is a terminal that can be wiped."""
        self.cross = "✗" if self._shows("✗") and not ascii else "x"

    def say(self, *lines: str) -> None:
        for line in lines:
            self.sink.write(self._plain(line) + "\n")
        self.sink.flush()

    def tell(self, lines: Iterable[str]) -> None:
        self.say(*lines)

    def ask(self, prompt: str) -> str | None:
        """One line without its end; None when there will be no more."""
        self.sink.write(self._plain(prompt))
        self.sink.flush()
        try:
            line = self.source.readline(LONGEST)
        except UnicodeDecodeError:
            return ""
        if not line:
            self.say("")
            return None
        # What is longer than any answer could be is read to its end and thrown away.
        while not line.endswith("\n") and (rest := self.source.readline(LONGEST)):
            line = line if not rest.endswith("\n") else line + "\n"
        if not self.source.isatty():
            self.say(line.strip())
        return line.strip()

    def wipe(self) -> None:
        """What was said goes out of sight, and out of the scroll-back where the terminal can do that."""
        self.say(*[""] * SCREENFUL)
        if self.screen:
            self.sink.write("\x1b[H\x1b[2J\x1b[3J")
            self.sink.flush()

    def ring(self) -> None:
        if self.sink.isatty():
            self.sink.write("\a")
            self.sink.flush()

    def _shows(self, text: str) -> bool:
        try:
            text.encode(self.sink.encoding or "utf-8")
        except UnicodeEncodeError:
            return False
        return True

    def _plain(self, text: str) -> str:
        return plain(text, self.sink.encoding)
