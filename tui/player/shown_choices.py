"""What could have been done at a moment of a record, shown on its board as a hint is."""

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
    """The places of the first of some actions that has any on the board, and the position that it is done in."""

    state: S
    selection: Selection[S]
    places: tuple[Place, ...]
    spot: Place | None
    """Where what is laid is shown."""

    def apply_to(self, view: View[S]) -> View[S]:
        """The same board with the marks of a hint, and what would be laid where it would lie."""
        targets = frozenset(self.places)
        return replace(
            view, state=self.state, selection=self.selection, cursor=self.spot, targets=targets, hint_places=targets
        )


def find_shown_choices(moment: Moment[S], reading: BoardReader[S], actions: Sequence[Action]) -> ShownChoices[S] | None:
    """What is shown of these actions of the seat in front; None if none of them has a place."""
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
    """A single place; of several that are put together the one that the others are aimed from, if there is one."""
    if len(places) == 1:
        return places[0]
    glance = CursorContext(state, moment.seat, moment.names, picker)
    aimed = [place for place in places if place[0] in reading.virtual_zones]
    return (
        next((place for place in places if set(reading.targets_at(glance, place)) == set(aimed)), None)
        if aimed
        else None
    )
