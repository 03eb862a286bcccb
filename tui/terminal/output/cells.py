"""How many cells a text takes on a terminal, and texts made to fit: a wide character takes two cells, a mark none."""

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

# White space ends a word, unless it is there to keep two together.
WORD = re.compile("[\\S\u00a0\u202f]+")
# Format characters, surrogates and separators of lines have no honest width of their own.
INVISIBLE_CATEGORIES = frozenset({"Cf", "Cs", "Zl", "Zp"})


def width(text: str) -> int:
    """The cells that a text takes when it is written.

    >>> width("Aki"), width("竹取"), width("cafe\u0301")
    (3, 4, 4)
    """
    return len(text) if text.isascii() else sum(map(_size, text))


def clip(text: str, columns: int, ellipsis: str = "") -> str:
    """A text if it fits; otherwise as much of it as there is room for, and the ellipsis.

    >>> clip("竹取物語", 7, "…")
    '竹取物…'
    """
    if width(text) <= columns:
        return text
    room = columns - width(ellipsis)
    return text[: _reach(text, room)] + ellipsis if room >= 0 else text[: _reach(text, columns)]


def fold(text: str, columns: int, lines: int, ellipsis: str = "") -> list[str]:
    """A text in at most so many lines; if it needs more, the last one ends in the ellipsis.

    >>> fold("Bo lays 竹取 on D3.", 9, 2, "…")
    ['Bo lays', '竹取 on…']
    """
    found = wrap(text, columns)
    if len(found) <= lines:
        return found
    return [*found[: lines - 1], clip(found[lines - 1], columns - width(ellipsis)) + ellipsis] if lines > 0 else []


def wrap(text: str, columns: int) -> list[str]:
    """A text in lines that fit, one at least, broken between words; a word longer than a line is broken itself.

    In less than two columns there is no room for every character: there each line is a word.

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
    """A text in lines that fit, all of them beside its head.

    >>> hang("P-4.2  ", "Printed tiles count.", 20)
    ['P-4.2  Printed tiles', '       count.']
    """
    indent = width(head)
    first, *rest = wrap(text, columns - indent)
    return [head + first, *(" " * indent + line for line in rest)]


def pad(text: str, columns: int) -> str:
    """A text with as many spaces behind it as fill its columns.

    >>> pad("竹取", 6) + "|"
    '竹取  |'
    """
    return text + " " * (columns - width(text))


@lru_cache(4096)
def split_cells(text: str) -> Sequence[str]:
    """What stands in each cell when text is written; a wide character is followed by an empty string.

    Control and formatting characters are no text: controls become "?", joiners and the like vanish.

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
    """The cells of one character; a control is shown as a question mark."""
    if char.isascii():
        return 1
    # Lines in plain English are measured without it.
    from rich.cells import get_character_cell_size

    category = unicodedata.category(char)
    if category == "Cc":
        return 1
    return 0 if category in INVISIBLE_CATEGORIES else get_character_cell_size(char)


def _reach(text: str, columns: int) -> int:
    """How many characters of a text fit; a mark goes with the character it is on."""
    if text.isascii():
        return max(columns, 0)
    for at, char in enumerate(text):
        columns -= _size(char)
        if columns < 0:
            return at
    return len(text)


def _add_mark(row: list[str], mark: str) -> None:
    """Put an accent on the character before it."""
    base = len(row) - 1
    if base > 0 and not row[base]:
        base -= 1
    if base >= 0:
        row[base] += mark
