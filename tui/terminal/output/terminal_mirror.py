"""A model of what a terminal shows, cell by cell.

It does not import Textual, because the first picture comes before it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from tilehall.tui.terminal.capabilities import Colours
from tilehall.tui.terminal.output.cells import split_cells
from tilehall.tui.terminal.output.pen import PLAIN, CellSpan, Pen, encode, pen_for
from tilehall.tui.terminal.output.picture import find_spans

if TYPE_CHECKING:
    from textual.strip import Strip

# The position of a strip, and the strip.
PlacedStrip = tuple[int, int, "Strip"]


class TerminalMirror:
    """Knows what one terminal shows, cell by cell, so that an update sends only the difference.

    Textual repaints whole widgets, and for a toast, a dialog or at the start the whole screen, several times.
    """

    def __init__(self, colours: Colours, columns: int = 0) -> None:
        """Cells beyond so many columns are never sent; 0 if the width is not known yet."""
        self.colours = colours
        self.columns = columns
        self._lines: dict[int, tuple[list[str], list[Pen]]] = {}

    def forget_all(self) -> None:
        """Marks every cell as unknown, because another program may have written on the terminal."""
        self._lines.clear()

    def resize(self, columns: int) -> None:
        """Sets the width and marks every cell as unknown.

        Updates for the former, larger width may still arrive: their cells would pile up in the last column.
        """
        self.columns = columns
        self.forget_all()

    def write(self, spans: Iterable[CellSpan]) -> str:
        """The sequence that makes the terminal show the spans, which then count as shown."""
        news: list[CellSpan] = []
        for span in spans:
            news += self._news(span)
        return encode(news)

    def spans(self, pieces: Iterable[PlacedStrip], dark: bool) -> Iterator[CellSpan]:
        """Converts strips of Textual into spans of cells."""
        for x, y, strip in pieces:
            chars: list[str] = []
            pens: list[Pen] = []
            for segment in strip:
                width = segment.cell_length
                chars += fit_cells(segment.text, width)
                pens += [PLAIN if segment.style is None else pen_for(segment.style, self.colours, dark)] * width
            yield x, y, chars, pens

    def _news(self, span: CellSpan) -> list[CellSpan]:
        """The parts of a span that differ from what is shown."""
        x, y, chars, pens = span
        if x + len(chars) > self.columns > 0:
            x, y, chars, pens = self._within(span)
        shown, looks = self._lines.setdefault(y, ([], []))
        end = x + len(chars)
        missing = end - len(shown)
        # An impossible character: an unknown cell differs from everything.
        shown += ["unknown"] * missing
        looks += [PLAIN] * missing
        if shown[x:end] == chars and looks[x:end] == pens:
            return []
        changed = [
            at
            for at, (char, was, pen, look) in enumerate(zip(chars, shown[x:end], pens, looks[x:end], strict=True))
            if char != was or (pen is not look and pen != look and (char != " " or pen.space != look.space))
        ]
        shown[x:end], looks[x:end] = chars, pens
        return [(x + start, y, chars[start:stop], pens[start:stop]) for start, stop in find_spans(changed, chars, pens)]

    def _within(self, span: CellSpan) -> CellSpan:
        """The part of a span within the width of the terminal."""
        x, y, chars, pens = span
        room = self.columns - x
        kept = [*chars[: max(0, room)]]
        if kept and not chars[room]:
            # Half of a wide character at the edge.
            kept[-1] = " "
        return x, y, kept, pens[: len(kept)]


def fit_cells(text: str, width: int) -> list[str]:
    """The cells of a text, padded to the width that Textual measured; controls and joiners are removed."""
    row = [*split_cells(text), *" " * width]
    if row[width:] and not row[width]:
        row[width - 1] = " "
    return row[:width]
