"""One player at a seat: what is picked, what is wanted, what he is told. Knows neither games nor screens.

A screen hands in what a key means, carries out what the player then wants, and asks for a `View` to draw. Everything
here can be tested without a terminal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Generic, Literal, TypeVar

from tilehall.engine import CHANCE, Action, Refusal, Text, UserError, Who, join_spaces
from tilehall.tui.config.look import Look
from tilehall.tui.key_map import KeyBindings, default_keys, key_label_for
from tilehall.tui.player import cursor_stops
from tilehall.tui.player.advisor import Advisor
from tilehall.tui.player.choice_executor import ChoiceExecutor
from tilehall.tui.player.cursor import CursorState, Direction
from tilehall.tui.player.hurry import HurryOffer
from tilehall.tui.player.intent import Intent
from tilehall.tui.player.jump_labels import JumpLabels, assign_jump_labels, remaining_labels
from tilehall.tui.player.menu_letters import assign_menu_letters
from tilehall.tui.player.messages.forced_steps import describe_forced_steps
from tilehall.tui.player.messages.guide import Guide
from tilehall.tui.player.messages.recap import RecentEvents, TurnRecap, find_recent_events, last_own_step, recap_since
from tilehall.tui.player.messages.status_message import SINCE_LAST_TURN, StatusMessage, put_before_news
from tilehall.tui.player.selection import MENU, ActionChoice, Selection
from tilehall.tui.player.view import BoardReader, CursorContext, View
from tilehall.tui.tables.moment import Moment
from tilehall.tui.tables.seat import UNAIDED, ConsentRequested, Seat
from tilehall.tui.tables.storage.disk_errors import NotSaved
from tilehall.tui.terminal.output.drawing import Drawing, Place, Rect

if TYPE_CHECKING:
    from tilehall.tui.player.shown_choices import ShownChoices

S = TypeVar("S")
UNSAVED = Text("{again} tries again, {on} plays on unsaved.", again="r", on="p")
HINT_PENDING = Text("The table thinks about a hint.")
NO_HINTS_HERE = Text("Hints are for whoever plays here.")
COACHED_STEPS = 24
"""Steps of one's own for which one is told how something is chosen."""
Coach = Literal["auto", "on", "off"]


