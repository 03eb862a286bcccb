"""How an action is put together on screen: spots are picked in any order until one action is left.

Knows no game. The words of an action (`declare R01 F3`) are its fields; a scene says which place on screen each word
is. What may be chosen after passing is offered as well: choosing it passes first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, NamedTuple, Protocol, TypeVar

from tilehall.engine import Action, Decision, Game, SeatNo
from tilehall.tui.terminal.output.drawing import Place

PlacesOf = Callable[[str, str, str], tuple[Place, ...]]
"""The places that a verb's field and word mean: one for most, several for a set (`keep 14`) or a shape."""
MENU = "menu"
MAX_PASSES = 4
"""The most passes that a choice may need."""
MAX_LISTED = 9
"""The most choices with the picked places that are all listed."""
MAX_LISTED_UNPICKED = 30
"""The same where nothing is picked yet; more of them are found on the board only."""


S = TypeVar("S")


class ActionPlaces(Protocol):
    """Where the words of a game's actions are on its board, and how its decisions are made there."""

    set_decisions: frozenset[str]
    """Kinds of decisions whose choice is a set, put together piece by piece."""
    board_decisions: frozenset[str]
    """Kinds of decisions made on the board: only what has no place there is listed in words."""
    passable_decisions: frozenset[str]
    """Kinds of decisions that are passed silently when something later is chosen."""

    def places_of(self, verb: str, field: str, word: str) -> tuple[Place, ...]:
        """Where on screen a word of an action is: one place for most, several for a set or a shape."""


class ActionChoice(NamedTuple, Generic[S]):
    """An action that may be chosen: what is passed before it, the position it is done in, and its places."""

    action: Action
    text: str
    """The action in one line, by which the choice is known in the menu."""
    passes: tuple[Action, ...]
    state: S
    places: tuple[Place, ...]

    @property
    def pass_count(self) -> int:
        return len(self.passes)


UndoCommand = Literal["undo", "redo", "restart"]
"""Take back the latest choice, do it again, take back all since something new was shown."""
Intent = ActionChoice[Any] | UndoCommand
"""What a player wants done at the table. Doing it may take time: the table may be elsewhere."""


@dataclass(slots=True)
class OpenChoices(Generic[S]):
    """What the picks leave open; computed once for them, as every key asks for it many times."""

    picks: tuple[Place, ...]
    fitting: list[ActionChoice[S]]
    """The choices that hold all picks."""
    targets: dict[Place, None]
    pickable: frozenset[Place]
    menu: list[ActionChoice[S]] | None = None
    matching: dict[tuple[Place, ...], list[ActionChoice[S]]] = field(default_factory=dict)


