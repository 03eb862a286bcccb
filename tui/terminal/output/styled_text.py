"""Lines of styled text: measured, cut, broken and drawn by cells."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rich.style import Style

from tilehall.tui.terminal.output.cells import clip, width
from tilehall.tui.terminal.output.picture import Picture

StyledLine = Sequence[tuple[str, Style]]
"""Texts with their styles, in order."""
SPACED = re.compile("[^ ]+ *| +")


def line_width(line: StyledLine) -> int:
    """The number of cells that a line takes."""
    # Fast path: most text is ASCII, and this is called for every line at every key.
    found = 0
    for words, _ in line:
        found += len(words) if words.isascii() else width(words)
    return found


def cut_line(line: StyledLine, room: int, ellipsis: str) -> StyledLine:
    """Shortens a line to the room there is, ending in the ellipsis; unchanged if it fits.

    >>> cut_line([("Aki takes ", Style()), ("FU", Style())], 8, "…")
    [('Aki tak…', Style())]
    """
    if line_width(line) <= room:
        return line
    found: list[tuple[str, Style]] = []
    for words, style in line:
        rest = room - line_width(found)
        if width(words) >= rest:
            # One extra space makes `clip` add the ellipsis even if the words just fit.
            return [*found, (clip(words + " " * rest, rest, ellipsis), style)]
        found.append((words, style))
    return found


def break_line(line: StyledLine, room: int) -> list[StyledLine]:
    """Breaks a line between words into lines that fit; styled parts stay with the text directly after them.

    >>> [line_width(part) for part in break_line([("Aki takes ", Style()), ("FU", Style(bold=True)), (". Bo",
    ...     Style())], 6)]
    [3, 5, 6]
    """
    if line_width(line) <= room:
        return [_joined(line)]
    found: list[list[tuple[str, Style]]] = [[]]
    used = 0
    for unit in _units(line):
        taken, last = line_width(unit), unit[-1][0]
        if found[-1] and used + taken - (len(last) - len(last.rstrip(" "))) > room:
            found.append([])
            used = 0
        found[-1] += unit
        used += taken
    return [_joined(each) for each in found]


def limit_lines(lines: Sequence[StyledLine], most: int, room: int, ellipsis: str) -> list[StyledLine]:
    """At most so many lines; if there are more, the last one ends in the ellipsis.

    >>> limit_lines([[("Aki takes", Style())], [("FU.", Style())]], 1, 9, "…")
    [[('Aki take', Style()), ('…', Style())]]
    """
    if len(lines) <= most or most <= 0:
        return [*lines[: max(0, most)]]
    last = cut_line(lines[most - 1], room - width(ellipsis), "")
    return [*lines[: most - 1], [*last, (ellipsis, last[-1][1] if last else Style())]]


def put_line(picture: Picture, x: int, y: int, line: StyledLine) -> int:
    """Draws a line and returns the column after it."""
    for words, style in line:
        x = picture.put(x, y, words, style)
    return x


def _units(line: StyledLine) -> Iterator[list[tuple[str, Style]]]:
    """The unbreakable units of a line: a word, in one or several parts, with the spaces after it."""
    unit: list[tuple[str, Style]] = []
    for words, style in line:
        for word in SPACED.findall(words):
            unit.append((word, style))
            if word.endswith(" "):
                yield unit
                unit = []
    if unit:
        yield unit


def _trimmed(parts: StyledLine) -> list[tuple[str, Style]]:
    """The parts without trailing spaces."""
    *others, (words, style) = parts
    return [*others, (words.rstrip(" "), style)]


def _joined(parts: StyledLine) -> StyledLine:
    """The line with neighbouring parts of one style merged, without trailing spaces."""
    found: list[tuple[str, Style]] = []
    for words, style in parts:
        if found and found[-1][1] == style:
            found[-1] = (found[-1][0] + words, style)
        else:
            found.append((words, style))
    return _trimmed(found) if found else found
