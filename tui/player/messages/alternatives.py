"""What may be chosen instead of something that may not, nearest first; and whom one waits for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeVar

from tilehall.engine import Action, Refusal, Text, Who, listed
from tilehall.tui.player import cursor_stops
from tilehall.tui.player.messages.guide import Guide
from tilehall.tui.player.messages.status_message import Message
from tilehall.tui.player.selection import MENU, Choice
from tilehall.tui.tables.moment import Moment
from tilehall.tui.terminal.output.drawing import Place

S = TypeVar("S")
NAMED = 3
"""So many are named at most."""


class Instead(NamedTuple):
    """Something that may be chosen: how it is called, and where it is."""

    name: Text
    place: Place


def refusing(guide: Guide[S], refusal: Refusal, names_place: bool = False) -> Message:
    """A refusal, with what may be chosen instead."""
    found = instead(guide, refusal.nearest)
    text = refusal.text
    if found:
        text = Text("{refusal} Nearest: {nearest}.", refusal=text, nearest=listed(each.name for each in found))
    spots = tuple(each.place for each in found)
    return Message(text, "bad", refusal.rule, names_place=names_place, marks=refusal.marks, spots=spots)


def instead(guide: Guide[S], nearest: Sequence[Action] = ()) -> list[Instead]:
    """What the engine names where that goes with what is picked, each by its spot if it has one; else what lies near.

    The engine does not know how a shape is turned in the hand: of shapes the spots on which it may lie as it is.
    """
    fitting = {choice.action: choice for choice in guide.picker.matching()}
    known = [fitting[action] for action in nearest if action in fitting]
    if known and not any(place[0] in guide.reading.aimed for choice in known for place in choice.places):
        return [_chosen(guide, choice) for choice in known]
    return _near(guide) or [_chosen(guide, choice) for choice in guide.picker.matching()[:NAMED]]


def _chosen(guide: Guide[S], choice: Choice[S]) -> Instead:
    further = [place for place in choice.places if place not in guide.picker.picks]
    if len(further) == 1 and (name := guide.reading.spot_name(further[0])):
        return Instead(name, further[0])
    return Instead(guide.reading.choice(guide.glance, choice.action), (further or [(MENU, choice.text)])[0])


def _near(guide: Guide[S]) -> list[Instead]:
    """The stops of the cursor that lie nearest, of its own zone first."""
    glance, picks = guide.glance, guide.picker.picks
    found = cursor_stops.stops(guide.reading, glance, cursor_stops.digits(guide.reading, glance))
    places = [place for place in found if place[0] != MENU and place not in picks and place != guide.cursor]
    near = cursor_stops.nearest_first(places, guide.cursor, guide.laid_out)
    named: dict[Text, Place] = {}
    for place in near:
        # Pieces that are alike are named once.
        named.setdefault(_name(guide, place), place)
        if len(named) == NAMED:
            break
    return [Instead(name, place) for name, place in named.items()]


def _name(guide: Guide[S], place: Place) -> Text:
    """What a spot is called; where it has no name what choosing it does, if that is one thing."""
    reading, found = guide.reading, guide.picker.matching(place)
    if name := reading.spot_name(place):
        return name
    return reading.choice(guide.glance, found[0].action) if len(found) == 1 else reading.picked(guide.glance, place)


def waiting(moment: Moment[S]) -> Message:
    """Why nothing can be chosen: whom one waits for, or that it is over, with the rule that the game has for that."""
    done = next((deed.action for deed in reversed(moment.deeds) if deed.action is not None), None)
    if moment.seat in moment.due:
        told = Text("Nothing can be chosen here: {who} is to decide.", who=Who(moment.seat))
        return Message(told, "bad", moment.decision.rule)
    refusal = moment.check(done) if done is not None else None
    if refusal is None:
        return Message(Text("Nothing can be chosen yet."), "bad")
    return Message(refusal.text, "bad", refusal.rule)
