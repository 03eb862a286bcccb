"""Records pictures as an asciicast of version 2, which `asciinema play` shows."""

from __future__ import annotations

import json

from tilehall.tui.terminal.capabilities import Colours
from tilehall.tui.terminal.output.pen import CellSpan, pen_for
from tilehall.tui.terminal.output.picture import Picture
from tilehall.tui.terminal.output.terminal_mirror import TerminalMirror

BEGIN, END = "\x1b[?25l\x1b[2J", "\x1b[0m\x1b[?25h"
"""Hides the cursor and wipes the terminal; resets the colours and shows the cursor."""
MIN_SECONDS = 0.001
"""Seconds between two events of the same moment."""


class AsciicastRecording:
    """A recording of pictures: each is stored as its difference from the one before.

    >>> from rich.style import Style
    >>> cast = AsciicastRecording((9, 1), "A title", "truecolor", True)
    >>> cast.show(Picture(9, 1, Style()), 1.5)
    >>> len(cast.text().splitlines()), cast.seconds
    (3, 1.5)
    """

    def __init__(self, size: tuple[int, int], title: str, colours: Colours, dark: bool) -> None:
        self.seconds = 0.0
        """The duration so far."""
        self._glass = TerminalMirror(colours, size[0])
        self._dark = dark
        head = {"version": 2, "width": size[0], "height": size[1], "title": title}
        self._lines = [json.dumps(head | {"env": {"TERM": "xterm-256color"}}, ensure_ascii=False)]
        self._begun = False

    def show(self, picture: Picture, seconds: float, chapter: str = "") -> None:
        """Adds a picture that is shown for `seconds`; a `chapter` adds a marker that players can jump to."""
        if chapter:
            self._add("m", chapter)
        spans = (self._span(picture, y) for y in range(picture.height))
        sent = self._glass.write(spans)
        if sent or not self._begun:
            self._add("o", ("" if self._begun else BEGIN) + sent)
        self._begun = True
        self.seconds = round(self.seconds + max(MIN_SECONDS, seconds), 3)

    def text(self) -> str:
        """The content of the file."""
        end = json.dumps([self.seconds, "o", END])
        return "\n".join([*self._lines, end]) + "\n"

    def _span(self, picture: Picture, y: int) -> CellSpan:
        chars, styles = picture.cells(0, y, picture.width)
        return 0, y, list(chars), [pen_for(style, self._glass.colours, self._dark) for style in styles]

    def _add(self, kind: str, data: str) -> None:
        self._lines.append(json.dumps([self.seconds, kind, data], ensure_ascii=False))
