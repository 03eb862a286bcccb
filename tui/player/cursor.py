"""Where a player points: the cursor, how the piece in hand is turned, and how the cursor finds its way."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from tilehall.tui.terminal.output.drawing import Place, Rect

Direction = Literal["left", "right", "up", "down"]
STEPS: Mapping[Direction, tuple[int, int]] = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


class CursorState:
    """A place, and the way a piece is held over it."""

    def __init__(self) -> None:
        self.place: Place | None = None
        self.rotation = 0
        self.flipped = False
        self.latest_places: dict[str, Place] = {}
        """Where in each zone it was last."""

    def reset_rotation(self) -> None:
        """A new piece is held as it comes."""
        self.rotation, self.flipped = 0, False

    def remember_place(self) -> None:
        if self.place:
            self.latest_places[self.place[0]] = self.place

    def move(self, direction: Direction, places: Mapping[Place, Rect], otherwise: Iterable[Place]) -> None:
        """To the nearest place in a direction; from nowhere to the first of the others."""
        here = places.get(self.place) if self.place else None
        if here is None:
            self.place = next(iter(otherwise), None)
            return
        self.place = nearest_in_direction(here, direction, places) or self.place

    def go_to_next_stop(self, stops: Sequence[Place], step: int) -> None:
        """To the next or previous stop."""
        if not stops:
            return
        at = stops.index(self.place) if self.place in stops else (-1 if step > 0 else 0)
        self.place = stops[(at + step) % len(stops)]

    def go_to_next_zone(self, stops: Sequence[Place], places: Iterable[Place], step: int) -> None:
        """To the next or previous zone of what is shown: to its first stop, or just there to look at it."""
        known = [*stops, *places]
        zones = list(dict.fromkeys(zone for zone, _ in known))
        if not zones:
            return
        at = zones.index(self.place[0]) if self.place and self.place[0] in zones else -1
        zone = zones[(at + step) % len(zones)]
        self.place = next(place for place in known if place[0] == zone)


def nearest_in_direction(here: Rect, direction: Direction, places: Mapping[Place, Rect]) -> Place | None:
    """The nearest place in a direction, rather ahead than aside."""
    dx, dy = STEPS[direction]
    x, y = here.centre
    best: tuple[float, Place] | None = None
    for place, rect in places.items():
        right, down = rect.x + rect.width / 2, rect.y + rect.height / 2
        across, along = right / 2 - x, down - y
        ahead, aside = across * dx + along * dy, abs(across * dy) + abs(along * dx)
        if ahead <= 0.01 or aside > 3 * ahead + 1:
            continue
        cost = ahead + 2.5 * aside
        if best is None or cost < best[0]:
            best = (cost, place)
    return best[1] if best else None
