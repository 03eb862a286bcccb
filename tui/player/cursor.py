"""The cursor: its place, how the piece in hand is turned, and where it goes and stops."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, TypeVar

from tilehall.tui.player.selection import MENU
from tilehall.tui.player.view import BoardReader, CursorContext
from tilehall.tui.terminal.output.drawing import Place, Rect

S = TypeVar("S")
Direction = Literal["left", "right", "up", "down"]
STEPS: Mapping[Direction, tuple[int, int]] = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
MIN_COLUMN_GAP = 8
"""Columns between the left edges of zones from which on they count as side by side."""


class CursorState:
    """The place of the cursor, and how the piece in hand is turned."""

    def __init__(self) -> None:
        self.place: Place | None = None
        self.rotation = 0
        self.flipped = False
        self.latest_places: dict[str, Place] = {}
        """Where in each zone it was last."""

    def reset_rotation(self) -> None:
        """Forgets how the last piece was turned."""
        self.rotation, self.flipped = 0, False

    def remember_place(self) -> None:
        if self.place:
            self.latest_places[self.place[0]] = self.place

    def move(self, direction: Direction, places: Mapping[Place, Rect], otherwise: Iterable[Place]) -> None:
        """Moves to the nearest place in a direction; from nowhere to the first of `otherwise`."""
        here = places.get(self.place) if self.place else None
        if here is None:
            self.place = next(iter(otherwise), None)
            return
        self.place = nearest_in_direction(here, direction, places) or self.place

    def go_to_next_stop(self, stops: Sequence[Place], step: int) -> None:
        """Moves to the next or previous stop."""
        if not stops:
            return
        at = stops.index(self.place) if self.place in stops else (-1 if step > 0 else 0)
        self.place = stops[(at + step) % len(stops)]

    def go_to_next_zone(self, stops: Sequence[Place], places: Iterable[Place], step: int) -> None:
        """Moves to the first stop of the next or previous zone, or to its first place if it has no stop."""
        known = [*stops, *places]
        zones = list(dict.fromkeys(zone for zone, _ in known))
        if not zones:
            return
        at = zones.index(self.place[0]) if self.place and self.place[0] in zones else -1
        zone = zones[(at + step) % len(zones)]
        self.place = next(place for place in known if place[0] == zone)


def nearest_in_direction(here: Rect, direction: Direction, places: Mapping[Place, Rect]) -> Place | None:
    """The nearest place in a direction; distance aside counts more than ahead."""
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


# --- where it stops -------------------------------------------------------------------------------------------------


def find_stops(reading: BoardReader[S], glance: CursorContext[S], numbered: list[Place]) -> list[Place]:
    """Where Tab stops: the places that may be chosen, then the menu; passing comes last."""
    picker = glance.selection
    if picker is None:
        return []
    targets = picker.targets()
    if picker.exact:
        targets += [place for place in dict.fromkeys(picker.picks) if place not in targets]
    first = [place for place in numbered if place in targets and not picker.decides_nothing(place)]
    targets = list(reading.cursor_places(glance, targets))
    others = sorted([place for place in targets if place not in first], key=reading.sort_key)
    menu: list[Place] = [(MENU, choice.text) for choice in picker.menu()]
    listed = {place for choice in picker.menu() for place in choice.places}
    return [*menu, *others] if listed >= set(others) and not first else [*first, *others, *menu]


def find_digit_places(reading: BoardReader[S], glance: CursorContext[S]) -> list[Place]:
    """What the digits choose: the board's numbered places if one can be picked, otherwise the menu."""
    picker = glance.selection
    if picker is None:
        return []
    if not picker.picks or picker.exact or picker.on_board:
        reachable = {*picker.targets(), *picker.places_after_passing(), *picker.picks}
        places = list(reading.digit_places(glance))
        if any(place in reachable for place in places):
            return places + [(MENU, choice.text) for choice in picker.menu() if picker.exact]
    skip = picker.skip_choice()
    return [(MENU, choice.text) for choice in picker.menu() if skip is None or choice.text != skip.text]