class PlayerControls(Generic[S]):
    """One pair of eyes at a table, and the hand that plays."""

    def __init__(self, seat: Seat[S], reading: BoardReader[S], confirm: bool) -> None:
        self.seat = seat
        self.reader = reading
        self.confirm = confirm
        self.coach: Coach = "auto"
        """Whether the prompt says how something is chosen; automatic: for some turns."""
        self.keys: KeyBindings = default_keys()
        """They are named where one is needed, and no choice has one of them as its letter."""
        self.moment: Moment[S] = seat.now
        self.selection: Selection[S] | None = None
        self.cursor_state = CursorState()
        self.place_areas: Mapping[Place, Rect] = {}
        """Where each place was drawn last: the cursor goes as the eye does."""
        self.message: StatusMessage | None = None
        self.pending: ActionChoice[S] | None = None
        """A choice that waits for Enter: it cannot be taken back, or it is the hint that was just told."""
        self.jump_labels: JumpLabels = {}
        """The letters that lead to spots, while one is to be gone to."""
        self.typed_label = ""
        """Of two letters the first."""
        self.recap_position = -1
        """Which turn of the others is being told, step by step; -1 for none."""
        self.takeover_offered = False
        """Whether a game that is only watched may be played on here."""
        self.unsaved_intent: Intent | None = None
        """What was not done because it could not be written down; it may be wanted again."""
        self.advisor = Advisor(seat)
        self._hinted_at: Place | None = None
        """Where the cursor was when the hint was told."""
        self._holds = False
        """Whether a choice of one's own was begun when a hint was asked for first: it stays."""
        self.hint_requested = False
        """Whether a hint was asked for while others decided: it is for one's own next decision."""
        self.shown_choices: ShownChoices[S] | None = None
        """What could have been done, at a moment of a record."""
        self.hurry_offer = HurryOffer()
        self.confirms_partial = False
        """Whether it is asked before something is done of which only a part was pointed at: in a lesson."""
        self.help_allowed = True
        """Whether there is any help: hints, and what a choice would bring."""
        self.shows_outcome = True
        """Whether it is said what a choice would bring, where there is any help."""
        self.last_rule = ""
        """The rule that was named last: help opens there."""
        self.refusal_listener: Callable[[StatusMessage], None] = lambda message: None
        """Hears what was refused before it got to the table."""
        self.tip: StatusMessage | None = None
        """What is said where nothing else is, instead of what is pointed at."""
        self.size = "auto"
        self.busy = False
        """Whether something is being done at the table: changes are looked at when it is."""
        self.executor = ChoiceExecutor(seat)
        self._stops: tuple[tuple[object, ...], list[Place], list[Place]] | None = None
        self._lately: tuple[Moment[S], RecentEvents] | None = None
        self._front = -1
        """Who had to decide here last."""
        self._is_new = True
        self._asked_why = 0
        """Up to which step it is asked next why something was done; 0 for the latest."""
        self.reset_decision()

    # --- what has changed -----------------------------------------------------------------------------------------

    def catch_up(self) -> bool:
        """Looks at what has changed at the table: whose turn it is, what others did. False if nothing has."""
        before, now = self.moment, self.seat.now
        if self.busy or now is before:
            return False
        self.moment = now
        self.advisor.cancel()
        self._wait_on(before)
        if self._goes_on(before):
            return True
        self.message = None
        self.reset_decision()
        if self.message is None and now.curtain is None:
            self.message = self._news(before)
        return True

    def _wait_on(self, before: Moment[S]) -> None:
        """What was offered while others think, or done, holds up to one's own turn; for who watches, for one turn."""
        now = self.moment
        if not now.humans and now.due != before.due:
            self.hurry_offer.reset()
        elif now.must_decide or now.curtain or all(seat in now.humans for seat in now.due):
            self.hurry_offer.offer(False)

    def _news(self, before: Moment[S]) -> StatusMessage | None:
        """What others have done since."""
        now, own = self.moment, before.seat if before.must_decide else None
        if now.number < before.number:
            return StatusMessage(Text("Something was taken back."))
        if all(deed.seat in (own, CHANCE) for deed in now.seen_steps[before.number :]):
            return None
        news = now.log_since(before.number)
        return StatusMessage(join_spaces(entry.text for entry in news)) if news else None

    def _goes_on(self, before: Moment[S]) -> bool:
        """Whether only others have decided what everybody owes: what was picked stays picked."""
        now, old = self.moment, self.selection
        if (
            old is None
            or not (now.must_decide and before.must_decide)
            or now.seat != before.seat
            or now.number <= before.number
        ):
            return False
        if any(deed.seat == now.seat for deed in now.seen_steps[before.number :]):
            return False
        new = Selection.for_state(now.rules, now.state, now.seat, self.reader)
        if [choice.text for choice in new.choices] != [choice.text for choice in old.choices]:
            return False
        new.picks, self.selection, self._stops = old.picks, new, None
        return True

    def reset_decision(self) -> None:
        """A new decision, or none: what may be chosen, and where the cursor stands."""
        now, turned = self.moment, self.cursor_state.rotation
        self.pending, self._stops, self._asked_why = None, None, 0
        self._hinted_at = None
        self.jump_labels, self.typed_label, self.recap_position = {}, "", -1
        self.advisor.reset()
        self.cursor_state.reset_rotation()
        if not now.must_decide:
            self.selection = None
            self.message = None if now.curtain else self.message
            return
        if now.seat != self._front:
            # Where another player has looked is nobody else's concern.
            self.cursor = None
            self.cursor_state.latest_places.clear()
        if now.seat != self._front or not self.executor.has_acted:
            self._hand_over()
        self._front = now.seat
        self._is_new = [deed.seat for deed in now.seen_steps].count(now.seat) <= COACHED_STEPS
        self.selection = Selection.from_legal(now.rules, now.state, now.seat, self.reader, now.decision, now.legal)
        # Who is new to the game begins to read at its beginning.
        self.last_rule = "" if self._is_new else self.selection.decision.rule
        self._place_cursor()
        if turned and self.selection.decision.kind in self.reader.rotation_decisions:
            turns = self.stops()
            # Not every place leaves room for every turn.
            self.cursor = turns[turned] if turned < len(turns) else self.cursor
        if self.confirm and self.message is None and len(self.selection.choices) == 1:
            # There is nothing to choose: what comes is said, and one key does it.
            self.pending = self.selection.choices[0]

    def _hand_over(self) -> None:
        """The turn comes to the seat in front: say so, and what happened since its last step."""
        now = self.moment
        called = [Text("{who}, your turn.", who=Who(now.seat))] if now.shared else []
        story = [turn.text for turn in self.recap()]
        if called or story:
            told = (*called, *story) if len(story) > 1 else ()
            title = SINCE_LAST_TURN if last_own_step(self.moment) else Text("Before your first turn")
            self.message = StatusMessage(join_spaces([*called, *story]), recap=told, title=title, by_turns=True)

    # --- where the cursor is --------------------------------------------------------------------------------------

    @property
    def must_decide(self) -> bool:
        """Whether this player has to decide."""
        return self.selection is not None

    @property
    def cursor(self) -> Place | None:
        return self.cursor_state.place

    @cursor.setter
    def cursor(self, place: Place | None) -> None:
        self.cursor_state.place = place

    def _place_cursor(self) -> None:
        """Keeps the cursor if its place may be chosen, otherwise goes to the first place that may."""
        if self.selection is not None:
            latest, found = self.cursor_state.latest_places, self.stops()
            numbered, glance = self.digit_places(), self.cursor_context()
            self.cursor = cursor_stops.resting_place(self.reader, glance, found, numbered, latest, self.place_areas)

    def stops(self) -> list[Place]:
        """Where Tab stops."""
        return self._stopping()[0]

    def digit_places(self) -> list[Place]:
        """What the digits choose."""
        return self._stopping()[1]

    def _stopping(self) -> tuple[list[Place], list[Place]]:
        picker, pointer = self.selection, self.cursor_state
        key = (picker, tuple(picker.picks) if picker else (), pointer.rotation, pointer.flipped)
        if self._stops is None or self._stops[0] != key:
            glance = self.cursor_context()
            numbered = cursor_stops.find_digit_places(self.reader, glance)
            self._stops = (key, cursor_stops.find_stops(self.reader, glance, numbered), numbered)
        return self._stops[1], self._stops[2]

    def cursor_context(self) -> CursorContext[S]:
        """As much of a view as is needed to aim, and for words."""
        now, pointer = self.moment, self.cursor_state
        return CursorContext(
            now.state, now.seat, now.names, self.selection, pointer.place, pointer.rotation, pointer.flipped
        )

    def guide(self) -> Guide[S] | None:
        """Who knows about the place under the cursor; nobody where nothing is to be decided."""
        if self.selection is None or self.cursor is None:
            return None
        glance, foresees = self.cursor_context(), self.help_allowed and self.shows_outcome
        return Guide(self.moment, self.reader, self.selection, glance, self.cursor, foresees, self.place_areas)

    def _aimed(self) -> tuple[Place, ...]:
        guide = self.guide()
        return guide.aimed_places() if guide else ()

    @property
    def shows_coaching(self) -> bool:
        """Whether the prompt says how something is chosen."""
        return self.coach == "on" or (self.coach == "auto" and self._is_new)

    def is_shape_aimed(self) -> bool:
        """Whether the cursor means a shape that lies on several places."""
        return len(self._aimed()) > 1

    @property
    def can_rotate(self) -> bool:
        """Whether there is something to turn: a shape, or a piece whose turns are the choices."""
        kind = self.selection.decision.kind if self.selection else ""
        return self.is_shape_aimed() or kind in self.reader.rotation_decisions

    def view(self, look: Look) -> View[S]:
        """What is to be drawn now."""
        now, pointer = self.moment, self.cursor_state
        log, marks, marked_seat = self._happened()
        if self.shown_choices is not None:
            return self.shown_choices.apply_to(
                View(
                    now.state,
                    now.seat,
                    now.names,
                    look=look,
                    log=log,
                    size=self.size,
                    chips=self.reader,
                    keys=self.keys,
                    is_own=now.seat in now.humans,
                )
            )
        return View(
            now.state,
            now.seat,
            now.names,
            self.selection,
            pointer.place,
            pointer.rotation,
            pointer.flipped,
            look=look,
            targets=self.selection.pickable() if self.selection else frozenset(),
            marks=marks,
            marked_seat=marked_seat,
            blocked=frozenset(self.message.marks) if self.message else frozenset(),
            digit_places=self.digit_places(),
            hint_places=self.hint_places(),
            log=log,
            size=self.size,
            chips=self.reader,
            keys=self.keys,
            is_own=now.seat in now.humans,
        )

    def show_choices(self, actions: Sequence[Action]) -> None:
        """Shows on the board of a record what could have been done, as a hint is shown; nothing if it is nothing."""
        # No first board waits for those who look back.
        from tilehall.tui.player.shown_choices import find_shown_choices

        self.shown_choices = find_shown_choices(self.moment, self.reader, actions) if actions else None

    def _happened(self) -> RecentEvents:
        """What has happened lately, or in the turn that is being told; looked for once at each moment."""
        if self._lately is None or self._lately[0] is not self.moment:
            self._lately = self.moment, find_recent_events(self.moment, self.reader.marked_events)
        lately = self._lately[1]
        told = self.recap()[self.recap_position] if self.recap_position >= 0 else None
        return lately._replace(marks=told.marks, seat=told.seat) if told else lately

    def recap(self) -> tuple[TurnRecap, ...]:
        """What the others have done since the last step of the seat in front, what concerns it first."""
        return self._since(last_own_step(self.moment))

    def _since(self, step: int) -> tuple[TurnRecap, ...]:
        """What the others have done after a step, as the game's scene tells it."""
        return recap_since(
            self.moment, step, self.reader.recap_events, partial(self.reader.summarize_events, self.moment.state)
        )

    def recap_end(self) -> bool:
        """Tells what the others did last, once the game is over; False if it was oneself."""
        story = tuple(turn.text for turn in self._since(self.moment.last_own_step))
        if not story or not self.moment.humans:
            return False
        story = (*story, Text("The game is over. Enter shows the result."))
        self.message = StatusMessage(join_spaces(story), recap=story)
        return True

    def show_next_recap(self) -> None:
        """The next turn of the others, by itself and with what it changed; after the last one none."""
        story, at = self.recap(), self.recap_position + 1
        self._touch()
        if not story:
            self.message = StatusMessage(Text("Nobody else has done anything since your last turn."))
        elif at < len(story):
            self.recap_position = at
            self.message = StatusMessage(Text("{n} of {all}: {news}", n=at + 1, all=len(story), news=story[at].text))

    def hint_places(self) -> frozenset[Place]:
        """Where the hint is, unless something else has been picked instead."""
        places = self._advised_places()
        elsewhere = self.selection is not None and not places >= set(self.selection.picks)
        return frozenset() if elsewhere else places

    def _advised_places(self) -> frozenset[Place]:
        choice = self._advised()
        return frozenset(choice.places or ((MENU, choice.text),)) if choice else frozenset()

    def _advised(self) -> ActionChoice[S] | None:
        """The choice that the hint is, behind what its plan passes before."""
        advice, picker = self.advisor.advice, self.selection
        if advice is None or picker is None:
            return None
        from tilehall.tui.player.messages import hint_text

        return hint_text.find_advised_choice(picker, advice)

    # --- moving ---------------------------------------------------------------------------------------------------

    def move(self, direction: Direction, drawing: Drawing) -> None:
        """To the nearest place in a direction; among several choices in words up and down, until one leaves them."""
        self._touch()
        menu = [place for place in self.stops() if place[0] == MENU]
        if len(menu) > 1 and self.cursor in menu:
            self._walk(menu, direction)
        else:
            self.cursor_state.move(direction, drawing.places, self.stops() or drawing.places)

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
        latest = next((place for place in reversed(self.cursor_state.latest_places.values()) if place in places), None)
        self.cursor = latest or cursor_stops.nearest_of(places, self.cursor, self.place_areas)
        return True

    def go_to_next_stop(self, step: int) -> None:
        """To the next or previous place that may be chosen, as the eye goes; after a refusal to what it named."""
        named = [place for place in self.message.spots if place in self.stops()] if self.message else []
        self._touch()
        if named and step > 0:
            self.cursor = named[0]
            return
        found = cursor_stops.sort_by_layout(self.stops(), self.place_areas)
        menu = [place for place in found if place[0] == MENU]
        if menu and self.cursor and self.cursor[0] == MENU and self.cursor not in found:
            self.cursor = menu[0]
        self.cursor_state.go_to_next_stop(found, step)

    def go_to_stop(self, index: int) -> None:
        """To the first or the last place that may be chosen; among the choices in words, of these."""
        self._touch()
        menu = [place for place in self.stops() if place[0] == MENU]
        inside = len(menu) > 1 and self.cursor in menu
        if found := menu if inside else cursor_stops.sort_by_layout(self.stops(), self.place_areas):
            self.cursor = found[index]

    def go_to_next_zone(self, step: int) -> None:
        """To the next or previous zone."""
        self._touch()
        self.cursor_state.go_to_next_zone(
            cursor_stops.sort_by_layout(self.stops(), self.place_areas), self.place_areas, step
        )

    def show_jump_labels(self) -> None:
        """Puts letters on the marked spots: what is typed next leads there."""
        self._touch()
        places = [place for place in cursor_stops.sort_by_layout(self.stops(), self.place_areas) if place[0] != MENU]
        self.jump_labels = assign_jump_labels([place for place in places if place in self.place_areas])
        told = Text("Type the letters of a spot. {back} leaves.", back="Esc")
        self.message = StatusMessage(told if self.jump_labels else Text("No spot is marked now."))

    def type_jump_label(self, letter: str) -> None:
        """A letter, after which the cursor is there if that is enough; what leads nowhere ends it."""
        found = remaining_labels(self.jump_labels, self.typed_label + letter)
        if letter and found and "" not in found:
            self.typed_label += letter
            return
        self._touch()
        self.cursor = found.get("", self.cursor) if letter else self.cursor

    def visible_jump_labels(self) -> dict[str, Place]:
        """The letters that may still be typed, each with its place."""
        return remaining_labels(self.jump_labels, self.typed_label) if self.jump_labels else {}

    def point_at(self, place: Place) -> None:
        self._touch()
        self.cursor = place

    def retry_unsaved(self) -> Intent | None:
        """What could not be written down is wanted once more."""
        return self.unsaved_intent

    def continue_unsaved(self) -> Intent | None:
        """It is wanted even if it is not written down, and so is all that follows."""
        self.seat.continue_unsaved()
        return self.unsaved_intent

    def clear_blocked(self) -> None:
        """What was in the way of something is not lit up any more."""
        if self.message is not None and self.message.marks:
            self.message = self.message._replace(marks=())

    def _touch(self) -> None:
        if self.unsaved_intent is None:
            self.message = None
        self.pending = None
        self.jump_labels, self.typed_label, self.recap_position = {}, "", -1
        self.cursor_state.remember_place()

    def rotate(self, step: int) -> None:
        """Turns the piece in hand; where the turns themselves are the choices, goes to the next one."""
        self._touch()
        before, held = self._aimed(), self.cursor_state.rotation
        self.cursor_state.rotation = (held + step) % 4
        guide = self.guide()
        if self.selection and all(not choice.places for choice in self.selection.choices):
            self.go_to_next_stop(step)
        elif guide and guide.aimed_places() == before and not guide.leads_to_rotation():
            if len(before) > 1:
                self.message = StatusMessage(Text("Turning changes nothing."))
                return
            # What is taken up next is held as it comes.
            self.cursor_state.rotation = held
            self.message = StatusMessage(Text("There is no piece to turn here."))

    def flip(self) -> None:
        self._touch()
        before = self._aimed()
        self.cursor_state.flipped = not self.cursor_state.flipped
        if len(before) > 1 and self._aimed() == before:
            self.message = StatusMessage(Text("Flipping changes nothing."))
        elif before and self._aimed() == before:
            self.cursor_state.flipped = not self.cursor_state.flipped
            self.message = StatusMessage(Text("There is no piece to flip here."))

    # --- choosing -------------------------------------------------------------------------------------------------

    def choose(self) -> Intent | None:
        """Chooses what is under the cursor."""
        if self.selection is None:
            self.refuse()
            return None
        if self.pending:
            return self._agreed()
        if self.selection.exact and self.selection.picks and (whole := self.selection.complete_choice()):
            return self.request_choice(whole)
        return self.toggle()

    def _agreed(self) -> ActionChoice[S] | None:
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
    def is_hint_pending(self) -> bool:
        """Whether what waits for Enter is the hint that is told."""
        return self.pending is not None and self.message is not None and self.message.tone == "hint"

    @property
    def has_more_hint(self) -> bool:
        """Whether there is more to tell of the hint."""
        return self.is_hint_pending and self.message is not None and not self.message.is_complete

    def toggle(self) -> Intent | None:
        """Picks what is under the cursor, or drops it from a set."""
        if self.selection is None or self.cursor is None:
            self.refuse()
            return None
        self.cursor_state.remember_place()
        if self.cursor[0] in self.reader.paging_zones:
            return None
        aimed = self._aimed()
        if (
            self.selection.on_board
            and self.selection.picks
            and self.cursor in self.digit_places()
            and self._taken_up(aimed)
        ):
            return None
        drops = self.selection.exact and aimed[0] in self.selection.picks
        fits = self.cursor[0] == MENU or (
            bool(self.selection.matching(*aimed)) and not self.selection.decides_nothing(*aimed)
        )
        if (not drops and not fits) or (not self.selection.exact and self.cursor in self.selection.picks):
            self.refuse()
            return None
        choice = self.selection.pick(*aimed)
        self.message = None
        if choice is not None and self.confirms_partial and self._is_more(choice, aimed):
            self.selection.picks += aimed
            self.pending = choice
            return None
        if choice is not None:
            return self.request_choice(choice)
        if not self.selection.exact:
            menu = self.selection.menu()
            self.cursor = (MENU, menu[0].text) if menu else self.cursor
            if self.selection.on_board or not menu:
                self._place_cursor()
        return None

    def _is_more(self, choice: ActionChoice[S], aimed: tuple[Place, ...]) -> bool:
        """Whether a choice is more than what was pointed at, as nothing else can be done with that."""
        assert self.selection is not None
        return aimed[0][0] != MENU and len(choice.places) > len({*self.selection.picks, *aimed})

    def _taken_up(self, aimed: tuple[Place, ...]) -> bool:
        """Another numbered piece takes the place of what was picked; the same one is put down again (True)."""
        assert self.selection is not None
        if aimed[0] in self.selection.picks:
            self.selection.picks.clear()
            self._touch()
            return True
        if not self.selection.matching(*aimed):
            self.selection.picks.clear()
        return False

    def request_choice(self, choice: ActionChoice[S]) -> Intent | None:
        """Wants a choice done; asks first if it cannot be taken back."""
        if self._must_ask(choice) and (self.pending != choice or self.asks_first):
            self.pending = choice
            self.message = None
            return None
        return choice

    def _must_ask(self, choice: ActionChoice[S]) -> bool:
        """Whether it is asked before a choice is done: it cannot be taken back."""
        guide = self.guide()
        return self.confirm and guide is not None and guide.is_irreversible(choice)

    def toggle_or_dismiss(self) -> Intent | None:
        """What a second key does that picks: it also puts away what is told over the board, and then nothing else."""
        if self.message and self.message.recap:
            self.message = None
            return None
        return self._agreed() if self.pending else self.toggle()

    def choose_digit(self, number: int) -> Intent | None:
        places = self.digit_places()
        if self.selection is None:
            self.refuse()
            return None
        if not 0 < number <= len(places):
            told = Text("Nothing has the number {n}.", n=number) if places else Text("Nothing is numbered now.")
            self._refused(self._without(Refusal(self.selection.decision.rule, told)))
            return None
        self.point_at(places[number - 1])
        return self.toggle()

    def menu_letters(self, say: Callable[[Text], str]) -> dict[str, ActionChoice[S]]:
        """The entries of the menu, by their letters in the language in which they are said."""
        menu, glance = self.selection.menu() if self.selection else [], self.cursor_context()
        labels = [say(self.reader.describe_action(glance, choice.action)) for choice in menu]
        return {
            letter: choice
            for letter, choice in zip(assign_menu_letters(labels, self.keys), menu, strict=True)
            if letter
        }

    def explain_letter(self, letter: str, say: Callable[[Text], str]) -> bool:
        """Says of a letter that chooses something at other times why it does not now; False if there is none such."""
        picker = self.selection
        if picker is None or picker.picks:
            return False
        possible = {choice.action.verb for choice in picker.choices}
        words = [verb for verb, fields in picker.decision.fields.items() if not fields and verb not in possible]
        glance = self.cursor_context()
        labels = [say(self.reader.describe_action(glance, choice.action)) for choice in picker.menu()]
        others = assign_menu_letters([*labels, *(say(self.reader.describe_verb(verb)) for verb in words)], self.keys)[
            len(labels) :
        ]
        for verb, its in zip(words, others, strict=True):
            refusal = self.moment.check(self.moment.rules.parse(verb)) if its == letter else None
            if refusal:
                self._refused(self._without(refusal))
                return True
        return False

    def _without(self, refusal: Refusal) -> StatusMessage:
        """A refusal of what was not pointed at, with what may be chosen instead."""
        from tilehall.tui.player.messages.alternatives import refusal_message

        self._touch()
        guide = self.guide()
        return refusal_message(guide, refusal) if guide else StatusMessage(refusal.text, "bad", refusal.rule)

    def choose_entry(self, choice: ActionChoice[S]) -> Intent | None:
        """An entry of the menu, by its letter."""
        self.cursor = (MENU, choice.text)
        return self.request_choice(choice)

    def skip(self) -> Intent | None:
        """Passes, where one may; what is in hand is put down first, and then nothing else is done."""
        if self.selection and self.selection.picks:
            self._touch()
            self.selection.picks.clear()
            self._place_cursor()
            self.message = StatusMessage(Text("What was picked is put down. The same key again passes."))
            return None
        choice = self.selection.skip_choice() if self.selection else None
        if choice is not None:
            return self.choose_entry(choice)
        if self.selection:
            decision = self.selection.decision
            told = [
                Text("There is nothing to pass here."),
                *([decision.otherwise_text] if decision.otherwise_text else []),
            ]
            self._refused(self._without(Refusal(decision.rule, join_spaces(told))))
        else:
            self.refuse()
        return None

    def go_back(self) -> bool:
        """One step back: the confirmation, a hint that is thought of, a pick, the message and the hint, the list.

        False if there was none.
        """
        unwanted, self.hint_requested = self.advisor.cancel() or self.hint_requested, False
        if self.pending:
            self.pending = None
            return True
        if unwanted:
            self.message = None if self.selection is None else self.message
            return True
        if self.selection and self.selection.picks:
            picked = self.selection.picks[-1]
            dropped = self.selection.drop_last_pick()
            # Why something did not go with it is of no use any more.
            self.message = None if self.message and self.message.tone == "bad" else self.message
            if picked in self.stops():
                self.cursor = picked
            self._place_cursor()
            return dropped
        had, self.message, self.unsaved_intent = bool(self.message or self.tip or self.advisor.advice), None, None
        self.tip = None
        self.advisor.reset()
        return had or self._leave_menu()

    # --- done at the table ----------------------------------------------------------------------------------------

    async def carry_out(self, intent: Intent) -> None:
        """Does at the table what is wanted, and looks at what came of it."""
        self.busy, self.pending, self.unsaved_intent = True, None, None
        try:
            said = await self._done(intent)
        except NotSaved as error:
            self.unsaved_intent = intent
            said = StatusMessage(join_spaces([error.text, UNSAVED]), "bad")
        except ConsentRequested as error:
            said = StatusMessage(error.text)
        except UserError as error:
            said = StatusMessage(error.text, "bad", error.rule)
        finally:
            self.busy = False
        self.catch_up()
        if said is not None:
            # A message about one's own deed is not for other eyes.
            said = said if self.must_decide or not self.moment.guarded else None
            self.say(said) if isinstance(intent, str) else self._report(said)

    async def _done(self, intent: Intent) -> StatusMessage | None:
        match intent:
            case "undo":
                action = await self.executor.undo()
                return StatusMessage(
                    Text("Taken back: {action}.", action=self.reader.describe_action(self._now(), action))
                )
            case "redo":
                before = self._now()
                action = await self.executor.redo()
                return StatusMessage(Text("Done again: {action}.", action=self.reader.describe_action(before, action)))
            case "restart":
                count = await self.executor.restart()
                return StatusMessage(
                    Text(
                        "Taken back: {n} step, to what was last shown.",
                        "Taken back: {n} steps, to what was last shown.",
                        n=count,
                    )
                )
            case choice:
                self.message = None
                before, guide = self.cursor_context(), self.guide()
                passed = guide.passed_text(choice) if guide else None
                forced = await self.executor.act(choice, self.moment, ending=not self.confirm)
                return describe_forced_steps(self.reader, before, self._now(), choice, passed, forced)

    def _now(self) -> CursorContext[S]:
        """The table as it stands, though it has not been caught up with yet."""
        now = self.seat.now
        return CursorContext(now.state, now.seat, now.names)

    # --- the curtain ----------------------------------------------------------------------------------------------

    @property
    def is_masked(self) -> bool:
        """Whether this player decides at a table that others see too, all hands masked."""
        return self.must_decide and self.moment.guarded and self.moment.viewpoint is None

    def look(self) -> None:
        """The player whose turn it is looks: the curtain rises."""
        self.seat.raise_curtain()
        self._front = -1
        self.catch_up()

    def hide(self) -> None:
        """The curtain falls again."""
        if not self.moment.guarded or self.is_masked:
            self.say(StatusMessage(Text("There is nothing to hide from others at this screen.")))
            return
        self.seat.lower_curtain()
        self.catch_up()

    # --- asking ---------------------------------------------------------------------------------------------------

    def prepare_hint(self) -> bool:
        """Whether a hint is to be thought of: what is known is said, and what is thought of is let go.

        While others decide the wish is kept; asked again, it is not.
        """
        if self.advisor.cancel():
            return False
        if not self.help_allowed:
            self.say(StatusMessage(UNAIDED))
            return False
        if self.selection is None:
            self.say(StatusMessage(self._keep_wish()))
            return False
        asked, more = self.pending, self.has_more_hint
        self._holds = bool(self.selection.picks) or (asked is not None and len(self.selection.choices) > 1)
        self.message, self.pending, self.unsaved_intent = None, None, None
        advice, choice = self.advisor.advice, self._advised()
        if advice is None or self._another() is not None:
            return True
        from tilehall.tui.player.messages.hint_text import hint_message, hint_reason_message

        self.go_to_hint()
        self.pending = choice
        asks_first = choice is not None and self._must_ask(choice)
        if more and asked is choice:
            self.message = hint_reason_message(
                advice, partial(self.reader.describe_action, self.cursor_context()), asks_first
            )
            return False
        wise = self.reader.describe_action(self.cursor_context(), choice.action if choice else advice.action)
        self.message = hint_message(wise, advice, asks_first)
        return False

    def _keep_wish(self) -> Text:
        """What is said of a hint that cannot be thought of yet."""
        if self.moment.over:
            return Text("The game is over: there is nothing left to hint at.")
        if not self.moment.humans:
            return NO_HINTS_HERE
        self.hint_requested = not self.hint_requested
        if not self.hint_requested:
            return Text("No hint then.")
        return Text(
            "The hint comes as soon as it is your turn. {key} again: no hint.", key=key_label_for(self.keys, "hint")
        )

    def take_requested_hint(self) -> bool:
        """Whether the hint that was asked for while others decided is to be thought of now."""
        wanted = self.hint_requested and self.must_decide
        self.hint_requested = self.hint_requested and not wanted
        return wanted

    def _another(self) -> ActionChoice[S] | None:
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
        if choice is None or self.selection is None:
            return
        while not set(choice.places) >= set(self.selection.picks) and self.selection.drop_last_pick():
            pass
        entry = (MENU, choice.text)
        wanted = [place for place in choice.places if place not in self.selection.picks]
        aimed = [place for place in wanted if place[0] in self.reader.virtual_zones]
        spots = [place for place in wanted if place not in aimed and place in self.selection.pickable()]
        if aimed and not spots:
            spots = list(self.reader.cursor_places(self.cursor_context(), aimed))
        found = [place for place in (entry, *spots, *wanted) if place in self.stops()]
        self.cursor = self._hinted_at = found[0] if found else self.cursor

    async def show_hint(self) -> None:
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
        except UserError as error:
            found: StatusMessage | None = StatusMessage(error.text, "bad", error.rule)
        else:
            found = self._loses(another, first) if another is not None else self._begun_otherwise()
        if self.moment is not moment or self.pending is not None or self.unsaved_intent is not None:
            return
        if not found:
            self.go_to_hint()
            found = self._where()
        if found:
            self.message = put_before_news(found, news) if news is not None and self.message is news else found

    def _where(self) -> StatusMessage | None:
        """Where the hint is."""
        guide = self.guide()
        if self.advisor.advice is None or guide is None:
            return None
        return StatusMessage(guide.hint_location(self._advised_places()), "hint")

    def _loses(self, choice: ActionChoice[S], first: bool) -> StatusMessage | None:
        """What a choice loses against the hint; `first`: which was not told yet."""
        said = self.advisor.compared
        if said is None:
            return None
        from tilehall.tui.player.messages.hint_text import loss_message

        key = key_label_for(self.keys, "hint") if first else ""
        return loss_message(self.reader.describe_action(self.cursor_context(), choice.action), said, key)

    def _begun_otherwise(self) -> StatusMessage | None:
        """What is said of a hint that is what was picked, or goes on otherwise than what was begun; else None."""
        choice, picker = self._advised(), self.selection
        if choice is None or picker is None or not picker.picks:
            return None
        from tilehall.tui.player.messages.hint_text import kept_picks_message, same_choice_message

        key = key_label_for(self.keys, "hint")
        if sorted(choice.places) == sorted(picker.picks):
            return same_choice_message(key)
        return None if set(choice.places) >= set(picker.picks) else kept_picks_message(key)

    def refuse(self) -> None:
        """Says why the place under the cursor may not be chosen, and what may."""
        guide, self.pending = self.guide(), None
        if guide is not None:
            self._refused(guide.explain_refusal())
            return
        from tilehall.tui.player.messages.alternatives import waiting_message

        self._refused(waiting_message(self.moment))

    def _refused(self, message: StatusMessage) -> None:
        """Says why not; help opens at the rule of that."""
        self.say(message)
        self.last_rule = message.rule or self.last_rule
        self.refusal_listener(message)

    def explain_last_turn(self) -> None:
        """Why a computer player did what mattered most in its last turn; asked again, one by one from the end."""
        from tilehall.tui.player.messages.key_step import find_key_step
        from tilehall.tui.tables.history.reasons import NO_COMPUTER_STEP, NO_EARLIER_STEP, find_reason

        again, first = self._asked_why, find_key_step(self.moment, self.reader)
        told = find_reason(self.seat, again or first)
        if again and told.before == first - 1 and told.before:
            # That was told first.
            told = find_reason(self.seat, told.before)
        latest = find_reason(self.seat, self.moment.number).before
        self._asked_why = told.before if again or latest < first else self.moment.number
        self.last_rule = told.rule or self.last_rule
        if again and told.before:
            told = told._replace(text=Text("Step {n}: {told}", n=told.before + 1, told=told.text))
        elif again and told.text == NO_COMPUTER_STEP:
            told = told._replace(text=NO_EARLIER_STEP)
        self.say(StatusMessage(told.text, "info", told.rule))

    def describe(self) -> None:
        """Says what is under the cursor, whoever has to decide."""
        self.pending = None
        guide = self.guide()
        if self.cursor and self.cursor[0] != MENU:
            self.message = StatusMessage(self.reader.describe(self.cursor_context(), self.cursor))
        elif guide:
            self.message = StatusMessage(guide.describe_with_use())

    def say(self, message: StatusMessage | None) -> None:
        """Says something that no question stands behind: what it would hide is not answered by Enter."""
        self.message = message
        if message is not None:
            self.pending = None

    def _report(self, done: StatusMessage | None) -> None:
        """Says what was done, and behind it the question that is open now: the one is not to be taken for the other."""
        pending, asked = self.pending, self.confirmation()
        if done is None or asked is None or done.tone == "bad":
            self.say(done)
            return
        self.say(done._replace(text=join_spaces([done.text, asked.text])))
        self.pending = pending

    def status(self) -> StatusMessage:
        """What is to be said now: a message, a question, or what the place under the cursor would bring."""
        said = self.message or self.confirmation()
        if said is None and self.advisor.is_slow and self.must_decide:
            return StatusMessage(join_spaces([HINT_PENDING, self.cursor_message().text]))
        return said or self.tip or self.cursor_message()

    def confirmation(self) -> StatusMessage | None:
        """The question whether a choice that cannot be taken back is meant."""
        guide = self.guide()
        if guide is None or self.pending is None:
            return None
        if self.confirms_partial and not guide.is_irreversible(self.pending):
            choice = self.reader.describe_action(self.cursor_context(), self.pending.action)
            return StatusMessage(
                Text("Only this is left: {choice}. Enter does it, Esc goes back.", choice=choice), "hint"
            )
        return StatusMessage(guide.confirmation(self.pending), "hint")

    def cursor_message(self) -> StatusMessage:
        """What the place under the cursor is, and what choosing it would bring."""
        guide = self.guide()
        return StatusMessage(guide.describe_with_use() if guide else Text(""))

    def shorter_cursor_messages(self) -> Iterator[StatusMessage]:
        """The same in less and less, where nothing but what is pointed at is said."""
        guide = self.guide()
        told = self.message or self.pending or self.tip or self.advisor.is_slow
        if guide and not told and guide.cursor[0] != MENU:
            yield from map(StatusMessage, guide.shorter_descriptions())

    def shorter_confirmations(self) -> Iterator[StatusMessage]:
        """The question whether a choice is meant, in less and less."""
        guide = self.guide()
        if (
            guide
            and self.pending
            and not self.message
            and not (self.confirms_partial and not guide.is_irreversible(self.pending))
        ):
            yield from (StatusMessage(text, "hint") for text in guide.shorter_confirmations(self.pending))

    def cursor_note(self) -> StatusMessage:
        """What the place under the cursor is, below what is said of something else; nothing is said twice."""
        guide = self.guide()
        if guide is None or self.message is None or self.pending:
            return StatusMessage(Text(""))
        is_said = guide.cursor[0] != MENU and (self.message.names_place or self.message.text == guide.describe_place())
        return StatusMessage(guide.use_text() if is_said else guide.describe_with_use())
