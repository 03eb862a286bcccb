"""A player at a table: where the cursor is, what is picked, what the status line says. Knows neither games nor screens.

`BoardScreen` hands in commands and asks for a `View` to draw; everything here can be tested without a terminal.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tilehall.engine import Action, Refusal, RuleError, Seat, ends_turn
from tilehall.tui.house.table import Entry, Table
from tilehall.tui.kernel.drawing import Drawing, Place
from tilehall.tui.keys import BOARD
from tilehall.tui.look import Look
from tilehall.tui.play.picking import AIMED, MENU, Choice, Picker
from tilehall.tui.play.why import Asking
from tilehall.tui.scenes import Scene, View


@dataclass(frozen=True, slots=True)
class Message:
    """What the status line says: a sentence, its tone (`info`, `bad`, `hint`), and the rule it quotes."""

    text: str
    tone: str = "info"
    rule: str = ""


TRACES = frozenset({"lay", "gem", "steal", "place", "fill", "disk", "move", "shift"})
"""The events whose cells are marked until the next such event."""
KEYS = frozenset(key for command in BOARD for key in command.keys)
RECENT = 60
"""Steps that the log beside a board goes back."""


class Sitting:
    """One pair of eyes at a table."""

    def __init__(self, table: Table, scene: Scene, confirm: bool) -> None:
        self.table = table
        self.scene = scene
        self.confirm = confirm
        humans = table.humans
        self.seat: Seat = humans[0] if humans else 0
        self.picker: Picker | None = None
        self.cursor: Place | None = None
        self.message: Message | None = None
        self.pending: Choice | None = None
        """A choice that ends the turn, waiting for its confirmation."""
        self.groups: list[int] = []
        """How many steps each of the latest choices took: undo takes back a whole choice."""
        self.again: list[int] = []
        """The same of the choices that were taken back: redo does a whole one again."""
        self.hinted: Action | None = None
        self.reason = ""
        """Why the hint is good, said when it is asked for once more."""
        self.size = "auto"
        self.turn = 0
        self.flipped = False
        self.haunts: dict[str, Place] = {}
        """Where in each zone the cursor was last."""
        self.rule = ""
        """The rule that was named last: help opens there."""
        self.looking: Seat | None = None
        """Where several people share a screen and have secrets: who looks at it now, alone."""
        self.covered = False
        """Whether a curtain has to hang until the player whose turn it is says that nobody else looks."""
        self.last: Seat | None = None
        """Which player at this screen acted last."""
        self._seen: tuple[Any, Seat | None, Any] | None = None
        """What these eyes see of the position, kept while it is the same."""
        self.settle()

    # --- where we are ---------------------------------------------------------------------------------------------

    @property
    def mine(self) -> bool:
        """Whether the player whose eyes these are has to decide."""
        return self.picker is not None

    @property
    def guarded(self) -> bool:
        """Whether several people share this screen and may not all see the same."""
        return self.table.secret()

    @property
    def eyes(self) -> Seat | None:
        """Whose view is shown; None for what everybody may see."""
        if self.guarded:
            return self.looking
        return self.seat if self.table.humans or not self.table.rules.secrets else None

    def look(self) -> None:
        """The player whose turn it is looks: the curtain rises."""
        self.looking, self.covered = self.seat, False
        self._hand_over(self.seat)
        self.settle()

    def hide(self) -> None:
        """The curtain falls again."""
        self.looking = None
        self.settle()

    @property
    def regretting(self) -> Seat | None:
        """Who may still take back what was done before the curtain fell."""
        last = self.last
        return last if self.covered and last not in (None, self.seat) and self.table.can_undo(last or 0) else None

    def regret(self) -> None:
        """The last player takes the choice back, from outside the curtain."""
        if self.regretting is not None:
            self.seat, self.groups = self.regretting, []
            self.undo()

    def settle(self) -> None:
        """Looks at the position anew: whose turn it is, and what may be chosen."""
        turned = self.turn
        self.pending, self.hinted, self.turn, self.flipped = None, None, 0, False
        self.covered = False
        due = self.table.due()
        human = next((seat for seat in due if self.table.is_human(seat)), None)
        if human is None:
            self.picker = self.looking = None
            if not self.table.humans and due and due[0] >= 0:
                self.seat = due[0]
            return
        if self.guarded and human != self.looking:
            self.seat, self.picker, self.message, self.looking, self.covered = human, None, None, None, True
            return
        if human != self.seat or not self.groups:
            self._hand_over(human)
        self.seat = human
        self.picker = Picker.at(self.table.rules, self.position(), human, self.scene)
        self.rule = self.picker.decision.rule
        self._place_cursor()
        if turned and self._turning():
            self.cursor = self.stops()[turned]

    def _hand_over(self, seat: Seat) -> None:
        """The turn comes to this seat: say so, and what happened since its last one."""
        since = self.table.last_own_step(seat)
        news = [
            entry.text for entry in self.table.log(seat, since) if entry.seat != seat and entry.key in self.scene.news
        ]
        several = len(self.table.humans) > 1
        greeting = f"{self.table.names[seat]}, your turn. " if several else ""
        if since and news:
            self.message = Message(greeting + recap(news, self.table.names))
        elif several:
            self.message = Message(greeting.strip())

    def _place_cursor(self) -> None:
        """Keeps the cursor if its place may be chosen, otherwise goes to the first place that may."""
        picker = self.picker
        if picker is None:
            return
        stops = self.stops()
        if self.cursor not in stops and stops:
            if picker.pointed:
                known = self.haunts.get(stops[0][0])
                self.cursor = known if known in stops and stops[0] not in self.digits() else stops[0]
                return
            zone = [place for place in stops if self.cursor and place[0] == self.cursor[0]]
            self.cursor = zone[0] if zone else stops[0]

    def stops(self) -> list[Place]:
        """Where Tab stops: the places that may be chosen, then the menu; passing comes last."""
        if self.picker is None:
            return []
        targets = self.picker.targets()
        if self.picker.exact:
            targets += [place for place in dict.fromkeys(self.picker.picks) if place not in targets]
        numbered = [place for place in self.digits() if place in targets]
        if any(zone in AIMED for zone, _ in targets):
            targets = list(self.scene.spots(self._aiming(), targets))
        others = sorted((place for place in targets if place not in numbered), key=reading_order)
        menu = [(MENU, choice.text) for choice in self.picker.menu()]
        listed = {place for choice in self.picker.menu() for place in choice.places}
        return [*menu, *others] if listed >= set(others) and not numbered else [*numbered, *others, *menu]

    def digits(self) -> list[Place]:
        """What the digits choose: numbered places of the scene if they can be reached, otherwise the menu."""
        picker = self.picker
        if picker is None:
            return []
        if not picker.picks or picker.exact or picker.pointed:
            reachable = {*picker.targets(), *picker.later(), *picker.picks}
            places = list(self.scene.numbered(self.bare_view()))
            if any(place in reachable for place in places):
                return places + [(MENU, choice.text) for choice in picker.menu() if picker.exact]
        skip = picker.skip()
        return [(MENU, choice.text) for choice in picker.menu() if skip is None or choice.text != skip.text]

    def bare_view(self) -> View:
        look: Look | None = None
        return View(self.position(), self.seat, self.table.names, look)  # type: ignore[arg-type]  # words need no look

    def position(self) -> Any:
        """The position as the eyes at this screen may see it; the same object as long as it is the same."""
        state, eyes = self.table.match.state, self.eyes
        if self._seen is None or self._seen[0] is not state or self._seen[1] != eyes:
            self._seen = (state, eyes, self.table.match.view(eyes))
        return self._seen[2]

    def view(self, look: Look) -> View:
        """What is to be drawn now."""
        view = self.bare_view()
        view.look, view.picker, view.cursor, view.size = look, self.picker, self.cursor, self.size
        view.turn, view.flipped = self.turn, self.flipped
        view.marks, view.marked_seat = self._latest()
        view.targets = frozenset(self.picker.targets()) if self.picker else frozenset()
        view.log = self.table.log(self.eyes, max(0, len(self.table.match.steps) - RECENT))
        view.hint = self._hint_places()
        return view

    def _latest(self) -> tuple[frozenset[str], Seat]:
        """The words that the latest visible deed of anybody concerns, and whose it was."""
        for step in reversed(self.table.match.steps):
            for event in reversed(step.events):
                if event.marks and event.key in TRACES:
                    return frozenset(event.marks), event.seat
        return frozenset(), -1

    def _hint_places(self) -> frozenset[Place]:
        if self.hinted is None or self.picker is None:
            return frozenset()
        found = next((c for c in self.picker.choices if c.action == self.hinted), None)
        return frozenset(found.places or ((MENU, found.text),)) if found else frozenset()

    # --- moving ---------------------------------------------------------------------------------------------------

    def move(self, direction: str, drawing: Drawing) -> None:
        """To the nearest place in a direction."""
        self._touch()
        here = drawing.places.get(self.cursor) if self.cursor else None
        if here is None:
            self.cursor = next(iter(self.stops() or drawing.places), None)
            return
        dx, dy = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}[direction]
        best: tuple[float, Place] | None = None
        (x, y) = here.centre
        for place, rect in drawing.places.items():
            across, down = rect.centre[0] - x, rect.centre[1] - y
            along, aside = (across * dx + down * dy), abs(across * dy) + abs(down * dx)
            if along <= 0.01 or aside > 3 * along + 1:
                continue
            cost = along + 2.5 * aside
            if best is None or cost < best[0]:
                best = (cost, place)
        if best:
            self.cursor = best[1]

    def hop(self, step: int) -> None:
        """To the next or previous place that may be chosen."""
        self._touch()
        stops = self.stops()
        if not stops:
            return
        at = stops.index(self.cursor) if self.cursor in stops else (-1 if step > 0 else 0)
        self.cursor = stops[(at + step) % len(stops)]

    def jump(self, index: int) -> None:
        stops = self.stops()
        self._touch()
        if stops:
            self.cursor = stops[index]

    def leap(self, step: int) -> None:
        """To the first stop of the next or previous zone."""
        self._touch()
        stops = self.stops()
        zones = list(dict.fromkeys(zone for zone, _ in stops))
        if not zones:
            return
        at = zones.index(self.cursor[0]) if self.cursor and self.cursor[0] in zones else -1
        zone = zones[(at + step) % len(zones)]
        self.cursor = next(place for place in stops if place[0] == zone)

    def point(self, place: Place) -> None:
        self._touch()
        self.cursor = place

    def _touch(self) -> None:
        self.message = None
        self.pending = None
        self._remember()

    def _remember(self) -> None:
        if self.cursor:
            self.haunts[self.cursor[0]] = self.cursor

    # --- deciding -------------------------------------------------------------------------------------------------

    def choose(self) -> bool:
        """Chooses what is under the cursor. True if something was done."""
        if self.picker is None:
            return False
        if self.pending:
            return self.act(self.pending)
        if self.picker.exact and self.picker.picks and (whole := self.picker.whole()):
            return self.offer(whole)
        return self.toggle()

    def toggle(self) -> bool:
        """Picks what is under the cursor, or drops it from a set. True if something was done."""
        if self.picker is None or self.cursor is None:
            return False
        self._remember()
        aimed = self._aimed()
        if self.picker.pointed and self.picker.picks and self.cursor in self.digits() and self._taken_up(aimed):
            return False
        drops = self.picker.exact and aimed[0] in self.picker.picks
        fits = self.cursor[0] == MENU or bool(self.picker.matching(*aimed))
        if (not drops and not fits) or (not self.picker.exact and self.cursor in self.picker.picks):
            self.refuse()
            return False
        choice = self.picker.pick(*aimed)
        self.message = None
        if self.picker.exact and choice is None:
            return False
        if choice is None:
            menu = self.picker.menu()
            self.cursor = (MENU, menu[0].text) if menu else self.cursor
            if self.picker.pointed:
                self._place_cursor()
            return False
        return self.offer(choice)

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

    def _aimed(self) -> tuple[Place, ...]:
        """The places that the cursor means."""
        assert self.cursor is not None
        return (self.cursor,) if self.cursor[0] == MENU else self.scene.aim(self._aiming(), self.cursor)

    def shaped(self) -> bool:
        """Whether the cursor means a shape that lies on several places."""
        return self.picker is not None and self.cursor is not None and len(self._aimed()) > 1

    def _aiming(self) -> View:
        """As much of a view as is needed to aim."""
        view = self.bare_view()
        view.picker, view.turn, view.flipped = self.picker, self.turn, self.flipped
        return view

    def offer(self, choice: Choice) -> bool:
        """Does a choice, or asks first if it ends the turn."""
        if self.confirm and self._ends_turn(choice) and self.pending != choice:
            self.pending = choice
            self.message = None
            return False
        return self.act(choice)

    def _ends_turn(self, choice: Choice) -> bool:
        return ends_turn(self.table.rules, choice.state, self.seat, choice.action)

    def act(self, choice: Choice) -> bool:
        """Passes what is to be passed, then does the chosen action."""
        seat, count = self.seat, 0
        self.last = seat
        self.again.clear()
        try:
            for action in (*choice.passes, choice.action):
                self.table.act(seat, action)
                count += 1
        except RuleError as error:
            self.message = Message(str(error), "bad", error.rule)
        self.groups.append(count)
        self.message = self.message if self.message and self.message.tone == "bad" else None
        if seat not in self.table.due():
            self.groups.clear()
        self.settle()
        return count > 0

    def digit(self, number: int) -> bool:
        places = self.digits()
        if not 0 < number <= len(places):
            return False
        self.point(places[number - 1])
        return self.toggle()

    def letter(self, char: str) -> bool:
        """Chooses the entry of the menu that this letter belongs to. False if there is none."""
        if self.picker is None:
            return False
        found = next((choice for choice in self.picker.menu() if letter_of(choice.text) == char), None)
        if found is None:
            return False
        self.cursor = (MENU, found.text)
        self.offer(found)
        return True

    def skip(self) -> bool:
        """Passes, where one may."""
        choice = self.picker.skip() if self.picker else None
        if choice is None:
            if self.picker:
                self.message = Message("There is nothing to pass here.", "bad", self.picker.decision.rule)
            return False
        self.cursor = (MENU, choice.text)
        return self.offer(choice)

    def rotate(self, step: int) -> None:
        """Turns the piece in hand; where the turns themselves are the choices, goes to the next one."""
        self._touch()
        before = self._aimed() if self.picker and self.cursor else ()
        self.turn = (self.turn + step) % 4
        if self.picker and all(not choice.places for choice in self.picker.choices):
            self.hop(step)
        elif self.picker and self.cursor and self._aimed() == before and not self._turning_next():
            self.message = Message("Turning changes nothing." if self.shaped() else "There is no piece to turn here.")

    def _turning(self) -> bool:
        """Whether the choices are the four turns of a piece."""
        assert self.picker is not None
        return _are_turns([choice.action for choice in self.picker.menu()])

    def _turning_next(self) -> bool:
        """Whether what is under the cursor leads to such a choice: the piece is turned beforehand."""
        found, rules = self._under_cursor(), self.table.rules
        if len(found) != 1 or self._ends_turn(found[0]):
            return False
        return _are_turns(rules.legal(rules.apply(found[0].state, self.seat, found[0].action), self.seat))

    def flip(self) -> None:
        self._touch()
        before = self._aimed() if self.picker and self.cursor else ()
        self.flipped = not self.flipped
        if self.picker and self.cursor and self._aimed() == before:
            self.message = Message("Flipping changes nothing." if self.shaped() else "There is no piece to flip here.")

    def back(self) -> bool:
        """One step back: the confirmation, a pick, the message. False if there was nothing."""
        if self.pending:
            self.pending = None
            return True
        if self.picker and self.picker.picks:
            picked = self.picker.picks[-1]
            dropped = self.picker.drop()
            if picked in self.stops():
                self.cursor = picked
            self._place_cursor()
            return dropped
        had, self.message = self.message is not None, None
        return had

    # --- taking back ----------------------------------------------------------------------------------------------

    def undo(self) -> None:
        """Takes the latest choice back, with the passes it took."""
        count = (self.groups.pop() if self.groups else 0) or 1
        try:
            texts = [str(self.table.undo(self.seat).action) for _ in range(count)]
        except RuleError as error:
            self.message = Message(str(error), "bad")
            return
        self.again.append(count)
        self.groups = self.groups or [0]
        self.settle()
        self._say(f"Taken back: {texts[0]}.")

    def _say(self, text: str) -> None:
        """A message about one's own deed: not before other eyes."""
        self.message = None if self.covered else Message(text)

    def redo(self) -> None:
        """Does the choice that was taken back last again, with its passes."""
        count = self.again.pop() if self.again else 1
        try:
            done = [self.table.redo() for _ in range(count)]
        except RuleError as error:
            self.message = Message(str(error), "bad")
            return
        self.groups.append(count)
        self.settle()
        self._say(f"Done again: {done[-1].moves[0].action}.")

    def restart(self) -> None:
        try:
            count = self.table.restart(self.seat)
        except RuleError as error:
            self.message = Message(str(error), "bad")
            return
        self.again.clear()
        self.groups = [0]
        self.settle()
        self._say(f"Taken back: {count} steps, to what was last shown.")

    # --- asking ---------------------------------------------------------------------------------------------------

    def refuse(self) -> None:
        """Says why the place under the cursor may not be chosen, and what may."""
        if self.picker is None or self.cursor is None:
            return
        aimed = self._aimed()
        if self.cursor[0] == MENU or self.picker.matching(*aimed):
            self.message = Message("This may be chosen: Enter.")
            return
        asking = Asking(self.table.rules, self.position(), self.seat, self.picker, self.scene)
        refusal = asking.about_shape(aimed) if len(aimed) > 1 else asking.about(self.cursor)
        if refusal is None:
            where = self.scene.describe(self.bare_view(), self.cursor) if self.picker.pointed else "Not here."
            refusal = Refusal(self.picker.decision.rule, f"{where} {self.table.told(self.picker.decision.prompt)}")
        # A shape has too many words to name others like it; its legal spots are marked.
        nearest = [str(a).partition(" ")[2] or str(a) for a in refusal.nearest if len(aimed) == 1]
        instead = f" Nearest: {', '.join(nearest)}." if nearest else ""
        self.message = Message(refusal.text + instead, "bad", refusal.rule)
        self.rule = refusal.rule or self.rule

    def hint(self) -> None:
        """First where a good player would look, then what he would do and why."""
        if self.picker is None:
            return
        if self.hinted is None:
            advice = self.table.hint(self.seat)
            self.hinted, self.reason = advice.action, advice.why
            self.message = Message(self._where(), "hint")
            return
        self.message = Message(f"{self.scene.choice(self.bare_view(), str(self.hinted))}: {self.reason}.", "hint")

    def _where(self) -> str:
        """Where the hint is, in words: a cell by its name, another single spot by what it is."""
        spots = [place for place in self._hint_places() if place[0] != MENU]
        if len(spots) != 1:
            return "Look at the marked spots." if spots else "Look at the choices below."
        if len(spots[0][1]) > 1:
            return f"Look at {spots[0][1]}."
        return f"Look here: {self.scene.describe(self.bare_view(), spots[0])}"

    def describe(self) -> None:
        if self.cursor and self.cursor[0] != MENU:
            self.message = Message(self.scene.describe(self._aiming(), self.cursor))

    # --- the status line ------------------------------------------------------------------------------------------

    def status(self) -> Message:
        """What is to be said now: a message, a question, or what the place under the cursor would bring."""
        if self.message:
            return self.message
        if self.pending:
            text = self._preview(self.pending)
            return Message(f"Enter again, then others play; Esc to think. {text}", "hint")
        if self.picker is None or self.cursor is None:
            return Message("")
        fitting = self._under_cursor()
        if len(fitting) == 1:
            return Message(self._preview(fitting[0]))
        if fitting:
            verbs = list(dict.fromkeys(choice.text.split(" ")[0] for choice in fitting))
            does = "Space picks it" if self.picker.exact else f"Enter: {' or '.join(verbs)}"
            return Message(f"{self.scene.describe(self._aiming(), self.cursor)} {does}.")
        return Message(self.scene.describe(self._aiming(), self.cursor))

    def _under_cursor(self) -> list[Choice]:
        assert self.picker is not None and self.cursor is not None
        if self.cursor[0] == MENU:
            return [choice for choice in self.picker.menu() if choice.text == self.cursor[1]]
        whole = self.picker.whole() if self.picker.exact else None
        return [whole] if whole and self.picker.picks else self.picker.matching(*self._aimed())

    def _preview(self, choice: Choice) -> str:
        phrases = self.table.rules.foresee(choice.state, self.seat, choice.action)
        name = self.scene.choice(self.bare_view(), choice.text)
        told = ", ".join(self.table.told(phrase) for phrase in phrases)
        if told and self.cursor == (MENU, choice.text):
            return told[0].upper() + told[1:]
        passing = f"(passes {len(choice.passes)}) " if choice.passes else ""
        return f"{passing}{name}: {told}" if told else f"{passing}{name}"