def resting_place(
    reading: BoardReader[S],
    glance: CursorContext[S],
    stopping: list[Place],
    numbered: list[Place],
    latest: Mapping[str, Place],
    laid_out: Mapping[Place, Rect],
) -> Place | None:
    """Where the cursor goes when something new is to be chosen: where it is best, near where it has been.

    It does not wait on passing as long as there is anything else.
    """
    picker, here = glance.selection, glance.cursor
    if picker is None or not stopping:
        return here
    skip = picker.skip_choice()
    wanted = [place for place in stopping if skip is None or place != (MENU, skip.text)] or stopping
    if here in wanted and here in numbered:
        return here
    first = wanted[0]
    if here is not None and here[0] == MENU and here not in wanted:
        # An entry that was chosen before says nothing of those that are listed now.
        here = None
    elsewhere = here is None or here[0] == first[0] or all(place[0] != here[0] for place in wanted)
    best = reading.preferred_places(glance, wanted)
    if first in numbered and (picker.on_board or (elsewhere and here not in wanted)):
        # Of choices in words and of the pieces of a set the best; other numbered pieces come in their order.
        ranked = picker.exact or first[0] == MENU
        return next((place for place in best if ranked and place[0] == first[0]), first)
    if here in best:
        return here
    stays = not picker.on_board and here and any(place[0] == here[0] for place in best)
    zone = here[0] if here and stays else best[0][0]
    there = [place for place in best if place[0] == zone]
    known = latest.get(zone)
    if known in there or zone == MENU:
        return known if known in there else there[0]
    return nearest_of(there, known or here, laid_out)


def nearest_of(places: Sequence[Place], here: Place | None, laid_out: Mapping[Place, Rect]) -> Place:
    """The place drawn nearest to `here`; where that is not drawn, nearest to the middle of all."""
    drawn = [laid_out[place].centre for place in places if place in laid_out]
    if not drawn:
        return places[0]
    x, y = sum(x for x, _ in drawn) / len(drawn), sum(y for _, y in drawn) / len(drawn)
    if here is not None and here in laid_out and here[0] == places[0][0]:
        x, y = laid_out[here].centre

    def far(place: Place) -> float:
        across, down = laid_out[place].centre if place in laid_out else (x + 1000, y)
        return abs(across - x) + abs(down - y)

    return min(places, key=far)


def sort_by_distance(places: Sequence[Place], here: Place, laid_out: Mapping[Place, Rect]) -> list[Place]:
    """Places by their distance from `here`, those of its zone first; unsorted where it is not drawn."""
    if here not in laid_out:
        return sorted(places, key=lambda place: place[0] != here[0])
    x, y = laid_out[here].centre

    def far(place: Place) -> tuple[bool, bool, float]:
        across, down = laid_out[place].centre if place in laid_out else (x, y)
        return place[0] != here[0], place not in laid_out, abs(across - x) + abs(down - y)

    return sorted(places, key=far)


def sort_by_layout(stopping: Sequence[Place], laid_out: Mapping[Place, Rect]) -> list[Place]:
    """The stops as the eye goes: zone by zone from left to right, those below each other downwards; lines in each.

    Choices in words are one stop where there are others: arrows go from one of them to the next.
    """
    drawn = [place for place in stopping if place in laid_out and place[0] != MENU]
    rest = [place for place in stopping if place not in laid_out and place[0] != MENU]
    menu = [place for place in stopping if place[0] == MENU]
    ranks = _ranks(drawn, laid_out)
    drawn.sort(key=lambda place: (ranks[place[0]], laid_out[place].y, laid_out[place].x))
    return [*drawn, *rest, *(menu[:1] if drawn or rest else menu)]


def _ranks(places: Iterable[Place], laid_out: Mapping[Place, Rect]) -> dict[str, tuple[int, int]]:
    """The zones in columns, and in each by their upper edges."""
    corners: dict[str, tuple[int, int]] = {}
    for place in places:
        rect, (x, y) = laid_out[place], corners.get(place[0], (1000, 1000))
        corners[place[0]] = min(x, rect.x), min(y, rect.y)
    found: dict[str, tuple[int, int]] = {}
    column, left = -1, -MIN_COLUMN_GAP
    for zone, (x, y) in sorted(corners.items(), key=lambda item: item[1]):
        if x >= left + MIN_COLUMN_GAP:
            column, left = column + 1, x
        found[zone] = column, y
    return found
