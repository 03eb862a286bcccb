"""What can be said of the place under the cursor: what it is, what choosing it would bring, and why it may not be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Generic, NamedTuple, TypeVar

from tilehall.engine import Refusal, Text, join_commas, join_or, join_spaces
from tilehall.tui.player.consequence import Consequence, consequence_of
from tilehall.tui.player.messages.status_message import StatusMessage
from tilehall.tui.player.selection import MAX_LISTED, MENU, ActionChoice, Selection
from tilehall.tui.player.view import BoardReader, CursorContext
from tilehall.tui.tables.moment import Moment
from tilehall.tui.terminal.output.drawing import Place, Rect

S = TypeVar("S")


class Guide(NamedTuple, Generic[S]):
    """One moment's decision and the place that is pointed at."""

    moment: Moment[S]
    reader: BoardReader[S]
    selection: Selection[S]
    context: CursorContext[S]
    cursor: Place
    shows_outcome: bool = True
    """Whether it is said what a choice would bring."""
    place_areas: Mapping[Place, Rect] = MappingProxyType({})
    """Where each place was drawn last."""

    def aimed_places(self) -> tuple[Place, ...]:
        """The places that the cursor means."""
        return (self.cursor,) if self.cursor[0] == MENU else self.reader.targets_at(self.context, self.cursor)

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
            brings = self._brings(found[0])
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
            return self._settled()
        deeds = join_or(map(self.reader.describe_verb, dict.fromkeys(choice.action.verb for choice in found)))
        if len(found) <= MAX_LISTED and self._lies_on_spots(found):
            return Text("Enter: {deeds}; then choose one of {n} ways.", deeds=deeds, n=len(found))
        return Text("Enter: {deeds}.", deeds=deeds)

    def _lies_on_spots(self, found: Iterable[ActionChoice[S]]) -> bool:
        """Whether it is put together on the board: choosing one spot of it leaves several to be chosen from."""
        return self.selection.on_board and any(
            spot[0] in self.reader.virtual_zones for each in found for spot in each.places
        )

    def _settled(self) -> Text:
        """That the place under the cursor decides nothing any more."""
        ways = len(self.selection.matching())
        return Text("All {n} ways that are left take this: choose by another marked spot.", n=ways)

    def preview(self, choice: ActionChoice[S]) -> Text:
        """What a choice would bring."""
        return self._preview(choice, self._brings(choice))

    def _brings(self, choice: ActionChoice[S]) -> Sequence[Text]:
        now = self.moment
        if not self.shows_outcome:
            return ()
        return now.rules.narrator.preview(choice.state, now.seat, choice.action)

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

    def explain_refusal(self) -> StatusMessage:
        """Why this place may not be chosen, and what may."""
        from tilehall.tui.player.messages.alternatives import refusal_message
        from tilehall.tui.player.messages.refusal_query import RefusalQuery

        aimed = self.aimed_places()
        if self.cursor[0] != MENU and self.selection.decides_nothing(*aimed):
            return refusal_message(self, Refusal(self.selection.decision.rule, self._settled()))._replace(tone="info")
        if self.cursor[0] == MENU or self.selection.matching(*aimed):
            return StatusMessage(Text("This may be chosen: Enter."))
        question = RefusalQuery(self.moment, self.selection, self.reader)
        refusal = None if self.selection.picks else self.reader.refusal_at(self.context, self.cursor)
        names_place = False
        if refusal is None:
            refusal = question.refusal_of_shape(aimed) if len(aimed) > 1 else question.refusal_at(self.cursor)
        if refusal is None and self.selection.exact and not self._may_be_part():
            # Whatever is picked, this alone is wrong.
            refusal = question.without_picks().refusal_at(self.cursor)
        if refusal is None:
            earlier = self._earlier()
            names_place = earlier is None
            told = earlier or self._out_of_question()
            taken = tuple(name for _, name in self.selection.picks) if earlier else ()
            refusal = Refusal(self.selection.decision.rule, told, marks=taken)
        return refusal_message(self, refusal, names_place)

    def _earlier(self) -> Text | None:
        """What is to be chosen before this place, if anything is."""
        picker, reading = self.selection, self.reader
        shapes = [place for choice in picker.choices for place in choice.places if place[0] in reading.virtual_zones]
        if shapes and not picker.picks:
            spots = reading.cursor_places(self.context, list(dict.fromkeys(shapes)))
            if self.cursor[0] in {zone for zone, _ in spots}:
                return Text("First choose what is to lie there.")
        if self._may_be_part():
            if picker.exact and picker.picks and (enough := picker.decision.complete_text):
                return Text("{why} Take one of them back first, with Space on it.", why=enough)
            if picker.exact and picker.picks:
                return Text(
                    "This cannot go with what is picked already: take one of them back first, with Space on it."
                )
            if picker.picks:
                return Text("This cannot go with what is picked already: put that back first.")
            return Text("First choose what goes there.")
        return None

    def _may_be_part(self) -> bool:
        """Whether some choice holds this place."""
        return any(self.cursor in choice.places for choice in self.selection.choices)

    def _out_of_question(self) -> Text:
        """What lies here, and what is to be decided now instead."""
        instead = self.selection.decision.otherwise_text or Text("That is no part of this decision.")
        return join_spaces([self.describe_place(), instead])

    def consequence(self, choice: ActionChoice[S]) -> Consequence:
        """Who goes on after a choice."""
        return consequence_of(self.moment.rules, choice.state, self.moment.seat, choice.action)

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
        brings = self._brings(choice)
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
