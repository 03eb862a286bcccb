"""What can be said of the place under the cursor: what it is, what choosing it would bring, and who goes on then."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from itertools import islice
from typing import Generic, TypeVar

from tilehall.engine import CHANCE, Action, Game, RuleError, SeatNo, Text, join_commas, join_or, join_spaces
from tilehall.tui.player.selection import MAX_LISTED, MENU, ActionChoice, Selection
from tilehall.tui.player.view import BoardReader, CursorContext
from tilehall.tui.tables.moment import Moment
from tilehall.tui.terminal.output.drawing import Place

S = TypeVar("S")
MAX_DRAWS = 40
"""Draws that are tried before an answer is unknown."""


class Consequence(Enum):
    """Who goes on after a choice."""

    SAME = "the same player, and it can be taken back"
    SHOWN = "the same player, after something new has been shown"
    OTHERS = "somebody else"
    OVER = "nobody"
    UNKNOWN = "it depends on what is drawn, or on what others decide in secret"


class Guide(Generic[S]):
    """One moment's decision and the place that is pointed at. What is worked out of them is kept."""

    def __init__(
        self,
        moment: Moment[S],
        reader: BoardReader[S],
        selection: Selection[S],
        context: CursorContext[S],
        cursor: Place,
        shows_outcome: bool = True,
    ) -> None:
        """`shows_outcome`: whether it is said what a choice would bring."""
        self.moment = moment
        self.reader = reader
        self.selection = selection
        self.context = context
        self.cursor = cursor
        self.shows_outcome = shows_outcome
        self._aimed: tuple[Place, ...] | None = None
        self._outcomes: dict[tuple[str, int], Sequence[Text]] = {}
        self._consequences: dict[tuple[str, int], Consequence] = {}

    def aimed_places(self) -> tuple[Place, ...]:
        """The places that the cursor means."""
        if self._aimed is None:
            is_entry = self.cursor[0] == MENU
            self._aimed = (self.cursor,) if is_entry else self.reader.targets_at(self.context, self.cursor)
        return self._aimed

    def choices(self) -> list[ActionChoice[S]]:
        """What the place under the cursor may become a choice of."""
        if self.cursor[0] == MENU:
            return [choice for choice in self.selection.menu() if choice.text == self.cursor[1]]
        whole = self.selection.complete_choice() if self.selection.exact else None
        return [whole] if whole and self.selection.picks else self.selection.matching(*self.aimed_places())

    def describe_place(self) -> Text:
        """What lies there."""
        return self.reader.describe(self.context, self.cursor)

    def describe_with_use(self) -> Text:
        """What lies there, and what a key would do with it."""
        found = self.choices()
        if len(found) == 1:
            return self.preview(found[0])
        return join_spaces([self.describe_place(), self.use_text()]) if found else self.describe_place()

    def shorter_descriptions(self) -> Iterator[Text]:
        """The same in less and less: the most important of what it would bring; what lies there."""
        found = self.choices()
        if len(found) == 1:
            brings = self._outcome(found[0])
            for most in range(len(brings) - 1, 0, -1):
                yield self._preview(found[0], brings[:most])
        elif found:
            yield self.describe_place()

    def use_text(self) -> Text:
        """What a key would do with it; said below what it is."""
        found = self.choices()
        if len(found) == 1:
            return self.preview(found[0])
        if not found:
            return Text("")
        if self.selection.exact:
            return Text("Space picks it.")
        if self.selection.decides_nothing(*self.aimed_places()):
            return self.settled_text()
        deeds = join_or(map(self.reader.describe_verb, dict.fromkeys(choice.action.verb for choice in found)))
        if len(found) <= MAX_LISTED and self._lies_on_spots(found):
            return Text("Enter: {deeds}; then choose one of {n} ways.", deeds=deeds, n=len(found))
        return Text("Enter: {deeds}.", deeds=deeds)

    def _lies_on_spots(self, found: Iterable[ActionChoice[S]]) -> bool:
        """Whether it is put together on the board: choosing one spot of it leaves several to be chosen from."""
        return self.selection.on_board and any(
            spot[0] in self.reader.virtual_zones for each in found for spot in each.places
        )

    def settled_text(self) -> Text:
        """That the place under the cursor decides nothing any more."""
        ways = len(self.selection.matching())
        return Text("All {n} ways that are left take this: choose by another marked spot.", n=ways)

    def preview(self, choice: ActionChoice[S]) -> Text:
        """What a choice would bring."""
        return self._preview(choice, self._outcome(choice))

    def _outcome(self, choice: ActionChoice[S]) -> Sequence[Text]:
        if not self.shows_outcome:
            return ()
        key, now = (choice.text, len(choice.passes)), self.moment
        if key not in self._outcomes:
            self._outcomes[key] = now.rules.narrator.preview(choice.state, now.seat, choice.action)
        return self._outcomes[key]

    def _preview(self, choice: ActionChoice[S], brings: Sequence[Text]) -> Text:
        told = join_commas(brings)
        if told and self.cursor == (MENU, choice.text):
            return told
        name = self.reader.describe_action(self.context, choice.action)
        if passed := self.passed_text(choice):
            name = Text("{choice} (passes: {deeds})", choice=name, deeds=passed)
        return Text("{choice}: {outlook}", choice=name, outlook=told) if told else name

    def passed_text(self, choice: ActionChoice[S]) -> Text | None:
        """What could have been done before a choice, and is not done any more after it."""
        earlier = [each for each in self.selection.choices if len(each.passes) < len(choice.passes)]
        verbs = dict.fromkeys(each.action.verb for each in earlier if each.action not in choice.passes)
        return join_commas(map(self.reader.describe_verb, verbs)) if verbs else None

    def consequence(self, choice: ActionChoice[S]) -> Consequence:
        """Who goes on after a choice; the choice is applied once, however often this is asked."""
        key = choice.text, len(choice.passes)
        if key not in self._consequences:
            rules, seat = self.moment.rules, self.moment.seat
            self._consequences[key] = consequence_of(rules, choice.state, seat, choice.action)
        return self._consequences[key]

    def is_irreversible(self, choice: ActionChoice[S]) -> bool:
        """Whether a choice cannot be taken back."""
        return (
            choice.action.verb in self.selection.decision.final_verbs
            or self.consequence(choice) is not Consequence.SAME
        )

    def confirmation(self, choice: ActionChoice[S]) -> Text:
        """Whether a choice is meant that cannot be taken back: first what it brings, then who goes on."""
        return self._question(choice, self.preview(choice))

    def shorter_confirmations(self, choice: ActionChoice[S]) -> Iterator[Text]:
        """The same in less and less: the most important of what it brings; the choice alone."""
        brings = self._outcome(choice)
        for most in range(len(brings) - 1, -1, -1):
            yield self._question(choice, self._preview(choice, brings[:most]))

    def _question(self, choice: ActionChoice[S], brings: Text) -> Text:
        match self.consequence(choice):
            case Consequence.OVER:
                return Text("{choice}. Enter does it and ends the game, Esc goes back.", choice=brings)
            case Consequence.OTHERS if len(self.moment.names) > 1:
                return Text("{choice}. Enter does it, and others go on; Esc goes back.", choice=brings)
            case Consequence.SHOWN:
                return Text(
                    "{choice}. What is new cannot be taken back: Enter does it for good, Esc goes back.", choice=brings
                )
            case _:
                return Text("{choice}. Enter does it for good, Esc goes back.", choice=brings)

    def leads_to_rotation(self) -> bool:
        """Whether what is under the cursor leads to the choice of a turn: the piece is turned beforehand."""
        found, rules, seat = self.choices(), self.moment.rules, self.moment.seat
        if len(found) != 1 or self.consequence(found[0]) is not Consequence.SAME:
            return False
        after = rules.apply(found[0].state, seat, found[0].action)
        return seat in rules.actors(after) and rules.decision(after, seat).kind in self.reader.rotation_decisions

    def hint_location(self, places: Iterable[Place]) -> Text:
        """Where a hint is: a place by its name, another single spot by what it is."""
        spots = [place for place in places if place[0] != MENU]
        if not spots and len(entries := self.selection.menu()) == 1:
            return Text(
                "Look at the choice in words: {choice}.",
                choice=self.reader.describe_action(self.context, entries[0].action),
            )
        if len(spots) != 1:
            return Text("Look at the marked spots.") if spots else Text("Look at the list of choices.")
        if name := self.reader.place_name(spots[0]):
            return Text("Look at {spot}.", spot=name)
        return Text("Look here: {what}", what=self.reader.describe(self.context, spots[0]))


def consequence_of(rules: Game[S], state: S, seat: SeatNo, action: Action) -> Consequence:
    """Who goes on after an action of this seat, and whether it can be taken back, as far as its view shows."""
    try:
        state = rules.apply(state, seat, action)
        drawn, ends = rules.actors(state) == (CHANCE,), _drawn(rules, state)
        due = rules.actors(next(ends))
        if due == (seat,):
            return Consequence.SHOWN if drawn else Consequence.SAME
        # Another draw may have this player go on.
        if seat in due or any(seat in rules.actors(then) for then in islice(ends, MAX_DRAWS)):
            return Consequence.UNKNOWN
    except RuleError:
        return Consequence.UNKNOWN
    return Consequence.OTHERS if due else Consequence.OVER


def _drawn(rules: Game[S], state: S) -> Iterator[S]:
    """The positions after whatever may be drawn now."""
    if rules.actors(state) != (CHANCE,):
        yield state
        return
    for outcome in rules.chance(state).outcomes:
        yield from _drawn(rules, rules.apply(state, CHANCE, outcome))
