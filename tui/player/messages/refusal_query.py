"""Why a place may not be chosen: an action with it in it is made up, and the engine asked what is wrong with that."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Generic, NamedTuple, TypeVar

from tilehall.engine import Refusal, RuleError
from tilehall.tui.player.selection import ActionPlaces, Selection
from tilehall.tui.tables.moment import Moment
from tilehall.tui.terminal.output.drawing import Place

S = TypeVar("S")


class RefusalQuery(NamedTuple, Generic[S]):
    """What is asked about: the moment as this player sees it, and what he has picked so far."""

    moment: Moment[S]
    selection: Selection[S]
    reader: ActionPlaces

    def refusal_at(self, place: Place) -> Refusal | None:
        """What the engine says to an action like the legal ones, with this place in it."""
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
        """The same for a shape: its places spell the last field after what is picked."""
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
