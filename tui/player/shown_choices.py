"""Alternatives at a moment of a record, marked on its board as a hint is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Generic, NamedTuple, TypeVar

from tilehall.engine import Action, RuleError
from tilehall.tui.player.selection import Selection, places_of_action
from tilehall.tui.player.view import BoardReader, CursorContext, View
from tilehall.tui.tables.moment import Moment
from tilehall.tui.terminal.output.drawing import Place

S = TypeVar("S")


class ShownChoices(NamedTuple, Generic[S]):
    """An action's places on the board, and the position in which it is done."""

    state: S
    selection: Selection[S]
    places: tuple[Place, ...]
    spot: Place | None
    """Where the cursor shows the piece that is laid."""

    def apply_to(self, view: View[S]) -> View[S]:
        """The view with these places marked as a hint, and the cursor where the piece would lie."""
        targets = frozenset(self.places)
        return replace(
            view, state=self.state, selection=self.selection, cursor=self.spot, targets=targets, hint_places=targets
        )


def find_shown_choices(moment: Moment[S], reading: BoardReader[S], actions: Sequence[Action]) -> ShownChoices[S] | None:
    """The first of these actions that has places, behind the ones before it; None if none has any."""
    rules, seat, state = moment.rules, moment.seat, moment.state
    for action in actions:
        if seat not in rules.actors(state) or rules.check(state, seat, action) is not None:
            return None
        decision = rules.decision(state, seat)
        places = places_of_action(decision, str(action), reading.places_of)
        if places:
            # Nothing else is to be chosen: no other spot is marked.
            picker = Selection.from_legal(rules, state, seat, reading, decision, [action])
            return ShownChoices(state, picker, places, _spot(moment, reading, state, picker, places))
        try:
            state = rules.apply(state, seat, action)
        except RuleError:
            # What comes then depends on what others hold.
            return None
    return None


def _spot(
    moment: Moment[S], reading: BoardReader[S], state: S, picker: Selection[S], places: Sequence[Place]
) -> Place | None:
    """The only place; of a shape the place from which the cursor aims at all of it, if there is one."""
    if len(places) == 1:
        return places[0]
    glance = CursorContext(state, moment.seat, moment.names, picker)
    aimed = [place for place in places if place[0] in reading.virtual_zones]
    return (
        next((place for place in places if set(reading.targets_at(glance, place)) == set(aimed)), None)
        if aimed
        else None
    )
