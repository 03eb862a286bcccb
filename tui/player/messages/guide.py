"""What can be said of the place under the cursor: what it is, what choosing it would bring, and why it may not be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Generic, NamedTuple, TypeVar

from tilehall.engine import Refusal, Text, either, listed, spaced
from tilehall.tui.player.consequence import After, after
from tilehall.tui.player.messages.status_message import Message
from tilehall.tui.player.selection import LISTED, MENU, Choice, Picker
from tilehall.tui.player.view import Glance, Reading
from tilehall.tui.tables.moment import Moment
from tilehall.tui.terminal.output.drawing import Place, Rect

S = TypeVar("S")


class Guide(NamedTuple, Generic[S]):
    """One moment's decision and the place that is pointed at."""

    moment: Moment[S]
    reading: Reading[S]
    picker: Picker[S]
    glance: Glance[S]
    cursor: Place
    foresees: bool = True
    """Whether it is said what a choice would bring."""
    laid_out: Mapping[Place, Rect] = MappingProxyType({})
    """Where each place was drawn last."""

    def aimed(self) -> tuple[Place, ...]:
        """The places that the cursor means."""
        return (self.cursor,) if self.cursor[0] == MENU else self.reading.aim(self.glance, self.cursor)

    def choices(self) -> list[Choice[S]]:
        """What the place under the cursor may become a choice of."""
        if self.cursor[0] == MENU:
            return [choice for choice in self.picker.menu() if choice.text == self.cursor[1]]
        whole = self.picker.whole() if self.picker.exact else None
        return [whole] if whole and self.picker.picks else self.picker.matching(*self.aimed())

    def described(self) -> Text:
        """What lies there."""
        return self.reading.describe(self.glance, self.cursor)

    def told(self) -> Text:
        """What lies there, and what a key would do with it."""
        found = self.choices()
        if len(found) == 1:
            return self.preview(found[0])
        return spaced([self.described(), self.use()]) if found else self.described()

    def briefly(self) -> Iterator[Text]:
        """The same in less and less: the most important of what it would bring; what lies there."""
        found = self.choices()
        if len(found) == 1:
            brings = self._brings(found[0])
            for most in range(len(brings) - 1, 0, -1):
                yield self._preview(found[0], brings[:most])
        elif found:
            yield self.described()

    def use(self) -> Text:
        """What a key would do with it; said below what it is."""
        found = self.choices()
        if len(found) == 1:
            return self.preview(found[0])
        if not found:
            return Text("")
        if self.picker.exact:
            return Text("Space picks it.")
        if self.picker.settled(*self.aimed()):
            return self._settled()
        deeds = either(map(self.reading.deed, dict.fromkeys(choice.action.verb for choice in found)))
        if len(found) <= LISTED and self._lies_on_spots(found):
            return Text("Enter: {deeds}; then choose one of {n} ways.", deeds=deeds, n=len(found))
        return Text("Enter: {deeds}.", deeds=deeds)

    def _lies_on_spots(self, found: Iterable[Choice[S]]) -> bool:
        """Whether it is put together on the board: choosing one spot of it leaves several to be chosen from."""
        return self.picker.pointed and any(spot[0] in self.reading.aimed for each in found for spot in each.places)

    def _settled(self) -> Text:
        """That the place under the cursor decides nothing any more."""
        ways = len(self.picker.matching())
        return Text("All {n} ways that are left take this: choose by another marked spot.", n=ways)

    def preview(self, choice: Choice[S]) -> Text:
        """What a choice would bring."""
        return self._preview(choice, self._brings(choice))

    def _brings(self, choice: Choice[S]) -> Sequence[Text]:
        now = self.moment
        if not self.foresees:
            return ()
        return now.rules.foresee(choice.state, now.seat, choice.action)

    def _preview(self, choice: Choice[S], brings: Sequence[Text]) -> Text:
        told = listed(brings)
        if told and self.cursor == (MENU, choice.text):
            return told
        name = self.reading.choice(self.glance, choice.action)
        if passed := self.passed(choice):
            name = Text("{choice} (passes: {deeds})", choice=name, deeds=passed)
        return Text("{choice}: {outlook}", choice=name, outlook=told) if told else name

    def passed(self, choice: Choice[S]) -> Text | None:
        """What could have been done before a choice, and is not done any more after it."""
        earlier = [each for each in self.picker.choices if len(each.passes) < len(choice.passes)]
        verbs = dict.fromkeys(each.action.verb for each in earlier if each.action not in choice.passes)
        return listed(map(self.reading.deed, verbs)) if verbs else None

    def refused(self) -> Message:
        """Why this place may not be chosen, and what may."""
        from tilehall.tui.player.messages.alternatives import refusing
        from tilehall.tui.player.messages.refusal_query import Question

        aimed = self.aimed()
        if self.cursor[0] != MENU and self.picker.settled(*aimed):
            return refusing(self, Refusal(self.picker.decision.rule, self._settled()))._replace(tone="info")
        if self.cursor[0] == MENU or self.picker.matching(*aimed):
            return Message(Text("This may be chosen: Enter."))
        question = Question(self.moment, self.picker, self.reading)
        refusal = None if self.picker.picks else self.reading.idle(self.glance, self.cursor)
        names_place = False
        if refusal is None:
            refusal = question.about_shape(aimed) if len(aimed) > 1 else question.about(self.cursor)
        if refusal is None and self.picker.exact and not self._may_be_part():
            # Whatever is picked, this alone is wrong.
            refusal = question.alone().about(self.cursor)
        if refusal is None:
            earlier = self._earlier()
            names_place = earlier is None
            told = earlier or self._out_of_question()
            taken = tuple(name for _, name in self.picker.picks) if earlier else ()
            refusal = Refusal(self.picker.decision.rule, told, marks=taken)
        return refusing(self, refusal, names_place)

    def _earlier(self) -> Text | None:
        """What is to be chosen before this place, if anything is."""
        picker, reading = self.picker, self.reading
        shapes = [place for choice in picker.choices for place in choice.places if place[0] in reading.aimed]
        if shapes and not picker.picks:
            spots = reading.spots(self.glance, list(dict.fromkeys(shapes)))
            if self.cursor[0] in {zone for zone, _ in spots}:
                return Text("First choose what is to lie there.")
        if self._may_be_part():
            if picker.exact and picker.picks and (enough := picker.decision.enough):
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
        return any(self.cursor in choice.places for choice in self.picker.choices)

    def _out_of_question(self) -> Text:
        """What lies here, and what is to be decided now instead."""
        instead = self.picker.decision.instead or Text("That is no part of this decision.")
        return spaced([self.described(), instead])

    def after(self, choice: Choice[S]) -> After:
        """Who goes on after a choice."""
        return after(self.moment.rules, choice.state, self.moment.seat, choice.action)

    def is_for_good(self, choice: Choice[S]) -> bool:
        """Whether a choice cannot be taken back."""
        return choice.action.verb in self.picker.decision.final or self.after(choice) is not After.SAME

    def question(self, choice: Choice[S]) -> Text:
        """Whether a choice is meant that cannot be taken back: first what it brings, then who goes on."""
        return self._question(choice, self.preview(choice))

    def questions(self, choice: Choice[S]) -> Iterator[Text]:
        """The same in less and less: the most important of what it brings; the choice alone."""
        brings = self._brings(choice)
        for most in range(len(brings) - 1, -1, -1):
            yield self._question(choice, self._preview(choice, brings[:most]))

    def _question(self, choice: Choice[S], brings: Text) -> Text:
        match self.after(choice):
            case After.OVER:
                return Text("{choice}. Enter does it and ends the game, Esc goes back.", choice=brings)
            case After.OTHERS if len(self.moment.names) > 1:
                return Text("{choice}. Enter does it, and others go on; Esc goes back.", choice=brings)
            case After.SHOWN:
                return Text(
                    "{choice}. What is new cannot be taken back: Enter does it for good, Esc goes back.", choice=brings
                )
            case _:
                return Text("{choice}. Enter does it for good, Esc goes back.", choice=brings)

    def leads_to_turning(self) -> bool:
        """Whether what is under the cursor leads to the choice of a turn: the piece is turned beforehand."""
        found, rules, seat = self.choices(), self.moment.rules, self.moment.seat
        if len(found) != 1 or self.after(found[0]) is not After.SAME:
            return False
        after = rules.apply(found[0].state, seat, found[0].action)
        return seat in rules.actors(after) and rules.decision(after, seat).kind in self.reading.quarter_turns

    def look_at(self, places: Iterable[Place]) -> Text:
        """Where a hint is: a place by its name, another single spot by what it is."""
        spots = [place for place in places if place[0] != MENU]
        if not spots and len(entries := self.picker.menu()) == 1:
            return Text(
                "Look at the choice in words: {choice}.", choice=self.reading.choice(self.glance, entries[0].action)
            )
        if len(spots) != 1:
            return Text("Look at the marked spots.") if spots else Text("Look at the list of choices.")
        if name := self.reading.spot_name(spots[0]):
            return Text("Look at {spot}.", spot=name)
        return Text("Look here: {what}", what=self.reading.describe(self.glance, spots[0]))
