"""Parts that the wordings of several games share: the order of seats, the directions, indented lines."""

from __future__ import annotations

from collections.abc import Callable

from tilehall.engine import SeatNo, Text, TextArgument

COMPASS = (
    (Text("north-west"), -1, -1),
    (Text("north"), 0, -1),
    (Text("north-east"), 1, -1),
    (Text("west"), -1, 0),
    (Text("east"), 1, 0),
    (Text("south-west"), -1, 1),
    (Text("south"), 0, 1),
    (Text("south-east"), 1, 1),
)
"""The neighbours of a cell: the direction, and how many columns and rows away they are."""


def seats_from(players: int, seat: SeatNo | None) -> list[SeatNo]:
    """All seats in the order of play, beginning with `seat`; None counts as the first."""
    return [((seat or 0) + n) % players for n in range(players)]


def indent_line(line: TextArgument) -> Text:
    """Indents a line that belongs to the one above it."""
    return Text("  {line}", line=line)


def describe_cell_and_neighbours(centre: str, columns: str, rows: str, describe: Callable[[str], Text]) -> list[Text]:
    """Describes a cell such as `D4`, then on indented lines its neighbours within `columns` and `rows`."""
    column, row = columns.index(centre[0]), rows.index(centre[1])
    lines = [Text("{spot}.", spot=describe(centre))]
    for side, right, down in COMPASS:
        if 0 <= column + right < len(columns) and 0 <= row + down < len(rows):
            spot = describe(columns[column + right] + rows[row + down])
            lines.append(indent_line(Text("{side}: {spot}.", side=side, spot=spot)))
    return lines
