"""A picture made of character cells: renderers draw on it, without an App."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from rich.segment import Segment
from rich.style import Style

from tilehall.tui.terminal.output.cells import split_cells, width

if TYPE_CHECKING:
    from textual.strip import Strip

CellRange = tuple[int, int, int]

# Rewriting a few unchanged cells costs fewer bytes than a cursor move.
JOIN_GAP = 4


class Picture:
    """A grid of cells, each a character and a style. Drawing outside of it is clipped.

    A character two cells wide is followed by an empty one, so that columns always mean cells.

    >>> picture = Picture(8, 1, Style())
    >>> picture.put(1, 0, "Aki", Style(bold=True))
    4
    >>> picture.text()
    ' Aki    '
    """

    __slots__ = ("_chars", "_styles", "height", "style", "width")

    def __init__(self, width: int, height: int, style: Style) -> None:
        self.width = max(width, 0)
        self.height = max(height, 0)
        self.style = style
        self._chars = [[" "] * self.width for _ in range(self.height)]
        self._styles = [[style] * self.width for _ in range(self.height)]

    def put(self, x: int, y: int, text: str, style: Style) -> int:
        """Writes one line of text and returns the column after it."""
        row: Sequence[str] = text if text.isascii() and text.isprintable() else split_cells(text)
        end = x + len(row)
        left, right = max(x, 0), min(end, self.width)
        if left >= right or not 0 <= y < self.height:
            return end
        if right - left < len(row):
            row = row[left - x : right - x]
        chars = self._chars[y]
        # Fast path: nearly all text is narrow, and replaces narrow characters.
        if isinstance(row, str) and chars[left] and (right == self.width or chars[right]):
            chars[left:right] = row
            self._styles[y][left:right] = [style] * (right - left)
        else:
            self._write(left, y, row, [style] * (right - left))
        return end

    def fill(self, x: int, y: int, width: int, height: int, style: Style, char: str = " ") -> None:
        """Fills a rectangle with one character."""
        left, right = max(x, 0), min(x + width, self.width)
        if left >= right:
            return
        text, styles = char * (right - left), [style] * (right - left)
        row = text if char.isascii() and char.isprintable() else split_cells(text)
        # A wide character takes two cells, the second of them empty.
        narrow, row = len(row) == right - left, row[: right - left]
        for line in range(max(y, 0), min(y + height, self.height)):
            chars = self._chars[line]
            if narrow and chars[left] and (right == self.width or chars[right]):
                chars[left:right] = row
                self._styles[line][left:right] = styles
            else:
                self._write(left, line, row, styles)

    def paste(self, x: int, y: int, other: Picture) -> None:
        """Copies another picture onto this one."""
        left, right = max(x, 0), min(x + other.width, self.width)
        if left >= right:
            return
        whole = right - left == other.width
        for line in range(max(y, 0), min(y + other.height, self.height)):
            row, styles = other._chars[line - y], other._styles[line - y]
            chars = self._chars[line]
            if whole and chars[left] and (right == self.width or chars[right]):
                chars[left:right] = row
                self._styles[line][left:right] = styles
            else:
                self._write(left, line, row[left - x : right - x], styles[left - x : right - x])

    def restyle(self, x: int, y: int, width: int, height: int, change: Callable[[Style], Style]) -> None:
        """Changes the styles of a rectangle and keeps its characters, e.g. to tint it."""
        left, right = max(x, 0), min(x + width, self.width)
        known: dict[Style, Style] = {}
        for line in range(max(y, 0), min(y + height, self.height)):
            chars, styles = self._chars[line], self._styles[line]
            for column in range(left, right):
                old = styles[column]
                if old not in known:
                    known[old] = change(old)
                # The second half of a wide character always has the style of the first.
                styles[column] = known[old] if chars[column] else styles[column - 1]
            if left < right < self.width and not chars[right]:
                styles[right] = styles[right - 1]

    def row(self, y: int) -> Strip:
        """A line as Textual's Strip: neighbouring cells of one style are one segment."""
        # Late import: the first picture is painted before Textual is loaded.
        from textual.strip import Strip

        chars, segments, at = self._chars[y], [], 0
        for style, run in groupby(self._styles[y]):
            end = at + len(list(run))
            segments.append(Segment("".join(chars[at:end]), style))
            at = end
        return Strip(segments, self.width)

    def text(self) -> str:
        """The characters alone, lines joined by newlines."""
        return "\n".join("".join(chars) for chars in self._chars)

    def style_at(self, x: int, y: int) -> Style:
        return self._styles[y][x]

    def cells(self, x: int, y: int, width: int) -> tuple[list[str], list[Style]]:
        """The characters and styles of a part of a line."""
        return self._chars[y][x : x + width], self._styles[y][x : x + width]

    def part(self, x: int, y: int, width: int, height: int) -> Picture:
        """A copy of a rectangle of this picture."""
        left, right = max(x, 0), min(x + width, self.width)
        lines = range(max(y, 0), min(y + height, self.height))
        found = Picture(max(right - left, 0), len(lines), self.style)
        for line, at in enumerate(lines):
            found._write(0, line, self._chars[at][left:right], self._styles[at][left:right])
        return found

    def copy(self) -> Picture:
        twin = Picture(0, 0, self.style)
        twin.width, twin.height = self.width, self.height
        twin._chars = [chars.copy() for chars in self._chars]
        twin._styles = [styles.copy() for styles in self._styles]
        return twin

    def changes(self, old: Picture) -> list[CellRange]:
        """The differences from an older picture of the same size: (x, y, width), at most one span a line.

        >>> old = Picture(9, 2, Style()); new = old.copy(); _ = new.put(3, 1, "hi", Style())
        >>> new.changes(old)
        [(3, 1, 2)]
        """
        if (self.width, self.height) != (old.width, old.height):
            return [(0, y, self.width) for y in range(self.height) if self.width]
        spans: list[CellRange] = []
        for y, (chars, was, styles, looked) in enumerate(
            zip(self._chars, old._chars, self._styles, old._styles, strict=True)
        ):
            if chars != was or styles != looked:
                start, end = _extent(chars, was, styles, looked)
                spans.append((start, y, end - start))
        return spans

    def _write(self, x: int, y: int, row: Sequence[str], styles: list[Style]) -> None:
        chars, end = self._chars[y], x + len(row)
        if not chars[x]:
            chars[x - 1] = " "
        if end < self.width and not chars[end]:
            chars[end] = " "
        chars[x:end] = row
        self._styles[y][x:end] = styles
        # Half of a wide character at either edge is shown as a space.
        if not chars[x]:
            chars[x] = " "
        if row[-1] and not row[-1].isascii() and width(row[-1]) == 2:
            chars[end - 1] = " "