@dataclass(slots=True)
class Selection(Generic[S]):
    """The choices of one decision, and what has been picked so far.

    With `exact` the picks are a set that is put together and then confirmed; otherwise a choice is made as soon as
    it is the only one left. With `pointed` only what has no place on the board is listed in words.
    """

    decision: Decision
    choices: list[ActionChoice[S]]
    exact: bool = False
    picks: list[Place] = field(default_factory=list)
    on_board: bool = False
    _known: OpenChoices[S] | None = None

    @classmethod
    def for_state(cls, game: Game[S], state: S, seat: SeatNo, reading: ActionPlaces) -> Selection[S]:
        """The selection for what this seat has to decide in this position (its own view)."""
        return cls.from_legal(game, state, seat, reading, game.decision(state, seat), game.legal_actions(state, seat))

    @classmethod
    def from_legal(
        cls, game: Game[S], state: S, seat: SeatNo, reading: ActionPlaces, decision: Decision, legal: Sequence[Action]
    ) -> Selection[S]:
        """The same where the decision and the legal actions are known already."""
        choices = _list_choices(game, state, seat, reading, decision, legal)
        return cls(
            decision, choices, decision.kind in reading.set_decisions, on_board=decision.kind in reading.board_decisions
        )

    def matching(self, *further: Place) -> list[ActionChoice[S]]:
        """The choices that hold all picks and further places; those with more passes than others are left out."""
        left = self._left()
        if further not in left.matching:
            fitting = self._holding(left.fitting, [*left.picks, *further]) if further else left.fitting
            nearest = min([len(choice.passes) for choice in fitting], default=0)
            left.matching[further] = [choice for choice in fitting if len(choice.passes) == nearest]
        return left.matching[further]

    def decides_nothing(self, *further: Place) -> bool:
        """Whether every remaining choice holds these places: picking them would decide nothing."""
        return self.on_board and bool(self.picks) and len(self.matching(*further)) == len(self.matching())

    def _left(self) -> OpenChoices[S]:
        picks = tuple(self.picks)
        if self._known is None or self._known.picks != picks:
            fitting = self._holding(self.choices, self.picks)
            targets = self._further([choice for choice in fitting if not choice.passes])
            self._known = OpenChoices(picks, fitting, targets, frozenset(targets))
        return self._known

    def _holding(self, choices: list[ActionChoice[S]], wanted: Sequence[Place]) -> list[ActionChoice[S]]:
        """The choices that hold these places; in a set as often as they are wanted."""
        if not wanted:
            return choices
        needed = frozenset(wanted)
        found = [choice for choice in choices if needed.issubset(choice.places)]
        if self.exact and len(needed) < len(wanted):
            for place in needed:
                least = wanted.count(place)
                found = [choice for choice in found if choice.places.count(place) >= least]
        return found

    def _further(self, choices: list[ActionChoice[S]]) -> dict[Place, None]:
        """The places of these choices that are not picked yet, in order."""
        found: dict[Place, None] = {}
        for choice in choices:
            if self.exact:
                left = list(choice.places)
                for place in self.picks:
                    left.remove(place)
                found.update(dict.fromkeys(left))
            else:
                for place in choice.places:
                    if place not in self.picks:
                        found[place] = None
        return found

    def targets(self) -> list[Place]:
        """The places that may be picked next without passing; in a set also again."""
        return list(self._left().targets)

    def pickable(self) -> frozenset[Place]:
        """The targets as a set."""
        return self._left().pickable

    def places_after_passing(self) -> set[Place]:
        """The places that may be picked after passing."""
        found: set[Place] = set()
        for choice in self.choices:
            if choice.passes:
                found.update(choice.places)
        return found

    def menu(self) -> list[ActionChoice[S]]:
        """The choices listed in words: all that remain if they are few, else those whose places are all picked."""
        left = self._left()
        if left.menu is None:
            left.menu = self._menu()
        return left.menu

    def _menu(self) -> list[ActionChoice[S]]:
        if self.exact:
            whole = self.complete_choice()
            return [whole] if whole else []
        now = [choice for choice in self.choices if not choice.passes]
        if self.on_board:
            return [choice for choice in now if not choice.places and not self.picks]
        if self.picks:
            left = self.matching()
            return (
                left
                if len(left) <= MAX_LISTED
                else [choice for choice in left if set(choice.places) <= set(self.picks)]
            )
        several = [choice for choice in now if len(choice.places) != 1]
        if any(choice.action != self.decision.skip for choice in several):
            # Where something is told in words that can be done, all is: what only the board shows would be missed.
            several = now
        listed = several if len(several) <= MAX_LISTED_UNPICKED else [choice for choice in several if not choice.places]
        last = [choice for choice in listed if choice.action == self.decision.skip]
        return [choice for choice in listed if choice not in last] + last if last else listed

    def complete_choice(self) -> ActionChoice[S] | None:
        """The choice whose places are exactly the picks."""
        picks = sorted(self.picks)
        for choice in self.choices:
            if len(choice.places) == len(picks) and not choice.passes and sorted(choice.places) == picks:
                return choice
        return None

    def pick(self, *places: Place) -> ActionChoice[S] | None:
        """Picks places. The choice, if only one is left; otherwise None, and the picks are kept if they fit."""
        if places[0][0] == MENU:
            return next((choice for choice in self.menu() if choice.text == places[0][1]), None)
        fitting = self.matching(*places)
        if self.exact:
            # Added as long as it fits; what is picked and cannot be picked once more is put back.
            self.picks = [*self.picks, *places] if fitting else [pick for pick in self.picks if pick not in places]
            return None
        if len(fitting) == 1:
            return fitting[0]
        if fitting:
            self.picks += [place for place in places if place not in self.picks]
        return None

    def drop_last_pick(self) -> bool:
        """Drops the last pick; False if there was none."""
        return bool(self.picks) and bool(self.picks.pop())

    def skip_choice(self) -> ActionChoice[S] | None:
        """The choice that passes, if passing is legal."""
        skip = self.decision.skip
        if skip is None:
            return None
        for choice in self.choices:
            if not choice.passes and choice.action == skip:
                return choice
        return None


def _list_choices(
    game: Game[S], state: S, seat: SeatNo, reading: ActionPlaces, decision: Decision, legal: Sequence[Action]
) -> list[ActionChoice[S]]:
    """The choices of a decision, and those of the next ones that can be reached by passing."""
    passes: tuple[Action, ...] = ()
    found: list[ActionChoice[S]] = []
    while True:
        for action in legal:
            if action != decision.skip or not passes:
                text = str(action)
                places = places_of_action(decision, text, reading.places_of)
                found.append(ActionChoice(action, text, passes, state, places))
        if decision.kind not in reading.passable_decisions or decision.skip not in legal or len(passes) == MAX_PASSES:
            return found
        assert decision.skip is not None
        passes = (*passes, decision.skip)
        state = game.apply(state, seat, decision.skip)
        if seat not in game.actors(state):
            return found
        decision, legal = game.decision(state, seat), game.legal_actions(state, seat)


def places_of_action(decision: Decision, text: str, places_of: PlacesOf) -> tuple[Place, ...]:
    """The places of the words of an action."""
    verb, *words = text.split(" ")
    found: list[Place] = []
    for name, word in zip(decision.fields.get(verb, ()), words, strict=False):
        for place in places_of(verb, name, word):
            if place[0] != MENU:
                found.append(place)
    return tuple(found)
