"""One player at a seat: what is picked, what is wanted, what he is told. Knows neither games nor screens.

A screen hands in what a key means, carries out what the player then wants, and asks for a `View` to draw. Everything
here can be tested without a terminal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Generic, Literal, TypeVar

from tilehall.engine import CHANCE, Action, Refusal, RuleError, Text, Who, spaced
from tilehall.tui.config.look import Look
from tilehall.tui.key_map import Keys, shown_for, usual
from tilehall.tui.player import cursor_stops
from tilehall.tui.player.advisor import Advisor
from tilehall.tui.player.choice_executor import Hand
from tilehall.tui.player.cursor import Direction, Pointer
from tilehall.tui.player.hurry import Haste
from tilehall.tui.player.intent import Intent
from tilehall.tui.player.jump_labels import Labels, labels, left
from tilehall.tui.player.menu_letters import letters
from tilehall.tui.player.messages.forced_steps import of_itself
from tilehall.tui.player.messages.guide import Guide
from tilehall.tui.player.messages.recap import Happened, Turn, happened, own_turn, since
from tilehall.tui.player.messages.status_message import SINCE, Message, before_news
from tilehall.tui.player.selection import MENU, Choice, Picker
from tilehall.tui.player.view import Glance, Reading, View
from tilehall.tui.tables.moment import Moment
from tilehall.tui.tables.seat import UNAIDED, AskedFor, Seat
from tilehall.tui.tables.storage.disk_errors import NotKept
from tilehall.tui.terminal.output.drawing import Drawing, Place, Rect

if TYPE_CHECKING:
    from tilehall.tui.player.shown_choices import Shown

S = TypeVar("S")
NOT_KEPT = Text("{again} tries again, {on} plays on unsaved.", again="r", on="p")
THINKS = Text("The table thinks about a hint.")
NOT_HERE = Text("Hints are for whoever plays here.")
NEW = 24
"""Steps of one's own for which one is told how something is chosen."""
Coach = Literal["auto", "on", "off"]


