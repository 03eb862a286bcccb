"""Why a place may not be chosen, and what may be chosen instead, nearest first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Generic, NamedTuple, TypeVar

from tilehall.engine import Action, Refusal, RuleError, Text, Who, join_commas, join_spaces
from tilehall.tui.player import cursor as cursor_stops
from tilehall.tui.player.messages.guide import Guide
from tilehall.tui.player.messages.status_message import StatusMessage
from tilehall.tui.player.selection import MENU, ActionChoice, ActionPlaces, Selection
from tilehall.tui.tables.moment import Moment
from tilehall.tui.terminal.output.drawing import Place, Rect

S = TypeVar("S")
PlaceAreas = Mapping[Place, Rect]
"""Where each place was drawn last."""
MAX_NAMED = 3


def explain_refusal(guide: Guide[S], areas: PlaceAreas) -> StatusMessage:
    """Why the place under the cursor may not be chosen, and what may."""
    aimed, selection = guide.aimed_places(), guide.selection
    if guide.cursor[0] != MENU and selection.decides_nothing(*aimed):
        refusal = Refusal(selection.decision.rule, guide.settled_text())
        return refusal_message(guide, refusal, areas)._replace(tone="info")
    if guide.cursor[0] == MENU or selection.matching(*aimed):
        return StatusMessage(Text("This may be chosen: Enter."))
    if found := _refusal_of_rules(guide, aimed):
        return refusal_message(guide, found, areas)
    earlier = _missing_choice(guide)
    told = earlier or _out_of_question(guide)
    taken = tuple(name for _, name in selection.picks) if earlier else ()
    refusal = Refusal(selection.decision.rule, told, marks=taken)
    return refusal_message(guide, refusal, areas, names_place=earlier is None)


def _refusal_of_rules(guide: Guide[S], aimed: tuple[Place, ...]) -> Refusal | None:
    """What the game says to the place, or to an action with it in it."""
    query, selection = RefusalQuery(guide.moment, guide.selection, guide.reader), guide.selection
    refusal = None if selection.picks else guide.reader.refusal_at(guide.context, guide.cursor)
    if refusal is None:
        refusal = query.refusal_of_shape(aimed) if len(aimed) > 1 else query.refusal_at(guide.cursor)
    if refusal is None and selection.exact and not _may_be_part(guide):
        # Whatever is picked, this alone is wrong.
        refusal = query.without_picks().refusal_at(guide.cursor)
    return refusal


def _missing_choice(guide: Guide[S]) -> Text | None:
    """What is to be chosen before this place, if anything is."""
    selection, reader = guide.selection, guide.reader
    shapes = [place for choice in selection.choices for place in choice.places if place[0] in reader.virtual_zones]
    if shapes and not selection.picks:
        spots = reader.cursor_places(guide.context, list(dict.fromkeys(shapes)))
        if guide.cursor[0] in {zone for zone, _ in spots}:
            return Text("First choose what is to lie there.")
    if not _may_be_part(guide):
        return None
    if selection.exact and selection.picks and (enough := selection.decision.complete_text):
        return Text("{why} Take one of them back first, with Space on it.", why=enough)
    if selection.exact and selection.picks:
        return Text("This cannot go with what is picked already: take one of them back first, with Space on it.")
    if selection.picks:
        return Text("This cannot go with what is picked already: put that back first.")
    return Text("First choose what goes there.")


def _may_be_part(guide: Guide[S]) -> bool:
    """Whether some choice holds the place under the cursor."""
    return any(guide.cursor in choice.places for choice in guide.selection.choices)


def _out_of_question(guide: Guide[S]) -> Text:
    """What lies under the cursor, and what is to be decided now instead."""
    instead = guide.selection.decision.otherwise_text or Text("That is no part of this decision.")
    return join_spaces([guide.describe_place(), instead])


def waiting_message(moment: Moment[S]) -> StatusMessage:
    """Why nothing can be chosen: who is to act first, or that the game is over, with the game's rule for that."""
    done = next((step.action for step in reversed(moment.seen_steps) if step.action is not None), None)
    if moment.seat in moment.due:
        told = Text("Nothing can be chosen here: {who} is to decide.", who=Who(moment.seat))
        return StatusMessage(told, "bad", moment.decision.rule)
    refusal = moment.check(done) if done is not None else None
    if refusal is None:
        return StatusMessage(Text("Nothing can be chosen yet."), "bad")
    return StatusMessage(refusal.text, "bad", refusal.rule)


# --- what may be chosen instead -----------------------------------------------------------------------------------


class Alternative(NamedTuple):
    """Something that may be chosen: how it is called, and where it is."""

    name: Text
    place: Place