def _are_turns(actions: Sequence[Action]) -> bool:
    return [str(action).split(" ")[-1] for action in actions] == ["0", "1", "2", "3"]


def letter_of(text: str) -> str:
    """What chooses a menu entry: the first letter of its last word, if that is small, that is no key; or its plus.

    >>> letter_of("gem yes"), letter_of("orange"), letter_of("summon+"), letter_of("declare R01 F3")
    ('y', 'a', '+', '')
    """
    word = text.split(" ")[-1]
    if word.endswith("+"):
        return "+"
    return next((char for char in word if char not in KEYS), "") if word.islower() and word.isalpha() else ""


def reading_order(place: Place) -> tuple[str, str, str]:
    """Zone by zone; cells row by row."""
    zone, name = place
    is_cell = len(name) == 2 and name[1].isdigit()
    return (zone, name[1], name[0]) if is_cell else (zone, name, "")


def recap(sentences: Sequence[str], names: Sequence[str]) -> str:
    """Sentences in one line: a name that begins several is said once.

    >>> recap(["Bo takes FU.", "Bo lays FU on D3."], ["Aki", "Bo"])
    'Bo takes FU, lays FU on D3.'
    """
    parts: list[str] = []
    last = ""
    for sentence in sentences:
        who = next((name for name in names if sentence.startswith(name + " ")), "")
        if who and who == last:
            parts[-1] = parts[-1].rstrip(".") + ", " + sentence[len(who) + 1 :]
        else:
            parts.append(sentence)
        last = who
    return " ".join(parts)


__all__ = ["Entry", "Message", "Sitting", "letter_of", "recap"]
