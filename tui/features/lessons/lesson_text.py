"""What is said around the board of a level: goal, rules, hints in their time, how it came out, what can be done then.

Knows no screens. Who holds it hands in the keys that are its own, and asks what has to be done for them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic, Literal, NamedTuple, TypeVar

from tilehall.engine import Action, RuleError, Seat, Text, plain, spaced
from tilehall.engine.teaching.lessons import REFUSED, Attempt, Lesson
from tilehall.tui.features.lessons.learner_seat import Course, LearnerSeat, Way
from tilehall.tui.features.lessons.stopwatch import Patience
from tilehall.tui.key_map import BOARD, Keys, shown, shown_for
from tilehall.tui.player.messages.status_message import Message
from tilehall.tui.player.player import Player
from tilehall.tui.player.surroundings import NOTHING

S = TypeVar("S")
HINTED = (20.0, 40.0, 60.0)
"""Seconds without progress after which a hint comes by itself: where, what, why."""
CHOOSE, STEP, OTHERS = "enter", "space", "L"
"""The keys of a level that is over, of who is shown how it is done, and to the lessons of another game."""
SHOW_ME, LEAVE = Text("show me"), Text("leave")
MOVES = ("left", "right", "up", "down")
ALWAYS = frozenset({"undo", "rules", "leave", "keys", "explain", "hint"})
"""Commands that are named in every level."""
SPARE = frozenset({"next", "previous", "label"})
"""Commands for which arrows do as well: named where there is room."""
Wish = Literal["again", "show", "score", "next", "others"]
Hint = tuple[str | Text, Text]
"""A key, as it is printed on it or in words, and what it does."""


class Paragraph(NamedTuple):
    """A rule in force."""

    rule: str
    words: str
    """As its rulebook has it, in the language of who reads it."""


class Lecture(Generic[S]):
    """What is around the board of one try at a level."""

    def __init__(
        self,
        seat: LearnerSeat[S],
        course: Course,
        keys: Keys,
        clock: Callable[[], float],
        way: Way = "play",
    ) -> None:
        self.seat = seat
        self.course = course
        self.way = way
        self._keys = keys
        self.patience = Patience(clock)
        self.given = 0
        """How many hints have been given."""
        self.shown = 0
        """How many steps of the solution have been shown."""
        self.counted = False
        """Whether the points that were made have been looked at."""
        self._begun = seat.trial.verdict().met
        """Which conditions held already at the beginning: what is to be kept is no progress."""
        self._met: tuple[object, int, tuple[bool, ...]] | None = None
        self._done = 0
        self._player: Player[S] | None = None
        self._listeners: list[Callable[[], None]] = []

    @property
    def lesson(self) -> Lesson:
        return self.seat.trial.lesson

    def attend(self, player: Player[S]) -> None:
        """This player sits there."""
        self._player = player
        player.when_refused, player.careful = self._refused, True
        player.foresees = self.lesson.outlook
        if self.way != "play":
            player.tip = Message(Text("{key} shows it, step by step. Or play yourself.", key=shown(STEP)), "hint")

    def _refused(self, message: Message) -> None:
        self.seat.refused(Attempt(message.rule, message.marks))

    @property
    def bound(self) -> Keys:
        """The keys of the board, which may be changed at it."""
        return self._player.keys if self._player else self._keys

    # --- how it stands --------------------------------------------------------------------------------------------

    @property
    def met(self) -> tuple[bool, ...]:
        """Which of what has to happen has happened."""
        trial, now, refused = self.seat.trial, self.seat.now, len(self.seat.trial.refused)
        if self._met is None or self._met[0] is not now or self._met[1] != refused:
            # It is asked for with every picture.
            parts = zip(trial.verdict().met, self._begun, strict=True)
            self._met = now, refused, tuple(done for done, before in parts if not before)
        return self._met[2]

    @property
    def over(self) -> bool:
        return self.seat.verdict is not None

    @property
    def solved(self) -> bool:
        return self.seat.solved

    @property
    def last(self) -> bool:
        return self.course.last

    @property
    def owes_score(self) -> bool:
        """Whether there is a result, or were points, that have not been looked at."""
        return self.solved and not self.counted and (self.seat.now.over or self.seat.scored)

    def outcome(self) -> tuple[Text, Text] | None:
        """How it came out, and what there is to say of it; None as long as it is open."""
        return self.seat.outcome(self.way)

    def offered(self) -> Text | None:
        """What comes after the last level."""
        if not (self.solved and self.last) or self.way != "play":
            return None
        return Text("Now {play}?", play=self.course.first_game())

    def in_play(self) -> str:
        """The rule that was named last, if it is one of the level; else that of the decision."""
        player, rules = self._player, self.lesson.rules
        if player is None:
            return rules[0]
        decision = player.picker.decision.rule if player.picker else ""
        named = (player.message.rule if player.message else "", player.rule, decision)
        return next((rule for rule in named if rule in rules), "")

    def rule(self) -> str:
        """The rule of the level to read first."""
        return self.in_play() or self.lesson.rules[0]

    # --- hints ----------------------------------------------------------------------------------------------------

    def ticks(self, seen: bool) -> bool:
        """Time has passed, in which the board could be `seen`. Whether a hint has come."""
        if not seen or self.over or self.way != "play":
            self.patience.pauses()
            return False
        self.patience.passes()
        since = sum(self.patience.waited >= after for after in HINTED)
        if since <= self._done:
            return False
        self._done = since
        self.hint()
        return True

    def goes_on(self) -> None:
        """Something was done: hints wait again, and what was hinted at is not said any more."""
        self.patience.begins_anew()
        self._done = 0
        if self._player is not None:
            self._player.tip = None

    def hint(self) -> Text:
        """The next hint; the last one again when there are no more."""
        at = min(self.given, len(self.lesson.hints) - 1)
        self.given = at + 1
        words = self.lesson.hints[at]
        if self._player is not None:
            self._player.message, self._player.tip = None, Message(words, "hint")
        return words

    # --- what is around the board ---------------------------------------------------------------------------------

    @property
    def keys(self) -> Mapping[str, Text]:
        # The key of hints belongs to the lesson all the time: the table would advise something else.
        if self.over:
            return {**self._afterwards(), **dict.fromkeys(self.bound["hint"], SHOW_ME)}
        if self.way != "play":
            return dict.fromkeys((STEP, *self.bound["hint"]), Text("next step"))
        told = SHOW_ME if self.given == len(self.lesson.hints) else Text("hint")
        return dict.fromkeys(self.bound["hint"], told)

    def _named(self) -> list[Hint]:
        """Those keys that do something, one for each thing."""
        if self.over:
            again = [] if self.solved or self.way != "play" else self._key("hint", SHOW_ME)
            return [*((shown(key), what) for key, what in self._afterwards().items()), *again]
        named: list[Hint] = [(shown(key), what) for key, what in self.keys.items()]
        return named[:1]

    def _key(self, command: str, label: Text) -> list[Hint]:
        """A command with its key, if it has one."""
        return [(shown_for(self.bound, command), label)] if self.bound.get(command) else []

    def _afterwards(self) -> Mapping[str, Text]:
        if self.owes_score:
            return {CHOOSE: Text("the result") if self.seat.now.over else Text("what that scored")}
        if not self.solved:
            return {CHOOSE: Text("try again")}
        if self.way == "show":
            return {CHOOSE: Text("now you")}
        if not self.last:
            return {CHOOSE: Text("next lesson")}
        others = {OTHERS: Text("lessons of {game}", game=self.course.then)} if self.course.then else {}
        return others if self.way == "present" else {CHOOSE: Text("a first game"), **others}

    def wish(self, key: str) -> Wish | None:
        """What has to be done for one of these keys; None where nothing but to look again."""
        if not self.over:
            if self.way != "play":
                return None
            if self.given == len(self.lesson.hints):
                return "show"
            if self._player is not None:
                self._player.pending = None
            self.hint()
            return None
        if key in self.bound["hint"]:
            return None if self.solved or self.way != "play" else "show"
        if key == OTHERS:
            return "others"
        if self.owes_score:
            return "score"
        if not self.solved:
            return "again"
        return "again" if self.way == "show" else "next"

    def beside(self) -> Mapping[Seat, Text]:
        return NOTHING

    def aside(self) -> Message | None:
        return None

    def task(self) -> Text | None:
        return None

    def told(self, when_changed: Callable[[], None]) -> Callable[[], None]:
        self._listeners.append(when_changed)
        return lambda: self._listeners.remove(when_changed)

    def footer(self, player: Player[Any]) -> list[Hint]:
        """The keys that this level needs and that do something now, and how one leaves it."""
        found = self._named()
        if player.pending:
            found = [*self._moves(), *self._key("choose", Text("do it")), *self._key("back", Text("back")), *found]
        elif not self.over and self.way != "show":
            found = [*self._moves(), *self._needed(player, lambda command: command not in SPARE), *found]
        if self.seat.trial.actions and not player.moment.barrier:
            found += self._key("undo", SHORT["undo"])
        found += [*self._key("rules", SHORT["rules"]), *self._key("leave", LEAVE)]
        if not (self.over or player.pending or self.way == "show"):
            found += self._needed(player, lambda command: command in SPARE)
        return [*found, *self._key("keys", SHORT["keys"]), *self._key("explain", SHORT["explain"])]

    def _needed(self, player: Player[Any], wanted: Callable[[str], bool]) -> list[Hint]:
        """What those of the level's commands are called that are wanted; whoever chooses also moves."""
        if player.picker is None:
            return []
        labels = {**{command.id: command.label for command in BOARD}, **SHORT}
        useless = {*MOVES, *ALWAYS, *self._useless(player)}
        own = [command for command in self.lesson.keys if command not in useless and wanted(command)]
        return [hint for command in own for hint in self._key(command, labels[command])]

    def _moves(self) -> list[Hint]:
        chooses = self._player is not None and self._player.picker is not None
        return [(Text("Arrows"), Text("move"))] if chooses and set(self.lesson.keys) & {*MOVES, "choose"} else []

    def _useless(self, player: Player[Any]) -> set[str]:
        """Commands that do nothing now."""
        picker = player.picker
        found = set[str]()
        if picker is None or not picker.picks:
            found.add("back")
        if picker is None or not picker.exact:
            found.add("toggle")
        if picker is None or picker.skip() is None:
            found.add("skip")
        if not player.turns:
            found |= {"turn", "turn_back", "flip"}
        elif player.shaped():
            found.add("next")
        return found

    # --- how it is done -------------------------------------------------------------------------------------------

    async def show(self) -> bool:
        """The next step of the solution, with what comes of it said. False where somebody has played himself."""
        steps = self.lesson.solution
        legal = sum(not step.startswith(REFUSED) for step in steps[: self.shown])
        if legal != self.seat.trial.actions or self.shown == len(steps):
            return False
        step = steps[self.shown].removeprefix(REFUSED)
        self.shown += 1
        before, named = self.seat.now.number, plain(step)
        try:
            action = self.seat.now.rules.parse(step)
            named = self._pointed(action)
            await self.seat.act(action)
        except RuleError as error:
            said = Message(Text("Tried: {action}. {refusal}", action=named, refusal=error.text), "bad", error.rule)
        else:
            said = self._happened(before)
        if self._player is not None:
            self._player.catch_up()
            self._player.say(said)
        return True

    def _pointed(self, action: Action) -> Text:
        """An action in words; the cursor goes where its last word is on the board."""
        player = self._player
        if player is None or player.picker is None:
            return plain(str(action))
        fields = player.picker.decision.fields.get(action.verb, ())
        words = zip(fields, action.words, strict=False)
        meant = [place for name, word in words for place in player.reading.places_of(action.verb, name, word)]
        player.cursor = next((place for place in reversed(meant) if place in player.laid_out), player.cursor)
        return player.reading.choice(player.glance(), action)

    def _happened(self, before: int) -> Message:
        """What a step has brought."""
        entries = self.seat.now.log_since(before)
        return Message(spaced(entry.text for entry in entries), "info", entries[0].rule if entries else "")


SHORT: Mapping[str, Text] = {
    "choose": Text("choose"),
    "toggle": Text("pick"),
    "next": Text("next"),
    "previous": Text("before"),
    "back": Text("back"),
    "skip": Text("pass"),
    "turn": Text("turn"),
    "turn_back": Text("turn back"),
    "flip": Text("flip"),
    "label": Text("go to"),
    "undo": Text("undo"),
    "explain": Text("explain"),
    "hand": Text("hand"),
    "score": Text("score"),
    "rules": Text("rules"),
    "keys": Text("symbols"),
    "log": Text("log"),
    "why": Text("why not"),
    "describe": Text("describe"),
}
"""What commands are called in a footer."""