def refusal_message(guide: Guide[S], refusal: Refusal, areas: PlaceAreas, names_place: bool = False) -> StatusMessage:
    """A refusal, with what may be chosen instead."""
    found = find_alternatives(guide, areas, refusal.nearest)
    text = refusal.text
    if found:
        text = Text("{refusal} Nearest: {nearest}.", refusal=text, nearest=join_commas(each.name for each in found))
    spots = tuple(each.place for each in found)
    return StatusMessage(text, "bad", refusal.rule, names_place=names_place, marks=refusal.marks, spots=spots)


def find_alternatives(guide: Guide[S], areas: PlaceAreas, nearest: Sequence[Action] = ()) -> list[Alternative]:
    """The actions that the game names, if they go with what is picked, by their spots; else what lies near.

    The game does not know how a shape is turned in the hand: of shapes the spots on which it may lie as it is.
    """
    fitting = {choice.action: choice for choice in guide.selection.matching()}
    known = [fitting[action] for action in nearest if action in fitting]
    if known and not any(place[0] in guide.reader.virtual_zones for choice in known for place in choice.places):
        return [_chosen(guide, choice) for choice in known]
    return _near(guide, areas) or [_chosen(guide, choice) for choice in guide.selection.matching()[:MAX_NAMED]]


def _chosen(guide: Guide[S], choice: ActionChoice[S]) -> Alternative:
    further = [place for place in choice.places if place not in guide.selection.picks]
    if len(further) == 1 and (name := guide.reader.place_name(further[0])):
        return Alternative(name, further[0])
    place = (further or [(MENU, choice.text)])[0]
    return Alternative(guide.reader.describe_action(guide.context, choice.action), place)


def _near(guide: Guide[S], areas: PlaceAreas) -> list[Alternative]:
    """The stops of the cursor that lie nearest, those of its own zone first."""
    context, picks = guide.context, guide.selection.picks
    found = cursor_stops.find_stops(guide.reader, context, cursor_stops.find_digit_places(guide.reader, context))
    places = [place for place in found if place[0] != MENU and place not in picks and place != guide.cursor]
    named: dict[Text, Place] = {}
    for place in cursor_stops.sort_by_distance(places, guide.cursor, areas):
        # Pieces that are alike are named once.
        named.setdefault(_name(guide, place), place)
        if len(named) == MAX_NAMED:
            break
    return [Alternative(name, place) for name, place in named.items()]


def _name(guide: Guide[S], place: Place) -> Text:
    """What a spot is called; where it has no name what choosing it does, if that is one thing."""
    reader, found = guide.reader, guide.selection.matching(place)
    if name := reader.place_name(place):
        return name
    if len(found) == 1:
        return reader.describe_action(guide.context, found[0].action)
    return reader.describe_pick(guide.context, place)


# --- asking the game ----------------------------------------------------------------------------------------------


class RefusalQuery(NamedTuple, Generic[S]):
    """Makes up an action with a place in it, and asks the game what is wrong with that."""

    moment: Moment[S]
    selection: Selection[S]
    reader: ActionPlaces

    def refusal_at(self, place: Place) -> Refusal | None:
        """What the game says to an action like the legal ones, with this place in it."""
        for verb, fields in self.selection.decision.fields.items():
            filled = {self._field_of(verb, pick) for pick in self.selection.picks}
            if None in filled:
                continue
            for n, name in enumerate(fields):
                # What would be wrong with it beside something else is not asked about one of two of a kind.
                if n in filled or self.reader.places_of(verb, name, place[1]) != (place,):
                    continue
                words = [place[1] if k == n else self._some_word(verb, k) for k in range(len(fields))]
                if refusal := self._check(verb, words):
                    return refusal
        return None

    def without_picks(self) -> RefusalQuery[S]:
        """The same as if nothing was picked."""
        return self._replace(selection=replace(self.selection, picks=[]))

    def refusal_of_shape(self, places: Sequence[Place]) -> Refusal | None:
        """What the game says to a shape: its places spell the last field after what is picked."""
        words = [*(name for _, name in self.selection.picks), ",".join(sorted(name for _, name in places))]
        found = (self._check(verb, words) for verb, fields in self.selection.decision.fields.items() if fields)
        return next((refusal for refusal in found if refusal), None)

    def _check(self, verb: str, words: Sequence[str]) -> Refusal | None:
        try:
            action = self.moment.rules.parse(" ".join([verb, *words]))
        except RuleError:
            return None
        return self.moment.check(action)

    def _field_of(self, verb: str, place: Place) -> int | None:
        """Which field of a verb a place fills."""
        names = enumerate(self.selection.decision.fields[verb])
        return next((n for n, name in names if self.reader.places_of(verb, name, place[1]) == (place,)), None)

    def _some_word(self, verb: str, field: int) -> str:
        """What is picked for a field, or any word that may stand there."""
        picked = next((pick[1] for pick in self.selection.picks if self._field_of(verb, pick) == field), "")
        if picked:
            return picked
        actions = (choice.action for choice in self.selection.choices)
        return next((a.words[field] for a in actions if a.verb == verb and len(a.words) > field), "")
