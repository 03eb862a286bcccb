"""How an action is put together on screen: spots are picked in any order until one action is left.

Knows no game. The words of an action (`declare R01 F3`) are its fields; a scene says which place on screen each word
is. What may be chosen after passing is offered as well: choosing it passes first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Generic, NamedTuple, Protocol, TypeVar

from tilehall.engine import CHANCE, Action, Decision, Game, Seat
from tilehall.tui.kernel.drawing import Place

PlacesOf = Callable[[str, str, str], tuple[Place, ...]]
"""The places that a verb's field and word mean: one for most, several for a set (`keep 14`) or a shape."""
MENU = "menu"
AHEAD = 4
"""How many passes are looked over."""
LISTED = 9


S = TypeVar("S")


class Spelling(Protocol):
    """How a scene reads the actions of its game."""

    sets: frozenset[str]
    """Decisions whose choice is a set that is put together piece by piece."""
    pointed: frozenset[str]
    """Decisions that are put together on the board: only what has no place there is listed in words."""
    passing: frozenset[str]
    """Decisions that may be passed silently when something later is chosen."""

    def places_of(self, verb: str, field: str, word: str) -> tuple[Place, ...]:
        """Where on screen a word of an action is: one place for most, several for a set or a shape."""


class Choice(NamedTuple, Generic[S]):
    """An action that may be chosen: what is passed before it, the position it is done in, and its places."""

    action: Action
    text: str
    """The action in one line, by which the choice is known in the menu."""
    passes: tuple[Action, ...]
    state: S
    places: tuple[Place, ...]

    @property
    def stage(self) -> int:
        return len(self.passes)


@dataclass(slots=True)
class Picker(Generic[S]):
    """The choices of one decision, and what has been picked so far.

    With `exact` the picks are a set that is put together and then confirmed; with `pointed` a choice is made when all
    its places are picked; otherwise as soon as it is the only one left.
    """

    decision: Decision
    choices: list[Choice[S]]
    exact: bool = False
    picks: list[Place] = field(default_factory=list)
    pointed: bool = False
    _listed: tuple[tuple[Place, ...], list[Choice[S]]] | None = None

    @classmethod
    def at(cls, game: Game[S], state: S, seat: Seat, reading: Spelling) -> Picker[S]:
        """The picker for what this seat has to decide in this position (its own view)."""
        decision = game.decision(state, seat)
        choices = list(_choices(game, state, seat, reading))
        return cls(decision, choices, decision.kind in reading.sets, pointed=decision.kind in reading.pointed)

    def matching(self, *further: Place) -> list[Choice[S]]:
        """The choices that fit the picks; those that need fewer passes hide those that need more."""
        wanted = [*self.picks, *further]
        fitting = [choice for choice in self.choices if self._holds(choice.places, wanted)]
        nearest = min((choice.stage for choice in fitting), default=0)
        return [choice for choice in fitting if choice.stage == nearest]

    def _holds(self, places: Sequence[Place], wanted: Sequence[Place]) -> bool:
        """Whether all that is wanted is there; in a set a place may be wanted, and be there, more than once."""
        if self.exact:
            return all(wanted.count(place) <= places.count(place) for place in wanted)
        return all(place in places for place in wanted)

    def targets(self) -> list[Place]:
        """The places that may be picked next without passing; in a set also once more."""
        found: dict[Place, None] = {}
        for choice in self.choices:
            if choice.stage == 0 and self._holds(choice.places, self.picks):
                left = list(choice.places)
                for place in self.picks:
                    left = [p for p in left if p != place] if not self.exact else _without(left, place)
                found.update(dict.fromkeys(left))
        return list(found)

    def later(self) -> set[Place]:
        """The places that may be picked after passing."""
        return {place for choice in self.choices if choice.stage for place in choice.places}

    def menu(self) -> list[Choice[S]]:
        """The choices that are listed in words: all that are left if they are few, else those that lack no place."""
        picks = tuple(self.picks)
        if self._listed is None or self._listed[0] != picks:
            self._listed = (picks, self._menu())
        return self._listed[1]

    def _menu(self) -> list[Choice[S]]:
        if self.exact:
            whole = self.whole()
            return [whole] if whole else []
        now = [choice for choice in self.choices if choice.stage == 0]
        if self.pointed:
            return [choice for choice in now if not choice.places and not self.picks]
        if self.picks:
            left = self.matching()
            return left if len(left) <= LISTED else [choice for choice in left if set(choice.places) <= set(self.picks)]
        several = [choice for choice in now if len(choice.places) != 1]
        listed = several if len(several) <= LISTED else [choice for choice in several if not choice.places]
        return sorted(listed, key=lambda choice: choice.action == self.decision.skip)

    def whole(self) -> Choice[S] | None:
        """The choice that the picks are, no more and no less."""
        return next((c for c in self.choices if c.stage == 0 and sorted(c.places) == sorted(self.picks)), None)

    def pick(self, *places: Place) -> Choice[S] | None:
        """Picks places. The choice, if only one is left; otherwise None, and the picks are kept if they fit."""
        if places[0][0] == MENU:
            return next((choice for choice in self.menu() if choice.text == places[0][1]), None)
        fitting = self.matching(*places)
        if self.exact:
            # Added as long as it fits; what is picked and cannot be picked once more is put back.
            self.picks = [*self.picks, *places] if fitting else [pick for pick in self.picks if pick not in places]
            return None
        settled = len(fitting) == 1 and (not self.pointed or {*self.picks, *places} >= set(fitting[0].places))
        if settled:
            return fitting[0]
        if fitting:
            self.picks += [place for place in places if place not in self.picks]
        return None

    def drop(self) -> bool:
        """Drops the last pick; False if there was none."""
        return bool(self.picks) and bool(self.picks.pop())

    def skip(self) -> Choice[S] | None:
        """The choice that does nothing and goes on."""
        skip = self.decision.skip
        return next((c for c in self.choices if c.stage == 0 and c.action == skip), None) if skip else None


def _without(places: list[Place], one: Place) -> list[Place]:
    """Places with one of them taken away once."""
    at = places.index(one)
    return [*places[:at], *places[at + 1 :]]


def _choices(game: Game[S], state: S, seat: Seat, reading: Spelling) -> Iterator[Choice[S]]:
    passes: tuple[Action, ...] = ()
    while game.actors(state) != (CHANCE,) and seat in game.actors(state):
        decision, legal = game.decision(state, seat), game.legal(state, seat)
        for action in legal:
            if action != decision.skip or not passes:
                yield Choice(action, str(action), passes, state, _places(decision, action, reading.places_of))
        if decision.kind not in reading.passing or decision.skip not in legal or len(passes) == AHEAD:
            return
        assert decision.skip is not None
        passes = (*passes, decision.skip)
        state = game.apply(state, seat, decision.skip)


def _places(decision: Decision, action: Action, places_of: PlacesOf) -> tuple[Place, ...]:
    fields: Sequence[str] = decision.fields.get(action.verb, ())
    found = (places_of(action.verb, name, word) for name, word in zip(fields, action.words, strict=False))
    return tuple(place for places in found for place in places if place[0] != MENU)
