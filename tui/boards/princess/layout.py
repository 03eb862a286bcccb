"""The layout of the princess' table: all parts grow with the window, and none lies outside of it."""

from __future__ import annotations

from typing import NamedTuple

from tilehall.tui.boards.panel import ROOMY
from tilehall.tui.boards.tiles import HUGE, LARGE, MEDIUM, MINI, SMALL, TileSize
from tilehall.tui.terminal.output.drawing import Rect

GIANT = TileSize("giant", 12, 6)
BOARDS = (GIANT, HUGE, LARGE, MEDIUM, SMALL)
"""Sizes of the viewer's tableau, the largest first."""
NEIGHBOURS = (TileSize("large", 6, 3, 0), TileSize("small", 4, 2, 0), MINI)
"""Sizes of the other hunters' tableaus."""
LEAST = 36
"""The fewest columns beside the tableau."""
LOG, LEAST_LOG = 26, 20
"""Columns from which on the log lies beside the other hunters instead of below them, and its fewest columns."""
ROW = 5
"""Four cards and the held one side by side; the sprites then have a line below them."""


class CardSize(NamedTuple):
    """The size of a card, and of one tile of its pattern; half a line if two lines show four rows."""

    width: int
    height: int
    columns: int
    lines: int


class PrincessLayout(NamedTuple):
    """The areas of the parts of one picture."""

    manor: Rect
    size: TileSize
    board: Rect
    """The viewer's tableau with its coordinates, and its title if there is a line for it."""
    titled: bool
    display: Rect
    tiles: TileSize
    runes: Rect
    card: CardSize
    across: int
    """The number of cards side by side."""
    hunters: Rect
    neighbour: TileSize
    log: Rect
    """The log; without a title if it shares the lines of the other hunter (`crowded`)."""
    framed: bool
    """Whether panels have frames."""
    crowded: bool
    """Whether one other hunter and the log share few lines."""


def fit_layout(width: int, height: int, others: int, wanted: str) -> PrincessLayout:
    """Returns the layout of a window for this number of other hunters; `wanted` is the tile size of the settings."""
    way = 3 if height >= 22 else 2
    size = _board_size(width, height - way, wanted)
    columns, lines = 2 + 8 * size.pitch, 1 + 8 * size.height
    titled = height - way - lines >= 1
    top = way + (height - way - lines >= 2)
    board = Rect(0, top, columns, lines + titled)
    below = height - top - board.height
    beside = Rect(columns, way + (height >= 28), width - columns - 1, 0)
    beside = beside._replace(height=height - beside.y)
    framed = width >= ROOMY and height >= 28
    if below >= 9 and beside.width < 108:
        mine = beside._replace(height=top + board.height - beside.y)
        theirs = Rect(1, top + board.height + 1, width - 2, below - 1)
    elif beside.width >= 108:
        mine = beside._replace(width=max(60, beside.width * 11 // 20))
        theirs = beside._replace(x=mine.x + mine.width + 1, width=beside.width - mine.width - 1)
    else:
        mine, theirs = beside, None
    ruled = height >= 22
    tiles, card, across = _my_sizes(mine, 2 * framed or 1, ruled, theirs is None, others)
    display = Rect(mine.x, mine.y, mine.width, tiles.height + (2 * framed or 1))
    runes = Rect(mine.x, display.y + display.height, mine.width, ruled + rune_lines(card, across))
    if theirs is None:
        used = runes.y + runes.height
        theirs = Rect(mine.x, used, mine.width, height - used)
    crowded = others == 1 and theirs.height < 10
    hunters, neighbour, log = (_crowded if crowded else _their_parts)(theirs, others)
    theirs_and_mine = (display, tiles, runes, card, across, hunters, neighbour, log)
    return PrincessLayout(Rect(0, 0, width, way), size, board, titled, *theirs_and_mine, framed, crowded)


def _board_size(width: int, height: int, wanted: str) -> TileSize:
    """Returns the largest size of tiles for the viewer's tableau, or the wanted one."""
    able = [size for size in BOARDS if 2 + 8 * size.pitch + LEAST < width and 1 + 8 * size.height <= height]
    return next((size for size in able if size.name == wanted), able[0] if able else SMALL)


def _my_sizes(mine: Rect, edge: int, ruled: bool, shared: bool, others: int) -> tuple[TileSize, CardSize, int]:
    """Returns the sizes of the display's tiles and of the cards, and how many cards lie side by side."""
    left = mine.height - edge - ruled - (_least_for_others(mine.width, others) if shared else 0)
    for tiles, columns, lines, across in (
        (HUGE, 4, 2, ROW),
        (LARGE, 4, 2, ROW),
        (LARGE, 4, 2, 3),
        (LARGE, 2, 1, ROW),
        (MEDIUM, 2, 1, ROW),
        (SMALL, 2, 1, ROW),
        (MEDIUM, 2, 1, 3),
        (SMALL, 2, 1, 3),
    ):
        card = CardSize(min(mine.width // across, 4 * columns + 10), 3 + 4 * lines, columns, lines)
        wide = 5 * (tiles.pitch + 1) + tiles.width
        high = tiles.height + rune_lines(card, across)
        if mine.width - 4 * (edge > 1) >= wide and card.width >= max(12, 4 * columns + 2) and high <= left:
            return tiles, card, across
    return SMALL, CardSize(mine.width // 3, 4, 1, 0), 3


def rune_lines(card: CardSize, across: int) -> int:
    """Returns the lines that all cards and the sprites take."""
    return card.height + 1 if across == ROW else 2 * card.height


def _least_for_others(width: int, others: int) -> int:
    """Returns the lines to reserve for the other hunters and the log."""
    return 13 if others * 24 <= width else 7 + 3


def _their_parts(area: Rect, others: int) -> tuple[Rect, TileSize, Rect]:
    """Returns the areas of the other hunters and of the log, and the size of the others' tiles."""
    for size in NEIGHBOURS:
        wide, high = neighbour_size(size)
        taken = others * wide
        if size == MINI or (taken <= area.width and high <= area.height):
            break
    spare = area.width - taken
    if spare >= LOG or (spare >= LEAST_LOG and area.height - high < 4):
        hunters = Rect(area.x, area.y, taken, area.height)
        return hunters, size, Rect(area.x + taken, area.y, spare, area.height)
    lines = min(high + (size == MINI), area.height)
    hunters = Rect(area.x, area.y, area.width, lines)
    return hunters, size, Rect(area.x, area.y + lines, area.width, area.height - lines)


def _crowded(area: Rect, others: int) -> tuple[Rect, TileSize, Rect]:
    """Returns the same for one other hunter on a line of its own, with the log below."""
    wide, _ = neighbour_size(MINI)
    return area, MINI, Rect(area.x + wide, area.y + 1, area.width - wide, area.height - 1)


def neighbour_size(size: TileSize) -> tuple[int, int]:
    """Returns the size of another hunter's tableau with its name, or in full with coordinates and two lines."""
    if size == MINI:
        return 12, 6
    return 5 * size.width + 4, 5 * size.height + 4
