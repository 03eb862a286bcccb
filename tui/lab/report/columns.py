"""Plain tables of at most 79 columns."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence

from tilehall.engine import Language, Text, join_commas, render_text
from tilehall.tui.terminal.output import cells

WIDTH = 79
GAP = 2
ELLIPSIS = "…"
LEAST = 8
"""The least width of the first column."""


def format_columns(rows: Sequence[Sequence[Text]], language: Language, numbers: Container[int]) -> list[str]:
    """Return aligned lines, columns of `numbers` to the right; if they are too long the first column is cut."""
    if not rows:
        return []
    told = [[render_text(entry, language) for entry in row] for row in rows]
    sizes = [max(map(cells.width, column)) for column in zip(*told, strict=True)]
    room = WIDTH - sum(sizes[1:]) - GAP * (len(sizes) - 1)
    if sizes[0] > room:
        sizes[0] = max(LEAST, room)
        told = [[cells.clip(row[0], sizes[0], ELLIPSIS), *row[1:]] for row in told]
    return [(" " * GAP).join(_aligned(row, sizes, numbers)).rstrip() for row in told]


def _aligned(row: Sequence[str], sizes: Sequence[int], numbers: Container[int]) -> Iterator[str]:
    for column, (entry, size) in enumerate(zip(row, sizes, strict=True)):
        room = " " * (size - cells.width(entry))
        yield room + entry if column in numbers else entry + room


def format_labelled(entries: Sequence[tuple[Text, Sequence[Text]]], language: Language) -> list[str]:
    """Return lines with a label and its wrapped parts; no part is broken."""
    if not entries:
        return []
    labels = [render_text(label, language) for label, _ in entries]
    size = max(map(cells.width, labels)) + 2
    lines = []
    for label, (_, parts) in zip(labels, entries, strict=True):
        whole = [render_text(part, language).replace(" ", "\xa0") for part in parts]
        lines += cells.hang(cells.pad(label, size), render_text(join_commas(whole), language), WIDTH)
    return [line.replace("\xa0", " ").rstrip() for line in lines]
