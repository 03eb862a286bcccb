"""Where everything stands on the home screen: the game that waits, the boxes, the ways to other screens."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tilehall.engine import Announcement, Text
from tilehall.tui.boards.covers import COLUMNS, ROWS
from tilehall.tui.boards.pixels import Dots
from tilehall.tui.boards.tiles import MEDIUM, SMALL
from tilehall.tui.config.look import Look
from tilehall.tui.terminal.output.cells import width as width_of
from tilehall.tui.terminal.output.drawing import Rect
from tilehall.tui.terminal.output.styled_text import StyledLine

LEAST = (78, 23)
"""Columns and lines for boxes; in less there is a plain list."""
ACROSS = 4
"""So many boxes stand beside each other."""
LARGE = (100, 36)
"""From here on the picture of the game that waits is twice as large."""
WIDEST = 48
AIRY = 6
"""Spare lines from which on some of them are above the house."""
LOW = 7
"""Lines below the boxes from which on there is air above them."""
SHOWN = 2
"""So many lines of problems."""


class HomeEntry(NamedTuple):
    """Something to choose: a game in its box, or the way to a room."""

    id: str
    label: Text
    help: Text = Text("")
    box: Announcement | None = None


class SavedGamePreview(NamedTuple):
    """A game that waits: its board from far away at two sizes, its title, its players, and whose turn it is."""

    small: Dots
    large: Dots
    title: Text
    people: StyledLine
    turn: Text
    names: tuple[str, ...]


class HomeLayout(NamedTuple):
    """Where everything stands."""

    places: Mapping[str, Rect]
    help_lines: int
    """The line of what is wrong with guests."""
    greeting_lines: int
    """Lines for what the entry under the cursor is."""
    lowered: int = 0
    """Lines of air above it all, in a window that is higher than the house."""


class HomeContents(NamedTuple):
    """What there is to lay out, and in how much room."""

    width: int
    height: int
    look: Look
    entries: Sequence[HomeEntry]
    game: str
    """The game that was pointed at last."""
    greeting: int
    """Lines of the greeting."""
    problems: int
    preview: SavedGamePreview | None

    @property
    def has_boxes(self) -> bool:
        """Whether there is room for boxes; otherwise entries stand in a list."""
        return self.width >= LEAST[0] and self.height >= LEAST[1]

    def plan(self, whole: bool = False) -> HomeLayout:
        """The places of all entries (`whole`), or of those that there is room for."""
        boxes = [entry for entry in self.entries if entry.box]
        rooms = [entry for entry in self.entries[1:] if not entry.box]
        places: dict[str, Rect] = {}
        told = min(self.problems, SHOWN)
        box = self.box()
        spoken = self.height - 3
        y = self._top()
        if any(entry.id == "continue" for entry in self.entries):
            lines = self._waiting(self.height - y - box.height - told)
            places["continue"] = Rect(2, y, 4 * box.width + 3, lines)
            y += lines
        elif self.entries[0].id == "learn":
            # For who is new: a line, and air below it where there is some.
            air = int(self.height - y - box.height - told > LOW)
            places["learn"] = Rect(2, y, 4 * box.width + 3, 1)
            y += 1 + air
        rows = [boxes[n : n + ACROSS] for n in range(0, len(boxes), ACROSS)]
        fitting = max(1, (spoken - 1 - told - y) // box.height)
        at = next((n for n, row in enumerate(rows) if any(entry.id == self.game for entry in row)), 0)
        first = 0 if whole else max(0, min(at, len(rows) - fitting))
        for row in rows if whole else rows[first : first + fitting]:
            for n, entry in enumerate(row):
                places[entry.id] = Rect(2 + n * (box.width + 1), y, box.width, box.height)
            y += box.height
        y += y < spoken - 2 - told
        x = 2
        for entry in rooms:
            long = width_of(self.look.say(entry.label)) + 2
            places[entry.id] = Rect(x, y, long, 1)
            x += long + 1
        spare = spoken - 2 - told - y
        lowered = spare // 3 if spare >= AIRY and not whole else 0
        places = {name: rect._replace(y=rect.y + lowered) for name, rect in places.items()}
        return HomeLayout(places, y + 1 + lowered, spoken, lowered)

    def _top(self) -> int:
        """The line below the name of the house, and below the greeting of a newcomer."""
        name = SMALL.height if self.height < LARGE[1] else MEDIUM.height + 1
        return name + (self.greeting + 1 if self.greeting else self.height >= LEAST[1] + 3)

    def _waiting(self, room: int) -> int:
        """How many lines the game that waits may have."""
        preview = self.preview
        small = (len(preview.small) + 1) // 2 if preview else 5
        large = (len(preview.large) + 1) // 2 if preview else 10
        return next((lines + 2 for lines in (large, small) if self._fits(lines, room)), 1)

    def _fits(self, lines: int, room: int) -> bool:
        wide = lines <= 6 or (self.width >= LARGE[0] and self.height >= LARGE[1])
        return wide and lines + 2 <= room - 4

    def box(self) -> Rect:
        """The size of a box: as wide as four of them may be, and as high as its picture and its words."""
        columns = min(WIDEST, (self.width - 4 - (ACROSS - 1)) // ACROSS)
        times = 2 if columns - 4 >= 2 * COLUMNS and self.height >= 44 else 1
        words = 7 if self.shows_summary(columns) else 3
        return Rect(0, 0, columns, 2 + times * ROWS // 2 + words)

    def shows_summary(self, columns: int) -> bool:
        """Whether what a game feels like stands in its box."""
        return columns >= 26 and self.height >= LARGE[1]
