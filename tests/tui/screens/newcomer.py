"""Somebody who plays by what the screen names alone: digits, letters, arrows, `g`, r and f, Enter."""

from itertools import product
from typing import Any

from tests.tui.boards.tables import paint
from tests.tui.player.sitting import Sitting, english
from tilehall.engine import Action
from tilehall.tui.player.letters import assign_jump_labels
from tilehall.tui.player.selection import MENU, ActionChoice
from tilehall.tui.terminal.output.drawing import Drawing, Place

ARROWS = ("left", "right", "up", "down")


def play(sitting: Sitting, action: Action) -> int:
    """Does an action by the shortest way that the screen names; how many keys that took."""
    keys, before = 0, sitting.table.version
    while sitting.table.version == before:
        assert sitting.selection is not None
        choice = next(choice for choice in sitting.selection.choices if choice.action == action)
        keys += _key(sitting, choice)
        assert keys < 60, (action, sitting.said)
    return keys


def _key(sitting: Sitting, choice: ActionChoice[Any]) -> int:
    """The next thing that leads to a choice."""
    picker = sitting.selection
    assert picker is not None
    if sitting.pending is not None:
        assert sitting.pending.action == choice.action, sitting.said
        sitting.choose()
        return 1
    drawing = paint(sitting)
    if (keys := _listed(sitting, choice)) is not None:
        return keys
    if picker.exact:
        return _collected(sitting, choice, drawing)
    wanted = [place for place in choice.places if place not in picker.picks]
    digits = sitting.digit_places()[:9]
    place = next((place for place in wanted if place in digits), None)
    if place is not None:
        sitting.digit(digits.index(place) + 1)
        return 1
    aimed = tuple(place for place in choice.places if place[0] in sitting.reader.virtual_zones)
    if aimed and all(place in picker.picks for place in choice.places if place not in aimed):
        return _laid(sitting, frozenset(aimed), drawing)
    place = next(place for place in wanted if place in picker.pickable())
    return _gone_to(sitting, place, drawing) + _enter(sitting)


def _listed(sitting: Sitting, choice: ActionChoice[Any]) -> int | None:
    """By the list of choices in words."""
    assert sitting.selection is not None
    entry, digits = (MENU, choice.text), sitting.digit_places()[:9]
    if all(listed.text != choice.text for listed in sitting.selection.menu()):
        return None
    if entry in digits:
        sitting.digit(digits.index(entry) + 1)
        return 1
    letters = sitting.chooser.menu_letters(lambda text: english(text, sitting.moment.names))
    letter = next((letter for letter, listed in letters.items() if listed.text == choice.text), "")
    skip = sitting.selection.skip_choice()
    if skip and skip.text == choice.text:
        sitting.skip()
    elif letter:
        sitting.letter(letter)
    else:
        menu = [place for place in sitting.stops() if place[0] == MENU]
        sitting.point_at(entry)
        return 1 + menu.index(entry) + _enter(sitting)
    return 1


def _collected(sitting: Sitting, choice: ActionChoice[Any], drawing: Drawing) -> int:
    keys, left = 0, list(choice.places)
    assert sitting.selection is not None
    for place in sitting.selection.picks:
        left.remove(place)
    for place in left:
        digits = sitting.digit_places()[:9]
        if place in digits:
            sitting.digit(digits.index(place) + 1)
            keys += 1
        else:
            keys += _gone_to(sitting, place, drawing) + 1
            sitting.toggle()
    return keys + _enter(sitting)


def _laid(sitting: Sitting, shape: frozenset[Place], drawing: Drawing) -> int:
    """A shape: turned, and the cursor taken to where it is meant."""
    best: tuple[int, int, int, Place] | None = None
    turned, flipped, here = sitting.cursor_state.rotation, sitting.cursor_state.flipped, sitting.cursor
    for flips, turns in product(range(2), range(4)):
        sitting.cursor_state.rotation, sitting.cursor_state.flipped = (turned + turns) % 4, flipped ^ bool(flips)
        for place in drawing.places:
            sitting.focus.cursor.place = place
            if frozenset(sitting.focus.aimed_places()) == shape:
                sitting.focus.cursor.place = here
                # Three turns are one turn back.
                cost = flips + min(turns, 4 - turns) + steps(sitting, place, drawing)
                if best is None or cost < best[0]:
                    best = cost, flips, turns, place
    if best is None:
        # What lies already is pointed at by one of its boxes, where a card can be completed in several ways.
        picker = sitting.selection
        assert picker is not None
        _, box = min(shape - set(picker.picks), key=lambda place: len(picker.matching(place)))
        return _gone_to(sitting, ("own", box), drawing) + _enter(sitting)
    cost, flips, turns, place = best
    sitting.cursor_state.rotation, sitting.cursor_state.flipped = (turned + turns) % 4, flipped ^ bool(flips)
    sitting.point_at(place)
    return cost + _enter(sitting)


def _gone_to(sitting: Sitting, place: Place, drawing: Drawing) -> int:
    keys = steps(sitting, place, drawing)
    sitting.point_at(place)
    return keys


def _enter(sitting: Sitting) -> int:
    sitting.choose()
    return 1


def steps(sitting: Sitting, goal: Place, drawing: Drawing) -> int:
    """The fewest keys that bring the cursor to a place: arrows, or g and its letters."""
    begin, far, seen = sitting.cursor, 0, {sitting.cursor}
    now = [begin]
    marked = [place for place in sitting.stops() if place[0] != MENU and place in drawing.places]
    labelled = 1 + len(next(iter(assign_jump_labels(marked)), "")) if goal in marked else 60
    while goal not in now and far < labelled:
        far += 1
        reached = []
        for place, direction in product(now, ARROWS):
            sitting.focus.cursor.place = place
            sitting.move(direction, drawing)
            if sitting.cursor not in seen:
                seen.add(sitting.cursor)
                reached.append(sitting.cursor)
        now = reached
    sitting.focus.cursor.place = begin
    return min(far, labelled)
