"""A picture with the areas of its places: renderers make it, the cursor and the mouse use it."""

from dataclasses import dataclass, field
from typing import NamedTuple

from tilehall.tui.terminal.output.picture import Picture

Place = tuple[str, str]
"""A zone of the screen and a name in it: ("own", "D4"), ("rune", "R07")."""


class Rect(NamedTuple):
    """A rectangle of cells."""

    x: int
    y: int
    width: int
    height: int

    def holds(self, x: int, y: int) -> bool:
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height

    @property
    def centre(self) -> tuple[float, float]:
        """The centre in units of a cell's height, so that distances are proportional."""
        return (self.x + self.width / 2) / 2, self.y + self.height / 2


@dataclass(slots=True)
class Drawing:
    """A picture with the areas of its places.

    >>> from rich.style import Style
    >>> drawing = Drawing(Picture(10, 4, Style()), {("own", "D4"): Rect(2, 1, 3, 2)})
    >>> drawing.at(4, 2), drawing.at(5, 2)
    (('own', 'D4'), None)
    """

    picture: Picture
    places: dict[Place, Rect] = field(default_factory=dict)
    sight_areas: dict[Place, Rect] = field(default_factory=dict)
    """Areas that can be looked at but not chosen: the cursor visits them in look-around mode only."""
    log: Rect | None = None
    """The area of the log; a card laid over part of it takes its width."""

    def at(self, x: int, y: int) -> Place | None:
        return next((place for place, rect in self.places.items() if rect.holds(x, y)), None)

    def shift(self, x: int, y: int) -> None:
        """Moves all areas right and down."""
        self.places = _shifted(self.places, x, y)
        self.sight_areas = _shifted(self.sight_areas, x, y)


def _shifted(places: dict[Place, Rect], x: int, y: int) -> dict[Place, Rect]:
    return {place: Rect(rect.x + x, rect.y + y, rect.width, rect.height) for place, rect in places.items()}
