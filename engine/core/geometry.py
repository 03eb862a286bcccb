"""Grids as whole numbers: cell n of a grid is bit n of a mask, so that a set of cells is one int.

A shape is a tuple of (row, column) pairs, its top left corner at (0, 0).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache

Shape = tuple[tuple[int, int], ...]


@cache
def byte_bits(byte: int, base: int) -> tuple[int, ...]:
    """The numbers of the bits of one byte of a mask, the byte's lowest bit being number `base`."""
    return tuple(base + n for n in range(8) if byte >> n & 1)


@lru_cache(4096)
def bits(mask: int) -> tuple[int, ...]:
    """The numbers of the bits that are set, lowest first. Cached, as few masks are used.

    >>> bits(0b10110)
    (1, 2, 4)
    """
    found: list[int] = []
    while mask.bit_count() * 8 < mask.bit_length():  # for sparse masks this is quicker
        lowest = mask & -mask
        found.append(lowest.bit_length() - 1)
        mask ^= lowest
    base = 0
    while mask:
        if byte := mask & 255:
            found += byte_bits(byte, base)
        mask >>= 8
        base += 8
    return tuple(found)


def mask_of(cells: Iterable[int]) -> int:
    mask = 0
    for cell in cells:
        mask |= 1 << cell
    return mask


def parse_shape(pattern: str) -> Shape:
    """The cells of a pattern such as `##/#.` that are not dots.

    >>> parse_shape("##/#.")
    ((0, 0), (0, 1), (1, 0))
    """
    rows = pattern.split("/")
    return tuple((r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark != ".")


def rotate(form: Shape) -> Shape:
    """The shape turned clockwise by a quarter: (r, c) -> (c, height - 1 - r)."""
    height = 1 + max(r for r, _ in form)
    return tuple(sorted((c, height - 1 - r) for r, c in form))


def mirror(form: Shape) -> Shape:
    width = 1 + max(c for _, c in form)
    return tuple(sorted((r, width - 1 - c) for r, c in form))


def rotations(form: Shape) -> tuple[Shape, ...]:
    """Return the different shapes that turning gives, the given one first.

    >>> [len(rotations(parse_shape(p))) for p in ("###", "##/##", "##/#.")]
    [2, 1, 4]
    """
    found = [tuple(sorted(form))]
    for _ in range(3):
        found.append(rotate(found[-1]))
    return tuple(dict.fromkeys(found))


def symmetries(form: Shape) -> tuple[Shape, ...]:
    """The different shapes that turning and mirroring give: up to eight."""
    return tuple(dict.fromkeys(rotations(form) + rotations(mirror(form))))


class Grid:
    """A rectangle of cells, numbered row by row.

    >>> grid = Grid(8, 8)
    >>> grid.name(27), grid.cell("D4"), grid.cell("Z9")
    ('D4', 27, None)
    """

    __slots__ = ("_first", "_last", "full", "height", "names", "numbers", "size", "width")

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height, self.size = width, height, width * height
        self.full = (1 << self.size) - 1
        self._first = self.column(0)
        self._last = self.column(width - 1)
        self.names = tuple(chr(65 + c) + str(r + 1) for r in range(height) for c in range(width))
        self.numbers = {name: number for number, name in enumerate(self.names)}

    def column(self, c: int) -> int:
        return mask_of(r * self.width + c for r in range(self.height))

    def row(self, r: int) -> int:
        return ((1 << self.width) - 1) << r * self.width

    def name(self, cell: int) -> str:
        return self.names[cell]

    def cell(self, name: str) -> int | None:
        return self.numbers.get(name)

    def row_and_column(self, cell: int) -> tuple[int, int]:
        """Row and column."""
        return divmod(cell, self.width)

    def king_distance(self, a: int, b: int) -> int:
        """The distance of two cells in steps of a king."""
        (ra, ca), (rb, cb) = self.row_and_column(a), self.row_and_column(b)
        return max(abs(ra - rb), abs(ca - cb))

    def with_side_neighbours(self, mask: int) -> int:
        """The mask with all cells that share a side with it."""
        wide = mask | (mask & ~self._last) << 1 | (mask & ~self._first) >> 1
        return (wide | mask << self.width | mask >> self.width) & self.full

    def with_all_neighbours(self, mask: int) -> int:
        """The mask with all cells that touch it by side or corner."""
        wide = mask | (mask & ~self._last) << 1 | (mask & ~self._first) >> 1
        return (wide | wide << self.width | wide >> self.width) & self.full

    def flood_fill(self, start: int, within: int) -> int:
        """The part of `within` that is connected with `start` by sides."""
        found = start & within
        while (more := self.with_side_neighbours(found) & within) != found:
            found = more
        return found

    def bounding_box(self, mask: int) -> tuple[int, int, int, int]:
        """Top row, left column, bottom row, right column of the smallest rectangle around the mask."""
        top = ((mask & -mask).bit_length() - 1) // self.width
        bottom = (mask.bit_length() - 1) // self.width
        mask >>= top * self.width
        columns = 0
        while mask:
            columns |= mask
            mask >>= self.width
        columns &= (1 << self.width) - 1
        return top, (columns & -columns).bit_length() - 1, bottom, columns.bit_length() - 1

    def placements(self, forms: Iterable[Shape]) -> tuple[int, ...]:
        """The masks of all ways to lay one of these shapes inside the grid."""
        found: dict[int, None] = {}
        for form in forms:
            height, width = 1 + max(r for r, _ in form), 1 + max(c for _, c in form)
            corner = mask_of(r * self.width + c for r, c in form)
            for top in range(self.height - height + 1):
                first = top * self.width
                found.update(dict.fromkeys([corner << at for at in range(first, first + self.width - width + 1)]))
        return tuple(found)
