"""Grids as bit masks, against the plain way of coordinates."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilehall.engine.core.geometry import (
    Grid,
    Shape,
    bits,
    byte_bits,
    mask_of,
    mirror,
    parse_shape,
    rotate,
    rotations,
    symmetries,
)

GRIDS = [Grid(8, 8), Grid(5, 5), Grid(7, 3), Grid(1, 4)]
WIDE = Grid(7, 4)
cells = st.sets(st.integers(0, WIDE.size - 1), min_size=1)


def places(mask: int) -> set[tuple[int, int]]:
    return {WIDE.row_and_column(cell) for cell in bits(mask)}


@given(st.sets(st.integers(0, 80)))
def test_masks_are_sets(numbers: set[int]) -> None:
    assert bits(mask_of(numbers)) == tuple(sorted(numbers))


def test_the_bits_of_a_byte() -> None:
    assert all(byte_bits(byte, 40) == bits(byte << 40) for byte in range(256))


def test_shapes_turn_clockwise_and_flip() -> None:
    hook = parse_shape("##./..#")
    assert rotate(hook) == parse_shape(".#/.#/#.")
    assert mirror(hook) == parse_shape(".##/#..")
    assert (len(rotations(hook)), len(symmetries(hook))) == (4, 8)
    assert [len(symmetries(parse_shape(p))) for p in ("####", "##/##", "##/#.", ".##/##.", "###/.#.")] == [
        2,
        1,
        4,
        4,
        4,
    ]


@given(st.sets(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1))
def test_four_turns_and_two_flips_are_none(form: set[tuple[int, int]]) -> None:
    top, left = min(r for r, _ in form), min(c for _, c in form)
    whole: Shape = tuple(sorted((r - top, c - left) for r, c in form))
    assert rotate(rotate(rotate(rotate(whole)))) == whole
    assert mirror(mirror(whole)) == whole
    assert set(rotations(mirror(whole))) | set(rotations(whole)) == set(symmetries(whole))


@pytest.mark.parametrize("grid", GRIDS, ids=lambda grid: f"{grid.width}x{grid.height}")
def test_names_and_numbers(grid: Grid) -> None:
    assert [grid.cell(grid.name(cell)) for cell in range(grid.size)] == list(range(grid.size))
    assert grid.name(0) == "A1"
    assert grid.row_and_column(grid.size - 1) == (grid.height - 1, grid.width - 1)
    assert (grid.cell("Z9"), grid.cell("a1"), grid.cell("")) == (None, None, None)
    assert mask_of(range(grid.size)) == grid.full
    assert sum(grid.row(r) for r in range(grid.height)) == grid.full
    assert sum(grid.column(c) for c in range(grid.width)) == grid.full


@given(cells)
def test_neighbours(chosen: set[int]) -> None:
    mask = mask_of(chosen)
    near = {
        (r + y, c + x)
        for r, c in places(mask)
        for y in (-1, 0, 1)
        for x in (-1, 0, 1)
        if 0 <= r + y < WIDE.height and 0 <= c + x < WIDE.width
    }
    assert places(WIDE.with_all_neighbours(mask)) == near
    by_side = {(r, c) for r, c in near if any(abs(r - a) + abs(c - b) <= 1 for a, b in places(mask))}
    assert places(WIDE.with_side_neighbours(mask)) == by_side


@given(cells)
def test_the_frame(chosen: set[int]) -> None:
    found = [WIDE.row_and_column(cell) for cell in chosen]
    rows, columns = [r for r, _ in found], [c for _, c in found]
    assert WIDE.bounding_box(mask_of(chosen)) == (min(rows), min(columns), max(rows), max(columns))


@given(cells, st.integers(0, WIDE.size - 1))
def test_flooding(chosen: set[int], start: int) -> None:
    reached: set[int] = set()
    edge = {start} & chosen
    while edge:
        reached |= edge
        edge = {
            a for a in chosen - reached if any(WIDE.king_distance(a, b) == 1 and near_by_side(a, b) for b in reached)
        }
    assert bits(WIDE.flood_fill(1 << start, mask_of(chosen))) == tuple(sorted(reached))


def near_by_side(a: int, b: int) -> bool:
    (ra, ca), (rb, cb) = WIDE.row_and_column(a), WIDE.row_and_column(b)
    return abs(ra - rb) + abs(ca - cb) == 1


@pytest.mark.parametrize(("pattern", "number"), [("#", 28), ("##", 24 + 21), ("####", 16 + 7), ("##/#.", 4 * 18)])
def test_placements(pattern: str, number: int) -> None:
    found = WIDE.placements(rotations(parse_shape(pattern)))
    assert len(found) == len(set(found)) == number
    assert {mask.bit_count() for mask in found} == {pattern.count("#")}
