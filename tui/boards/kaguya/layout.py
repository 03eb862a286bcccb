"""Packs the parts of the board into the window, each as large as the other required parts allow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from tilehall.tui.terminal.output.drawing import Rect

BlockSize = tuple[int, int]
NARROW = 18
"""A strip with fewer columns is left empty."""


class LayoutBlock(NamedTuple):
    """A part of the board, with the sizes that it may have, the best first."""

    name: str
    sizes: tuple[BlockSize, ...]
    needed: bool = True
    wide: bool = False
    """Whether it takes all columns."""
    fills: bool = False
    """Whether it takes all the remaining space of its region."""


BlockAreas = tuple[tuple[str, int, Rect], ...]
"""The name of each block, which of its sizes it has, and where it lies."""


def pack_blocks(area: Rect, blocks: Sequence[LayoutBlock], gap: int, line: int) -> Mapping[str, tuple[int, Rect]]:
    """Places the blocks in order from the upper left; blocks that are not required may be left out.

    >>> blocks = [LayoutBlock("a", ((60, 9), (30, 9))), LayoutBlock("b", ((40, 9),))]
    >>> pack_blocks(Rect(0, 0, 80, 9), blocks, 1, 0)["b"]
    (0, Rect(x=31, y=0, width=40, height=9))
    """
    found, wanted = None, list(blocks)
    while found is None and any(block.needed for block in wanted):
        found = _pack((area,), tuple(wanted), gap, line)
        # If there is no room for all of them, the least important ones are left out.
        last = max(n for n, block in enumerate(wanted) if block.needed)
        wanted[last] = wanted[last]._replace(needed=False)
    return {name: (size, rect) for name, size, rect in found or ()}


@lru_cache(256)
def _pack(free: tuple[Rect, ...], blocks: tuple[LayoutBlock, ...], gap: int, line: int) -> BlockAreas | None:
    if not blocks:
        return ()
    block, *others = blocks
    for number, size in enumerate(block.sizes):
        for at, left in _ways_to_place(free, block, size, gap, line):
            rest = _pack(left, tuple(others), gap, line)
            if rest is not None:
                return ((block.name, number, at), *rest)
    return None if block.needed else _pack(free, tuple(others), gap, line)


def _ways_to_place(
    free: tuple[Rect, ...], block: LayoutBlock, size: BlockSize, gap: int, line: int
) -> Iterator[tuple[Rect, tuple[Rect, ...]]]:
    """Yields where a block of this size may lie and what stays free; a filling block takes the largest region."""
    columns, lines = size
    regions = list(enumerate(free))
    if block.fills:
        regions.sort(key=lambda each: -each[1].width * each[1].height)
    for n, region in regions:
        if columns > region.width or lines > region.height:
            continue
        wide = region.width if block.wide or block.fills else columns
        high = region.height if block.fills else lines
        yield (
            Rect(region.x, region.y, wide, high),
            (*free[:n], *_free_areas(region, wide, high, gap, line), *free[n + 1 :]),
        )


def _free_areas(region: Rect, wide: int, high: int, gap: int, line: int) -> list[Rect]:
    """Returns what is left of a region beside and below the block in its corner."""
    beside = Rect(region.x + wide + gap, region.y, region.width - wide - gap, high)
    below = Rect(region.x, region.y + high + line, region.width, region.height - high - line)
    if beside.width >= NARROW and below.height <= 3:
        # A strip below that is too small goes to the area beside.
        return [beside._replace(height=region.height)]
    return [each for each in (beside, below) if each.width >= NARROW and each.height > 0]
