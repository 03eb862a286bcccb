"""Measures and fits text in terminal cells: a wide character takes two, a combining mark none."""

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

# Words end at white space, except at no-break spaces.
WORD = re.compile("[\\S\u00a0\u202f]+")
# Format characters, surrogates and line separators: terminals disagree on their widths.
INVISIBLE_CATEGORIES = frozenset({"Cf", "Cs", "Zl", "Zp"})


def width(text: str) -> int:
    """The number of cells that a text takes.

    >>> width("Aki"), width("竹取"), width("cafe\u0301")
    (3, 4, 4)
    """
    return len(text) if text.isascii() else sum(map(_size, text))


def clip(text: str, columns: int, ellipsis: str = "") -> str:
    """Shortens a text to so many columns, ending in the ellipsis; unchanged if it fits.

    >>> clip("竹取物語", 7, "…")
    '竹取物…'
    """
    if width(text) <= columns:
        return text
    room = columns - width(ellipsis)
    return text[: _reach(text, room)] + ellipsis if room >= 0 else text[: _reach(text, columns)]


def fold(text: str, columns: int, lines: int, ellipsis: str = "") -> list[str]:
    """Breaks a text into at most so many lines; if it needs more, the last one ends in the ellipsis.

    >>> fold("Bo lays 竹取 on D3.", 9, 2, "…")
    ['Bo lays', '竹取 on…']
    """
    found = wrap(text, columns)
    if len(found) <= lines:
        return found
    return [*found[: lines - 1], clip(found[lines - 1], columns - width(ellipsis)) + ellipsis] if lines > 0 else []


def wrap(text: str, columns: int) -> list[str]:
    """Breaks a text between words into one or more lines that fit; words longer than a line are broken.

    Below two columns not every character fits: there each line is a word.

    >>> wrap("Bo lays 竹取 on D3.", 9)
    ['Bo lays', '竹取 on', 'D3.']
    """
    rest = " ".join(text.split() if text.isascii() else WORD.findall(text))
    if columns < 2:
        return rest.split(" ")
    lines = []
    while (end := _reach(rest, columns)) < len(rest):
        space = rest.rfind(" ", 0, end + 1)
        stop, start = (space, space + 1) if space > 0 else (end, end)
        lines.append(rest[:stop])
        rest = rest[start:]
    return [*lines, rest]


def hang(head: str, text: str, columns: int) -> list[str]:
    """Breaks a text into lines that are indented by the width of `head`, which stands before the first.

    >>> hang("P-4.2  ", "Printed tiles count.", 20)
    ['P-4.2  Printed tiles', '       count.']
    """
    indent = width(head)
    first, *rest = wrap(text, columns - indent)
    return [head + first, *(" " * indent + line for line in rest)]


def pad(text: str, columns: int) -> str:
    """Pads a text with spaces to so many columns.

    >>> pad("竹取", 6) + "|"
    '竹取  |'
    """
    return text + " " * (columns - width(text))


@lru_cache(4096)
def split_cells(text: str) -> Sequence[str]:
    """The content of each cell of a text; a wide character is followed by an empty string.

    Control characters become "?", joiners and other format characters are dropped.

    >>> list(split_cells("竹x"))
    ['竹', '', 'x']
    """
    row: list[str] = []
    for char in text:
        size, category = _size(char), unicodedata.category(char)
        if size == 2:
            row += [char, ""]
        elif size:
            row.append("?" if category == "Cc" else char)
        elif category in ("Mn", "Me") and not "\ufe00" <= char <= "\ufe0f":
            _add_mark(row, char)
    return text if len(row) == len(text) and "".join(row) == text and "" not in row else tuple(row)


@lru_cache(4096)
def _size(char: str) -> int:
    """The cells of one character; a control character counts as a question mark."""
    if char.isascii():
        return 1
    # Late import: plain English lines are measured without it.
    from rich.cells import get_character_cell_size

    category = unicodedata.category(char)
    if category == "Cc":
        return 1
    return 0 if category in INVISIBLE_CATEGORIES else get_character_cell_size(char)


def _reach(text: str, columns: int) -> int:
    """The number of characters that fit; a mark stays with its base character."""
    if text.isascii():
        return max(columns, 0)
    for at, char in enumerate(text):
        columns -= _size(char)
        if columns < 0:
            return at
    return len(text)


def _add_mark(row: list[str], mark: str) -> None:
    """Adds a combining mark to the character before it."""
    base = len(row) - 1
    if base > 0 and not row[base]:
        base -= 1
    if base >= 0:
        row[base] += mark