class Player(Generic[S]):
    """One pair of eyes at a table, and the hand that plays."""

    def __init__(self, seat: Seat[S], reading: Reading[S], confirm: bool) -> None:
        self.seat = seat
        self.reading = reading
        self.confirm = confirm
        self.coach: Coach = "auto"
        """Whether the prompt says how something is chosen; automatic: for some turns."""
        self.keys: Keys = usual()
        """They are named where one is needed, and no choice has one of them as its letter."""
        self.moment: Moment[S] = seat.now
        self.picker: Picker[S] | None = None
        self.pointer = Pointer()
        self.laid_out: Mapping[Place, Rect] = {}
        """Where each place was drawn last: the cursor goes as the eye does."""
        self.message: Message | None = None
        self.pending: Choice[S] | None = None
        """A choice that waits for Enter: it cannot be taken back, or it is the hint that was just told."""
        self.labels: Labels = {}
        """The letters that lead to spots, while one is to be gone to."""
        self.typed = ""
        """Of two letters the first."""
        self.told_at = -1
        """Which turn of the others is being told, step by step; -1 for none."""
        self.offered = False
        """Whether a game that is only watched may be played on here."""
        self.unkept: Intent | None = None
        """What was not done because it could not be written down; it may be wanted again."""
        self.advisor = Advisor(seat)
        self._hinted_at: Place | None = None
        """Where the cursor was when the hint was told."""
        self._holds = False
        """Whether a choice of one's own was begun when a hint was asked for first: it stays."""
        self.hint_kept = False
        """Whether a hint was asked for while others decided: it is for one's own next decision."""
        self.shown: Shown[S] | None = None
        """What could have been done, at a moment of a record."""
        self.haste = Haste()
        self.careful = False
        """Whether it is asked before something is done of which only a part was pointed at: in a lesson."""
        self.aided = True
        """Whether there is any help: hints, and what a choice would bring."""
        self.foresees = True
        """Whether it is said what a choice would bring, where there is any help."""
        self.rule = ""
        """The rule that was named last: help opens there."""
        self.when_refused: Callable[[Message], None] = lambda message: None
        """Hears what was refused before it got to the table."""
        self.tip: Message | None = None
        """What is said where nothing else is, instead of what is pointed at."""
        self.size = "auto"
        self.busy = False
        """Whether something is being done at the table: changes are looked at when it is."""
        self.acting = Hand(seat)
        self._stops: tuple[tuple[object, ...], list[Place], list[Place]] | None = None
        self._lately: tuple[Moment[S], Happened] | None = None
        self._front = -1
        """Who had to decide here last."""
        self._is_new = True
        self._asked_why = 0
        """Up to which step it is asked next why something was done; 0 for the latest."""
        self.settle()

    # --- what has changed -----------------------------------------------------------------------------------------

    def catch_up(self) -> bool:
        """Looks at what has changed at the table: whose turn it is, what others did. False if nothing has."""
        before, now = self.moment, self.seat.now
        if self.busy or now is before:
            return False
        self.moment = now
        self.advisor.let_go()
        self._wait_on(before)
        if self._goes_on(before):
            return True
        self.message = None
        self.settle()
        if self.message is None and now.curtain is None:
            self.message = self._news(before)
        return True

    def _wait_on(self, before: Moment[S]) -> None:
        """What was offered while others think, or done, holds up to one's own turn; for who watches, for one turn."""
        now = self.moment
        if not now.humans and now.due != before.due:
            self.haste.begin()
        elif now.mine or now.curtain or all(seat in now.humans for seat in now.due):
            self.haste.offer(False)

    def _news(self, before: Moment[S]) -> Message | None:
        """What others have done since."""
        now, own = self.moment, before.seat if before.mine else None
        if now.number < before.number:
            return Message(Text("Something was taken back."))
        if all(deed.seat in (own, CHANCE) for deed in now.deeds[before.number :]):
            return None
        news = now.log_since(before.number)
        return Message(spaced(entry.text for entry in news)) if news else None

    def _goes_on(self, before: Moment[S]) -> bool:
        """Whether only others have decided what everybody owes: what was picked stays picked."""
        now, old = self.moment, self.picker
        if old is None or not (now.mine and before.mine) or now.seat != before.seat or now.number <= before.number:
            return False
        if any(deed.seat == now.seat for deed in now.deeds[before.number :]):
            return False
        new = Picker.at(now.rules, now.state, now.seat, self.reading)
        if [choice.text for choice in new.choices] != [choice.text for choice in old.choices]:
            return False
        new.picks, self.picker, self._stops = old.picks, new, None
        return True

    def settle(self) -> None:
        """A new decision, or none: what may be chosen, and where the cursor stands."""
        now, turned = self.moment, self.pointer.turn
        self.pending, self._stops, self._asked_why = None, None, 0
        self._hinted_at = None
        self.labels, self.typed, self.told_at = {}, "", -1
        self.advisor.forget()
        self.pointer.straighten()
        if not now.mine:
            self.picker = None
            self.message = None if now.curtain else self.message
            return
        if now.seat != self._front:
            # Where another player has looked is nobody else's concern.
            self.cursor = None
            self.pointer.latest.clear()
        if now.seat != self._front or not self.acting.begun:
            self._hand_over()
        self._front = now.seat
        self._is_new = [deed.seat for deed in now.deeds].count(now.seat) <= NEW
        self.picker = Picker.of(now.rules, now.state, now.seat, self.reading, now.decision, now.legal)
        # Who is new to the game begins to read at its beginning.
        self.rule = "" if self._is_new else self.picker.decision.rule
        self._place_cursor()
        if turned and self.picker.decision.kind in self.reading.quarter_turns:
            turns = self.stops()
            # Not every place leaves room for every turn.
            self.cursor = turns[turned] if turned < len(turns) else self.cursor
        if self.confirm and self.message is None and len(self.picker.choices) == 1:
            # There is nothing to choose: what comes is said, and one key does it.
            self.pending = self.picker.choices[0]

    def _hand_over(self) -> None:
        """The turn comes to the seat in front: say so, and what happened since its last step."""
        now = self.moment
        called = [Text("{who}, your turn.", who=Who(now.seat))] if now.shared else []
        story = [turn.text for turn in self.story()]
        if called or story:
            told = (*called, *story) if len(story) > 1 else ()
            title = SINCE if own_turn(self.moment) else Text("Before your first turn")
            self.message = Message(spaced([*called, *story]), story=told, title=title, by_turns=True)

    # --- where the cursor is --------------------------------------------------------------------------------------

    @property
    def mine(self) -> bool:
        """Whether this player has to decide."""
        return self.picker is not None

    @property
    def cursor(self) -> Place | None:
        return self.pointer.place

    @cursor.setter
    def cursor(self, place: Place | None) -> None:
        self.pointer.place = place

    def _place_cursor(self) -> None:
        """Keeps the cursor if its place may be chosen, otherwise goes to the first place that may."""
        if self.picker is not None:
            latest, found = self.pointer.latest, self.stops()
            numbered, glance = self.digits(), self.glance()
            self.cursor = cursor_stops.resting_place(self.reading, glance, found, numbered, latest, self.laid_out)

    def stops(self) -> list[Place]:
        """Where Tab stops."""
        return self._stopping()[0]

    def digits(self) -> list[Place]:
        """What the digits choose."""
        return self._stopping()[1]

    def _stopping(self) -> tuple[list[Place], list[Place]]:
        picker, pointer = self.picker, self.pointer
        key = (picker, tuple(picker.picks) if picker else (), pointer.turn, pointer.flipped)
        if self._stops is None or self._stops[0] != key:
            glance = self.glance()
            numbered = cursor_stops.digits(self.reading, glance)
            self._stops = (key, cursor_stops.stops(self.reading, glance, numbered), numbered)
        return self._stops[1], self._stops[2]

    def glance(self) -> Glance[S]:
        """As much of a view as is needed to aim, and for words."""
        now, pointer = self.moment, self.pointer
        return Glance(now.state, now.seat, now.names, self.picker, pointer.place, pointer.turn, pointer.flipped)

    def guide(self) -> Guide[S] | None:
        """Who knows about the place under the cursor; nobody where nothing is to be decided."""
        if self.picker is None or self.cursor is None:
            return None
        glance, foresees = self.glance(), self.aided and self.foresees
        return Guide(self.moment, self.reading, self.picker, glance, self.cursor, foresees, self.laid_out)

    def _aimed(self) -> tuple[Place, ...]:
        guide = self.guide()
        return guide.aimed() if guide else ()

    @property
    def coached(self) -> bool:
        """Whether the prompt says how something is chosen."""
        return self.coach == "on" or (self.coach == "auto" and self._is_new)

    def shaped(self) -> bool:
        """Whether the cursor means a shape that lies on several places."""
        return len(self._aimed()) > 1

    @property
    def turns(self) -> bool:
        """Whether there is something to turn: a shape, or a piece whose turns are the choices."""
        kind = self.picker.decision.kind if self.picker else ""
        return self.shaped() or kind in self.reading.quarter_turns

    def view(self, look: Look) -> View[S]:
        """What is to be drawn now."""
        now, pointer = self.moment, self.pointer
        log, marks, marked_seat = self._happened()
        if self.shown is not None:
            return self.shown.view(
                View(
                    now.state,
                    now.seat,
                    now.names,
                    look=look,
                    log=log,
                    size=self.size,
                    chips=self.reading,
                    keys=self.keys,
                    own=now.seat in now.humans,
                )
            )
        return View(
            now.state,
            now.seat,
            now.names,
            self.picker,
            pointer.place,
            pointer.turn,
            pointer.flipped,
            look=look,
            targets=self.picker.pickable() if self.picker else frozenset(),
            marks=marks,
            marked_seat=marked_seat,
            blocked=frozenset(self.message.marks) if self.message else frozenset(),
            digits=self.digits(),
            hint=self.hint_places(),
            log=log,
            size=self.size,
            chips=self.reading,
            keys=self.keys,
            own=now.seat in now.humans,
        )

    def show(self, actions: Sequence[Action]) -> None:
        """Shows on the board of a record what could have been done, as a hint is shown; nothing if it is nothing."""
        # No first board waits for those who look back.
        from tilehall.tui.player.shown_choices import shown

        self.shown = shown(self.moment, self.reading, actions) if actions else None

    def _happened(self) -> Happened:
        """What has happened lately, or in the turn that is being told; looked for once at each moment."""
        if self._lately is None or self._lately[0] is not self.moment:
            self._lately = self.moment, happened(self.moment, self.reading.traces)
        lately = self._lately[1]
        told = self.story()[self.told_at] if self.told_at >= 0 else None
        return lately._replace(marks=told.marks, seat=told.seat) if told else lately

    def story(self) -> tuple[Turn, ...]:
        """What the others have done since the last step of the seat in front, what concerns it first."""
        return self._since(own_turn(self.moment))

    def _since(self, step: int) -> tuple[Turn, ...]:
        """What the others have done after a step, as the game's scene tells it."""
        return since(self.moment, step, self.reading.news, partial(self.reading.in_one, self.moment.state))

    def tell_end(self) -> bool:
        """Tells what the others did last, once the game is over; False if it was oneself."""
        story = tuple(turn.text for turn in self._since(self.moment.own_last))
        if not story or not self.moment.humans:
            return False
        story = (*story, Text("The game is over. Enter shows the result."))
        self.message = Message(spaced(story), story=story)
        return True

    def tell(self) -> None:
        """The next turn of the others, by itself and with what it changed; after the last one none."""
        story, at = self.story(), self.told_at + 1
        self._touch()
        if not story:
            self.message = Message(Text("Nobody else has done anything since your last turn."))
        elif at < len(story):
            self.told_at = at
            self.message = Message(Text("{n} of {all}: {news}", n=at + 1, all=len(story), news=story[at].text))

    def hint_places(self) -> frozenset[Place]:
        """Where the hint is, unless something else has been picked instead."""
        places = self._advised_places()
        elsewhere = self.picker is not None and not places >= set(self.picker.picks)
        return frozenset() if elsewhere else places

    def _advised_places(self) -> frozenset[Place]:
        choice = self._advised()
        return frozenset(choice.places or ((MENU, choice.text),)) if choice else frozenset()

    def _advised(self) -> Choice[S] | None:
        """The choice that the hint is, behind what its plan passes before."""
        advice, picker = self.advisor.advice, self.picker
        if advice is None or picker is None:
            return None
        from tilehall.tui.player.messages import hint_text

        return hint_text.advised(picker, advice)

    # --- moving ---------------------------------------------------------------------------------------------------

    def move(self, direction: Direction, drawing: Drawing) -> None:
        """To the nearest place in a direction; among several choices in words up and down, until one leaves them."""
        self._touch()
        menu = [place for place in self.stops() if place[0] == MENU]
        if len(menu) > 1 and self.cursor in menu:
            self._walk(menu, direction)
        else:
            self.pointer.move(direction, drawing.places, self.stops() or drawing.places)

    def _walk(self, menu: Sequence[Place], direction: Direction) -> None:
        assert self.cursor is not None
        if direction == "left":
            self._leave_menu()
        elif direction != "right":
            at = menu.index(self.cursor) + (1 if direction == "down" else -1)
            self.cursor = menu[min(max(at, 0), len(menu) - 1)]

    def _leave_menu(self) -> bool:
        """From the choices in words to those on the board, if there are any."""
        places = [place for place in self.stops() if place[0] != MENU]
        if not places or not self.cursor or self.cursor[0] != MENU:
            return False
        latest = next((place for place in reversed(self.pointer.latest.values()) if place in places), None)
        self.cursor = latest or cursor_stops.nearest_of(places, self.cursor, self.laid_out)
        return True

    def hop(self, step: int) -> None:
        """To the next or previous place that may be chosen, as the eye goes; after a refusal to what it named."""
        named = [place for place in self.message.spots if place in self.stops()] if self.message else []
        self._touch()
        if named and step > 0:
            self.cursor = named[0]
            return
        found = cursor_stops.by_eye(self.stops(), self.laid_out)
        menu = [place for place in found if place[0] == MENU]
        if menu and self.cursor and self.cursor[0] == MENU and self.cursor not in found:
            self.cursor = menu[0]
        self.pointer.hop(found, step)

    def jump(self, index: int) -> None:
        """To the first or the last place that may be chosen; among the choices in words, of these."""
        self._touch()
        menu = [place for place in self.stops() if place[0] == MENU]
        inside = len(menu) > 1 and self.cursor in menu
        if found := menu if inside else cursor_stops.by_eye(self.stops(), self.laid_out):
            self.cursor = found[index]

    def leap(self, step: int) -> None:
        """To the next or previous zone."""
        self._touch()
        self.pointer.leap(cursor_stops.by_eye(self.stops(), self.laid_out), self.laid_out, step)

    def label(self) -> None:
        """Puts letters on the marked spots: what is typed next leads there."""
        self._touch()
        places = [place for place in cursor_stops.by_eye(self.stops(), self.laid_out) if place[0] != MENU]
        self.labels = labels([place for place in places if place in self.laid_out])
        told = Text("Type the letters of a spot. {back} leaves.", back="Esc")
        self.message = Message(told if self.labels else Text("No spot is marked now."))

    def go_to_label(self, letter: str) -> None:
        """A letter, after which the cursor is there if that is enough; what leads nowhere ends it."""
        found = left(self.labels, self.typed + letter)
        if letter and found and "" not in found:
            self.typed += letter
            return
        self._touch()
        self.cursor = found.get("", self.cursor) if letter else self.cursor

    def labelled(self) -> dict[str, Place]:
        """The letters that may still be typed, each with its place."""
        return left(self.labels, self.typed) if self.labels else {}

    def point(self, place: Place) -> None:
        self._touch()
        self.cursor = place

    def again(self) -> Intent | None:
        """What could not be written down is wanted once more."""
        return self.unkept

    def go_on_unkept(self) -> Intent | None:
        """It is wanted even if it is not written down, and so is all that follows."""
        self.seat.go_on_unkept()
        return self.unkept

    def put_away(self) -> None:
        """What was in the way of something is not lit up any more."""
        if self.message is not None and self.message.marks:
            self.message = self.message._replace(marks=())

    def _touch(self) -> None:
        if self.unkept is None:
            self.message = None
        self.pending = None
        self.labels, self.typed, self.told_at = {}, "", -1
        self.pointer.remember()

    def rotate(self, step: int) -> None:
        """Turns the piece in hand; where the turns themselves are the choices, goes to the next one."""
        self._touch()
        before, held = self._aimed(), self.pointer.turn
        self.pointer.turn = (held + step) % 4
        guide = self.guide()
        if self.picker and all(not choice.places for choice in self.picker.choices):
            self.hop(step)
        elif guide and guide.aimed() == before and not guide.leads_to_turning():
            if len(before) > 1:
                self.message = Message(Text("Turning changes nothing."))
                return
            # What is taken up next is held as it comes.
            self.pointer.turn = held
            self.message = Message(Text("There is no piece to turn here."))

    def flip(self) -> None:
        self._touch()
        before = self._aimed()
        self.pointer.flipped = not self.pointer.flipped
        if len(before) > 1 and self._aimed() == before:
            self.message = Message(Text("Flipping changes nothing."))
        elif before and self._aimed() == before:
            self.pointer.flipped = not self.pointer.flipped
            self.message = Message(Text("There is no piece to flip here."))

    # --- choosing -------------------------------------------------------------------------------------------------

    def choose(self) -> Intent | None:
        """Chooses what is under the cursor."""
        if self.picker is None:
            self.refuse()
            return None
        if self.pending:
            return self._agreed()
        if self.picker.exact and self.picker.picks and (whole := self.picker.whole()):
            return self.offer(whole)
        return self.toggle()

    def _agreed(self) -> Choice[S] | None:
        """What Enter would do now; of a hint that cannot be taken back it is asked first whether that is meant."""
        if self.asks_first:
            self.message = None
            return None
        return self.pending

    @property
    def asks_first(self) -> bool:
        """Whether a hint is told that Enter does not do yet, but asks about."""
        return self.message is not None and self.message.asks_first

    @property
    def is_hinted(self) -> bool:
        """Whether what waits for Enter is the hint that is told."""
        return self.pending is not None and self.message is not None and self.message.tone == "hint"

    @property
    def has_more(self) -> bool:
        """Whether there is more to tell of the hint."""
        return self.is_hinted and self.message is not None and not self.message.is_all

    def toggle(self) -> Intent | None:
        """Picks what is under the cursor, or drops it from a set."""
        if self.picker is None or self.cursor is None:
            self.refuse()
            return None
        self.pointer.remember()
        if self.cursor[0] in self.reading.leafing:
            return None
        aimed = self._aimed()
        if self.picker.pointed and self.picker.picks and self.cursor in self.digits() and self._taken_up(aimed):
            return None
        drops = self.picker.exact and aimed[0] in self.picker.picks
        fits = self.cursor[0] == MENU or (bool(self.picker.matching(*aimed)) and not self.picker.settled(*aimed))
        if (not drops and not fits) or (not self.picker.exact and self.cursor in self.picker.picks):
            self.refuse()
            return None
        choice = self.picker.pick(*aimed)
        self.message = None
        if choice is not None and self.careful and self._is_more(choice, aimed):
            self.picker.picks += aimed
            self.pending = choice
            return None
        if choice is not None:
            return self.offer(choice)
        if not self.picker.exact:
            menu = self.picker.menu()
            self.cursor = (MENU, menu[0].text) if menu else self.cursor
            if self.picker.pointed or not menu:
                self._place_cursor()
        return None

    def _is_more(self, choice: Choice[S], aimed: tuple[Place, ...]) -> bool:
        """Whether a choice is more than what was pointed at, as nothing else can be done with that."""
        assert self.picker is not None
        return aimed[0][0] != MENU and len(choice.places) > len({*self.picker.picks, *aimed})

    def _taken_up(self, aimed: tuple[Place, ...]) -> bool:
        """Another numbered piece takes the place of what was picked; the same one is put down again (True)."""
        assert self.picker is not None
        if aimed[0] in self.picker.picks:
            self.picker.picks.clear()
            self._touch()
            return True
        if not self.picker.matching(*aimed):
            self.picker.picks.clear()
        return False

    def offer(self, choice: Choice[S]) -> Intent | None:
        """Wants a choice done; asks first if it cannot be taken back."""
        if self._must_ask(choice) and (self.pending != choice or self.asks_first):
            self.pending = choice
            self.message = None
            return None
        return choice

    def _must_ask(self, choice: Choice[S]) -> bool:
        """Whether it is asked before a choice is done: it cannot be taken back."""
        guide = self.guide()
        return self.confirm and guide is not None and guide.is_for_good(choice)

    def tick(self) -> Intent | None:
        """What a second key does that picks: it also puts away what is told over the board, and then nothing else."""
        if self.message and self.message.story:
            self.message = None
            return None
        return self._agreed() if self.pending else self.toggle()

    def digit(self, number: int) -> Intent | None:
        places = self.digits()
        if self.picker is None:
            self.refuse()
            return None
        if not 0 < number <= len(places):
            told = Text("Nothing has the number {n}.", n=number) if places else Text("Nothing is numbered now.")
            self._refused(self._without(Refusal(self.picker.decision.rule, told)))
            return None
        self.point(places[number - 1])
        return self.toggle()

    def letters(self, say: Callable[[Text], str]) -> dict[str, Choice[S]]:
        """The entries of the menu, by their letters in the language in which they are said."""
        menu, glance = self.picker.menu() if self.picker else [], self.glance()
        labels = [say(self.reading.choice(glance, choice.action)) for choice in menu]
        return {letter: choice for letter, choice in zip(letters(labels, self.keys), menu, strict=True) if letter}

    def miss(self, letter: str, say: Callable[[Text], str]) -> bool:
        """Says of a letter that chooses something at other times why it does not now; False if there is none such."""
        picker = self.picker
        if picker is None or picker.picks:
            return False
        possible = {choice.action.verb for choice in picker.choices}
        words = [verb for verb, fields in picker.decision.fields.items() if not fields and verb not in possible]
        glance = self.glance()
        labels = [say(self.reading.choice(glance, choice.action)) for choice in picker.menu()]
        others = letters([*labels, *(say(self.reading.deed(verb)) for verb in words)], self.keys)[len(labels) :]
        for verb, its in zip(words, others, strict=True):
            refusal = self.moment.check(self.moment.rules.parse(verb)) if its == letter else None
            if refusal:
                self._refused(self._without(refusal))
                return True
        return False

    def _without(self, refusal: Refusal) -> Message:
        """A refusal of what was not pointed at, with what may be chosen instead."""
        from tilehall.tui.player.messages.alternatives import refusing

        self._touch()
        guide = self.guide()
        return refusing(guide, refusal) if guide else Message(refusal.text, "bad", refusal.rule)

    def take(self, choice: Choice[S]) -> Intent | None:
        """An entry of the menu, by its letter."""
        self.cursor = (MENU, choice.text)
        return self.offer(choice)

    def skip(self) -> Intent | None:
        """Passes, where one may; what is in hand is put down first, and then nothing else is done."""
        if self.picker and self.picker.picks:
            self._touch()
            self.picker.picks.clear()
            self._place_cursor()
            self.message = Message(Text("What was picked is put down. The same key again passes."))
            return None
        choice = self.picker.skip() if self.picker else None
        if choice is not None:
            return self.take(choice)
        if self.picker:
            decision = self.picker.decision
            told = [Text("There is nothing to pass here."), *([decision.instead] if decision.instead else [])]
            self._refused(self._without(Refusal(decision.rule, spaced(told))))
        else:
            self.refuse()
        return None

    def back(self) -> bool:
        """One step back: the confirmation, a hint that is thought of, a pick, the message and the hint, the list.

        False if there was none.
        """
        unwanted, self.hint_kept = self.advisor.let_go() or self.hint_kept, False
        if self.pending:
            self.pending = None
            return True
        if unwanted:
            self.message = None if self.picker is None else self.message
            return True
        if self.picker and self.picker.picks:
            picked = self.picker.picks[-1]
            dropped = self.picker.drop()
            # Why something did not go with it is of no use any more.
            self.message = None if self.message and self.message.tone == "bad" else self.message
            if picked in self.stops():
                self.cursor = picked
            self._place_cursor()
            return dropped
        had, self.message, self.unkept = bool(self.message or self.tip or self.advisor.advice), None, None
        self.tip = None
        self.advisor.forget()
        return had or self._leave_menu()

    # --- done at the table ----------------------------------------------------------------------------------------

    async def carry_out(self, intent: Intent) -> None:
        """Does at the table what is wanted, and looks at what came of it."""
        self.busy, self.pending, self.unkept = True, None, None
        try:
            said = await self._done(intent)
        except NotKept as error:
            self.unkept = intent
            said = Message(spaced([error.text, NOT_KEPT]), "bad")
        except AskedFor as error:
            said = Message(error.text)
        except RuleError as error:
            said = Message(error.text, "bad", error.rule)
        finally:
            self.busy = False
        self.catch_up()
        if said is not None:
            # A message about one's own deed is not for other eyes.
            said = said if self.mine or not self.moment.guarded else None
            self.say(said) if isinstance(intent, str) else self._report(said)

    async def _done(self, intent: Intent) -> Message | None:
        match intent:
            case "undo":
                action = await self.acting.undo()
                return Message(Text("Taken back: {action}.", action=self.reading.choice(self._now(), action)))
            case "redo":
                before = self._now()
                action = await self.acting.redo()
                return Message(Text("Done again: {action}.", action=self.reading.choice(before, action)))
            case "restart":
                count = await self.acting.restart()
                return Message(
                    Text(
                        "Taken back: {n} step, to what was last shown.",
                        "Taken back: {n} steps, to what was last shown.",
                        n=count,
                    )
                )
            case choice:
                self.message = None
                before, guide = self.glance(), self.guide()
                passed = guide.passed(choice) if guide else None
                forced = await self.acting.act(choice, self.moment, ending=not self.confirm)
                return of_itself(self.reading, before, self._now(), choice, passed, forced)

    def _now(self) -> Glance[S]:
        """The table as it stands, though it has not been caught up with yet."""
        now = self.seat.now
        return Glance(now.state, now.seat, now.names)

    # --- the curtain ----------------------------------------------------------------------------------------------

    @property
    def masked(self) -> bool:
        """Whether this player decides at a table that others see too, all hands masked."""
        return self.mine and self.moment.guarded and self.moment.eyes is None

    def look(self) -> None:
        """The player whose turn it is looks: the curtain rises."""
        self.seat.look()
        self._front = -1
        self.catch_up()

    def hide(self) -> None:
        """The curtain falls again."""
        if not self.moment.guarded or self.masked:
            self.say(Message(Text("There is nothing to hide from others at this screen.")))
            return
        self.seat.hide()
        self.catch_up()

    # --- asking ---------------------------------------------------------------------------------------------------

    def wants_hint(self) -> bool:
        """Whether a hint is to be thought of: what is known is said, and what is thought of is let go.

        While others decide the wish is kept; asked again, it is not.
        """
        if self.advisor.let_go():
            return False
        if not self.aided:
            self.say(Message(UNAIDED))
            return False
        if self.picker is None:
            self.say(Message(self._keep_wish()))
            return False
        asked, more = self.pending, self.has_more
        self._holds = bool(self.picker.picks) or (asked is not None and len(self.picker.choices) > 1)
        self.message, self.pending, self.unkept = None, None, None
        advice, choice = self.advisor.advice, self._advised()
        if advice is None or self._another() is not None:
            return True
        from tilehall.tui.player.messages.hint_text import what, what_for

        self.go_to_hint()
        self.pending = choice
        asks_first = choice is not None and self._must_ask(choice)
        if more and asked is choice:
            self.message = what_for(advice, partial(self.reading.choice, self.glance()), asks_first)
            return False
        wise = self.reading.choice(self.glance(), choice.action if choice else advice.action)
        self.message = what(wise, advice, asks_first)
        return False

    def _keep_wish(self) -> Text:
        """What is said of a hint that cannot be thought of yet."""
        if self.moment.over:
            return Text("The game is over: there is nothing left to hint at.")
        if not self.moment.humans:
            return NOT_HERE
        self.hint_kept = not self.hint_kept
        if not self.hint_kept:
            return Text("No hint then.")
        return Text(
            "The hint comes as soon as it is your turn. {key} again: no hint.", key=shown_for(self.keys, "hint")
        )

    def wants_kept_hint(self) -> bool:
        """Whether the hint that was asked for while others decided is to be thought of now."""
        wanted = self.hint_kept and self.mine
        self.hint_kept = self.hint_kept and not wanted
        return wanted

    def _another(self) -> Choice[S] | None:
        """The choice under the cursor, if it went there from the hint and has not been compared with it yet."""
        guide = self.guide()
        found = guide.choices() if guide and self.cursor != self._hinted_at else []
        if len(found) != 1 or found[0] is self._advised() or self.advisor.advice is None:
            return None
        said = self.advisor.compared
        return None if said is not None and said.action == found[0].action else found[0]

    def go_to_hint(self) -> None:
        """The cursor goes to what has not been picked yet of the hint; what was picked for another is dropped."""
        choice = self._advised()
        if choice is None or self.picker is None:
            return
        while not set(choice.places) >= set(self.picker.picks) and self.picker.drop():
            pass
        entry = (MENU, choice.text)
        wanted = [place for place in choice.places if place not in self.picker.picks]
        aimed = [place for place in wanted if place[0] in self.reading.aimed]
        spots = [place for place in wanted if place not in aimed and place in self.picker.pickable()]
        if aimed and not spots:
            spots = list(self.reading.spots(self.glance(), aimed))
        found = [place for place in (entry, *spots, *wanted) if place in self.stops()]
        self.cursor = self._hinted_at = found[0] if found else self.cursor

    async def ask(self) -> None:
        """First where a good player would look; of another choice what it loses.

        It may come late: then nothing else that is asked here is hidden. What others have done stays told.
        """
        moment, news, first = self.moment, self.message, self.advisor.advice is None
        try:
            if first:
                await self.advisor.think()
            # What somebody is about to do is measured at once, and stays in hand.
            another = self._another() if self._holds or not first else None
            if another is not None:
                await self.advisor.compare(*another.passes, another.action)
        except RuleError as error:
            found: Message | None = Message(error.text, "bad", error.rule)
        else:
            found = self._loses(another, first) if another is not None else self._begun_otherwise()
        if self.moment is not moment or self.pending is not None or self.unkept is not None:
            return
        if not found:
            self.go_to_hint()
            found = self._where()
        if found:
            self.message = before_news(found, news) if news is not None and self.message is news else found

    def _where(self) -> Message | None:
        """Where the hint is."""
        guide = self.guide()
        if self.advisor.advice is None or guide is None:
            return None
        return Message(guide.look_at(self._advised_places()), "hint")

    def _loses(self, choice: Choice[S], first: bool) -> Message | None:
        """What a choice loses against the hint; `first`: which was not told yet."""
        said = self.advisor.compared
        if said is None:
            return None
        from tilehall.tui.player.messages.hint_text import loses

        key = shown_for(self.keys, "hint") if first else ""
        return loses(self.reading.choice(self.glance(), choice.action), said, key)

    def _begun_otherwise(self) -> Message | None:
        """What is said of a hint that is what was picked, or goes on otherwise than what was begun; else None."""
        choice, picker = self._advised(), self.picker
        if choice is None or picker is None or not picker.picks:
            return None
        from tilehall.tui.player.messages.hint_text import kept, same

        key = shown_for(self.keys, "hint")
        if sorted(choice.places) == sorted(picker.picks):
            return same(key)
        return None if set(choice.places) >= set(picker.picks) else kept(key)

    def refuse(self) -> None:
        """Says why the place under the cursor may not be chosen, and what may."""
        guide, self.pending = self.guide(), None
        if guide is not None:
            self._refused(guide.refused())
            return
        from tilehall.tui.player.messages.alternatives import waiting

        self._refused(waiting(self.moment))

    def _refused(self, message: Message) -> None:
        """Says why not; help opens at the rule of that."""
        self.say(message)
        self.rule = message.rule or self.rule
        self.when_refused(message)

    def reason(self) -> None:
        """Why a computer player did what mattered most in its last turn; asked again, one by one from the end."""
        from tilehall.tui.player.messages.key_step import mattered
        from tilehall.tui.tables.thinking.reasons import NOBODY, NOBODY_BEFORE, reasoned

        again, first = self._asked_why, mattered(self.moment, self.reading)
        told = reasoned(self.seat, again or first)
        if again and told.before == first - 1 and told.before:
            # That was told first.
            told = reasoned(self.seat, told.before)
        latest = reasoned(self.seat, self.moment.number).before
        self._asked_why = told.before if again or latest < first else self.moment.number
        self.rule = told.rule or self.rule
        if again and told.before:
            told = told._replace(text=Text("Step {n}: {told}", n=told.before + 1, told=told.text))
        elif again and told.text == NOBODY:
            told = told._replace(text=NOBODY_BEFORE)
        self.say(Message(told.text, "info", told.rule))

    def describe(self) -> None:
        """Says what is under the cursor, whoever has to decide."""
        self.pending = None
        guide = self.guide()
        if self.cursor and self.cursor[0] != MENU:
            self.message = Message(self.reading.describe(self.glance(), self.cursor))
        elif guide:
            self.message = Message(guide.told())

    def say(self, message: Message | None) -> None:
        """Says something that no question stands behind: what it would hide is not answered by Enter."""
        self.message = message
        if message is not None:
            self.pending = None

    def _report(self, done: Message | None) -> None:
        """Says what was done, and behind it the question that is open now: the one is not to be taken for the other."""
        pending, asked = self.pending, self.asked()
        if done is None or asked is None or done.tone == "bad":
            self.say(done)
            return
        self.say(done._replace(text=spaced([done.text, asked.text])))
        self.pending = pending

    def status(self) -> Message:
        """What is to be said now: a message, a question, or what the place under the cursor would bring."""
        said = self.message or self.asked()
        if said is None and self.advisor.slow and self.mine:
            return Message(spaced([THINKS, self.pointed().text]))
        return said or self.tip or self.pointed()

    def asked(self) -> Message | None:
        """The question whether a choice that cannot be taken back is meant."""
        guide = self.guide()
        if guide is None or self.pending is None:
            return None
        if self.careful and not guide.is_for_good(self.pending):
            choice = self.reading.choice(self.glance(), self.pending.action)
            return Message(Text("Only this is left: {choice}. Enter does it, Esc goes back.", choice=choice), "hint")
        return Message(guide.question(self.pending), "hint")

    def pointed(self) -> Message:
        """What the place under the cursor is, and what choosing it would bring."""
        guide = self.guide()
        return Message(guide.told() if guide else Text(""))

    def briefly(self) -> Iterator[Message]:
        """The same in less and less, where nothing but what is pointed at is said."""
        guide = self.guide()
        told = self.message or self.pending or self.tip or self.advisor.slow
        if guide and not told and guide.cursor[0] != MENU:
            yield from map(Message, guide.briefly())

    def asked_briefly(self) -> Iterator[Message]:
        """The question whether a choice is meant, in less and less."""
        guide = self.guide()
        if guide and self.pending and not self.message and not (self.careful and not guide.is_for_good(self.pending)):
            yield from (Message(text, "hint") for text in guide.questions(self.pending))

    def beside(self) -> Message:
        """What the place under the cursor is, below what is said of something else; nothing is said twice."""
        guide = self.guide()
        if guide is None or self.message is None or self.pending:
            return Message(Text(""))
        is_said = guide.cursor[0] != MENU and (self.message.names_place or self.message.text == guide.described())
        return Message(guide.use() if is_said else guide.told())
