"""A picture, and where on it each place is: what scenes draw, the cursor walks over and the mouse points at."""

from dataclasses import dataclass, field
from typing import NamedTuple

from tilehall.tui.terminal.output.picture import Picture

Place = tuple[str, str]
"""A zone of the screen and a name in it: ("own", "D4"), ("rune", "R07")."""


class Rect(NamedTuple):
    """Some of a picture's cells."""

    x: int
    y: int
    width: int
    height: int

    def holds(self, x: int, y: int) -> bool:
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height

    @property
    def centre(self) -> tuple[float, float]:
        """In units of one cell's height, so that distances look right."""
        return (self.x + self.width / 2) / 2, self.y + self.height / 2


@dataclass(slots=True)
class Drawing:
    """A picture, and where on it each place is.

    >>> from rich.style import Style
    >>> drawing = Drawing(Picture(10, 4, Style()), {("own", "D4"): Rect(2, 1, 3, 2)})
    >>> drawing.at(4, 2), drawing.at(5, 2)
    (('own', 'D4'), None)
    """

    picture: Picture
    places: dict[Place, Rect] = field(default_factory=dict)
    sight_areas: dict[Place, Rect] = field(default_factory=dict)
    """What can be seen besides the places: the cursor goes there only where somebody looks around."""
    log: Rect | None = None
    """Where what has happened is told: what is laid over a part of it is to be as wide."""

    def at(self, x: int, y: int) -> Place | None:
        return next((place for place, rect in self.places.items() if rect.holds(x, y)), None)

    def shift(self, x: int, y: int) -> None:
        """All that is on it lies so much further right and down."""
        self.places = _shifted(self.places, x, y)
        self.sight_areas = _shifted(self.sight_areas, x, y)


def _shifted(places: dict[Place, Rect], x: int, y: int) -> dict[Place, Rect]:
    return {place: Rect(rect.x + x, rect.y + y, rect.width, rect.height) for place, rect in places.items()}
