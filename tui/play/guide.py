"""What can be said of the place under the cursor: what it is, what choosing it would bring, and why it may not be."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, NamedTuple, TypeVar

from tilehall.engine import Refusal, Text, either, ends_turn, listed, spaced
from tilehall.tui.house.moment import Moment
from tilehall.tui.kernel.drawing import Place
from tilehall.tui.play.message import Message
from tilehall.tui.play.picking import MENU, Choice, Picker
from tilehall.tui.play.view import Glance, Reading

S = TypeVar("S")


class Guide(NamedTuple, Generic[S]):
    """One moment's decision and the place that is pointed at."""

    moment: Moment[S]
    reading: Reading[S]
    picker: Picker[S]
    glance: Glance[S]
    cursor: Place

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
        if not found:
            return self.described()
        if self.picker.exact:
            return Text("{what} Space picks it.", what=self.described())
        verbs = dict.fromkeys(choice.action.verb for choice in found)
        return Text("{what} Enter: {deeds}.", what=self.described(), deeds=either(map(self.reading.deed, verbs)))

    def preview(self, choice: Choice[S]) -> Text:
        """What a choice would bring."""
        now = self.moment
        told = listed(now.rules.foresee(choice.state, now.seat, choice.action))
        if told and self.cursor == (MENU, choice.text):
            return told
        name = self.reading.choice(self.glance, choice.action)
        if choice.passes:
            name = Text("(passes {n}) {choice}", n=len(choice.passes), choice=name)
        return Text("{choice}: {outlook}", choice=name, outlook=told) if told else name

    def refused(self) -> Message:
        """Why this place may not be chosen, and what may."""
        aimed = self.aimed()
        if self.cursor[0] == MENU or self.picker.matching(*aimed):
            return Message(Text("This may be chosen: Enter."))
        from tilehall.tui.play.why import Question

        question = Question(self.moment, self.picker, self.reading)
        refusal = None if self.picker.picks else self.reading.idle(self.glance, self.cursor)
        if refusal is None:
            refusal = question.about_shape(aimed) if len(aimed) > 1 else question.about(self.cursor)
        if refusal is None:
            what = self.described()
            where = what if self.picker.pointed else Text("This is not to be chosen now. {what}", what=what)
            refusal = Refusal(self.picker.decision.rule, spaced([where, self.picker.decision.prompt]))
        # A shape has too many words to name others like it; its legal spots are marked.
        if len(aimed) > 1 or not refusal.nearest:
            return Message(refusal.text, "bad", refusal.rule)
        nearest = listed(self.reading.choice(self.glance, action) for action in refusal.nearest)
        return Message(
            Text("{refusal} Nearest: {nearest}.", refusal=refusal.text, nearest=nearest), "bad", refusal.rule
        )

    def ends_turn(self, choice: Choice[S]) -> bool:
        """Whether somebody else decides after a choice."""
        return ends_turn(self.moment.rules, choice.state, self.moment.seat, choice.action)

    def leads_to_turning(self) -> bool:
        """Whether what is under the cursor leads to the choice of a turn: the piece is turned beforehand."""
        found, rules, seat = self.choices(), self.moment.rules, self.moment.seat
        if len(found) != 1 or self.ends_turn(found[0]):
            return False
        after = rules.apply(found[0].state, seat, found[0].action)
        return seat in rules.actors(after) and rules.decision(after, seat).kind in self.reading.quarter_turns

    def look_at(self, places: Iterable[Place]) -> Text:
        """Where a hint is: a place by its name, another single spot by what it is."""
        spots = [place for place in places if place[0] != MENU]
        if len(spots) != 1:
            return Text("Look at the marked spots.") if spots else Text("Look at the choices below.")
        if name := self.reading.spot_name(spots[0]):
            return Text("Look at {spot}.", spot=name)
        return Text("Look here: {what}", what=self.reading.describe(self.glance, spots[0]))
