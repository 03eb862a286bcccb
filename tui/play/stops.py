"""Where the cursor stops: the places that may be chosen now, numbered ones first, and the choices in words."""

from __future__ import annotations

from typing import TypeVar

from tilehall.tui.kernel.drawing import Place
from tilehall.tui.play.picking import MENU, Picker
from tilehall.tui.play.view import Glance, Reading

S = TypeVar("S")


def stops(reading: Reading[S], glance: Glance[S], numbered: list[Place]) -> list[Place]:
    """Where Tab stops: the places that may be chosen, then the menu; passing comes last."""
    picker = glance.picker
    if picker is None:
        return []
    targets = picker.targets()
    if picker.exact:
        targets += [place for place in dict.fromkeys(picker.picks) if place not in targets]
    first = [place for place in numbered if place in targets]
    if any(zone in reading.aimed for zone, _ in targets):
        targets = list(reading.spots(glance, targets))
    others = sorted([place for place in targets if place not in first], key=reading.order)
    menu: list[Place] = [(MENU, choice.text) for choice in picker.menu()]
    listed = {place for choice in picker.menu() for place in choice.places}
    return [*menu, *others] if listed >= set(others) and not first else [*first, *others, *menu]


def digits(reading: Reading[S], glance: Glance[S]) -> list[Place]:
    """What the digits choose: numbered places of the scene if they can be reached, otherwise the menu."""
    picker = glance.picker
    if picker is None:
        return []
    if not picker.picks or picker.exact or picker.pointed:
        reachable = {*picker.targets(), *picker.later(), *picker.picks}
        places = list(reading.numbered(glance))
        if any(place in reachable for place in places):
            return places + [(MENU, choice.text) for choice in picker.menu() if picker.exact]
    skip = picker.skip()
    return [(MENU, choice.text) for choice in picker.menu() if skip is None or choice.text != skip.text]


def resting_place(
    picker: Picker[S], stopping: list[Place], numbered: list[Place], here: Place | None, latest: dict[str, Place]
) -> Place | None:
    """Where the cursor goes when its place may not be chosen any more; where it is, if it may."""
    if here in stopping or not stopping:
        return here
    if picker.pointed:
        known = latest.get(stopping[0][0])
        return known if known in stopping and stopping[0] not in numbered else stopping[0]
    return next((place for place in stopping if here and place[0] == here[0]), stopping[0])