def _extent(chars: list[str], was: list[str], styles: list[Style], looked: list[Style]) -> tuple[int, int]:
    """The first and last differing column of two lines, extended so that no wide character is cut."""
    # Styles are cached, so that most equal ones are identical, which is faster to test.
    changed = [
        x
        for x, (new, old, look, before) in enumerate(zip(chars, was, styles, looked, strict=True))
        if new != old or (look is not before and look != before)
    ]
    start, end = changed[0], changed[-1] + 1
    return start - (not chars[start]), end + (end < len(chars) and not chars[end])


def find_spans(columns: Sequence[int], chars: Sequence[str], pens: Sequence[object]) -> list[tuple[int, int]]:
    """A few spans (start, end) that cover some ascending columns of a line without cutting a wide character.

    A gap of unchanged cells is included only if it needs no other pen.

    >>> find_spans([1, 3, 9], "ordinary text", "x" * 13)
    [(1, 4), (9, 10)]
    >>> find_spans([1, 3], "ordinary text", "xxyxxxxxxxxxx")
    [(1, 2), (3, 4)]
    """
    spans: list[tuple[int, int]] = []
    for x in columns:
        start, end = x if chars[x] else x - 1, x + 1
        if end < len(chars) and not chars[end]:
            end += 1
        if spans and start - (last := spans[-1][1]) < JOIN_GAP and set(pens[last:start]) <= {pens[last - 1], pens[x]}:
            spans[-1] = (spans[-1][0], end)
        else:
            spans.append((start, end))
    return spans
