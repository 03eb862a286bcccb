"""Parts that the wordings of several games share: the order of seats, the directions, indented lines."""

from __future__ import annotations

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
