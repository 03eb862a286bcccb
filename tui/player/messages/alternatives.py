"""What may be chosen instead of something that may not, nearest first; and whom one waits for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeVar

from tilehall.engine import Action, Refusal, Text, Who, join_commas
from tilehall.tui.player import cursor_stops
from tilehall.tui.player.messages.guide import Guide
from tilehall.tui.player.messages.status_message import StatusMessage
from tilehall.tui.player.selection import MENU, ActionChoice
from tilehall.tui.tables.moment import Moment
from tilehall.tui.terminal.output.drawing import Place

S = TypeVar("S")
MAX_NAMED = 3
"""So many are named at most."""


class Alternative(NamedTuple):
    """Something that may be chosen: how it is called, and where it is."""

    name: Text
    place: Place


def refusal_message(guide: Guide[S], refusal: Refusal, names_place: bool = False) -> StatusMessage:
    """A refusal, with what may be chosen instead."""
    found = find_alternatives(guide, refusal.nearest)
    text = refusal.text
    if found:
        text = Text("{refusal} Nearest: {nearest}.", refusal=text, nearest=join_commas(each.name for each in found))
    spots = tuple(each.place for each in found)
    return StatusMessage(text, "bad", refusal.rule, names_place=names_place, marks=refusal.marks, spots=spots)


def find_alternatives(guide: Guide[S], nearest: Sequence[Action] = ()) -> list[Alternative]:
    """What the engine names where that goes with what is picked, each by its spot if it has one; else what lies near.

    The engine does not know how a shape is turned in the hand: of shapes the spots on which it may lie as it is.
    """
    fitting = {choice.action: choice for choice in guide.selection.matching()}
    known = [fitting[action] for action in nearest if action in fitting]
    if known and not any(place[0] in guide.reader.virtual_zones for choice in known for place in choice.places):
        return [_chosen(guide, choice) for choice in known]
    return _near(guide) or [_chosen(guide, choice) for choice in guide.selection.matching()[:MAX_NAMED]]


def _chosen(guide: Guide[S], choice: ActionChoice[S]) -> Alternative:
    further = [place for place in choice.places if place not in guide.selection.picks]
    if len(further) == 1 and (name := guide.reader.place_name(further[0])):
        return Alternative(name, further[0])
    return Alternative(
        guide.reader.describe_action(guide.context, choice.action), (further or [(MENU, choice.text)])[0]
    )


def _near(guide: Guide[S]) -> list[Alternative]:
    """The stops of the cursor that lie nearest, of its own zone first."""
    glance, picks = guide.context, guide.selection.picks
    found = cursor_stops.find_stops(guide.reader, glance, cursor_stops.find_digit_places(guide.reader, glance))
    places = [place for place in found if place[0] != MENU and place not in picks and place != guide.cursor]
    near = cursor_stops.sort_by_distance(places, guide.cursor, guide.place_areas)
    named: dict[Text, Place] = {}
    for place in near:
        # Pieces that are alike are named once.
        named.setdefault(_name(guide, place), place)
        if len(named) == MAX_NAMED:
            break
    return [Alternative(name, place) for name, place in named.items()]


def _name(guide: Guide[S], place: Place) -> Text:
    """What a spot is called; where it has no name what choosing it does, if that is one thing."""
    reading, found = guide.reader, guide.selection.matching(place)
    if name := reading.place_name(place):
        return name
    return (
        reading.describe_action(guide.context, found[0].action)
        if len(found) == 1
        else reading.describe_pick(guide.context, place)
    )


def waiting_message(moment: Moment[S]) -> StatusMessage:
    """Why nothing can be chosen: whom one waits for, or that it is over, with the rule that the game has for that."""
    done = next((deed.action for deed in reversed(moment.seen_steps) if deed.action is not None), None)
    if moment.seat in moment.due:
        told = Text("Nothing can be chosen here: {who} is to decide.", who=Who(moment.seat))
        return StatusMessage(told, "bad", moment.decision.rule)
    refusal = moment.check(done) if done is not None else None
    if refusal is None:
        return StatusMessage(Text("Nothing can be chosen yet."), "bad")
    return StatusMessage(refusal.text, "bad", refusal.rule)
