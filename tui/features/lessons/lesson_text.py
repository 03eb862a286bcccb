"""What is said around the board of a level: goal, rules, hints in their time, how it came out, what can be done then.

Knows no screens. Who holds it hands in the keys that are its own, and asks what has to be done for them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic, Literal, NamedTuple, TypeVar

from tilehall.engine import Action, SeatNo, Text, UserError, join_spaces, literal_text
from tilehall.engine.teaching.lessons import REFUSED_MARK, Lesson, RefusedAttempt
from tilehall.tui.features.lessons.learner_seat import LearnerSeat, LessonMode, LevelProgress
from tilehall.tui.features.lessons.stopwatch import ProgressStopwatch
from tilehall.tui.key_map import BOARD_COMMANDS, KeyBindings, key_label, key_label_for
from tilehall.tui.player.messages.status_message import StatusMessage
from tilehall.tui.player.player import PlayerControls
from tilehall.tui.player.surroundings import NO_SEAT_NOTES

S = TypeVar("S")
HINT_TIMES = (20.0, 40.0, 60.0)
"""Seconds without progress after which a hint comes by itself: where, what, why."""
CHOOSE_KEY, STEP_KEY, OTHERS_KEY = "enter", "space", "L"
"""The keys of a level that is over, of who is shown how it is done, and to the lessons of another game."""
SHOW_ME, LEAVE = Text("show me"), Text("leave")
MOVES = ("left", "right", "up", "down")
COMMON_COMMANDS = frozenset({"undo", "rules", "leave", "keys", "explain", "hint"})
"""Commands that are named in every level."""
OPTIONAL_COMMANDS = frozenset({"next", "previous", "label"})
"""Commands for which arrows do as well: named where there is room."""
LessonCommand = Literal["again", "show", "score", "next", "others"]
LessonKeyHint = tuple[str | Text, Text]
"""A key, as it is printed on it or in words, and what it does."""


class LessonRule(NamedTuple):
    """A rule in force."""

    rule: str
    words: str
    """As its rulebook has it, in the language of who reads it."""


class LessonSurroundings(Generic[S]):
    """What is around the board of one try at a level."""

    def __init__(
        self,
        seat: LearnerSeat[S],
        course: LevelProgress,
        keys: KeyBindings,
        clock: Callable[[], float],
        way: LessonMode = "play",
    ) -> None:
        self.seat = seat
        self.course = course
        self.way = way
        self._keys = keys
        self.stopwatch = ProgressStopwatch(clock)
        self.hints_given = 0
        """How many hints have been given."""
        self.steps_shown = 0
        """How many steps of the solution have been shown."""
        self.score_seen = False
        """Whether the points that were made have been looked at."""
        self._begun = seat.attempt.verdict().met
        """Which conditions held already at the beginning: what is to be kept is no progress."""
        self._met: tuple[object, int, tuple[bool, ...]] | None = None
        self._done = 0
        self._player: PlayerControls[S] | None = None
        self._listeners: list[Callable[[], None]] = []

    @property
    def lesson(self) -> Lesson:
        return self.seat.attempt.lesson

    def attach_player(self, player: PlayerControls[S]) -> None:
        """This player sits there."""
        self._player = player
        player.refusal_listener, player.confirms_partial = self._refused, True
        player.shows_outcome = self.lesson.outlook
        if self.way != "play":
            player.tip = StatusMessage(
                Text("{key} shows it, step by step. Or play yourself.", key=key_label(STEP_KEY)), "hint"
            )

    def _refused(self, message: StatusMessage) -> None:
        self.seat.note_refusal(RefusedAttempt(message.rule, message.marks))

    @property
    def board_keys(self) -> KeyBindings:
        """The keys of the board, which may be changed at it."""
        return self._player.keys if self._player else self._keys

    # --- how it stands --------------------------------------------------------------------------------------------

    @property
    def met_conditions(self) -> tuple[bool, ...]:
        """Which of what has to happen has happened."""
        trial, now, refused = self.seat.attempt, self.seat.now, len(self.seat.attempt.refused)
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
    def is_last(self) -> bool:
        return self.course.last

    @property
    def has_unseen_score(self) -> bool:
        """Whether there is a result, or were points, that have not been looked at."""
        return self.solved and not self.score_seen and (self.seat.now.over or self.seat.scored)

    def outcome(self) -> tuple[Text, Text] | None:
        """How it came out, and what there is to say of it; None as long as it is open."""
        return self.seat.outcome(self.way)

    def next_offer(self) -> Text | None:
        """What comes after the last level."""
        if not (self.solved and self.is_last) or self.way != "play":
            return None
        return Text("Now {play}?", play=self.course.first_game_text())

    def current_rule(self) -> str:
        """The rule that was named last, if it is one of the level; else that of the decision."""
        player, rules = self._player, self.lesson.rules
        if player is None:
            return rules[0]
        decision = player.selection.decision.rule if player.selection else ""
        named = (player.message.rule if player.message else "", player.last_rule, decision)
        return next((rule for rule in named if rule in rules), "")

    def first_rule(self) -> str:
        """The rule of the level to read first."""
        return self.current_rule() or self.lesson.rules[0]

    # --- hints ----------------------------------------------------------------------------------------------------

    def tick(self, seen: bool) -> bool:
        """Time has passed, in which the board could be `seen`. Whether a hint has come."""
        if not seen or self.over or self.way != "play":
            self.stopwatch.skip_time()
            return False
        self.stopwatch.count_time()
        since = sum(self.stopwatch.waited >= after for after in HINT_TIMES)
        if since <= self._done:
            return False
        self._done = since
        self.next_hint()
        return True

    def note_progress(self) -> None:
        """Something was done: hints wait again, and what was hinted at is not said any more."""
        self.stopwatch.restart()
        self._done = 0
        if self._player is not None:
            self._player.tip = None

    def next_hint(self) -> Text:
        """The next hint; the last one again when there are no more."""
        at = min(self.hints_given, len(self.lesson.hints) - 1)
        self.hints_given = at + 1
        words = self.lesson.hints[at]
        if self._player is not None:
            self._player.message, self._player.tip = None, StatusMessage(words, "hint")
        return words

    # --- what is around the board ---------------------------------------------------------------------------------

    @property
    def keys(self) -> Mapping[str, Text]:
        # The key of hints belongs to the lesson all the time: the table would advise something else.
        if self.over:
            return {**self._afterwards(), **dict.fromkeys(self.board_keys["hint"], SHOW_ME)}
        if self.way != "play":
            return dict.fromkeys((STEP_KEY, *self.board_keys["hint"]), Text("next step"))
        told = SHOW_ME if self.hints_given == len(self.lesson.hints) else Text("hint")
        return dict.fromkeys(self.board_keys["hint"], told)

    def _named(self) -> list[LessonKeyHint]:
        """Those keys that do something, one for each thing."""
        if self.over:
            again = [] if self.solved or self.way != "play" else self._key("hint", SHOW_ME)
            return [*((key_label(key), what) for key, what in self._afterwards().items()), *again]
        named: list[LessonKeyHint] = [(key_label(key), what) for key, what in self.keys.items()]
        return named[:1]

    def _key(self, command: str, label: Text) -> list[LessonKeyHint]:
        """A command with its key, if it has one."""
        return [(key_label_for(self.board_keys, command), label)] if self.board_keys.get(command) else []

    def _afterwards(self) -> Mapping[str, Text]:
        if self.has_unseen_score:
            return {CHOOSE_KEY: Text("the result") if self.seat.now.over else Text("what that scored")}
        if not self.solved:
            return {CHOOSE_KEY: Text("try again")}
        if self.way == "show":
            return {CHOOSE_KEY: Text("now you")}
        if not self.is_last:
            return {CHOOSE_KEY: Text("next lesson")}
        others = {OTHERS_KEY: Text("lessons of {game}", game=self.course.next_text)} if self.course.next_text else {}
        return others if self.way == "present" else {CHOOSE_KEY: Text("a first game"), **others}

    def command_for(self, key: str) -> LessonCommand | None:
        """What has to be done for one of these keys; None where nothing but to look again."""
        if not self.over:
            if self.way != "play":
                return None
            if self.hints_given == len(self.lesson.hints):
                return "show"
            if self._player is not None:
                self._player.pending = None
            self.next_hint()
            return None
        if key in self.board_keys["hint"]:
            return None if self.solved or self.way != "play" else "show"
        if key == OTHERS_KEY:
            return "others"
        if self.has_unseen_score:
            return "score"
        if not self.solved:
            return "again"
        return "again" if self.way == "show" else "next"

    def seat_notes(self) -> Mapping[SeatNo, Text]:
        return NO_SEAT_NOTES

    def footer_message(self) -> StatusMessage | None:
        return None

    def task_text(self) -> Text | None:
        return None

    def subscribe(self, when_changed: Callable[[], None]) -> Callable[[], None]:
        self._listeners.append(when_changed)
        return lambda: self._listeners.remove(when_changed)

    def footer(self, player: PlayerControls[Any]) -> list[LessonKeyHint]:
        """The keys that this level needs and that do something now, and how one leaves it."""
        found = self._named()
        if player.pending:
            found = [*self._moves(), *self._key("choose", Text("do it")), *self._key("back", Text("back")), *found]
        elif not self.over and self.way != "show":
            found = [*self._moves(), *self._needed(player, lambda command: command not in OPTIONAL_COMMANDS), *found]
        if self.seat.attempt.actions and not player.moment.barrier:
            found += self._key("undo", SHORT_LABELS["undo"])
        found += [*self._key("rules", SHORT_LABELS["rules"]), *self._key("leave", LEAVE)]
        if not (self.over or player.pending or self.way == "show"):
            found += self._needed(player, lambda command: command in OPTIONAL_COMMANDS)
        return [*found, *self._key("keys", SHORT_LABELS["keys"]), *self._key("explain", SHORT_LABELS["explain"])]

    def _needed(self, player: PlayerControls[Any], wanted: Callable[[str], bool]) -> list[LessonKeyHint]:
        """What those of the level's commands are called that are wanted; whoever chooses also moves."""
        if player.selection is None:
            return []
        labels = {**{command.id: command.label for command in BOARD_COMMANDS}, **SHORT_LABELS}
        useless = {*MOVES, *COMMON_COMMANDS, *self._useless(player)}
        own = [command for command in self.lesson.keys if command not in useless and wanted(command)]
        return [hint for command in own for hint in self._key(command, labels[command])]

    def _moves(self) -> list[LessonKeyHint]:
        chooses = self._player is not None and self._player.selection is not None
        return [(Text("Arrows"), Text("move"))] if chooses and set(self.lesson.keys) & {*MOVES, "choose"} else []

    def _useless(self, player: PlayerControls[Any]) -> set[str]:
        """Commands that do nothing now."""
        picker = player.selection
        found = set[str]()
        if picker is None or not picker.picks:
            found.add("back")
        if picker is None or not picker.exact:
            found.add("toggle")
        if picker is None or picker.skip_choice() is None:
            found.add("skip")
        if not player.can_rotate:
            found |= {"turn", "turn_back", "flip"}
        elif player.is_shape_aimed():
            found.add("next")
        return found

    # --- how it is done -------------------------------------------------------------------------------------------

    async def show_step(self) -> bool:
        """The next step of the solution, with what comes of it said. False where somebody has played himself."""
        steps = self.lesson.solution
        legal = sum(not step.startswith(REFUSED_MARK) for step in steps[: self.steps_shown])
        if legal != self.seat.attempt.actions or self.steps_shown == len(steps):
            return False
        step = steps[self.steps_shown].removeprefix(REFUSED_MARK)
        self.steps_shown += 1
        before, named = self.seat.now.number, literal_text(step)
        try:
            action = self.seat.now.rules.parse(step)
            named = self._pointed(action)
            await self.seat.act(action)
        except UserError as error:
            said = StatusMessage(
                Text("Tried: {action}. {refusal}", action=named, refusal=error.text), "bad", error.rule
            )
        else:
            said = self._happened(before)
        if self._player is not None:
            self._player.catch_up()
            self._player.say(said)
        return True

    def _pointed(self, action: Action) -> Text:
        """An action in words; the cursor goes where its last word is on the board."""
        player = self._player
        if player is None or player.selection is None:
            return literal_text(str(action))
        fields = player.selection.decision.fields.get(action.verb, ())
        words = zip(fields, action.words, strict=False)
        meant = [place for name, word in words for place in player.reader.places_of(action.verb, name, word)]
        player.cursor = next((place for place in reversed(meant) if place in player.place_areas), player.cursor)
        return player.reader.describe_action(player.cursor_context(), action)

    def _happened(self, before: int) -> StatusMessage:
        """What a step has brought."""
        entries = self.seat.now.log_since(before)
        return StatusMessage(join_spaces(entry.text for entry in entries), "info", entries[0].rule if entries else "")


SHORT_LABELS: Mapping[str, Text] = {
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
